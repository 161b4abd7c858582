"""Proving a record: the secrets are those promised, the cards are dealt from them, and the play is replayed."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, NoReturn

from pbem import cards as pack
from pbem import chain
from pbem.cards import LABELS, PACKS, Cards, pack_name
from pbem.match import deal_next
from pbem.record.text import ClosedDeal, Hand, Line, Record
from pbem.rules import machine
from pbem.rules.notation import read_card
from pbem.rules.numbers import Number
from pbem.rules.options import ruleset
from pbem.rules.scoring import union
from pbem.rules.table import CARD_THINGS, Action, Deal, Refusal, Ruleset, Standing, Trick, who_played
from pbem.rules.variants import variant

Queues = defaultdict[tuple[int, str], deque[tuple[str, ...]]]

PROVED = ("rules", "commitment", "chain", "seating", "deals", "play", "score", "result")
"""What a record that holds has proved, in this order."""


class Proof(NamedTuple):
    """The match that a record proves, as far as it tells: what `Match` has of closed deals, without the seed."""

    rules: Ruleset
    deals: tuple[Deal, ...]
    points: tuple[tuple[Number, ...], ...]
    standing: Standing

    @property
    def totals(self) -> tuple[Number, ...]:
        return self.standing.totals

    @property
    def winners(self) -> tuple[int, ...]:
        return self.standing.winners


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
    proof = Proof(rules, (), (), Standing((0,) * rules.players))
    for number, told in enumerate(record.deals, 1):
        if proof.winners:
            _disproved("end", deal=number)
        dealer, before = (first + number - 1) % rules.players, proof.deals[-1] if proof.deals else None
        deal = deal_next(rules, proof.standing, number, dealer, secrets[number], words, before)
        if dealt(rules, deal) != told.dealt:
            _disproved("dealt", deal=number)
        deal = _replayed(rules, deal, told)
        points, standing = machine.close(rules, deal)
        if points != told.score:
            _disproved("score", deal=number, found=points)
        proof = Proof(rules, (*proof.deals, deal), (*proof.points, points), standing)
    if (proof.totals, proof.winners) != (record.totals, record.winners):
        _disproved("result", found=proof.totals)
    return proof


def pack_tags(cards: Cards) -> dict[str, str]:
    """The pack of a game, and what is left out of it."""
    name = pack_name(cards)
    return {"Pack": name, "Removed": " ".join(pack.labels(PACKS[name] & ~cards))}


def dealt(rules: Ruleset, deal: Deal) -> tuple[Hand, ...]:
    """The hands as dealt, in the order in which they got their cards, and before them the kitty as hand -1."""
    kitty = rules.pack & ~union(deal.dealt)
    circle = rules.rota(deal.dealer, deal.dealer)
    hands = [Hand(hand, tuple(pack.labels(deal.dealt[hand]))) for hand in (*circle[1:], circle[0])]
    return (*((Hand(-1, tuple(pack.labels(kitty))),) if kitty else ()), *hands)


def lines(rules: Ruleset, deal: Deal) -> tuple[Line, ...]:
    """A closed deal's lines, phase after phase: open answers as they came, secret ones by seat (who answered first is
    not told)."""
    phases = {phase.verb: phase for phase in rules.phases}
    place = {verb: number for number, verb in enumerate(phases)}
    said = sorted(deal.said, key=lambda action: action.hand * (phases[action.verb].secrecy != "open"))
    told = [Line(action.verb, action.hand, _words(phases[action.verb].things, action.picks)) for action in said]
    told += [Line("play", trick.leader, _words(CARD_THINGS, trick.played)) for trick in deal.tricks]
    return tuple(sorted(told, key=lambda line: place[line.verb]))


def _words(things: tuple[str, ...], picks: Iterable[int]) -> tuple[str, ...]:
    return tuple(LABELS[pick] if things is CARD_THINGS else things[pick] for pick in picks)


def _disproved(what: str, **about: Any) -> NoReturn:
    raise Refusal("record-disproved", what=what, **about)


def _rules(tags: Mapping[str, str]) -> Ruleset:
    """The rules that the tags name, in the edition that they name."""
    options = dict(pair.partition("=")[::2] for pair in tags["Options"].split())
    rules = ruleset(variant(tags["Variant"]), options)
    if tags != {**tags, **pack_tags(rules.pack), "Edition": str(rules.edition)}:
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
    try:
        queues = _queued(rules, deal, told)
        while waiting := machine.asks(rules, deal):
            ask = next(ask for ask in waiting if queues[ask.hand, ask.verb])
            things, words = rules.phases[deal.agenda].things, queues[ask.hand, ask.verb].popleft()
            picks = (read_card(word) if things is CARD_THINGS else things.index(word) for word in words)
            deal, _ = machine.apply(rules, deal, Action(ask.hand, ask.verb, tuple(picks)))
    except (Refusal, ValueError, IndexError, StopIteration) as error:
        _disproved("play", deal=deal.number, trick=len(deal.tricks) + 1, why=getattr(error, "code", "missing"))
    if lines(rules, deal) != told.lines:
        _disproved("play", deal=deal.number, trick=len(deal.tricks), why="told otherwise")
    return deal


def _queued(rules: Ruleset, deal: Deal, told: ClosedDeal) -> Queues:
    queues: Queues = defaultdict(deque)
    for line in told.lines:
        if line.verb == "play":
            trick = Trick(line.hand, tuple(map(read_card, line.things)))
            for hand, name in zip(who_played(rules, deal.dealer, trick), line.things, strict=True):
                queues[hand, "play"].append((name,))
        else:
            queues[line.hand, line.verb].append(line.things)
    return queues
