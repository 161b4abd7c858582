"""Spot Hearts, table A (rules.md 3.10): hearts count by their rank, the queen of spades 25; up to 500."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

spot_a = preset("spot_a", __doc__, hearts, HOUSE, players=one_of(4, 3, 5), values="spot_a", limit=500)
