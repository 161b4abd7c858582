"""Dummy Hearts for three (house reconstruction; rules.md 3.23): they bid points for playing a fourth hand, whose
tricks count for nobody."""

from pbem.rules.dummies import FOURTH_HAND
from pbem.rules.family import ENDS, LEADS, MOONS, hearts, one_of, preset

dummy3 = preset(
    "dummy3",
    __doc__,
    hearts,
    (
        "players",
        "pass_cycle",
        "pass_count",
        *(option for option in LEADS if option != "opening"),
        "boost9",
        *MOONS,
        *ENDS,
    ),
    players=one_of(3),
    dummy=FOURTH_HAND,
    spares={},
)
