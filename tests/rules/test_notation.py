"""Positions, captures and sets of cards round-trip; the page that explains them is run."""

import random
import re
import shlex
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pbem import match as matches
from pbem.bots import duck
from pbem.cards import PACK_52
from pbem.cli.rules import register
from pbem.rules import captures, notation
from pbem.rules.table import Refusal
from pbem.rules.variants.american import american

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
EXAMPLES = re.findall(r"^\$ pbem (.+)\n((?:(?!\$ |```|#|\n).*\n)*)", PAGE.read_text(encoding="utf-8"), re.M)
APP = typer.Typer()
register(APP)


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_page_says_what_the_program_says(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PAGE.parents[1])
    assert CliRunner().invoke(APP, shlex.split(command)).output == output


def test_the_page_runs_every_vector() -> None:
    told = PAGE.read_text(encoding="utf-8")
    wanted = [f"L{n}" for n in range(1, 23)] + [f"M{n}" for n in range(1, 13)] + [f"A-{n}" for n in range(1, 5)]
    assert [name for name in wanted if f"# {name}: " not in told] == []


@given(st.integers(0, PACK_52))
def test_sets_of_cards_round_trip(cards: int) -> None:
    assert notation.read_cards(notation.write_cards(cards)) == cards


@given(st.lists(st.integers(0, 4), min_size=52, max_size=52), st.sampled_from([3, 4, 5]))
def test_captures_round_trip(owners: list[int], players: int) -> None:
    rules = american(players=players)  # type: ignore[arg-type]
    piles = tuple(sum(1 << c for c in range(52) if owners[c] == hand) & rules.pack for hand in range(players))
    told = captures.Captures(piles)
    line = captures.write_captures(rules, told)
    assert captures.read_captures(rules, line) == told
    assert captures.write_captures(rules, captures.read_captures(rules, line)) == line


@pytest.mark.parametrize("options", [{}, {"expose": True, "queen_asap": True}, {"players": 5, "queen_breaks": True}])
def test_a_line_says_of_every_position_in_play_what_the_deal_says(options: dict[str, int]) -> None:
    rules = american(**options)  # type: ignore[arg-type]
    match = matches.start(rules, random.Random(7).randbytes(32))
    while (waiting := matches.asks(match)) and len(match.deals) < 4:
        ask = waiting[0]
        if ask.verb == "play":
            line = notation.write(notation.position(rules, match.deal))
            position = notation.parse(line)
            assert notation.write(position) == line
            assert notation.legal(rules, position) == ask.menu
        match, _ = matches.apply(match, duck.answer(rules, matches.view(match, ask.hand), ask))


@pytest.mark.parametrize(
    "line",
    [
        *("", "trick=2C", "hand=", "hand=QZ", "hand=2C,2C", "hand=2C trick=2C", "hand=2C hand=3C", "hand=2C turn=x"),
        *(
            "hand=5-2H",
            "hand=2C colour=red",
            "turn=1 hand=2C hand1=3C",
            "hand=2C number=999",
            "hand=2C led=X",
            "hand=*",
        ),
    ],
)
def test_nonsense_is_refused(line: str) -> None:
    with pytest.raises(Refusal):
        notation.parse(line)


@pytest.mark.parametrize(
    "line", ["hand=2D", "turn=3 hand=2C", "hand=3C trick=4C,5C,6C", "hand=3C led=C", "hand=3C number=18"]
)
def test_what_cannot_be_with_three_players_is_refused(line: str) -> None:
    with pytest.raises(Refusal):
        notation.legal(american(players=3), notation.parse(line))


@pytest.mark.parametrize(
    "line", ["", "- / -", "* / * / - / -", "2H / 2H / - / -", "QS / - / - / - sun=1", "* / - / - / - sun=x"]
)
def test_nonsense_captures_are_refused(line: str) -> None:
    with pytest.raises(Refusal):
        captures.read_captures(american(), line)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ('legal "hand=QZ"', "QZ is no card"),
        ('legal -v whist "hand=QS"', "no variant is called whist"),
        ('legal -o limit=many "hand=QS"', "limit cannot be many"),
        ('score "H* / - / - / -"', "nobody has taken QS"),
        ('score --totals "1 2" "* / - / - / -"', "totals are 4 numbers"),
        ("trick 2C,3C", "a trick has 4 cards"),
        ("verify nowhere.record", "nowhere.record cannot be read"),
    ],
)
def test_bad_input_is_told_in_one_sentence(command: str, said: str) -> None:
    result = CliRunner().invoke(APP, shlex.split(command))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"pbem: {said}")
    assert result.stderr.count("\n") == 1
