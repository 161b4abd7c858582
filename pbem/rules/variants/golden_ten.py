"""Golden Ten (rules.md 3.14): three to seven players with the Rook pack; red costs, the yellow ten takes ten off."""

from pbem.cards import ROOK_PACK
from pbem.rules.family import SEATS, hearts, one_of, preset

golden_ten = preset(
    "golden_ten",
    __doc__,
    hearts,
    (*SEATS, "kitty_to", "kitty_use", "bonus_floor", "deals", "tie"),
    players=one_of(4, 3, 5, 6, 7),
    pack=ROOK_PACK,
    spare="kitty",
    kitty_to="first_trick",
    pass_cycle=(),
    opening="left_of_dealer",
    heart_leads="anytime",
    trick1_ban=False,
    values="golden",
    bonus_floor="zero",
    moon="none",
    deals=6,
)
