"""What one seat may know of a deal: the one choke point of secrecy. Bots, letters and pages see only this."""

from typing import NamedTuple

from pbem.cards import Cards, bits
from pbem.rules.numbers import Number
from pbem.rules.passing import Packet, Pass
from pbem.rules.scoring import union
from pbem.rules.table import Action, Ask, Deal, Fact, Phase, Ruleset, Standing, Trick


class View(NamedTuple):
    """A deal as `seat` sees it. `said` holds its own actions and those that are public by now."""

    seat: int
    number: int
    dealer: int
    standing: Standing
    """Of the match, before this deal."""
    blind: bool
    """Whether nobody has seen a card yet."""
    hand: Cards
    sizes: tuple[int, ...]
    """How many cards each hand holds."""
    dummies: tuple[tuple[int, Cards], ...]
    """The hands that lie face up."""
    said: tuple[Action, ...]
    offsets: tuple[int, ...]
    """How many seats clockwise each card passed travels, 0 for the middle; () for a hold."""
    received: tuple[Packet, ...]
    """What the pass brought, once all have passed."""
    exposed: tuple[tuple[int, Cards], ...]
    """What hands have laid open."""
    kitty: Cards
    """The kitty, if this seat has taken it."""
    kitty_to: int
    """The hand that has taken the kitty; -1 while it waits or where there is none."""
    trick: Trick
    tricks: tuple[Trick, ...]
    points: tuple[Number, ...]
    """The face value of what each seat has openly taken so far; of its own, all."""
    asks: tuple[Ask, ...]
    """What this seat is asked; the others' menus are not its business."""
    waiting: tuple[int, ...]
    """The seats that may be asked something now. Where to be asked would tell of a hand, it is everybody."""
    over: bool
    stake: Number
    """What a shot moon is worth, once the cards have been played."""
    shooter: int | None
    """Who shot the moon, once the deal is over."""


def view(rules: Ruleset, deal: Deal, seat: int) -> View:
    """The deal with everything left out that `seat` may not see."""
    phase = rules.phases[deal.agenda] if deal.agenda < len(rules.phases) else None
    said = tuple(action for action in deal.said if action.hand == seat or _public(rules, phase, action.verb))
    sealed = phase is not None and phase.secrecy in ("sealed", "hidden")
    open_cards = 0 if phase is not None and phase.verb == "expose" else deal.exposed
    offsets, received = _pass(rules, deal, phase, seat)
    over, blind = phase is None, phase is not None and phase.blind
    open_dummy = rules.open_dummy is not None and rules.open_dummy(deal)
    played_out = over or rules.phases[deal.agenda].verb == "moon"
    return View(
        seat=seat,
        number=deal.number,
        dealer=deal.dealer,
        standing=deal.standing,
        blind=blind,
        hand=0 if blind else deal.hands[seat],
        sizes=tuple(hand.bit_count() for hand in deal.hands),
        dummies=tuple(enumerate(deal.hands))[rules.players :] if open_dummy and not blind else (),
        said=said,
        offsets=offsets,
        received=received,
        exposed=tuple((action.hand, bits(action.picks)) for action in said if action.verb == "expose" and action.picks),
        kitty=rules.pack & ~union(deal.dealt) if deal.kitty_to == seat else 0,
        kitty_to=deal.kitty_to,
        trick=deal.trick,
        tricks=deal.tricks,
        points=tuple(
            rules.scoring.points(taken if over or hand == seat else taken & deal.played, open_cards)
            for hand, taken in enumerate(deal.taken)
        ),
        asks=tuple(ask for ask in deal.waiting if ask.seat == seat),
        waiting=tuple(range(rules.players)) if sealed else tuple(ask.seat for ask in deal.waiting),
        over=over,
        stake=rules.scoring.stake(deal) if played_out else 0,
        shooter=rules.scoring.shooter(deal) if over else None,
    )


def may_hear(fact: Fact, seat: int) -> bool:
    """Whether a seat may be told a fact."""
    return fact.only is None or fact.only == seat


def _public(rules: Ruleset, now: Phase | None, verb: str) -> bool:
    """Whether answers to a verb may be seen by all: open ones at once, sealed ones when their phase is over."""
    secrecy = next(phase.secrecy for phase in rules.phases if phase.verb == verb)
    return secrecy == "open" or (secrecy == "sealed" and (now is None or now.verb != verb))


def _pass(rules: Ruleset, deal: Deal, now: Phase | None, seat: int) -> tuple[tuple[int, ...], tuple[Packet, ...]]:
    """Where this deal's passes go, and what came to this seat once they are over."""
    passing = next((phase for phase in rules.phases if isinstance(phase, Pass)), None)
    if passing is None:
        return (), ()
    offsets = passing.offsets(deal, rules.players)
    if not offsets or (now is not None and (now.blind or now is passing)):
        return offsets, ()
    return offsets, tuple(packet for packet in passing.packets(deal, rules.players) if packet.target == seat)
