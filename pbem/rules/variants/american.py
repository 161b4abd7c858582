"""Standard American Hearts (rules.md 3.1, 3.3): three to five play, a heart is one point, the queen thirteen."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

american = preset("american", __doc__, hearts, HOUSE, players=one_of(4, 3, 5))
