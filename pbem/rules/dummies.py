"""Hands that nobody holds: who plays their cards, and the auction for that (rules.md 3.22, 3.23)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pbem.cards import CLUBS
from pbem.rules.numbers import Number
from pbem.rules.scoring import Points
from pbem.rules.table import Action, Ask, Deal, Fact, Phase, Rota, Ruleset
from pbem.rules.tricks import Opener, highest_of_led_suit, holder_of_lowest_club

HIGHEST_BID = 26
BIDS = ("pass", *map(str, range(HIGHEST_BID + 1)))


class Dummy(NamedTuple):
    """How a game with a dummy differs from one without."""

    rota: Rota
    opener: Opener
    winner: Callable[[tuple[int, ...], int], int]
    controller: Callable[[Deal], int]
    face_up: Callable[[Deal], bool]
    phases: tuple[Phase, ...]
    """What comes between passing and play."""
    scoring: type[Points]


class Auction(NamedTuple):
    """An auction so far: who leads it (the dealer, for nothing, until somebody bids), and who is still in."""

    controller: int
    bid: int
    left: tuple[int, ...]


def auction(deal: Deal, players: int) -> Auction:
    """What has been bid in a deal. Whoever passes is out for good."""
    controller, bid, left = deal.dealer, -1, list(range(players))
    for action in deal.said:
        if action.verb == "bid" and action.picks[0] == 0:
            left.remove(action.hand)
        elif action.verb == "bid":
            controller, bid = action.hand, action.picks[0] - 1
    return Auction(controller, bid, tuple(left))


@dataclass(frozen=True, slots=True)
class Bid:
    """From the dealer's left, each bids more than the last or drops out; the highest bidder plays the dummy."""

    players: int
    verb: str = "bid"
    things: tuple[str, ...] = BIDS
    secrecy: str = "open"
    blind: bool = False

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        leader, bid, left = auction(deal, self.players)
        if not left or bid == HIGHEST_BID or (bid >= 0 and left == (leader,)):
            return ()
        last = next((action.hand for action in reversed(deal.said) if action.verb == "bid"), deal.dealer)
        turn = min(left, key=lambda seat: (seat - last - 1) % self.players)
        higher = ((1 << len(BIDS)) - 1) & ~((1 << (bid + 2)) - 1)
        return (Ask(turn, self.verb, higher | 1, 1, 1, turn),)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, tuple[Fact, ...]]:
        return deal._replace(said=(*deal.said, action)), (Fact("bid", action.hand, number=action.picks[0] - 1),)

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, tuple[Fact, ...]]:
        leader, bid, _ = auction(deal, self.players)
        return deal, (Fact("controls", leader, number=max(bid, 0)),)


class Auctioned(Points):
    """The bid is added to the points of whoever plays the dummy; what the dummy takes counts for nobody."""

    __slots__ = ()

    def score(self, rules: Ruleset, deal: Deal) -> tuple[Number, ...]:
        controller, bid, _ = auction(deal, self.players)
        points = Points.score(self, rules, deal)
        return tuple(gained + max(bid, 0) * (seat == controller) for seat, gained in enumerate(points))


def opposite_dealer(dealer: int, leader: int) -> tuple[int, ...]:
    """Three seats and a dummy that sits opposite the dealer."""
    circle = (dealer, (dealer + 1) % 3, 3, (dealer + 2) % 3)
    place = circle.index(leader)
    return circle[place:] + circle[:place]


def after_both(dealer: int, leader: int) -> tuple[int, ...]:
    """Two seats, and a dummy that plays last to every trick."""
    return leader, 1 - leader, 2


def dummy_wins_for_the_follower(played: tuple[int, ...], hands: int) -> int:
    """A trick that the dummy's card wins goes to whoever played that card, who did not lead."""
    return min(highest_of_led_suit(played, hands), 1)


def seated_holder_of_lowest_club(rules: Ruleset, deal: Deal) -> int:
    """Who holds the lowest club in the seats' own hands opens."""
    return min((clubs & -clubs, seat) for seat, held in enumerate(deal.hands[:2]) if (clubs := held & CLUBS))[1]


THIRD_HAND = Dummy(
    after_both,
    seated_holder_of_lowest_club,
    dummy_wins_for_the_follower,
    controller=lambda deal: 1 - deal.trick.leader,
    face_up=lambda deal: True,
    phases=(),
    scoring=Points,
)
"""Two play; whoever follows plays a card of the dummy too (rules.md 3.22)."""
FOURTH_HAND = Dummy(
    opposite_dealer,
    holder_of_lowest_club,
    highest_of_led_suit,
    controller=lambda deal: auction(deal, 3).controller,
    face_up=lambda deal: deal.played > 0,
    phases=(Bid(3),),
    scoring=Auctioned,
)
"""Three play, and bid for the dummy's cards (rules.md 3.23)."""
