"""Super Hearts (rules.md 3.16): every deal is settled at once, whoever took least but something being paid by those who
took more."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

APART = (
    "bonus",
    "multiplier",
    "expose",
    "limit",
    "exact",
    "moon",
    "moon_value",
    "moon_cards",
    "moon_needs_bonus",
    "sun",
)

super = preset(
    "super",
    __doc__,
    hearts,
    [option for option in HOUSE if option not in (*APART, "no_tricks_bonus")],
    players=one_of(4, 3, 5),
    values="super",
    moon="none",
    settle=True,
    deals=8,
    best="high",
)
