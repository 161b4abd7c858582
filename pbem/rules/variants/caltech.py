"""Hearts as Caltech plays it (rules.md 3.20): scatter and hold in the cycle, left of the dealer leads, no heart unless
broken."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

caltech = preset(
    "caltech",
    __doc__,
    hearts,
    HOUSE,
    players=one_of(4),
    pass_cycle=("L", "R", "A", "S", "H"),
    opening="left_of_dealer_not_heart",
    queen_breaks=True,
    trick1_ban=False,
)
