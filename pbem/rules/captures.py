"""One line for what each hand has taken, `2-6H / QS,7-8H / 9-AH / -`, and what that comes to (docs/notation.md)."""

from typing import NamedTuple

from pbem import cards as pack
from pbem.cards import Card, Cards
from pbem.rules import machine
from pbem.rules.notation import in_pack, read_cards, write_card, write_cards
from pbem.rules.scoring import Points, new_totals, union, winners
from pbem.rules.table import Action, Deal, Refusal, Ruleset, Trick


class Captures(NamedTuple):
    """The cards each hand has taken, and the hand that took every trick, if that is claimed."""

    taken: tuple[Cards, ...]
    sun: int | None = None


class Scored(NamedTuple):
    """A deal's points, the totals after it, and what these mean for the match."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    shooter: int | None


class Taken(NamedTuple):
    """What came of one trick."""

    winner: int
    points: int
    breaks: bool


def taken(rules: Ruleset, leader: int, trick: tuple[Card, ...]) -> Taken:
    """Who wins a whole trick, and what is in it."""
    if len(trick) != rules.players or leader >= rules.players:
        raise Refusal("bad-trick", players=rules.players, given=len(trick))
    cards = in_pack(rules, pack.bits(trick))
    if cards.bit_count() < len(trick):
        raise Refusal("named-twice", given=" ".join(map(write_card, trick)))
    winner = (leader + rules.winner(trick)) % rules.players
    return Taken(winner, rules.scoring.points(cards), bool(cards & rules.breakers))


def read_captures(rules: Ruleset, text: str) -> Captures:
    """What each hand has taken, `/` between the hands, `*` for the rest of the pack, `sun=0` for every trick."""
    text, _, sun = map(str.strip, text.partition("sun="))
    parts = [part.strip() for part in text.split("/")]
    piles = [0 if part == "*" else in_pack(rules, read_cards(part, rules.pack)) for part in parts]
    if len(piles) != rules.players or parts.count("*") > 1:
        raise Refusal("bad-captures", players=rules.players, given=text)
    if twice := sum(pile.bit_count() for pile in piles) - union(piles).bit_count():
        raise Refusal("named-twice", given=text, count=twice)
    rest = rules.pack & ~union(piles)
    captures = Captures(tuple(rest if part == "*" else pile for part, pile in zip(parts, piles, strict=True)))
    if not sun:
        return captures
    seat = int(sun) if sun in map(str, range(rules.players)) else -1
    if seat < 0 or any(pile for hand, pile in enumerate(captures.taken) if hand != seat):
        raise Refusal("bad-captures", players=rules.players, given=f"sun={sun}")
    return captures._replace(sun=seat)


def write_captures(rules: Ruleset, captures: Captures) -> str:
    """The one canonical line of a deal's captures."""
    sun = "" if captures.sun is None else f" sun={captures.sun}"
    return " / ".join(write_cards(pile, rules.pack) for pile in captures.taken) + sun


def score(rules: Ruleset, captures: Captures, totals: tuple[int, ...] = (), moon: str | None = None) -> Scored:
    """What a deal with these captures comes to. `moon` is the shooter's choice, where the rules leave him one;
    without it the server's choice for an absent shooter stands."""
    scoring, zeros = rules.scoring, (0,) * rules.players
    totals = totals or zeros
    if len(totals) != rules.players:
        raise Refusal("bad-totals", players=rules.players, given=len(totals))
    if missing := (scoring.penalty | scoring.bonus) & ~union(captures.taken):
        raise Refusal("cards-missing", cards=write_cards(missing))
    tricks = () if captures.sun is None else (Trick(captures.sun, (), captures.sun),)
    deal = Deal(1, 0, totals, zeros, zeros, captures.taken, tricks=tricks)
    shooter = scoring.shooter(deal) if isinstance(scoring, Points) else None
    if moon is not None:
        things = next((phase.things for phase in rules.phases if phase.verb == "moon"), ())
        if shooter is None or moon not in things:
            raise Refusal("no-moon-choice", given=moon, menu=things)
        deal = deal._replace(said=(Action(shooter, "moon", (things.index(moon),)),))
    points = machine.score(rules, deal)
    after = new_totals(rules, totals, points)
    won = winners(rules, after)
    return Scored(points, after, bool(won), won, shooter)
