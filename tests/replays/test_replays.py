"""Golden records: every file here must prove itself for ever, with the server and without it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from pbem import chain
from pbem import match as matches
from pbem import record as records
from pbem.bots import answer
from pbem.cli.rules import register
from pbem.rules.options import ruleset
from pbem.rules.table import Refusal
from pbem.rules.variants import variant, variant_names
from pbem.voice.commands import read_commands

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.record"))
STAND_ALONE = HERE.parents[1] / "deploy" / "verify_record.py"
TOLD = (HERE / "moon-added.record").read_text(encoding="utf-8")
FREE = ("[Match", "")
"""Lines that prove nothing and may say anything."""

SWAPPED = ('[Seat0 "Ann"]\n[Seat1 "Cleo"]', '[Seat0 "Cleo"]\n[Seat1 "Ann"]')

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
every_line = pytest.mark.parametrize(
    "line", [n for n, line in enumerate(TOLD.split("\n")) if line.split(" ")[0] not in FREE]
)


def proved(text: str) -> bool:
    try:
        records.verify(records.parse(text))
    except Refusal:
        return False
    return True


def stand_alone(file: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-I", STAND_ALONE, file], capture_output=True, text=True, check=False)


@every_file
def test_a_record_proves_itself(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = records.parse(text)
    assert records.write(record) == text
    proof = records.verify(record)
    assert (proof.totals, proof.winners) == (record.totals, record.winners)
    assert proof.points == tuple(deal.score for deal in record.deals)
    assert json.loads(json.dumps(records.as_json(record)))["tags"] == dict(record.tags)


@every_file
def test_plain_python_proves_it_too(file: Path) -> None:
    result = stand_alone(file)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("proved: commitment, seats and ")


@pytest.mark.parametrize("options", [{}, {"players": "3", "limit": "50"}, {"players": "5", "expose": "on"}], ids=str)
def test_a_match_of_bots_is_told_and_proved(options: dict[str, str]) -> None:
    rules, seed, words = ruleset(variant("american"), options), b"\7" * 32, 'Zoé\n"| [Seat0]"'
    names = ['Ann "| >', "Bob\n", "Zoé\u2028", "play 2C", "deal 1"][: rules.players]
    names = chain.seating(chain.secret(seed, 0), words, names)
    match = matches.start(rules, seed, words)
    while not match.over:
        told = records.record(match, "american", options, names, {"Match": "7"})
        if match.deal.turn == 0:
            assert records.verify(told).totals == match.totals
            assert chain.secret(seed, match.deal.number).hex() not in records.write(told)
        ask = matches.asks(match)[0]
        match, _ = matches.apply(match, answer(rules, matches.view(match, ask.hand), ask))
    told = records.record(match, "american", options, names)
    assert records.parse(records.write(told)) == told
    proof = records.verify(told)
    assert proof[2:] == (match.points, match.standing)
    assert [deal.tricks for deal in proof.deals] == [deal.tricks for deal in match.deals]


@pytest.mark.parametrize("name", variant_names())
def test_a_match_of_every_variant_is_told_and_proved(name: str) -> None:
    rules, seed = variant(name)(), b"\5" * 32
    names = chain.seating(chain.secret(seed, 0), "", [f"Member{n}" for n in range(rules.players)])
    match = matches.start(rules, seed)
    while not match.over and len(match.points) < 4:
        ask = matches.asks(match)[0]
        match, _ = matches.apply(match, answer(rules, matches.view(match, ask.seat), ask))
    told = records.record(match, name, {}, names)
    assert records.parse(records.write(told)) == told
    assert records.verify(told).points == match.points
    json.dumps(records.as_json(told))


@pytest.mark.parametrize("quote", ["", "| ", "> ", "> > | ", ">| ", "  "])
def test_a_record_that_came_by_mail_is_read_all_the_same(quote: str, tmp_path: Path) -> None:
    mailed = "".join(f"{quote}{line} \r\n" for line in TOLD.split("\n"))
    assert records.parse(mailed) == records.parse(TOLD)
    file = tmp_path / "mailed.record"
    file.write_bytes(mailed.encode())
    assert stand_alone(file).returncode == 0


@every_file
def test_no_line_is_a_command_by_mail(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        assert read_commands([line], "")[0] == ()
        assert not line.startswith(("pass", "play"))


def test_what_makes_no_sense_is_refused_with_its_line() -> None:
    with pytest.raises(Refusal) as refusal:
        records.parse(TOLD.replace("trick 2 ", "trick 3 ", 1))
    wrong = next(n for n, line in enumerate(TOLD.split("\n"), 1) if line.startswith("trick 2 "))
    assert (refusal.value.code, refusal.value.about["line"]) == ("bad-record", wrong)
    assert refusal.value.about["text"].startswith("trick 3 1: ")


def test_a_card_cannot_stand_in_the_trick_before() -> None:
    lines = TOLD.split("\n")
    trick = next(n for n, line in enumerate(lines) if line.startswith("trick 2 1: "))
    head, lead, rest = lines[trick].split(" ", 4)[:3], lines[trick].split(" ")[3], lines[trick].split(" ")[4:]
    lines[trick - 1 : trick + 1] = [f"{lines[trick - 1]} {lead}", " ".join([*head[:2], "2:", *rest])]
    assert not proved("\n".join(lines))


@every_line
def test_no_line_can_be_left_out(line: int) -> None:
    lines = TOLD.split("\n")
    assert not proved("\n".join(lines[:line] + lines[line + 1 :]))


@every_line
def test_no_line_can_be_told_twice(line: int) -> None:
    lines = TOLD.split("\n")
    assert not proved("\n".join(lines[: line + 1] + lines[line:]))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        SWAPPED,
        ("words of table 14", "words of table 15"),
        ("limit=50", "limit=100"),
        ("moon=choice", "moon=none"),
        ("american", "whist"),
        ('Edition "1"', 'Edition "2"'),
        ('Removed ""', 'Removed "2D"'),
        ("trick 1 0:", "trick 1 1:"),
        ("trick 1 0:", "trick 1 4:"),
        ("gives 0 4D", "gives 0 5D"),
        ("2C TC 3C 4C", "2C 3C TC 4C"),
        ("moon 2 add", "moon 2 subtract"),
        ("score 4 3 19 0", "score 4 3 18 1"),
        ("totals 62", "totals 61"),
        ("winners 2", "winners 1"),
        ("deal 1 9a", "deal 1 9b"),
        ('Seating "e', 'Seating "f'),
        ('Commitment "2', 'Commitment "3'),
        ('Words "w', r'Words "\ud800'),
    ],
)
def test_a_lie_is_found(true: str, false: str) -> None:
    assert true in TOLD
    assert not proved(TOLD.replace(true, false, 1))


@pytest.mark.parametrize("lie", [SWAPPED, ("gives 0 4D", "gives 0 5D"), ("deal 1 9a", "deal 1 9b"), ("2C TC", "2C QC")])
def test_plain_python_finds_a_lie(lie: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "lie.record"
    file.write_text(TOLD.replace(*lie, 1), encoding="utf-8")
    assert stand_alone(file).returncode == 1


def test_the_command_proves_a_file_and_what_is_piped_in() -> None:
    app = typer.Typer()
    register(app)
    first = CliRunner().invoke(app, ["verify", str(HERE / "moon-added.record")])
    assert first.exit_code == 0
    assert CliRunner().invoke(app, ["verify", "-"], input=TOLD).output == first.output
    liar = CliRunner().invoke(app, ["verify", "-"], input=TOLD.replace("score 4 3 19 0", "score 3 4 19 0"))
    assert (liar.exit_code, liar.stderr) == (2, "pbem: deal 1: the score is 4, 3, 19, 0\n")
