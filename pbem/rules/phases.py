"""The verbs of a deal. A phase is over when it asks nobody; there are no flags and no transition tables.

Passing has a room of its own, and so has the auction for a dummy.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pbem import cards as pack
from pbem.cards import SUIT_BITS, SUIT_OF, Cards
from pbem.rules.legality import legal
from pbem.rules.table import CARD_THINGS, Action, Ask, Deal, Fact, Ruleset, Scoring, Trick
from pbem.rules.tricks import Opener, carried, last_winner

Facts = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Expose:
    """Everybody who holds one of the named cards may lay it open, in secret and at once (rules.md 3.7)."""

    cards: Cards
    verb: str = "expose"
    things: tuple[str, ...] = CARD_THINGS
    secrecy: str = "sealed"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        answered = deal.answers(self.verb)
        return tuple(
            Ask(hand, self.verb, held & self.cards, 0, (held & self.cards).bit_count(), hand)
            for hand, held in enumerate(deal.hands[: rules.players])
            if held & self.cards and hand not in answered
        )

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), ()

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, tuple(
            Fact("exposed", hand, pack.bits(action.picks))
            for hand, action in deal.answers(self.verb).items()
            if action.picks
        )


@dataclass(frozen=True, slots=True)
class Play:
    """Trick after trick until the hands are empty, or until it is time for the kitty."""

    opener: Opener
    kitty_due: Callable[[Ruleset, Deal], bool] | None = None
    exchange: bool = False
    """Whether the kitty's owner takes it into his hand."""
    verb: str = "play"
    things: tuple[str, ...] = CARD_THINGS
    secrecy: str = "open"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        trick = deal.trick
        leader = trick.leader if trick.leader >= 0 else self.opener(rules, deal)
        hand = rules.rota(deal.dealer, leader)[len(trick.played) % rules.hands]
        held = deal.hands[hand]
        if not held or (self.kitty_due and not trick.played and self.kitty_due(rules, deal)):
            return ()
        seat = rules.controller(deal) if hand >= rules.players and rules.controller else hand
        return (Ask(hand, self.verb, legal(rules.filters, deal, held), 1, 1, seat),)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        hand, card = action.hand, action.picks[0]
        bit, before = 1 << card, deal.trick
        leader = before.leader if before.played else hand
        deal = deal._replace(
            hands=(*deal.hands[:hand], deal.hands[hand] ^ bit, *deal.hands[hand + 1 :]),
            trick=Trick(leader, (*before.played, card)),
            played=deal.played | bit,
        )
        facts: Facts = (Fact("played", hand, bit),)
        if bit & rules.breakers and not (deal.played ^ bit) & rules.breakers:
            facts += (Fact("broken", hand, bit),)
        if not _whole(rules, deal):
            return deal, facts
        deal, took = _won(rules, deal)
        return deal, facts + took

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        """The kitty goes to the hand that won the last trick: to be exchanged, or at once to the cards taken."""
        if not deal.kitty:
            return deal, ()
        owner = max(last_winner(deal), 0)
        if self.exchange and any(deal.hands):
            deal = deal._replace(kitty=0, kitty_to=owner, hands=_with(deal.hands, owner, deal.kitty))
        else:
            deal = deal._replace(kitty=0, kitty_to=owner, taken=_with(deal.taken, owner, deal.kitty))
        return deal, (Fact("kitty", owner, only=owner),)


@dataclass(frozen=True, slots=True)
class Bury:
    """The hand that took in the kitty puts away as many cards, which count as taken (rules.md 2.1, K2)."""

    verb: str = "bury"
    things: tuple[str, ...] = CARD_THINGS
    secrecy: str = "kept"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        sizes = [held.bit_count() for held in deal.hands]
        hand, more = sizes.index(max(sizes)), max(sizes) - min(sizes)
        return (Ask(hand, self.verb, deal.hands[hand], more, more, hand),) if more else ()

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        hand, buried = action.hand, pack.bits(action.picks)
        taken = _with(deal.taken, hand, buried)
        hands = (*deal.hands[:hand], deal.hands[hand] & ~buried, *deal.hands[hand + 1 :])
        return deal._replace(hands=hands, taken=taken, said=(*deal.said, action)), (
            Fact("buried", hand, buried, only=hand),
        )

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, ()


@dataclass(frozen=True, slots=True)
class ChooseMoon:
    """Whoever shot the moon says whether to add to the others or to subtract (rules.md 2.7, `choice`). Partners with
    one pile are both asked, and the first answer stands."""

    scoring: Scoring
    pooled: bool = False
    verb: str = "moon"
    things: tuple[str, ...] = ("add", "subtract")
    secrecy: str = "open"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        shooter = self.scoring.shooter(deal)
        if shooter is None or deal.answers(self.verb):
            return ()
        party = range(shooter % rules.teams, rules.players, rules.teams) if self.pooled else (shooter,)
        return tuple(Ask(seat, self.verb, 0b11, 1, 1, seat) for seat in party)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), (Fact("chose", action.hand, number=action.picks[0]),)

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, ()


def kitty_after_first_trick(rules: Ruleset, deal: Deal) -> bool:
    """Somebody has won a trick."""
    return any(deal.taken)


def kitty_after_first_penalty(rules: Ruleset, deal: Deal) -> bool:
    """Somebody has taken a penalty card."""
    return any(taken & rules.scoring.penalty for taken in deal.taken)


def _with(piles: tuple[Cards, ...], hand: int, more: Cards) -> tuple[Cards, ...]:
    return (*piles[:hand], piles[hand] | more, *piles[hand + 1 :])


def _whole(rules: Ruleset, deal: Deal) -> bool:
    """Whether the trick has all its cards: one from every hand, or two where a boosting card follows or leads its
    suit and cards are left (rules.md 3.8)."""
    played = deal.trick.played
    if len(played) != rules.hands:
        return len(played) == 2 * rules.hands
    boosting = rules.boost & SUIT_BITS[SUIT_OF[played[0]]]
    return not (boosting and boosting & pack.bits(played) and any(deal.hands))


def _won(rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
    """A whole trick goes to its winner, with those carried; nobody's is carried on, and the last goes to whoever won
    the trick before (rules.md 3.9)."""
    leader, played, _ = deal.trick
    place = rules.winner(played, rules.hands)
    winner = -1 if place is None else rules.rota(deal.dealer, leader)[place]
    cards = pack.bits(played)
    if deal.tricks and deal.tricks[-1].winner < 0:
        cards |= carried(deal)
    deal = deal._replace(tricks=(*deal.tricks, Trick(leader, played, winner)))
    taker = winner if winner >= 0 or any(deal.hands) else max(last_winner(deal), 0)
    if taker < 0:
        return deal._replace(trick=Trick(leader, ())), (Fact("carried", leader, cards, rules.scoring.points(cards)),)
    fact = Fact("took", taker, cards, rules.scoring.points(cards))
    return deal._replace(taken=_with(deal.taken, taker, cards), trick=Trick(taker, ())), (fact,)
