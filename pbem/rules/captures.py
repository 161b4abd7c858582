"""One line for what each hand has taken, `2-6H / QS,7-8H / 9-AH / -`, and what that comes to (docs/notation.md)."""

from typing import NamedTuple

from pbem import cards as pack
from pbem.cards import SUIT_BITS, SUIT_OF, Card, Cards, each
from pbem.rules import machine
from pbem.rules.notation import in_pack, read_cards, write_card, write_cards
from pbem.rules.numbers import Number
from pbem.rules.scoring import union
from pbem.rules.table import Action, Deal, Refusal, Ruleset, Standing, Trick


class Captures(NamedTuple):
    """The cards each hand has taken; the hand that took every trick, if that is claimed; the cards that were exposed;
    and who plays the dummy for how much."""

    taken: tuple[Cards, ...]
    sun: int | None = None
    exposed: Cards = 0
    bid: tuple[int, int] | None = None


class Scored(NamedTuple):
    """A deal's points, the totals after it, and what these mean for the match."""

    points: tuple[Number, ...]
    totals: tuple[Number, ...]
    over: bool
    winners: tuple[int, ...]
    shooter: int | None
    stage: int


class Taken(NamedTuple):
    """What came of one trick; the winner is -1 where nobody won it."""

    winner: int
    points: Number
    breaks: bool


def taken(rules: Ruleset, leader: int, trick: tuple[Card, ...]) -> Taken:
    """Who wins a whole trick, and what is in it. Seat 0 has dealt."""
    boosted = rules.boost & SUIT_BITS[SUIT_OF[trick[0]]] & pack.bits(trick[: rules.hands]) if trick else 0
    if len(trick) not in (rules.hands, 2 * rules.hands if boosted else 0) or leader >= rules.hands:
        raise Refusal("bad-trick", players=rules.hands, given=len(trick))
    cards = in_pack(rules, pack.bits(trick))
    if cards.bit_count() < len(trick):
        raise Refusal("named-twice", given=" ".join(map(write_card, trick)))
    place = rules.winner(trick, rules.hands)
    winner = -1 if place is None else rules.rota(0, leader)[place]
    return Taken(winner, rules.scoring.points(cards), bool(cards & rules.breakers))


def read_captures(rules: Ruleset, text: str) -> Captures:
    """What each hand has taken, `/` between the hands, `*` for the rest of the pack; then perhaps `sun=0` for every
    trick, `exposed=QS,AH`, `bid=1:6`."""
    words = text.split()
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    parts = [part.strip() for part in " ".join(word for word in words if "=" not in word).split("/")]
    piles = [0 if part == "*" else in_pack(rules, read_cards(part, rules.pack)) for part in parts]
    if len(piles) != rules.hands or parts.count("*") > 1 or fields.keys() - {"sun", "exposed", "bid"}:
        raise Refusal("bad-captures", players=rules.hands, given=text)
    if twice := sum(pile.bit_count() for pile in piles) - union(piles).bit_count():
        raise Refusal("named-twice", given=text, count=twice)
    rest = rules.pack & ~union(piles)
    taken = tuple(rest if part == "*" else pile for part, pile in zip(parts, piles, strict=True))
    exposed = in_pack(rules, read_cards(fields.get("exposed", ""), rules.pack))
    return Captures(taken, _sun(rules, fields.get("sun", ""), taken), exposed, _bid(rules, fields.get("bid", "")))


def _sun(rules: Ruleset, text: str, taken: tuple[Cards, ...]) -> int | None:
    if not text:
        return None
    seat = int(text) if text in map(str, range(rules.players)) else -1
    if seat < 0 or any(pile for hand, pile in enumerate(taken) if hand != seat):
        raise Refusal("bad-captures", players=rules.hands, given=f"sun={text}")
    return seat


def _bid(rules: Ruleset, text: str) -> tuple[int, int] | None:
    if not text:
        return None
    seat, _, bid = text.partition(":")
    things = next((phase.things for phase in rules.phases if phase.verb == "bid"), ())
    if seat not in map(str, range(rules.players)) or bid not in things[1:]:
        raise Refusal("bad-captures", players=rules.hands, given=f"bid={text}")
    return int(seat), int(bid)


def write_captures(rules: Ruleset, captures: Captures) -> str:
    """The one canonical line of a deal's captures."""
    words = [" / ".join(write_cards(pile, rules.pack) for pile in captures.taken)]
    words += [] if captures.sun is None else [f"sun={captures.sun}"]
    words += [f"exposed={write_cards(captures.exposed)}"] if captures.exposed else []
    words += [] if captures.bid is None else [f"bid={captures.bid[0]}:{captures.bid[1]}"]
    return " ".join(words)


def score(
    rules: Ruleset, captures: Captures, totals: tuple[Number, ...] = (), moon: str | None = None, stage: int = 1
) -> Scored:
    """What a deal with these captures comes to. `moon` is the shooter's choice, where the rules leave him one;
    without it the server's choice for an absent shooter stands. `stage` 2 is that of points taken off again."""
    scoring, none = rules.scoring, (0,) * rules.hands
    totals = totals or none[: rules.players]
    if len(totals) != rules.players:
        raise Refusal("bad-totals", players=rules.players, given=len(totals))
    if missing := (scoring.penalty | scoring.bonus) & rules.pack & ~union(captures.taken):
        raise Refusal("cards-missing", cards=write_cards(missing))
    deal = Deal(1, 0, Standing(totals, stage=stage), none, none, captures.taken, said=_said(captures))
    deal = deal._replace(tricks=_tricks(rules, captures), agenda=len(rules.phases))
    shooter = scoring.shooter(deal)
    if moon is not None:
        things = next((phase.things for phase in rules.phases if phase.verb == "moon"), ())
        if shooter is None or moon not in things:
            raise Refusal("no-moon-choice", given=moon, menu=things)
        deal = deal._replace(said=(*deal.said, Action(shooter, "moon", (things.index(moon),))))
    points, after = machine.close(rules, deal)
    return Scored(points, after.totals, bool(after.winners), after.winners, shooter, after.stage)


def _said(captures: Captures) -> tuple[Action, ...]:
    said = (Action(0, "expose", tuple(each(captures.exposed))),) if captures.exposed else ()
    return said if captures.bid is None else (*said, Action(captures.bid[0], "bid", (captures.bid[1] + 1,)))


def _tricks(rules: Ruleset, captures: Captures) -> tuple[Trick, ...]:
    """A trick for each hand that has taken anything. Where that is one hand and no sun is claimed, its neighbour must
    have won one too, with no card that counts."""
    if captures.sun is not None:
        return (Trick(captures.sun, (), captures.sun),)
    winners = [hand for hand, pile in enumerate(captures.taken) if pile]
    winners += [(winners[0] + 1) % rules.hands] if len(winners) == 1 else []
    return tuple(Trick(hand, (), hand) for hand in winners)
