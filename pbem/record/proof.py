"""Proving a record: the secrets are those promised, the cards are dealt from them, and the play is replayed."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, NoReturn

from pbem import cards as pack
from pbem import chain
from pbem.cards import PACK_52, shuffled
from pbem.record.text import ClosedDeal, Line, Record
from pbem.rules import machine
from pbem.rules.notation import read_card, write_card
from pbem.rules.options import ruleset
from pbem.rules.scoring import new_totals, winners
from pbem.rules.table import CARD_THINGS, Action, Deal, Refusal, Ruleset
from pbem.rules.variants import variant

PROVED = ("rules", "commitment", "chain", "seating", "deals", "play", "score", "result")
"""What a record that holds has proved, in this order."""


class Proof(NamedTuple):
    """The match that a record proves, as far as it tells: what `Match` has of closed deals, without the seed."""

    rules: Ruleset
    deals: tuple[Deal, ...]
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def verify(record: Record) -> Proof:
    """Proves a record by replaying it; Refusal `record-disproved` says `what` is the first thing that is false."""
    tags = dict(record.tags)
    rules, words = _rules(tags), tags["Words"]
    secrets = _secrets(tags, record.deals)
    names = [tags.get(f"Seat{seat}", "") for seat in range(rules.players)]
    seats = sum(tag.startswith("Seat") and tag[4:].isdigit() for tag in tags)
    if seats != rules.players or chain.seating(secrets[0], words, names) != names:
        _disproved("seating")
    first = chain.first_dealer(secrets[0], words, rules.players)
    proof = Proof(rules, (), (), (0,) * rules.players, ())
    for number, told in enumerate(record.deals, 1):
        if proof.winners:
            _disproved("end", deal=number)
        order = shuffled(rules.pack, secrets[number], words, number)
        deal, _ = machine.deal_out(rules, number, (first + number - 1) % rules.players, order, proof.totals)
        deal = _replayed(rules, deal, told)
        points = machine.score(rules, deal)
        if points != told.score:
            _disproved("score", deal=number, found=points)
        totals = new_totals(rules, proof.totals, points)
        proof = Proof(rules, (*proof.deals, deal), (*proof.points, points), totals, winners(rules, totals))
    if (proof.totals, proof.winners) != (record.totals, record.winners):
        _disproved("result", found=proof.totals)
    return proof


def lines(rules: Ruleset, deal: Deal) -> tuple[Line, ...]:
    """A closed deal's lines: phase after phase, the answers by seat (who answered a secret ask first is not told)."""
    things = {phase.verb: phase.things for phase in rules.phases}
    place = {verb: number for number, verb in enumerate(things)}
    said = sorted(deal.said, key=lambda action: action.hand)
    told = [Line(action.verb, action.hand, _words(things[action.verb], action.picks)) for action in said]
    told += [Line("play", trick.leader, _words(CARD_THINGS, trick.played)) for trick in deal.tricks]
    return tuple(sorted(told, key=lambda line: place[line.verb]))


def _words(things: tuple[str, ...], picks: Iterable[int]) -> tuple[str, ...]:
    return tuple(write_card(pick) if things is CARD_THINGS else things[pick] for pick in picks)


def _disproved(what: str, **about: Any) -> NoReturn:
    raise Refusal("record-disproved", what=what, **about)


def _rules(tags: Mapping[str, str]) -> Ruleset:
    """The rules that the tags name, in the edition that they name."""
    options = dict(pair.partition("=")[::2] for pair in tags["Options"].split())
    rules = ruleset(variant(tags["Variant"]), options)
    if str(rules.edition) != tags["Edition"] or tags["Removed"] != " ".join(pack.names(PACK_52 & ~rules.pack)):
        _disproved("rules")
    return rules


def _secrets(tags: Mapping[str, str], deals: tuple[ClosedDeal, ...]) -> list[bytes]:
    """The secrets told, from that of the seating on, each the hash of the next."""
    try:
        secrets = [bytes.fromhex(text) for text in (tags["Seating"], *(deal.secret for deal in deals))]
    except ValueError:
        _disproved("commitment")
    if chain.hashed(secrets[0]).hex() != tags["Commitment"]:
        _disproved("commitment")
    for number in range(1, len(secrets)):
        if chain.hashed(secrets[number]) != secrets[number - 1]:
            _disproved("chain", deal=number)
    return secrets


def _replayed(rules: Ruleset, deal: Deal, told: ClosedDeal) -> Deal:
    """The deal after its record. Each hand's answers are queued by verb: the asks themselves say what comes when."""
    queues: defaultdict[tuple[int, str], deque[tuple[str, ...]]] = defaultdict(deque)
    for line in told.lines:
        if line.verb == "play":
            for place, name in enumerate(line.things):
                queues[(line.hand + place) % rules.players, "play"].append((name,))
        else:
            queues[line.hand, line.verb].append(line.things)
    try:
        while waiting := machine.asks(rules, deal):
            ask = next(ask for ask in waiting if queues[ask.hand, ask.verb])
            things, words = rules.phases[deal.agenda].things, queues[ask.hand, ask.verb].popleft()
            picks = (read_card(word) if things is CARD_THINGS else things.index(word) for word in words)
            deal, _ = machine.apply(rules, deal, Action(ask.hand, ask.verb, tuple(picks)))
    except (Refusal, ValueError, StopIteration) as error:
        _disproved("play", deal=deal.number, trick=len(deal.tricks) + 1, why=getattr(error, "code", "missing"))
    if lines(rules, deal) != told.lines:
        _disproved("play", deal=deal.number, trick=len(deal.tricks), why="told otherwise")
    return deal
