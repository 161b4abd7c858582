"""Every test vector of the rules, by its name there."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.cards import each
from pbem.rules import captures, machine, notation
from pbem.rules.options import ruleset
from pbem.rules.table import Action, Refusal, Ruleset
from pbem.rules.variants.american import american

VECTORS: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("vectors.toml").read_text())


def each_vector(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["id"]) for vector in VECTORS[kind]])


def rules_of(vector: dict[str, Any]) -> Ruleset:
    return ruleset(american, dict(pair.split("=") for pair in vector.get("options", "").split()))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


@each_vector("legal")
def test_legal_cards(vector: dict[str, Any]) -> None:
    rules, position = rules_of(vector), notation.parse(vector["position"])
    menu = notation.legal(rules, position)
    assert notation.write_cards(menu) == vector["legal"]
    assert notation.write(position) == vector["position"]
    for card in each(dict(position.hands)[position.turn]):
        assert (notation.why(rules, position, card) is None) == bool(menu >> card & 1)


@each_vector("trick")
def test_tricks(vector: dict[str, Any]) -> None:
    trick = tuple(notation.read_card(name) for name in vector["cards"].split(","))
    won = captures.taken(american(), vector["leader"], trick)
    assert won == (vector["winner"], vector["points"], vector["breaks"])


@each_vector("score")
def test_scores(vector: dict[str, Any]) -> None:
    rules = rules_of(vector)
    taken = captures.read_captures(rules, vector["captures"])
    result = captures.score(rules, taken, numbers(vector["totals"]), vector.get("moon"))
    assert result.totals == numbers(vector["after"])
    assert result.winners == tuple(vector["winners"])
    assert captures.write_captures(rules, taken) == vector["captures"]


@each_vector("pass")
def test_passes_go_round_the_table(vector: dict[str, Any]) -> None:
    rules = american(players=vector["players"])
    deal, _ = machine.deal_out(rules, vector["deal"], 0, list(each(rules.pack)), (0,) * rules.players)
    packets = [tuple(each(hand))[:3] for hand in deal.hands]
    for hand, packet in enumerate(packets):
        deal, _ = machine.apply(rules, deal, Action(hand, "pass", packet))
    for packet, target in zip(packets, vector["targets"], strict=True):
        assert all(deal.hands[target] >> card & 1 for card in packet)


@pytest.mark.parametrize(
    ("picks", "code"),
    [
        (lambda own, other: own[:2], "wrong-number"),
        (lambda own, other: own[:4], "wrong-number"),
        (lambda own, other: [own[0], own[0], own[1]], "picked-twice"),
        (lambda own, other: [*own[:2], other[0]], "not-your-card"),
        (lambda own, other: [*own[:2], -1], "not-your-card"),
        (lambda own, other: [*own[:2], 999], "not-your-card"),
    ],
    ids=lambda value: value if isinstance(value, str) else "P-8",
)
def test_bad_passes_are_refused(picks: Any, code: str) -> None:
    rules = american()
    deal, _ = machine.deal_out(rules, 1, 0, list(each(rules.pack)), (0,) * 4)
    with pytest.raises(Refusal) as refusal:
        machine.apply(
            rules, deal, Action(0, "pass", tuple(picks(list(each(deal.hands[0])), list(each(deal.hands[1])))))
        )
    assert refusal.value.code == code


def test_what_may_not_be_exposed_is_not_on_the_menu() -> None:
    rules = american(expose=True, pass_cycle=())
    deal, _ = machine.deal_out(rules, 1, 0, list(each(rules.pack)), (0,) * 4)
    ask = next(ask for ask in machine.asks(rules, deal) if ask.menu)
    held = next(each(deal.hands[ask.hand] & ~ask.menu))
    with pytest.raises(Refusal) as refusal:
        machine.apply(rules, deal, Action(ask.hand, "expose", (held,)))
    assert refusal.value.code == "not-on-menu"


def test_two_others_tied_ahead_of_the_shooter_win_nothing_with_extra_hands() -> None:
    rules = american(moon="add_unless_loses", tie="extra_hands")
    taken = captures.read_captures(rules, "H*,QS / - / - / -")
    assert captures.score(rules, taken, (90, 80, 30, 30)).totals == (90, 106, 56, 56)


def test_no_vector_is_missing() -> None:
    told = {vector["id"] for kind in VECTORS.values() for vector in kind}
    for letter, last in {"L": 22, "M": 12, "A-": 4, "E-": 4, "T-": 3, "F-": 2}.items():
        assert {f"{letter}{number}" for number in range(1, last + 1)} <= told
    assert {"P-1", "P-2", "SU-1"} <= told
