"""Black Maria, scheme 1 (rules.md 3.11): hearts one, the queen of spades thirteen; left of the dealer leads."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

black_maria_1 = preset(
    "black_maria_1",
    __doc__,
    hearts,
    HOUSE,
    players=one_of(3, 4),
    spares={3: "2C"},
    pass_cycle=("R",),
    opening="left_of_dealer",
    heart_leads="anytime",
    trick1_ban=False,
    values="standard",
    limit=100,
)
