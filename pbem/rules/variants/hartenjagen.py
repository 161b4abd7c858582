"""Hartenjagen, the Dutch game (rules.md 3.18): 32 cards, the queen of spades five, the jack of clubs two; up, then down
again."""

from pbem.cards import PACK_32
from pbem.rules.family import HOUSE, hearts, one_of, preset

hartenjagen = preset(
    "hartenjagen",
    __doc__,
    hearts,
    [*(option for option in HOUSE if option != "exact"), "end"],
    players=one_of(4),
    pack=PACK_32,
    heart_leads="anytime",
    trick1_ban=False,
    values="hartenjagen",
    moon="none",
    limit=50,
    end=one_of("two_phase", "score"),
)
