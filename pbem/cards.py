"""Cards, packs and the shuffle that anyone can recompute.

A card is a small number, a set of cards is an int with one bit per card; every question about a hand is then one
operation on ints. Cards 0 to 51 are the standard pack, suit by suit (C D H S), each from 2 up to ace; 52 to 103 are
the same again for games with two packs, so a card's twin is the card plus or minus 52.
"""

import hashlib
from collections.abc import Iterable, Iterator

Card = int
Cards = int

RANKS = "23456789TJQKA"
SUITS = "CDHS"
STANDARD = 52

SUIT_BITS = tuple(((0x1FFF << 13 * suit) | (0x1FFF << (13 * suit + STANDARD))) for suit in range(4))
CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_BITS
PACK_52: Cards = (1 << STANDARD) - 1
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS) * 2
"""Canonical card names by number, rank then suit: `2C`, `TD`, `QS`."""

SUIT_OF = tuple(card % STANDARD // 13 for card in range(2 * STANDARD))
RANK_OF = tuple(card % 13 for card in range(2 * STANDARD))
_NUMBER = {name: card for card, name in reversed(list(enumerate(NAMES)))}


def card(name: str) -> Card:
    """The card called `name` (any case, `10` for `T`); KeyError when there is none."""
    return _NUMBER[name.upper().replace("10", "T")]


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


def shuffled(pack: Cards, secret: bytes, words: str, number: int) -> list[Card]:
    """The pack in the order in which deal `number` is dealt, one card at a time, clockwise.

    Sorts the pack by SHA-256 of `secret || 0x00 || words || 0x00 || number || 0x00 || card name`, the second twin's
    name ending in `'`; any language can recompute it (play.md, section 6).
    """

    def key(card: Card) -> bytes:
        name = NAMES[card] + ("'" if card >= STANDARD else "")
        return hashlib.sha256(b"\0".join((secret, words.encode(), str(number).encode(), name.encode()))).digest()

    return sorted(each(pack), key=key)
