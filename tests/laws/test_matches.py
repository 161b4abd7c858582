"""Whole matches of bots: they end, nobody stalls, and the points of each deal obey the sum law (rules.md 2.7)."""

import pytest

from pbem import match as play
from pbem.bots import answer
from pbem.match import Match
from pbem.rules.options import ruleset
from pbem.rules.variants import variant


def played_out(options: dict[str, str], seed: int) -> Match:
    """A match of four bots, from the deal to the final score."""
    rules = ruleset(variant("american"), options)
    match = play.start(rules, seed.to_bytes(32, "big"))
    while not match.over:
        action = play.forced(match)
        if action is None:
            ask = play.asks(match)[0]
            action = answer(rules, play.view(match, ask.hand), ask)
        match, _ = play.apply(match, action)
    return match


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_a_match_of_bots_ends_and_sums(players: int, seed: int) -> None:
    match = played_out({"players": str(players)}, seed)
    assert max(match.totals) >= 100
    assert all(match.totals[seat] == min(match.totals) for seat in match.winners)
    for points in match.points:
        assert sum(points) in (26, 26 * (players - 1), -26)
