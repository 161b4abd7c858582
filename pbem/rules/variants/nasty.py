"""Da Nasty Fix, or Dirty Nasty Filthy Hearts (rules.md 3.12): every queen stings, the dealer calls the pass unseen, and
whoever takes all that stings wins at once."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

nasty = preset(
    "nasty",
    __doc__,
    hearts,
    [option for option in HOUSE if option != "bonus"],
    players=one_of(4),
    values="nasty",
    pass_cycle=("CALL",),
    moon="win",
    limit=300,
    yields=True,
)
