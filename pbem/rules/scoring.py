"""From captured cards to points (rules.md, sections 1.4, 2.7 to 2.9). What points come to is in `ends`."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pbem.cards import HEARTS, Cards, cards
from pbem.rules.numbers import Number
from pbem.rules.table import Deal, Ruleset


class Value(NamedTuple):
    """What each card of a set costs. With the card `charge` exposed, the double."""

    cards: Cards
    each: Number
    charge: Cards = 0


class Factor(NamedTuple):
    """A card that multiplies all points of its taker: by `times`, exposed by `exposed`."""

    card: Cards
    times: Number
    exposed: Number


Values = tuple[Value, ...]
"""A value table."""

ACE, QUEEN = cards("AH AH"), cards("QS QS")
STANDARD_VALUES: Values = (Value(HEARTS, 1, ACE), Value(QUEEN, 13, QUEEN))


def union(sets: Iterable[Cards]) -> Cards:
    """All cards of several sets."""
    result = 0
    for one in sets:
        result |= one
    return result


def worth(values: Values, taken: Cards, exposed: Cards = 0) -> Number:
    """The points in a set of cards."""
    total: Number = 0
    for of, each, charge in values:
        total += each * ((taken & of).bit_count() << bool(charge & exposed))
    return total


def spots(name: str, *ranks: tuple[str, int]) -> Values:
    """A value table by rank: `spots("H", ("2", 2), ("A", 15))` makes the two of hearts 2 and the ace 15."""
    return tuple(Value(cards(f"{rank}{name} {rank}{name}"), value) for rank, value in ranks)


@dataclass(frozen=True, slots=True)
class Points:
    """Sums of a value table, with moon and sun, and cards that multiply.

    `moon` is one of choice, add, subtract, add_unless_loses, flip_sign, win, none. `teams` is how many sides pool
    their cards, 0 for everybody on his own.
    """

    values: Values
    pack: Cards
    players: int = 4
    moon: str = "choice"
    moon_value: Number | None = None
    moon_cards: Cards = 0
    """What must be taken for the moon, 0 for all penalty cards."""
    sun: int | None = None
    moon_needs_bonus: bool = False
    factors: tuple[Factor, ...] = ()
    floor: bool = False
    """Whether bonus cards take points off down to zero only."""
    no_tricks_bonus: int = 0
    """What is taken off for a seat that won no trick."""
    teams: int = 0

    @property
    def penalty(self) -> Cards:
        """The cards of the pack that cost points."""
        return union(value.cards for value in self.values if _costs(value.each)) & self.pack

    @property
    def bonus(self) -> Cards:
        """The cards of the pack that take points off, or change them otherwise."""
        wanted = union(value.cards for value in self.values if not _costs(value.each))
        return (wanted | union(factor.card for factor in self.factors)) & self.pack

    @property
    def tricks_count(self) -> bool:
        """With a sun to be shot, every trick counts; so it does where taking none is rewarded."""
        return self.sun is not None or self.no_tricks_bonus > 0

    def points(self, cards: Cards, exposed: Cards = 0) -> Number:
        return worth(self.values, cards, exposed)

    def cost(self, card: int) -> int:
        each = worth(self.values, 1 << card)
        return int(each.real + each.imag)

    def piles(self, taken: tuple[Cards, ...]) -> tuple[Cards, ...]:
        """What each seat scores for: its own cards, or those of its whole side."""
        if not self.teams:
            return taken[: self.players]
        return tuple(union(taken[seat % self.teams : self.players : self.teams]) for seat in range(self.players))

    def shooter(self, deal: Deal) -> int | None:
        """Told from the set captured, never from the points."""
        if self.moon == "none":
            return None
        needed = self.moon_cards or self.penalty
        needed |= self.bonus if self.moon_needs_bonus else 0
        return next((seat for seat, taken in enumerate(self.piles(deal.taken)) if not needed & ~taken), None)

    def stake(self, deal: Deal) -> Number:
        """What the shot is worth: the sun's value when one side won every trick, else the moon's; multiplied by what
        multiplies the shooter's points."""
        shooter = self.shooter(deal)
        winners = {trick.winner % (self.teams or len(deal.hands)) for trick in deal.tricks if trick.winner >= 0}
        if self.sun is not None and len(winners) == 1:
            stake: Number = self.sun
        elif self.moon_value is not None:
            stake = self.moon_value
        else:
            stake = worth(self.values, self.penalty, deal.exposed)
        return stake if shooter is None else stake * self.factor(self.piles(deal.taken)[shooter], deal.exposed)

    def factor(self, taken: Cards, exposed: Cards) -> Number:
        """What the points of a pile are multiplied by."""
        result: Number = 1
        for card, times, open_ in self.factors:
            if taken & card:
                result *= open_ if exposed & card else times
        return result

    def score(self, rules: Ruleset, deal: Deal) -> tuple[Number, ...]:
        """Every seat's points for the deal."""
        shooter, exposed, piles = self.shooter(deal), deal.exposed, self.piles(deal.taken)
        factors = [self.factor(taken, exposed) for taken in piles]
        if shooter is None:
            plain = (self.points(taken, exposed) * times for taken, times in zip(piles, factors, strict=True))
            return self._settled(deal, plain)
        bonus = [self.points(taken & self.bonus, exposed) * times for taken, times in zip(piles, factors, strict=True)]
        shot = [seat == shooter or (self.teams > 0 and seat % self.teams == shooter) for seat in range(self.players)]
        if self.moon == "flip_sign":
            flipped = self.points(piles[shooter] & self.penalty, exposed) * factors[shooter]
            return self._settled(deal, (own - flipped * hit for own, hit in zip(bonus, shot, strict=True)))
        stake = 0 if self.moon == "win" else self.stake(deal)
        added = self._settled(deal, (own + stake * (not hit) for own, hit in zip(bonus, shot, strict=True)))
        taken_off = self._settled(deal, (own - stake * hit for own, hit in zip(bonus, shot, strict=True)))
        return added if self._adds(rules, deal, added) else taken_off

    def _adds(self, rules: Ruleset, deal: Deal, added: tuple[Number, ...]) -> bool:
        """Whether the shot is added to the others: by rule, by choice, or for want of an answer where that is safe."""
        answer = next(iter(deal.answers("moon").values()), None)
        if self.moon == "choice" and answer:
            return answer.picks[0] == 0
        if self.moon in ("choice", "add_unless_loses"):
            shooter = self.shooter(deal)
            return safe_to_add(rules, deal, added, -1 if shooter is None else shooter)
        return self.moon == "add"

    def _settled(self, deal: Deal, points: Iterable[Number]) -> tuple[Number, ...]:
        """Points with floors and with what is taken off for no trick at all."""
        settled = tuple(max(gained, 0) if self.floor and isinstance(gained, int) else gained for gained in points)
        if not self.no_tricks_bonus:
            return settled
        won = {trick.winner for trick in deal.tricks}
        return tuple(gained - self.no_tricks_bonus * (seat not in won) for seat, gained in enumerate(settled))

    @property
    def wins_at_once(self) -> bool:
        return self.moon == "win"

    def wins(self, deal: Deal) -> int | None:
        return self.shooter(deal) if self.wins_at_once else None


class Settled(Points):
    """Every deal stands alone: whoever has the fewest points, but some, is paid the difference by all others who have
    any; several share (rules.md 3.16)."""

    __slots__ = ()

    def score(self, rules: Ruleset, deal: Deal) -> tuple[Number, ...]:
        points = [int(gained.real) for gained in Points.score(self, rules, deal)]
        least = min((gained for gained in points if gained > 0), default=0)
        income = Fraction(sum(gained - least for gained in points if gained > least), max(points.count(least), 1))
        share = int(income) if income.denominator == 1 else income
        return tuple(share if gained == least > 0 else least - gained if gained > 0 else 0 for gained in points)


def safe_to_add(rules: Ruleset, deal: Deal, added: tuple[Number, ...], shooter: int) -> bool:
    """Whether adding to the others leaves no opponent winning (rules.md 2.7, exact test)."""
    won = rules.end.after(rules, deal.standing, added, deal.number).winners
    return all(seat % rules.sides == shooter % rules.sides for seat in won)


def _costs(value: Number) -> bool:
    return value.real > 0 or value.imag > 0


TABLES: dict[str, Values] = {
    "standard": STANDARD_VALUES,
    "spot_a": (
        *spots("H", *((rank, value) for value, rank in enumerate("23456789TJQKA", 2))),
        Value(QUEEN, 25),
    ),
    "spot_b": (
        *spots("H", *((rank, min(value, 10)) for value, rank in enumerate("23456789TJQK", 2)), ("A", 15)),
        Value(QUEEN, 25),
    ),
    "black_maria": (*STANDARD_VALUES, *spots("S", ("K", 10), ("A", 7))),
    "rickety": (*STANDARD_VALUES, *spots("S", ("K", 10), ("A", 10))),
    "nasty": (
        Value(HEARTS & ~cards("QH QH"), 1),
        Value(cards("QH QC QD QH QC QD"), 13),
        Value(QUEEN, 26),
        Value(cards("JD JD"), -10),
    ),
    "super": (Value(HEARTS, 1), Value(QUEEN, 7)),
    "hartenjagen": (Value(HEARTS, 1), Value(QUEEN, 5), Value(cards("JC JC"), 2)),
    "golden": (
        Value(HEARTS & ~cards("R5 R10"), 1),
        Value(cards("R5"), 5),
        Value(cards("R10"), 10),
        Value(cards("Y10"), -10),
    ),
    "complex": (Value(HEARTS, 1), Value(QUEEN, 13j), Value(cards("JD JD"), -10)),
    "mudd": (Value(HEARTS, 1j), Value(QUEEN, 13)),
}
"""Value tables by name (rules.md, section 3)."""
JACK, TEN_DIAMONDS = cards("JD JD"), cards("TD TD")
BONUS: dict[str, Values] = {
    "none": (),
    "JD": (Value(JACK, -10, JACK),),
    "TD": (Value(TEN_DIAMONDS, -10, TEN_DIAMONDS),),
}
"""The bonus card of Omnibus Hearts (rules.md 2.9)."""
