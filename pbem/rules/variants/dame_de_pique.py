"""Dame de Pique, the French-Canadian game (rules.md 3.17): no passing, and left of the dealer leads what he likes."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

dame_de_pique = preset(
    "dame_de_pique",
    __doc__,
    hearts,
    HOUSE,
    players=one_of(4, 3, 5),
    pass_cycle=(),
    opening="left_of_dealer",
    trick1_ban=False,
)
