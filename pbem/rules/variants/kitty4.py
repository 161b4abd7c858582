"""Four players with a kitty (rules.md 3.4): twelve cards each, four face down for the first who takes a point."""

from pbem.rules.family import HOUSE, hearts, one_of, preset

kitty4 = preset("kitty4", __doc__, hearts, HOUSE, players=one_of(4), spare=one_of("kitty"), hand_size=12)
