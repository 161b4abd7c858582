"""Standard American Hearts (rules.md 3.1, 3.3): three to five players, one pack, hearts one point, the queen thirteen.

The signature is the form: every keyword is a house rule that mail, web and command line offer by this name.
"""

from typing import Literal

from pbem.cards import HEARTS, PACK_52, cards
from pbem.rules import legality as law
from pbem.rules.phases import ChooseMoon, Expose, Pass, Play, highest_of_led_suit
from pbem.rules.scoring import STANDARD_VALUES, Points, Values
from pbem.rules.table import Filter, Phase, Refusal, Ruleset

SPARE = {3: "2D", 4: "", 5: "2D 2C"}
"""Cards removed so that the pack divides (rules.md 2.1)."""
CYCLES = {3: ("L", "R", "H"), 4: ("L", "R", "A", "H"), 5: ("L", "R", "L2", "R2", "H")}
EXPOSABLE = cards("AH QS JD TC")


def american(
    players: Literal[3, 4, 5] = 4,
    limit: int = 100,
    pass_cycle: tuple[Literal["L", "R", "A", "L2", "R2", "H"], ...] | None = None,
    pass_count: Literal[1, 2, 3, 4] = 3,
    opening: Literal["lowest_club", "left_of_dealer", "left_of_dealer_not_heart", "holder_any_club"] = "lowest_club",
    trick1_ban: bool = True,
    relief: Literal["any", "queen_first"] = "any",
    heart_leads: Literal["broken", "anytime"] = "broken",
    queen_breaks: bool = False,
    hearts_or_queen: bool = False,
    queen_asap: bool = False,
    bonus: Literal["none", "JD", "TD"] = "none",
    expose: bool = False,
    moon: Literal["choice", "add", "subtract", "add_unless_loses", "none"] = "choice",
    moon_value: int | None = None,
    moon_needs_bonus: bool = False,
    sun: int | None = None,
    exact: Literal["none", "half", "zero"] = "none",
    tie: Literal["shared", "extra_hands"] = "shared",
) -> Ruleset:
    """The standard game with the given house rules."""
    if players % 2 and "A" in (pass_cycle or ()):
        raise Refusal("bad-option", option="pass_cycle", given="A", menu=["L", "R", "L2", "R2", "H"])
    pack = PACK_52 & ~cards(SPARE[players])
    values: Values = STANDARD_VALUES if bonus == "none" else (*STANDARD_VALUES, (cards(bonus), -10))
    scoring = Points(values, pack, moon, moon_value, sun, moon_needs_bonus)
    breakers = HEARTS | (law.QUEEN if queen_breaks else 0)
    openings: dict[str, tuple[Filter, ...]] = {
        "lowest_club": (law.opening_card(),),
        "holder_any_club": (law.ANY_CLUB_OPENS,),
        "left_of_dealer_not_heart": (law.FIRST_LEAD_NO_HEART,),
    }
    filters = (
        *openings.get(opening, ()),
        law.FOLLOW,
        *((law.first_trick(scoring.penalty),) if trick1_ban else ()),
        *((law.first_trick_relief(scoring.penalty),) if trick1_ban and relief == "queen_first" else ()),
        *(
            (law.hearts_broken(breakers, hearts_or_queen, opening == "left_of_dealer"),)
            if heart_leads == "broken"
            else ()
        ),
        *((law.EXPOSED_WAITS,) if expose else ()),
        *((law.QUEEN_ASAP,) if queen_asap else ()),
    )
    phases: tuple[Phase, ...] = (
        Pass(CYCLES[players] if pass_cycle is None else pass_cycle, pass_count),
        *((Expose(EXPOSABLE & pack),) if expose else ()),
        Play(opening),
        *((ChooseMoon(scoring),) if moon == "choice" else ()),
    )
    return Ruleset(
        players=players,
        pack=pack,
        phases=phases,
        filters=filters,
        winner=highest_of_led_suit,
        scoring=scoring,
        breakers=breakers,
        limit=limit,
        exact={"none": None, "half": limit // 2, "zero": 0}[exact],
        tie=tie,
    )
