"""How the cards of the Rook pack are said and read: a colour and a number, in either order and either language."""

import re

from pbem.cards import ROOK, ROOK_RANKS, Card
from pbem.rules.table import Refusal

COLOURS = {"en": ("green", "yellow", "red", "black"), "fr": ("vert", "jaune", "rouge", "noir")}
_LETTERS = {"en": "gyrb", "fr": "vjrn"}
_WORDS = {word: place for words in COLOURS.values() for place, word in enumerate(words)}
_WORDS |= {letter: place for letters in _LETTERS.values() for place, letter in enumerate(letters)}
_WORDS |= {"verte": 0, "rouges": 2, "noire": 3, "verts": 0, "jaunes": 1, "noirs": 3}
_COLOUR = "|".join(sorted(_WORDS, key=len, reverse=True))
_CARD = re.compile(rf"(?:\b(?P<colour>{_COLOUR})\s?(?P<number>\d\d?)\b|\b(?P<first>\d\d?)\s?(?P<then>{_COLOUR})\b)")
_BETWEEN = re.compile(r"(?:[\s,;+&.]|\b(?:and|et|the|le|la)\b)*")


def colour(suit: int, language: str) -> str:
    """The colour in words: `red`, `rouge`."""
    return COLOURS[language][suit]


def say_rook(card: Card, language: str) -> str:
    """The card in words: `red 10`, `rouge 10`."""
    suit, rank = divmod(card - ROOK, ROOK_RANKS)
    return f"{colour(suit, language)} {rank + 1}"


def read_rook(text: str) -> tuple[Card, ...]:
    """All cards that the line names, in order; Refusal names the first word that is none."""
    cards, at, folded = list[Card](), 0, text.strip().lower()
    for found in _CARD.finditer(folded):
        between = folded[at : found.start()]
        number = int(found["number"] or found["first"])
        if not _BETWEEN.fullmatch(between) or not 1 <= number <= ROOK_RANKS:
            raise Refusal("unreadable-rook", text=between.strip() or found[0])
        cards.append(ROOK + ROOK_RANKS * _WORDS[found["colour"] or found["then"]] + number - 1)
        at = found.end()
    if not _BETWEEN.fullmatch(folded[at:]):
        raise Refusal("unreadable-rook", text=folded[at:].split()[0])
    return tuple(cards)


def looks_like_rook(text: str) -> bool:
    """Whether a line is cards of this pack and nothing else."""
    try:
        return bool(read_rook(text))
    except Refusal:
        return False
