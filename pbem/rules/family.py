"""The whole family as one function of its bricks, and how a variant is made from it.

The signature of `hearts` holds every house rule of rules.md, section 5. A variant is a preset: it says which of them
its tables may choose, which defaults differ, and what is fixed.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_type_hints

from pbem.cards import CLUBS, HEARTS, PACK_52, STANDARD, Cards, cards
from pbem.rules import legality as law
from pbem.rules.dummies import Dummy
from pbem.rules.ends import AfterDeals, ToLimit, TwoPhases
from pbem.rules.options import CardName
from pbem.rules.passing import KeepQueen, ReplaceQueen, passing
from pbem.rules.phases import (
    Bury,
    ChooseMoon,
    Expose,
    Play,
    kitty_after_first_penalty,
    kitty_after_first_trick,
)
from pbem.rules.scoring import BONUS, TABLES, Factor, Points, Settled, Values
from pbem.rules.table import End, Filter, Phase, Refusal, Ruleset
from pbem.rules.tricks import Opener, cancelled, clockwise, highest_of_led_suit, holder_of_lowest_club, left_of_dealer

Direction = Literal["L", "R", "A", "L2", "R2", "S", "M", "H", "P", "CALL"]
SPARE = {3: "2D", 5: "2D 2C"}
"""Cards removed so that the pack divides (rules.md 2.1)."""
CYCLES: dict[int, tuple[Direction, ...]] = {
    3: ("L", "R", "H"),
    4: ("L", "R", "A", "H"),
    5: ("L", "R", "L2", "R2", "H"),
}
EXPOSABLE = cards("AH QS JD TC")
NINES = cards("9C 9D 9H 9S 9C 9D 9H 9S")
TEN_OF_CLUBS = cards("TC")

SEATS = ("players",)
SPARES = ("spare", "remove", "hand_size", "kitty_to", "kitty_use")
PASSES = ("pass_cycle", "pass_count", "forward")
LEADS = ("opening", "trick1_ban", "relief", "heart_leads", "queen_breaks", "hearts_or_queen", "queen_asap")
EXTRAS = ("bonus", "multiplier", "expose", "boost9")
MOONS = ("moon", "moon_value", "moon_cards", "moon_needs_bonus", "sun", "no_tricks_bonus")
ENDS = ("limit", "deals", "exact", "tie")
HOUSE = (*SEATS, *SPARES, *PASSES, *LEADS, *EXTRAS, *MOONS, *ENDS)
"""The house rules that go with every game of one standard pack."""


def hearts(
    players: int = 4,
    pack: Cards = PACK_52,
    dummy: Dummy | None = None,
    spares: Mapping[int, str] = SPARE,
    spare: Literal["remove", "kitty"] = "remove",
    remove: tuple[CardName, ...] | None = None,
    hand_size: int | None = None,
    kitty_to: Literal["first_penalty", "first_trick"] = "first_penalty",
    kitty_use: Literal["pile", "exchange"] = "pile",
    pass_cycle: tuple[Direction, ...] | None = None,
    pass_count: Literal[1, 2, 3, 4] = 3,
    forward: bool = False,
    queen_returns: bool = False,
    opening: Literal["lowest_club", "left_of_dealer", "left_of_dealer_not_heart", "holder_any_club"] = "lowest_club",
    trick1_ban: bool = True,
    relief: Literal["any", "queen_first"] = "any",
    heart_leads: Literal["broken", "anytime"] = "broken",
    queen_breaks: bool = False,
    hearts_or_queen: bool = False,
    queen_asap: bool = False,
    values: str | Values = "standard",
    bonus: Literal["none", "JD", "TD"] = "none",
    multiplier: Literal["none", "TC"] = "none",
    factors: tuple[Factor, ...] = (),
    bonus_floor: Literal["none", "zero"] = "none",
    expose: bool = False,
    boost9: bool = False,
    cancel: bool = False,
    moon: Literal["choice", "add", "subtract", "add_unless_loses", "flip_sign", "win", "none"] = "choice",
    moon_value: int | None = None,
    moon_cards: tuple[CardName, ...] | None = None,
    moon_needs_bonus: bool = False,
    sun: int | None = None,
    no_tricks_bonus: int | None = None,
    settle: bool = False,
    teams: Literal["none", "pooled", "individual"] = "none",
    limit: int = 100,
    deals: int | None = None,
    end: Literal["score", "two_phase"] = "score",
    best: Literal["low", "high", "magnitude"] = "low",
    exact: Literal["none", "half", "zero"] = "none",
    tie: Literal["shared", "extra_hands"] = "shared",
    yields: bool = False,
) -> Ruleset:
    """A game of the family."""
    hands = players + (dummy is not None)
    if spare == "remove":
        pack &= ~(cards(spares.get(players, "")) if remove is None else _cards(remove))
    kitty = _kitty(pack, hands, hand_size if spare == "kitty" else None)
    if kitty and spare == "remove":
        raise Refusal("pack-does-not-divide", cards=pack.bit_count(), players=hands)
    table = (*(TABLES[values] if isinstance(values, str) else values), *BONUS[bonus])
    factors += (Factor(TEN_OF_CLUBS, 2, 4),) * (multiplier == "TC")
    scoring = (dummy.scoring if dummy else Settled if settle else Points)(
        table,
        pack,
        players,
        moon,
        moon_value,
        _cards(moon_cards) & pack,
        sun,
        moon_needs_bonus,
        factors,
        bonus_floor == "zero",
        no_tricks_bonus or 0,
        2 if teams == "pooled" else 0,
    )
    breakers = HEARTS | (law.QUEEN if queen_breaks else 0)
    filters = (
        *_opening(opening),
        law.FOLLOW,
        *_first_trick(scoring.penalty, relief if trick1_ban else None),
        *((law.hearts_broken(breakers, hearts_or_queen, opening == "left_of_dealer"),) * (heart_leads == "broken")),
        *((law.EXPOSED_WAITS,) * expose),
        *((law.QUEEN_ASAP,) * queen_asap),
    )
    cycle = CYCLES.get(players, ()) if pass_cycle is None else pass_cycle
    opener: Opener = left_of_dealer if opening.startswith("left_of_dealer") else holder_of_lowest_club
    opener = dummy.opener if dummy and opener is holder_of_lowest_club else opener
    phases: tuple[Phase, ...] = (
        *passing(players, cycle, pass_count, forward, teams != "none"),
        *((KeepQueen(), ReplaceQueen()) if queen_returns else ()),
        *(dummy.phases if dummy else ()),
        *((Expose(EXPOSABLE & (scoring.penalty | scoring.bonus)),) if expose else ()),
        *play(opener, kitty, kitty_to, kitty_use),
        *((ChooseMoon(scoring, teams == "pooled"),) if moon == "choice" else ()),
    )
    return Ruleset(
        players=players,
        pack=pack,
        phases=phases,
        filters=filters,
        rota=dummy.rota if dummy else clockwise(players),
        winner=dummy.winner if dummy else cancelled if cancel else highest_of_led_suit,
        scoring=scoring,
        end=ending(limit, deals, end, best, exact, tie),
        breakers=breakers,
        kitty=kitty,
        dummies=hands - players,
        controller=dummy.controller if dummy else None,
        open_dummy=dummy.face_up if dummy else None,
        boost=NINES if boost9 else 0,
        teams=2 if teams != "none" else 0,
        pooled=teams == "pooled",
        mixes="M" in cycle or "CALL" in cycle,
        yields=yields,
    )


def play(opener: Opener, kitty: int, to: str = "first_penalty", use: str = "pile") -> tuple[Phase, ...]:
    """The phases of play, with a kitty's in the middle where there is one."""
    if not kitty:
        return (Play(opener),)
    due = kitty_after_first_trick if to == "first_trick" else kitty_after_first_penalty
    return (Play(opener, due, use == "exchange"), *((Bury(),) * (use == "exchange")), Play(opener))


def ending(limit: int, deals: int | None, end: str, best: str, exact: str, tie: str) -> End:
    """When the match is over."""
    if deals is not None:
        return AfterDeals(deals, best, tie)
    if end == "two_phase":
        return TwoPhases(limit, tie)
    return ToLimit(limit, best, {"none": None, "half": limit // 2, "zero": 0}[exact], tie)


def _cards(names: Sequence[str] | None) -> Cards:
    """The cards named, with their twins."""
    one = cards(names or ()) if names else 0
    return one | one << STANDARD


def _kitty(pack: Cards, hands: int, hand_size: int | None) -> int:
    """How many cards are left when all hands are dealt. Clubs must be left to open with, whatever lies in it."""
    count, clubs = pack.bit_count(), (pack & CLUBS).bit_count()
    kitty = count - hands * (count // hands if hand_size is None else hand_size)
    if not 0 <= kitty < clubs:
        sizes = [str(size) for size in range(1, count) if 0 <= count - hands * size < clubs]
        raise Refusal("bad-option", option="hand_size", given=str(hand_size), menu=sizes)
    return kitty


def _opening(opening: str) -> tuple[Filter, ...]:
    return {
        "lowest_club": (law.opening_card(),),
        "holder_any_club": (law.ANY_CLUB_OPENS,),
        "left_of_dealer_not_heart": (law.FIRST_LEAD_NO_HEART,),
    }.get(opening, ())


def _first_trick(penalty: Cards, relief: str | None) -> tuple[Filter, ...]:
    if relief is None:
        return ()
    ban = law.first_trick(penalty)
    return (ban, law.first_trick_relief(penalty)) if relief == "queen_first" else (ban,)


class OneOf(NamedTuple):
    """An option's narrowed choices; the first is the default."""

    choices: tuple[Any, ...]


def one_of(*choices: Any) -> OneOf:
    """A setting that a table may choose among these."""
    return OneOf(choices)


def preset(
    name: str, about: str | None, base: Callable[..., Ruleset], offers: Sequence[str], **settings: Any
) -> Callable[..., Ruleset]:
    """A variant: `base` with other defaults. Its signature holds what `offers` names, narrowed where a setting is
    `one_of` some choices; every other setting is fixed."""
    kinds, fixed, parameters = get_type_hints(base), dict[str, Any](), list[inspect.Parameter]()
    for parameter in inspect.signature(base).parameters.values():
        setting = settings.get(parameter.name, parameter.default)
        kind = kinds[parameter.name]
        if isinstance(setting, OneOf):
            kind, setting = Literal[setting.choices], setting.choices[0]
        if parameter.name in offers:
            parameters.append(parameter.replace(default=setting, annotation=kind))
        fixed[parameter.name] = setting

    def variant(**options: Any) -> Ruleset:
        return base(**fixed | options)

    variant.__name__ = variant.__qualname__ = name
    variant.__doc__ = about
    variant.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    variant.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return variant
