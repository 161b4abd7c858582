"""How points become totals, when a match is over, and who has won it (rules.md, sections 2.10, 2.11)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from pbem.rules.numbers import Number
from pbem.rules.table import Ruleset, Standing

MOST_DEALS = 499
"""A match is over after so many deals, whatever its rules: no chain of secrets is longer."""

Measure = Callable[[Number], int | Fraction]
MEASURES: dict[str, Measure] = {
    "low": lambda total: _whole(total.real),
    "high": lambda total: -_whole(total.real),
    "magnitude": lambda total: _whole(total.real) ** 2 + _whole(total.imag) ** 2,
}
"""What is best by name: the smallest of these numbers wins. A magnitude is compared by its square."""


@dataclass(frozen=True, slots=True)
class ToLimit:
    """Deal after deal until a total reaches the limit. `exact` is what a total of exactly the limit becomes; with
    `tie` extra_hands the match goes on until one side alone is best."""

    limit: int
    best: str = "low"
    exact: int | None = None
    tie: str = "shared"
    both_ways: bool = False
    """Whether the limit ends a match on the good side of zero too."""
    reason: str = "limit"

    def after(self, rules: Ruleset, before: Standing, points: tuple[Number, ...], number: int) -> Standing:
        totals = _sums(before.totals, points)
        if self.exact is not None:
            totals = tuple(self.exact if total == self.limit else total for total in totals)
        over = any(self._reached(total) for total in totals)
        return _closed(rules, before._replace(totals=totals), over, self.best, self.tie, number)

    def _reached(self, total: Number) -> bool:
        far = {"low": total.real, "high": -total.real}
        if self.best == "magnitude":
            return MEASURES["magnitude"](total) >= self.limit**2
        return far[self.best] >= self.limit or (self.both_ways and -far[self.best] >= self.limit)


@dataclass(frozen=True, slots=True)
class AfterDeals:
    """A fixed number of deals."""

    deals: int
    best: str = "low"
    tie: str = "shared"
    reason: str = "deals"

    @property
    def limit(self) -> int:
        return self.deals

    def after(self, rules: Ruleset, before: Standing, points: tuple[Number, ...], number: int) -> Standing:
        standing = before._replace(totals=_sums(before.totals, points))
        return _closed(rules, standing, number >= self.deals, self.best, self.tie, number)


@dataclass(frozen=True, slots=True)
class TwoPhases:
    """Points are added until a total reaches the limit, then taken off; the first at zero wins (rules.md 3.18)."""

    limit: int
    tie: str = "shared"
    best: str = "low"
    reason: str = "zero"

    def after(self, rules: Ruleset, before: Standing, points: tuple[Number, ...], number: int) -> Standing:
        if before.stage == 1:
            totals = _sums(before.totals, points)
            stage = 2 if any(total.real >= self.limit for total in totals) else 1
            return _closed(rules, Standing(totals, stage=stage), False, self.best, self.tie, number)
        totals = _sums(before.totals, (-gained for gained in points))
        over = any(total.real <= 0 for total in totals)
        return _closed(rules, Standing(totals, stage=2), over, self.best, self.tie, number)


def _closed(rules: Ruleset, standing: Standing, over: bool, best: str, tie: str, number: int) -> Standing:
    """The standing with its winners, when it is over: the sides whose totals together are best."""
    last = number >= MOST_DEALS
    if not over and not last:
        return standing
    measure, sides = MEASURES[best], range(rules.sides)
    worth = [measure(_sum(standing.totals[side :: rules.sides])) for side in sides]
    won = [side for side in sides if worth[side] == min(worth)]
    if tie == "extra_hands" and len(won) > 1 and not last:
        return standing
    return standing._replace(winners=tuple(seat for seat in range(rules.players) if seat % rules.sides in won))


def _sums(totals: Iterable[Number], points: Iterable[Number]) -> tuple[Number, ...]:
    return tuple(total + gained for total, gained in zip(totals, points, strict=True))


def _sum(totals: Iterable[Number]) -> Number:
    result: Number = 0
    for total in totals:
        result += total
    return result


def _whole(value: float | Fraction) -> int | Fraction:
    return value if isinstance(value, int | Fraction) else int(value)
