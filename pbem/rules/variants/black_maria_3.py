"""Black Maria, scheme 3 (rules.md 3.11): hearts by their rank, the queen of spades 25, up to 500."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

black_maria_3 = preset(
    "black_maria_3",
    __doc__,
    hearts,
    (*HOUSE, "values"),
    players=one_of(3, 4),
    spares={3: "2C"},
    pass_cycle=("R",),
    opening="left_of_dealer",
    heart_leads="anytime",
    trick1_ban=False,
    values=one_of("spot_b", "spot_a"),
    limit=500,
)
