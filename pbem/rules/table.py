"""The nouns of a deal: what is asked, what is answered, what came of it, and the state between.

All are immutable. Picks and menus are numbers: a card for the card verbs, an index into the verb's words otherwise, so
that one legality check, one parser and one record serve every verb.

A seat is a chair at the table; a hand is cards at the table. Hand k is that of seat k, and the hands behind the last
seat are dummies, which somebody's seat answers for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pbem.cards import NAMES, Cards, bits
from pbem.rules.numbers import Number


class Ask(NamedTuple):
    """What a hand is asked now: pick between `least` and `most` things from `menu` (a bit set of numbers).

    `seat` answers for the hand. With `none`, to pick nothing is an answer too.
    """

    hand: int
    verb: str
    menu: int
    least: int
    most: int
    seat: int
    none: bool = False


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
    number: Number = 0
    only: int | None = None


class Trick(NamedTuple):
    """Cards played to one trick, in order from the leader; `winner` is -1 while it is open, and for ever when all
    that could have won it were cancelled."""

    leader: int
    played: tuple[int, ...]
    winner: int = -1


class Standing(NamedTuple):
    """How a match stands between deals. `stage` is 2 once points are taken off again (rules.md 3.18)."""

    totals: tuple[Number, ...]
    winners: tuple[int, ...] = ()
    stage: int = 1


class Deal(NamedTuple):
    """One dealing and playing-out. `said` holds the deal's own actions other than plays (passes, bids, choices);
    `waiting` is what is asked now, () when the deal is over."""

    number: int
    dealer: int
    standing: Standing
    dealt: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    kitty: Cards = 0
    mixed: tuple[int, ...] = ()
    """The pack in a second random order, for passes that are shuffled."""
    kitty_to: int = -1
    """The hand that has taken the kitty."""
    opener: int = -1
    """The hand that opens because of the deal before, where that is played."""
    said: tuple[Action, ...] = ()
    agenda: int = 0
    trick: Trick = Trick(-1, ())
    tricks: tuple[Trick, ...] = ()
    played: Cards = 0
    waiting: tuple[Ask, ...] = ()

    @property
    def turn(self) -> int:
        """How many actions the deal has seen."""
        return len(self.said) + self.played.bit_count()

    @property
    def exposed(self) -> Cards:
        """The cards that were laid open before play."""
        return bits(card for action in self.said if action.verb == "expose" for card in action.picks)

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

    @property
    def secrecy(self) -> str:
        """Who may know an answer: `open` all at once; `sealed` all when the phase is over; `kept` the hand alone;
        `hidden` the hand alone, and of sealed and hidden phases nobody learns who is asked."""
        ...

    @property
    def blind(self) -> bool:
        """Whether it comes before anybody has seen his cards."""
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

    def points(self, cards: Cards, exposed: Cards = 0) -> Number:
        """The face value of some cards, before moon, multipliers and floors."""
        ...

    def cost(self, card: int) -> int:
        """How much it hurts to take the card; negative for one that is wanted."""
        ...

    def shooter(self, deal: Deal) -> int | None:
        """Who took every card that the moon needs; where partners share one pile, the first of them."""
        ...

    def stake(self, deal: Deal) -> Number: ...

    def score(self, rules: Ruleset, deal: Deal) -> tuple[Number, ...]:
        """Every seat's points for a deal that is over."""
        ...

    @property
    def wins_at_once(self) -> bool:
        """Whether a shot moon ends the match."""
        ...

    def wins(self, deal: Deal) -> int | None:
        """The seat that wins the match at once by this deal."""
        ...


class End(Protocol):
    """How points become totals, and when a match is over."""

    @property
    def limit(self) -> int: ...

    @property
    def reason(self) -> str:
        """What ends the match: `limit`, `deals` or `zero`."""
        ...

    @property
    def best(self) -> str:
        """Which total is best: `low`, `high`, or the smallest `magnitude`."""
        ...

    def after(self, rules: Ruleset, before: Standing, points: tuple[Number, ...], number: int) -> Standing: ...


Rota = Callable[[int, int], tuple[int, ...]]
"""The hands in the order in which they play, from the dealer and the leader."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A variant with its options settled: frozen data that the machine reads."""

    players: int
    pack: Cards
    phases: tuple[Phase, ...]
    filters: tuple[Filter, ...]
    rota: Rota
    winner: Callable[[tuple[int, ...], int], int | None]
    """Which of so many hands, counted from the leader, wins the cards of a trick; None when nobody does."""
    scoring: Scoring
    end: End
    breakers: Cards
    """Cards that break hearts when played."""
    kitty: int = 0
    dummies: int = 0
    controller: Callable[[Deal], int] | None = None
    """The seat that plays the dummy's cards now."""
    open_dummy: Callable[[Deal], bool] | None = None
    """Whether the dummies lie face up."""
    boost: Cards = 0
    """Cards that double a trick in length when they follow or lead its suit (rules.md 3.8)."""
    teams: int = 0
    """How many sides there are where partners play together; they sit in turn."""
    pooled: bool = False
    """Whether partners share one pile and one score."""
    mixes: bool = False
    """Whether a pass is ever shuffled, so that a second random order is needed."""
    opener: Callable[[Deal], int] | None = None
    """Who opens the deal after a deal, where that follows from it."""
    yields: bool = False
    """Whether the shooter's left neighbour gives up his seat to the next who waits (rules.md 3.12)."""
    edition: int = 1
    """A published variant's behaviour is never edited; a change is a new edition."""

    @property
    def hands(self) -> int:
        """The hands at the table, dummies included."""
        return self.players + self.dummies

    @property
    def sides(self) -> int:
        """How many parties play for themselves."""
        return self.teams or self.players


CARD_THINGS = NAMES
"""The alphabet of the card verbs."""


def who_played(rules: Ruleset, dealer: int, trick: Trick) -> tuple[int, ...]:
    """The hand behind each card of a trick, in the order played."""
    if not trick.played:
        return ()
    round_ = rules.rota(dealer, trick.leader)
    return tuple(round_[place % len(round_)] for place in range(len(trick.played)))
