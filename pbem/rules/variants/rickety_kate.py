"""Rickety Kate (rules.md 3.19): the standard game by its Australian name."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

rickety_kate = preset("rickety_kate", __doc__, hearts, HOUSE, players=one_of(4, 3, 5))
