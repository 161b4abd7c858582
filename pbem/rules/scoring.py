"""From captured cards to points and totals (rules.md, sections 1.4, 2.7 to 2.11)."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.cards import HEARTS, Cards, cards
from pbem.rules.table import Deal, Ruleset

Values = tuple[tuple[Cards, int], ...]
"""A value table: sets of cards and what each card of the set costs."""

STANDARD_VALUES: Values = ((HEARTS, 1), (cards("QS QS"), 13))


def union(sets: Iterable[Cards]) -> Cards:
    """All cards of several sets."""
    result = 0
    for one in sets:
        result |= one
    return result


def worth(values: Values, taken: Cards) -> int:
    """The points in a set of cards."""
    return sum(value * (taken & of).bit_count() for of, value in values)


@dataclass(frozen=True, slots=True)
class Points:
    """Sums of a value table, with moon and sun. `moon` is one of choice, add, subtract, add_unless_loses, none."""

    values: Values
    pack: Cards
    moon: str = "choice"
    moon_value: int | None = None
    sun: int | None = None
    moon_needs_bonus: bool = False

    @property
    def penalty(self) -> Cards:
        """The cards of the pack that cost points."""
        return union(of for of, value in self.values if value > 0) & self.pack

    @property
    def bonus(self) -> Cards:
        """The cards of the pack that take points off."""
        return union(of for of, value in self.values if value < 0) & self.pack

    @property
    def tricks_count(self) -> bool:
        """With a sun to be shot, every trick counts."""
        return self.sun is not None

    def points(self, cards: Cards) -> int:
        return worth(self.values, cards)

    def shooter(self, deal: Deal) -> int | None:
        """Who took every card that the moon needs; told from the set captured, never from the points."""
        if self.moon == "none":
            return None
        needed = self.penalty | (self.bonus if self.moon_needs_bonus else 0)
        return next((hand for hand, taken in enumerate(deal.taken) if not needed & ~taken), None)

    def stake(self, deal: Deal) -> int:
        """What the shot is worth: the sun's value when one hand won every trick, else the moon's."""
        if self.sun is not None and len({trick.winner for trick in deal.tricks}) == 1:
            return self.sun
        return worth(self.values, self.penalty) if self.moon_value is None else self.moon_value

    def score(self, rules: Ruleset, deal: Deal) -> tuple[int, ...]:
        """Every hand's points for the deal."""
        shooter = self.shooter(deal)
        if shooter is None:
            return tuple(self.points(taken) for taken in deal.taken)
        bonus = tuple(self.points(taken & self.bonus) for taken in deal.taken)
        stake = self.stake(deal)
        added = tuple(own + (0 if hand == shooter else stake) for hand, own in enumerate(bonus))
        subtracted = tuple(own - (stake if hand == shooter else 0) for hand, own in enumerate(bonus))
        rule = self.moon
        if rule == "choice":
            answer = deal.answers("moon").get(shooter)
            rule = ("add", "subtract")[answer.picks[0]] if answer else "add_unless_loses"
        if rule == "add_unless_loses":
            rule = "add" if safe_to_add(rules, new_totals(rules, deal.totals, added), shooter) else "subtract"
        return added if rule == "add" else subtracted


def safe_to_add(rules: Ruleset, after: tuple[int, ...], shooter: int) -> bool:
    """Whether adding to the others leaves no opponent winning (rules.md 2.7, exact test)."""
    return winners(rules, after) in ((), (shooter,))


def new_totals(rules: Ruleset, totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Totals after a deal; a total of exactly the limit is reset first where that is played (rules.md 2.10)."""
    after = (total + gained for total, gained in zip(totals, points, strict=True))
    return tuple(rules.exact if rules.exact is not None and total == rules.limit else total for total in after)


def winners(rules: Ruleset, totals: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that have won, or () while the match goes on (rules.md 2.11)."""
    if max(totals) < rules.limit:
        return ()
    best = min(totals)
    lowest = tuple(seat for seat, total in enumerate(totals) if total == best)
    return () if rules.tie == "extra_hands" and len(lowest) > 1 else lowest
