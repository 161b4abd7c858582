"""Bicycle rules (rules.md 3.2): the queen of spades breaks hearts too, and a shot moon is added to the others."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

bicycle = preset("bicycle", __doc__, hearts, HOUSE, players=one_of(4, 3, 5), queen_breaks=True, moon="add")
