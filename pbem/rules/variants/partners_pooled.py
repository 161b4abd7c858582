"""Partnership Hearts (rules.md 3.6): partners sit opposite, and their captured cards are one pile."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

partners_pooled = preset("partners_pooled", __doc__, hearts, HOUSE, players=one_of(4), teams="pooled")
