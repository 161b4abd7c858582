"""Omnibus Hearts (rules.md 3.5): the jack of diamonds, or the ten, takes ten points off."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

omnibus = preset("omnibus", __doc__, hearts, HOUSE, players=one_of(4, 3, 5), bonus=one_of("JD", "TD"))
