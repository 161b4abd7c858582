"""Black Maria, scheme 2 (rules.md 3.11): the king of spades ten and the ace seven besides; left of the dealer leads."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

black_maria_2 = preset(
    "black_maria_2",
    __doc__,
    hearts,
    HOUSE,
    players=one_of(3, 4),
    spares={3: "2C"},
    pass_cycle=("R",),
    opening="left_of_dealer",
    heart_leads="anytime",
    trick1_ban=False,
    values="black_maria",
    limit=100,
)
