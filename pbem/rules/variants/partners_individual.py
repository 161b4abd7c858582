"""Partnership Hearts (rules.md 3.6): partners sit opposite; each scores alone, and at the end the lower sum wins."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

partners_individual = preset("partners_individual", __doc__, hearts, HOUSE, players=one_of(4), teams="individual")
