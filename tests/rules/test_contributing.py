"""The variant that CONTRIBUTING adds as an example is one: its file as printed there plays matches to their end."""

import random
import re
from pathlib import Path
from typing import Any

from pbem import match as matches
from pbem.cards import each
from pbem.rules.options import form
from pbem.rules.table import Action

FILE = re.search(r"```python\n(.*?)```", Path("CONTRIBUTING.md").read_text(), re.DOTALL)


def test_the_example_plays() -> None:
    assert FILE
    assert len(FILE[1].splitlines()) < 40
    room: dict[str, Any] = {"__doc__": "Queenless Hearts."}
    exec(FILE[1], room)
    variant, dice = room["queenless"], random.Random(7)
    assert {"limit", "boost9", "moon"} < set(form(variant))
    match = matches.start(variant(limit=40), dice.randbytes(32))
    while not match.over:
        ask = dice.choice(matches.asks(match))
        match, _ = matches.apply(match, Action(ask.hand, ask.verb, tuple(dice.sample([*each(ask.menu)], ask.least))))
    assert {points[0] + points[1] for points in match.points} <= {22, 22 - 2 * 22}
    assert all(points[:2] == points[2:] for points in match.points)
