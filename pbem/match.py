"""Deals become a match: who deals, when the next deal comes, totals, the end. A match is a fold over its log."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem import chain
from pbem.cards import shuffled
from pbem.rules import machine
from pbem.rules.scoring import new_totals, winners
from pbem.rules.table import Action, Ask, Deal, Fact, Refusal, Ruleset
from pbem.rules.view import View
from pbem.rules.view import view as see


class Match(NamedTuple):
    """A match in play. The last of `deals` is open until somebody has won; `points` are those of the closed ones."""

    rules: Ruleset
    seed: bytes
    words: str
    deals: tuple[Deal, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    @property
    def deal(self) -> Deal:
        """The deal that is being played, or the last one of a match that is over."""
        return self.deals[-1]

    @property
    def over(self) -> bool:
        return bool(self.winners)


def start(rules: Ruleset, seed: bytes, words: str = "") -> Match:
    """A match with its first deal dealt. `seed` is 32 secret bytes, `words` what the players added of their own."""
    return _next_deal(Match(rules, seed, words, totals=(0,) * rules.players))


def asks(match: Match) -> tuple[Ask, ...]:
    """What is asked now in the open deal."""
    return () if match.over else machine.asks(match.rules, match.deal)


def apply(match: Match, action: Action) -> tuple[Match, tuple[Fact, ...]]:
    """The match after one action; closes the deal and deals the next where that was its last."""
    if match.over:
        raise Refusal("match-over")
    deal, facts = machine.apply(match.rules, match.deal, action)
    match = match._replace(deals=(*match.deals[:-1], deal))
    if not machine.over(match.rules, deal):
        return match, facts
    points = machine.score(match.rules, deal)
    totals = new_totals(match.rules, match.totals, points)
    match = match._replace(points=(*match.points, points), totals=totals, winners=winners(match.rules, totals))
    facts += tuple(Fact("scored", hand, number=gained) for hand, gained in enumerate(points))
    return (match if match.over else _next_deal(match)), facts


def fold(match: Match, actions: Iterable[Action]) -> Match:
    """The match after its whole log."""
    for action in actions:
        match, _ = apply(match, action)
    return match


def play_while_valid(
    match: Match, actions: Sequence[Action]
) -> tuple[Match, tuple[Action, ...], tuple[Fact, ...], Refusal | None]:
    """Applies one action after another and stops at the first refusal; what was good is kept."""
    facts: tuple[Fact, ...] = ()
    for done, action in enumerate(actions):
        try:
            match, more = apply(match, action)
        except Refusal as refusal:
            return match, tuple(actions[:done]), facts, refusal
        facts += more
    return match, tuple(actions), facts, None


def forced(match: Match) -> Action | None:
    """A play that the server makes because nobody has a choice and everybody knows it: the opening card, the last
    trick, and every card once all cards that count have been played (play.md, section 3)."""
    waiting = asks(match)
    if len(waiting) != 1 or waiting[0].verb != "play":
        return None
    (ask,), deal, scoring = waiting, match.deal, match.rules.scoring
    only = ask.menu & (ask.menu - 1) == 0
    opening = not deal.played and only and match.rules.filters[0].code == "opening-card"
    last_trick = len(deal.tricks) == match.rules.pack.bit_count() // match.rules.players - 1
    settled = not (scoring.penalty | scoring.bonus) & ~deal.played and not scoring.tricks_count
    if opening or last_trick or settled:
        return Action(ask.hand, ask.verb, ((ask.menu & -ask.menu).bit_length() - 1,))
    return None


def view(match: Match, seat: int) -> View:
    """The open deal as one seat may see it."""
    return see(match.rules, match.deal, seat)


def _next_deal(match: Match) -> Match:
    number = len(match.deals) + 1
    players = match.rules.players
    dealer = (chain.first_dealer(chain.secret(match.seed, 0), match.words, players) + number - 1) % players
    order = shuffled(match.rules.pack, chain.secret(match.seed, number), match.words, number)
    deal, _ = machine.deal_out(match.rules, number, dealer, order, match.totals)
    return match._replace(deals=(*match.deals, deal))
