"""What one seat may know of a deal: the one choke point of secrecy. Bots, letters and pages see only this."""

from typing import NamedTuple

from pbem.cards import Cards
from pbem.rules import machine
from pbem.rules.phases import Pass
from pbem.rules.table import Action, Ask, Deal, Fact, Ruleset, Trick


class View(NamedTuple):
    """A deal as `seat` sees it. `said` holds its own actions and those that are public by now."""

    seat: int
    number: int
    dealer: int
    totals: tuple[int, ...]
    hand: Cards
    sizes: tuple[int, ...]
    """How many cards each hand holds."""
    said: tuple[Action, ...]
    received: Cards
    """What the pass brought, once all have passed."""
    offset: int
    """How many seats clockwise the pass goes; 0 for a hold."""
    trick: Trick
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    """Points in the cards that each hand has taken so far."""
    asks: tuple[Ask, ...]
    """What this seat is asked; the others' menus are not its business."""
    waiting: tuple[int, ...]
    """The hands that are asked something now."""
    over: bool
    stake: int
    """What a shot moon is worth."""
    shooter: int | None
    """Who shot the moon, once the deal is over."""


def view(rules: Ruleset, deal: Deal, seat: int) -> View:
    """The deal with everything left out that `seat` may not see."""
    passing = next((phase for phase in rules.phases if isinstance(phase, Pass)), None)
    offset = passing.offset(deal.number, rules.players) if passing else 0
    asks = machine.asks(rules, deal)
    verb = rules.phases[deal.agenda].verb if deal.agenda < len(rules.phases) else ""
    said = tuple(
        action
        for action in deal.said
        if action.hand == seat or (action.verb != verb and action.verb not in SECRET_VERBS)
    )
    sender = (seat - offset) % rules.players
    packet = deal.answers("pass").get(sender) if offset and verb != "pass" else None
    return View(
        seat=seat,
        number=deal.number,
        dealer=deal.dealer,
        totals=deal.totals,
        hand=deal.hands[seat],
        sizes=tuple(hand.bit_count() for hand in deal.hands),
        said=said,
        received=sum(1 << card for card in packet.picks) if packet else 0,
        offset=offset,
        trick=deal.trick,
        tricks=deal.tricks,
        points=tuple(rules.scoring.points(taken) for taken in deal.taken),
        asks=tuple(ask for ask in asks if ask.hand == seat),
        waiting=tuple(ask.hand for ask in asks),
        over=machine.over(rules, deal),
        stake=rules.scoring.stake(deal),
        shooter=rules.scoring.shooter(deal) if machine.over(rules, deal) else None,
    )


SECRET_VERBS = frozenset({"pass"})
"""Verbs whose picks stay between giver and taker until the deal is closed."""


def may_hear(fact: Fact, seat: int) -> bool:
    """Whether a seat may be told a fact."""
    return fact.only is None or fact.only == seat
