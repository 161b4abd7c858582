"""Omnibus Hearts with the ten of diamonds (rules.md 3.5)."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

omnibus_10 = preset("omnibus_10", __doc__, hearts, HOUSE, players=one_of(4, 3, 5), bonus=one_of("TD", "JD"))
