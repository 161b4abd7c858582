"""Complex Hearts (rules.md 3.15): the queen of spades is imaginary, the ten of clubs multiplies by 2i, and the score
nearest to nothing wins."""

from pbem.cards import cards
from pbem.rules.family import HOUSE, hearts, one_of, preset
from pbem.rules.scoring import Factor

APART = ("bonus", "multiplier", "expose", "moon_value", "sun", "no_tricks_bonus", "exact")
"""House rules in plain numbers, which do not go with these."""

complex = preset(
    "complex",
    __doc__,
    hearts,
    [option for option in HOUSE if option not in APART],
    players=one_of(4, 3, 5),
    values="complex",
    factors=(Factor(cards("TC"), 2j, 2j),),
    queen_breaks=True,
    moon=one_of("choice", "add", "subtract", "none"),
    best="magnitude",
)
