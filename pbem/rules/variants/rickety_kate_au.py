"""Rickety Kate as Australia plays it (rules.md 3.19): ace and king of spades ten each, two cards to the left, and
a queen that may be refused."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

rickety_kate_au = preset(
    "rickety_kate_au",
    __doc__,
    hearts,
    [option for option in HOUSE if option not in ("forward", "pass_cycle")],
    players=one_of(4, 3, 5),
    values="rickety",
    spare=one_of("kitty", "remove"),
    kitty_to="first_trick",
    pass_cycle=("L",),
    pass_count=2,
    queen_returns=True,
    opening="left_of_dealer",
    moon="add",
)
