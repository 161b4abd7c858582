"""Deals become a match: who deals, when the next deal comes, totals, the end. A match is a fold over its log."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem import chain
from pbem.cards import shuffled
from pbem.rules import machine
from pbem.rules.numbers import Number
from pbem.rules.table import Action, Ask, Deal, Fact, Refusal, Ruleset, Standing
from pbem.rules.view import View
from pbem.rules.view import view as see


class Match(NamedTuple):
    """A match in play. The last of `deals` is open until somebody has won; `points` are those of the closed ones."""

    rules: Ruleset
    seed: bytes
    words: str
    standing: Standing
    deals: tuple[Deal, ...] = ()
    points: tuple[tuple[Number, ...], ...] = ()

    @property
    def deal(self) -> Deal:
        """The deal that is being played, or the last one of a match that is over."""
        return self.deals[-1]

    @property
    def totals(self) -> tuple[Number, ...]:
        return self.standing.totals

    @property
    def winners(self) -> tuple[int, ...]:
        return self.standing.winners

    @property
    def over(self) -> bool:
        return bool(self.standing.winners)


def start(rules: Ruleset, seed: bytes, words: str = "") -> Match:
    """A match with its first deal dealt. `seed` is 32 secret bytes, `words` what the players added of their own."""
    return _next_deal(Match(rules, seed, words, Standing((0,) * rules.players)))


def asks(match: Match) -> tuple[Ask, ...]:
    """What is asked now in the open deal."""
    return () if match.over else match.deal.waiting


def apply(match: Match, action: Action) -> tuple[Match, tuple[Fact, ...]]:
    """The match after one action; closes the deal and deals the next where that was its last."""
    if match.over:
        raise Refusal("match-over")
    deal, facts = machine.apply(match.rules, match.deal, action)
    match = match._replace(deals=(*match.deals[:-1], deal))
    if not machine.over(match.rules, deal):
        return match, facts
    points, standing = machine.close(match.rules, deal)
    match = match._replace(points=(*match.points, points), standing=standing)
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
    trick, and every card once all cards that count have been taken (play.md, section 3). What lies hidden in a kitty
    may still count."""
    waiting = asks(match)
    if len(waiting) != 1 or waiting[0].verb != "play":
        return None
    (ask,), deal, scoring = waiting, match.deal, match.rules.scoring
    opening = not deal.played and ask.menu & (ask.menu - 1) == 0 and match.rules.filters[0].code == "opening-card"
    last_cards = all(hand & (hand - 1) == 0 for hand in deal.hands)
    open_ = (scoring.penalty | scoring.bonus) & match.rules.pack
    for taken in deal.taken:
        open_ &= ~(taken & deal.played)
    settled = not open_ and not scoring.tricks_count
    if opening or last_cards or settled:
        return Action(ask.hand, ask.verb, ((ask.menu & -ask.menu).bit_length() - 1,))
    return None


def view(match: Match, seat: int) -> View:
    """The open deal as one seat may see it."""
    return see(match.rules, match.deal, seat)


def deal_next(
    rules: Ruleset, standing: Standing, number: int, dealer: int, secret: bytes, words: str, before: Deal | None
) -> Deal:
    """The deal that a secret of the chain deals, in the middle of a match."""
    order = shuffled(rules.pack, secret, words, number)
    mixed = shuffled(rules.pack, secret, words, f"{number} mix") if rules.mixes else ()
    opener = rules.opener(before) if rules.opener and before else -1
    return machine.deal_out(rules, number, dealer, order, standing, mixed, opener)[0]


def _next_deal(match: Match) -> Match:
    number, rules = len(match.deals) + 1, match.rules
    first = chain.first_dealer(chain.secret(match.seed, 0), match.words, rules.players)
    dealer, secret = (first + number - 1) % rules.players, chain.secret(match.seed, number)
    before = match.deals[-1] if match.deals else None
    deal = deal_next(rules, match.standing, number, dealer, secret, match.words, before)
    return match._replace(deals=(*match.deals, deal))
