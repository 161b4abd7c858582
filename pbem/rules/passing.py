"""Passing cards before play: secret, simultaneous, in any direction, by the dealer's call, forwarded or mixed
(rules.md 2.2, 3.11)."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from pbem import cards as pack
from pbem.cards import Cards
from pbem.rules.legality import QUEEN
from pbem.rules.table import CARD_THINGS, Action, Ask, Deal, Fact, Refusal, Ruleset

Facts = tuple[Fact, ...]

DIRECTIONS = ("L", "R", "A", "L2", "R2", "S", "M", "H", "P", "CALL")
"""Left, right, across, second left, second right, scatter, mix, hold, to the partner, and what the dealer calls."""
STEPS = {"L": 1, "R": -1, "L2": 2, "R2": -2}
CALLS = ("L3", "R3", "A3", "L2R1", "L2A1", "L1R2", "R2A1", "L1A2", "R1A2", "L1R1A1", "kitty")
"""What a dealer may call: how many cards go where, or all into the middle."""
POOL = 0
"""The offset of a card that goes into the middle."""


class Packet(NamedTuple):
    """Cards on their way; `giver` is -1 when they come out of the middle."""

    giver: int
    target: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Call:
    """The dealer says, before he has seen a card, how all will pass."""

    cycle: tuple[str, ...]
    verb: str = "call"
    things: tuple[str, ...] = CALLS
    secrecy: str = "open"
    blind: bool = True

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        if entry(self.cycle, deal.number) != "CALL" or deal.answers(self.verb):
            return ()
        return (Ask(deal.dealer, self.verb, (1 << len(CALLS)) - 1, 1, 1, deal.dealer),)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), (Fact("called", action.hand, number=action.picks[0]),)

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Everybody picks cards in secret; all move at once when the last has answered. The order of the picks says which
    card goes where when they part. With `forward`, a seat may send on unseen what reaches it."""

    cycle: tuple[str, ...]
    count: int
    forward: bool = False
    verb: str = "pass"
    things: tuple[str, ...] = CARD_THINGS
    secrecy: str = "kept"
    blind: bool = False

    def offsets(self, deal: Deal, players: int) -> tuple[int, ...]:
        """How many seats clockwise each card passed in this deal travels; () when the deal is held."""
        code = entry(self.cycle, deal.number)
        if code == "CALL":
            called = deal.answers("call")
            code = CALLS[called[deal.dealer].picks[0]] if called else "H"
        return route(code, players, self.count)

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        count = len(self.offsets(deal, rules.players))
        if not count:
            return ()
        answered = deal.answers(self.verb)
        return tuple(
            Ask(hand, self.verb, deal.hands[hand], count, count, hand, self.forward)
            for hand in range(rules.players)
            if hand not in answered
        )

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), (
            Fact("passed", action.hand, pack.bits(action.picks), only=action.hand),
        )

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        if not self.offsets(deal, rules.players):
            return deal, (Fact("held", -1),)
        hands = list(deal.hands)
        for hand, action in deal.answers(self.verb).items():
            hands[hand] &= ~pack.bits(action.picks)
        packets = self.packets(deal, rules.players)
        for packet in packets:
            hands[packet.target] |= packet.cards
        facts = (Fact("received", target, cards, giver, only=target) for giver, target, cards in packets)
        return deal._replace(hands=tuple(hands)), tuple(facts)

    def packets(self, deal: Deal, players: int) -> tuple[Packet, ...]:
        """What goes from whom to whom, once all have answered. A packet stops at the first seat that sends on
        nothing; where all forward, nothing moves."""
        offsets = self.offsets(deal, players)
        given = {hand: action.picks for hand, action in sorted(deal.answers(self.verb).items()) if action.picks}
        if offsets and offsets[0] == POOL:
            return _mixed(deal, given)
        found: dict[tuple[int, int], Cards] = {}
        for hand, picks in given.items():
            for card, offset in zip(picks, offsets, strict=True):
                target = (hand + offset) % players
                while target not in given:
                    target = (target + offset) % players
                found[hand, target] = found.get((hand, target), 0) | 1 << card
        return tuple(Packet(giver, target, cards) for (giver, target), cards in found.items())


@dataclass(frozen=True, slots=True)
class KeepQueen:
    """Whoever was passed the queen of spades may refuse her (rules.md 3.19, the Australian form)."""

    verb: str = "queen"
    things: tuple[str, ...] = ("keep", "return")
    secrecy: str = "hidden"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        if deal.answers(self.verb):
            return ()
        return tuple(Ask(hand, self.verb, 0b11, 1, 1, hand) for hand, _ in _queen(rules, deal))

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), ()

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        """A refused queen goes back at once; what comes in her place is asked next."""
        for hand, giver in _queen(rules, deal) if _refused(deal) else ():
            deal = deal._replace(hands=_moved(deal.hands, hand, giver, QUEEN))
        return deal, ()


@dataclass(frozen=True, slots=True)
class ReplaceQueen:
    """Whose queen was refused passes another card in her place."""

    verb: str = "replace"
    things: tuple[str, ...] = CARD_THINGS
    secrecy: str = "hidden"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        if not _refused(deal) or deal.answers(self.verb):
            return ()
        givers = (giver for _, giver in _queen(rules, deal))
        return tuple(Ask(giver, self.verb, deal.hands[giver] & ~QUEEN, 1, 1, giver) for giver in givers)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        (hand, giver), *_ = _queen(rules, deal)
        cards = pack.bits(action.picks)
        deal = deal._replace(hands=_moved(deal.hands, giver, hand, cards), said=(*deal.said, action))
        return deal, (Fact("received", hand, cards, giver, only=hand),)

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, ()


def _queen(rules: Ruleset, deal: Deal) -> tuple[tuple[int, int], ...]:
    """To whom the queen of spades was passed, and by whom."""
    passing = next(phase for phase in rules.phases if isinstance(phase, Pass))
    packets = passing.packets(deal, rules.players)
    return tuple((packet.target, packet.giver) for packet in packets if packet.cards & QUEEN)


def _refused(deal: Deal) -> bool:
    return any(action.picks == (1,) for action in deal.answers("queen").values())


def _moved(hands: tuple[Cards, ...], giver: int, taker: int, cards: Cards) -> tuple[Cards, ...]:
    moved = list(hands)
    moved[taker] |= moved[giver] & cards
    moved[giver] &= ~cards
    return tuple(moved)


def _mixed(deal: Deal, given: dict[int, tuple[int, ...]]) -> tuple[Packet, ...]:
    """All that was put into the middle, shuffled and dealt back, one card at a time from the dealer's left."""
    pooled = {card for picks in given.values() for card in picks}
    order = [card for card in deal.mixed if card in pooled]
    players = len(deal.standing.totals)
    takers = sorted(given, key=lambda hand: (hand - deal.dealer - 1) % players)
    return tuple(Packet(-1, hand, pack.bits(order[place :: len(takers)])) for place, hand in enumerate(takers))


def entry(cycle: tuple[str, ...], number: int) -> str:
    """The cycle's entry for the `number`-th deal, `H` when nothing is ever passed."""
    return cycle[(number - 1) % len(cycle)] if cycle else "H"


def route(code: str, players: int, count: int) -> tuple[int, ...]:
    """The offset of each card that is passed under a code of `DIRECTIONS` or `CALLS`."""
    if code == "H":
        return ()
    if code in ("M", "kitty"):
        return (POOL,) * count
    if code in ("A", "P"):
        return (players // 2,) * count
    if code == "S":
        return tuple(step for step in range(1, players) for _ in range(count // (players - 1)))
    if code in STEPS:
        return (STEPS[code],) * count
    steps = {**STEPS, "A": players // 2}
    return tuple(steps[letter] for letter, times in re.findall(r"([LRA])(\d)", code) for _ in range(int(times)))


def passing(players: int, cycle: tuple[str, ...], count: int, forward: bool, partners: bool) -> tuple[Call | Pass, ...]:
    """The phases of passing by a cycle; Refusal where an entry cannot be at such a table."""
    impossible = {"A": players % 2 > 0, "P": not partners, "L2": players < 5, "R2": players < 5}
    impossible["CALL"] = (players, count) != (4, 3)
    impossible["S"] = count % (players - 1) > 0 or players == 2
    for code in cycle:
        if impossible.get(code):
            menu = [code for code in DIRECTIONS if not impossible.get(code)]
            raise Refusal("bad-option", option="pass_cycle", given=code, menu=menu)
    called = (Call(cycle),) if "CALL" in cycle else ()
    return (*called, Pass(cycle, count, forward))
