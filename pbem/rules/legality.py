"""Legal play as a fold over filters (rules.md, section 1.3): each narrows the menu, and one that would leave nothing
is ignored, so the menu is never empty. Here are the bricks; a variant picks and orders them."""

from pbem.cards import CLUBS, HEARTS, SPADES, SUIT_BITS, SUIT_OF, Cards, cards
from pbem.rules.table import Deal, Filter

QUEEN = cards("QS QS")
"""The queen of spades, in either pack."""
HIGH_SPADES = cards("AS AS KS KS")


def legal(filters: tuple[Filter, ...], deal: Deal, hand: Cards) -> Cards:
    """What of `hand` may be played now."""
    menu = hand
    for _, keep in filters:
        menu = keep(deal, menu) or menu
    return menu


def forbids(filters: tuple[Filter, ...], deal: Deal, hand: Cards, card: int) -> str:
    """The code of the filter that keeps `card` of `hand` from being played; KeyError when it is legal."""
    menu = hand
    for code, keep in filters:
        menu = keep(deal, menu) or menu
        if not menu >> card & 1:
            return code
    raise KeyError(card)


def opening_card(pack_clubs: Cards = CLUBS) -> Filter:
    """The first lead of the deal is the lowest club in play."""

    def keep(deal: Deal, menu: Cards) -> Cards:
        if deal.played:
            return menu
        clubs = menu & pack_clubs
        return clubs & -clubs

    return Filter("opening-card", keep)


def _any_club(deal: Deal, menu: Cards) -> Cards:
    return menu if deal.played else menu & CLUBS


def _first_lead_no_heart(deal: Deal, menu: Cards) -> Cards:
    return menu if deal.played else menu & ~HEARTS


def _follow(deal: Deal, menu: Cards) -> Cards:
    played = deal.trick.played
    return menu & SUIT_BITS[SUIT_OF[played[0]]] if played else menu


def _void(deal: Deal, menu: Cards) -> bool:
    """Whether this menu is a discard: a card has been led, and none of its suit is left on the menu."""
    played = deal.trick.played
    return bool(played) and not menu & SUIT_BITS[SUIT_OF[played[0]]]


def first_trick(penalty: Cards) -> Filter:
    """No penalty card to the first trick, neither thrown nor led."""

    def keep(deal: Deal, menu: Cards) -> Cards:
        return menu if deal.tricks or (deal.trick.played and not _void(deal, menu)) else menu & ~penalty

    return Filter("first-trick", keep)


def first_trick_relief(penalty: Cards) -> Filter:
    """A hand of penalty cards alone must give the queen of spades to the first trick (relief `queen_first`)."""

    def keep(deal: Deal, menu: Cards) -> Cards:
        return menu & QUEEN if not deal.tricks and not menu & ~penalty and _void(deal, menu) else menu

    return Filter("first-trick-queen", keep)


def hearts_broken(breakers: Cards, hearts_or_queen: bool, first_lead_free: bool) -> Filter:
    """Hearts may not be led until a card of `breakers` has been played."""

    def keep(deal: Deal, menu: Cards) -> Cards:
        if deal.trick.played or deal.played & breakers or (first_lead_free and not deal.played):
            return menu
        others = menu & ~HEARTS
        return menu if hearts_or_queen and not others & ~QUEEN else others

    return Filter("hearts-not-broken", keep)


def _exposed(deal: Deal, menu: Cards) -> Cards:
    """An exposed card waits until its suit has been led in an earlier trick."""
    barred = deal.exposed & menu
    for trick in deal.tricks if barred else ():
        barred &= ~SUIT_BITS[SUIT_OF[trick.played[0]]]
    return menu if deal.trick.played and _void(deal, menu) else menu & ~barred


def _queen_asap(deal: Deal, menu: Cards) -> Cards:
    if not deal.trick.played or not menu & QUEEN:
        return menu
    if _void(deal, menu):
        return menu & QUEEN
    high = any(HIGH_SPADES >> card & 1 for card in deal.trick.played)
    return menu & QUEEN if high and menu & SPADES else menu


ANY_CLUB_OPENS = Filter("opening-club", _any_club)
FIRST_LEAD_NO_HEART = Filter("opening-heart", _first_lead_no_heart)
FOLLOW = Filter("must-follow", _follow)
EXPOSED_WAITS = Filter("exposed-waits", _exposed)
QUEEN_ASAP = Filter("queen-asap", _queen_asap)
