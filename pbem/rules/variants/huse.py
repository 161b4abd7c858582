"""Huse Hearts for two and a dummy (house reconstruction; rules.md 3.22): whoever follows plays a card of the open
third hand too, and takes what it wins."""

from pbem.rules.dummies import THIRD_HAND
from pbem.rules.family import ENDS, MOONS, hearts, one_of, preset

huse = preset(
    "huse",
    __doc__,
    hearts,
    ("players", "trick1_ban", "heart_leads", "queen_breaks", "hearts_or_queen", "boost9", "bonus", *MOONS, *ENDS),
    players=one_of(2),
    dummy=THIRD_HAND,
    spare="kitty",
    pass_cycle=("L",),
)
