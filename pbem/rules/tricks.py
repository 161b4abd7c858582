"""Round the table: who plays after whom, who opens, who wins a trick."""

from collections.abc import Callable

from pbem.cards import CLUBS, RANK_OF, STANDARD, SUIT_OF, Cards, bits
from pbem.rules.table import Deal, Rota, Ruleset

Opener = Callable[[Ruleset, Deal], int]
Taker = Callable[[Deal], int]


def clockwise(hands: int) -> Rota:
    """Everybody in turn."""
    rounds = tuple(tuple((leader + step) % hands for step in range(hands)) for leader in range(hands))
    return lambda dealer, leader: rounds[leader]


def highest_of_led_suit(played: tuple[int, ...], hands: int) -> int:
    """The place of the highest card of the suit led."""
    led = SUIT_OF[played[0]]
    best = 0
    for place, card in enumerate(played):
        if SUIT_OF[card] == led and RANK_OF[card] > RANK_OF[played[best]]:
            best = place
    return best % hands


def cancelled(played: tuple[int, ...], hands: int) -> int | None:
    """Two identical cards in a trick cancel for winning; when all that could win are cancelled, nobody does
    (rules.md 3.9)."""
    led = SUIT_OF[played[0]]
    faces = [card % STANDARD for card in played]
    able = [place for place, card in enumerate(played) if SUIT_OF[card] == led and faces.count(faces[place]) == 1]
    return max(able, key=lambda place: RANK_OF[played[place]]) % hands if able else None


def left_of_dealer(rules: Ruleset, deal: Deal) -> int:
    """The hand after the dealer's opens."""
    return rules.rota(deal.dealer, deal.dealer)[1]


def holder_of_lowest_club(rules: Ruleset, deal: Deal) -> int:
    """Who holds the lowest club in play opens: found after passing (rules.md 2.3). It may be a dummy."""
    return min((clubs & -clubs, hand) for hand, held in enumerate(deal.hands) if (clubs := held & CLUBS))[1]


def holder_of(card: Cards) -> Opener:
    """The hand that the deal before names opens, else the holder of `card` (rules.md 3.13)."""

    def opener(rules: Ruleset, deal: Deal) -> int:
        return deal.opener if deal.opener >= 0 else next(hand for hand, held in enumerate(deal.hands) if held & card)

    return opener


def taker_of(card: Cards) -> Taker:
    """The hand that has taken `card`."""
    return lambda deal: next(hand for hand, taken in enumerate(deal.taken) if taken & card)


def carried(deal: Deal) -> Cards:
    """The cards of earlier tricks that nobody has won yet."""
    held = deal.played & ~bits(deal.trick.played)
    for taken in deal.taken:
        held &= ~taken
    return held


def last_winner(deal: Deal) -> int:
    """The hand that won the last trick that was won; -1 before."""
    return next((trick.winner for trick in reversed(deal.tricks) if trick.winner >= 0), -1)
