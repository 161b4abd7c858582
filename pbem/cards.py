"""Cards, packs and the shuffle that anyone can recompute.

A card is a small number, a set of cards is an int with one bit per card; every question about a hand is then one
operation on ints. Cards 0 to 51 are the standard pack, suit by suit (C D H S), each from 2 up to ace; 52 to 103 are
the same again for games with two packs, so a card's twin is the card plus or minus 52. Cards 104 to 159 are the Rook
pack, colour by colour (green, yellow, red, black), each from 1 up to 14; its colours stand where the suits do, so that
to follow, to break and to win need not know which pack is played.
"""

import hashlib
from collections.abc import Iterable, Iterator

Card = int
Cards = int

RANKS = "23456789TJQKA"
SUITS = "CDHS"
COLOURS = "GYRB"
STANDARD = 52
ROOK = 2 * STANDARD
"""The first card of the Rook pack."""
ROOK_RANKS = 14

SUIT_BITS = tuple(
    0x1FFF << 13 * suit | 0x1FFF << 13 * suit + STANDARD | 0x3FFF << ROOK + ROOK_RANKS * suit for suit in range(4)
)
CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_BITS
PACK_52: Cards = (1 << STANDARD) - 1
PACK_32: Cards = sum(1 << 13 * suit + rank for suit in range(4) for rank in range(5, 13))
TWO_PACKS: Cards = (1 << 2 * STANDARD) - 1
ROOK_PACK: Cards = ((1 << 4 * ROOK_RANKS) - 1) << ROOK

PACKS = {"32": PACK_32, "52": PACK_52, "104": TWO_PACKS, "rook": ROOK_PACK}
"""Whole packs by name."""

_ROOK_NAMES = tuple(f"{colour}{rank}" for colour in COLOURS for rank in range(1, ROOK_RANKS + 1))
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS) * 2 + _ROOK_NAMES
"""Card names by number, rank then suit (`2C`, `TD`, `QS`), or colour then number (`R10`); twins share theirs."""
LABELS = tuple(name + "'" * (STANDARD <= card < ROOK) for card, name in enumerate(NAMES))
"""The one name of each card: a second twin's ends in `'`."""

SUIT_OF = tuple(card % STANDARD // 13 for card in range(ROOK)) + tuple(n // ROOK_RANKS for n in range(4 * ROOK_RANKS))
RANK_OF = tuple(card % 13 for card in range(ROOK)) + tuple(n % ROOK_RANKS for n in range(4 * ROOK_RANKS))
_NUMBER = {name: card for card, name in reversed(list(enumerate(NAMES)))}
_NUMBER |= {f"10{suit}": _NUMBER[f"T{suit}"] for suit in SUITS}


def card(name: str) -> Card:
    """The card called `name` (any case, `10` for `T`); KeyError when there is none."""
    return _NUMBER[name.upper()]


def cards(names: str | Iterable[str]) -> Cards:
    """The set of the named cards: `cards("QS 2C")`. A name given twice means both twins."""
    bits = 0
    for name in names.split() if isinstance(names, str) else names:
        bit = 1 << card(name)
        bits |= bit << STANDARD if bits & bit else bit
    return bits


def each(bits: Cards) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits(numbers: Iterable[Card]) -> Cards:
    """The set of the given cards."""
    result = 0
    for number in numbers:
        result |= 1 << number
    return result


def names(bits: Cards) -> list[str]:
    """The canonical names of a set's cards, by suit and rank."""
    return [NAMES[card] for card in each(bits)]


def pack_name(pack: Cards) -> str:
    """The smallest whole pack that holds these cards."""
    return next(name for name, whole in PACKS.items() if not pack & ~whole)


def labels(bits: Cards) -> list[str]:
    """The one name of each card of a set, by suit and rank."""
    return [LABELS[card] for card in each(bits)]


def shuffled(pack: Cards, secret: bytes, words: str, number: int | str) -> list[Card]:
    """The pack in the order in which deal `number` is dealt, one card at a time, clockwise.

    Sorts the pack by SHA-256 of `secret || 0x00 || words || 0x00 || number || 0x00 || card label`, the second twin's
    name ending in `'`; any language can recompute it (play.md, section 6). A shuffle of passed cards in the middle
    takes the order that `<number> mix` gives in place of the number.
    """

    head = b"\0".join((secret, words.encode(), str(number).encode(), b""))
    return sorted(each(pack), key=lambda card: hashlib.sha256(head + LABELS[card].encode()).digest())
