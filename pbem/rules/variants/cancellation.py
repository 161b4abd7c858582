"""Cancellation Hearts (rules.md 3.9): six to ten players, two packs; two identical cards in a trick cancel."""

from pbem.cards import TWO_PACKS
from pbem.rules.family import ENDS, LEADS, MOONS, SEATS, hearts, one_of, preset

cancellation = preset(
    "cancellation",
    __doc__,
    hearts,
    (*SEATS, *LEADS, *MOONS, *ENDS),
    players=one_of(6, 7, 8, 9, 10),
    pack=TWO_PACKS,
    spare="kitty",
    kitty_to="first_trick",
    pass_cycle=(),
    opening="left_of_dealer",
    heart_leads="anytime",
    trick1_ban=False,
    cancel=True,
)
