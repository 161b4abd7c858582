"""The nouns of a deal: what is asked, what is answered, what came of it, and the state between.

All are immutable. Picks and menus are numbers: a card for the card verbs, an index into the verb's words otherwise, so
that one legality check, one parser and one record serve every verb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pbem.cards import NAMES, Cards


class Ask(NamedTuple):
    """What a hand is asked now: pick between `least` and `most` things from `menu` (a bit set of numbers)."""

    hand: int
    verb: str
    menu: int
    least: int
    most: int


class Action(NamedTuple):
    """What a hand answered; the only thing that is ever logged. `picks` are numbers from the ask's menu."""

    hand: int
    verb: str
    picks: tuple[int, ...]


class Fact(NamedTuple):
    """What came of an action: told, never stored. With `only` set, that seat alone may be told."""

    name: str
    hand: int
    cards: Cards = 0
    number: int = 0
    only: int | None = None


class Trick(NamedTuple):
    """Cards played to one trick, in order from the leader; `winner` is -1 while it is open."""

    leader: int
    played: tuple[int, ...]
    winner: int = -1


class Deal(NamedTuple):
    """One dealing and playing-out. `said` holds the deal's own actions other than plays (passes, bids, choices)."""

    number: int
    dealer: int
    totals: tuple[int, ...]
    dealt: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    kitty: Cards = 0
    said: tuple[Action, ...] = ()
    agenda: int = 0
    trick: Trick = Trick(-1, ())
    tricks: tuple[Trick, ...] = ()
    played: Cards = 0

    @property
    def turn(self) -> int:
        """How many actions the deal has seen; names the ask that a letter was about."""
        return len(self.said) + self.played.bit_count()

    def answers(self, verb: str) -> dict[int, Action]:
        """The deal's answers to `verb`, by hand."""
        return {action.hand: action for action in self.said if action.verb == verb}


class Refusal(Exception):
    """The one exception for people: `code` is the catalogue key, `about` fills its sentence."""

    def __init__(self, code: str, **about: Any) -> None:
        super().__init__(code)
        self.code = code
        self.about = about


class Filter(NamedTuple):
    """A rule of legal play: `keep` narrows a menu; a result of nothing is ignored. `code` names its refusal."""

    code: str
    keep: Callable[[Deal, Cards], Cards]


class Phase(Protocol):
    """A verb of the deal: who is asked, what an answer does, and what happens when nobody is asked any more."""

    @property
    def verb(self) -> str: ...

    @property
    def things(self) -> tuple[str, ...]:
        """What a pick's number stands for: the verb's alphabet."""
        ...

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]: ...

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, tuple[Fact, ...]]: ...

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, tuple[Fact, ...]]: ...


class Scoring(Protocol):
    """How captured cards become points, and which cards are to be feared or wanted."""

    @property
    def penalty(self) -> Cards: ...

    @property
    def bonus(self) -> Cards: ...

    @property
    def tricks_count(self) -> bool:
        """Whether who wins a trick without points can still matter."""
        ...

    def points(self, cards: Cards) -> int: ...

    def shooter(self, deal: Deal) -> int | None: ...

    def stake(self, deal: Deal) -> int: ...

    def score(self, rules: Ruleset, deal: Deal) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A variant with its options settled: frozen data that the machine reads."""

    players: int
    pack: Cards
    phases: tuple[Phase, ...]
    filters: tuple[Filter, ...]
    winner: Callable[[tuple[int, ...]], int]
    """Which of a trick's cards, counted from the leader, wins it."""
    scoring: Scoring
    breakers: Cards
    """Cards that break hearts when played."""
    limit: int
    exact: int | None = None
    """What a total of exactly `limit` becomes, or None."""
    tie: str = "shared"
    kitty: int = 0
    edition: int = 1
    """A published variant's behaviour is never edited; a change is a new edition."""


CARD_THINGS = NAMES
"""The alphabet of the card verbs."""
