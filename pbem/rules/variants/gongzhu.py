"""Gong Zhu, Chase the Pig (rules.md 3.13): the queen of spades is the pig, the jack of diamonds the sheep; high is
good, and whoever is a thousand down loses."""

from dataclasses import replace
from typing import Literal

from pbem.cards import HEARTS, Cards, cards
from pbem.rules import legality as law
from pbem.rules.ends import AfterDeals, ToLimit
from pbem.rules.family import NINES, hearts, play
from pbem.rules.numbers import Number
from pbem.rules.phases import Expose
from pbem.rules.scoring import Points, Value, spots, worth
from pbem.rules.table import Deal, Refusal, Ruleset
from pbem.rules.tricks import holder_of, taker_of

ACE, PIG, SHEEP, DOUBLER = cards("AH"), cards("QS"), cards("JD"), cards("TC")
COSTS = (
    *(value._replace(charge=ACE) for value in spots("H", ("A", 50), ("K", 40), ("Q", 30), ("J", 20))),
    *(value._replace(charge=ACE) for value in spots("H", *((rank, 10) for rank in "56789T"))),
    Value(PIG, 100, PIG),
    Value(SHEEP, -100, SHEEP),
)
"""What cards cost; a score is the other way round. The low hearts cost nothing and are hearts all the same."""


class Pigs(Points):
    """Scores of the whole captured set: all hearts turn good, and the pig with them; the ten of clubs doubles all else,
    or is worth fifty alone."""

    __slots__ = ()

    @property
    def penalty(self) -> Cards:
        return (HEARTS | PIG) & self.pack

    @property
    def bonus(self) -> Cards:
        return SHEEP | DOUBLER

    def points(self, cards: Cards, exposed: Cards = 0) -> Number:
        """The face value, with no regard to what turns it."""
        return -worth(self.values, cards, exposed)

    def score(self, rules: Ruleset, deal: Deal) -> tuple[Number, ...]:
        return tuple(self._pile(taken, deal.exposed) for taken in self.piles(deal.taken))

    def _pile(self, taken: Cards, exposed: Cards) -> Number:
        doubler = (taken & DOUBLER).bit_count() << bool(exposed & DOUBLER)
        if doubler and not taken & (self.penalty | SHEEP):
            return 50 * doubler
        bad = self.points(taken & self.penalty, exposed)
        turned = -bad if not HEARTS & self.pack & ~taken else bad
        return (turned + self.points(taken & SHEEP, exposed)) * (2 * doubler or 1)


def gongzhu(
    players: Literal[4, 5] = 4,
    expose: bool = True,
    boost9: bool = False,
    teams: Literal["none", "pooled", "individual"] = "none",
    limit: int = 1000,
    both_ways: bool = False,  # whether the limit ends a match on the good side of zero too
    deals: int | None = None,
    tie: Literal["shared", "extra_hands"] = "shared",
) -> Ruleset:
    """Chase the Pig (rules.md 3.13): the queen of spades is the pig, the jack of diamonds the sheep; high is good."""
    if players == 5 and teams != "none":
        raise Refusal("bad-option", option="teams", given=teams, menu=["none"])
    base = hearts(players, moon="none", pass_cycle=(), teams=teams)
    scoring = Pigs(COSTS, base.pack, players, moon="none", teams=2 if teams == "pooled" else 0)
    exposing = (Expose(ACE | PIG | SHEEP | DOUBLER),) if expose else ()
    return replace(
        base,
        phases=(*exposing, *play(holder_of(cards("2S")), kitty=0)),
        filters=(law.FOLLOW, *((law.EXPOSED_WAITS,) * expose)),
        scoring=scoring,
        end=AfterDeals(deals, "high", tie) if deals else ToLimit(limit, "high", tie=tie, both_ways=both_ways),
        boost=NINES if boost9 else 0,
        opener=taker_of(PIG),
    )
