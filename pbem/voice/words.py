"""How cards are said: reading what members type, in English or French, and writing what they read.

Letters clash between the languages (7C is seven of clubs or sept de cœur), so a line is read in both and a small
table of rules decides; signs and whole words mean one card in any language. The hand never changes a reading: it
only lets the club suggest what might have been meant.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from pbem.cards import NAMES, RANK_OF, ROOK, SUIT_OF, Card, Cards
from pbem.rules.table import Refusal
from pbem.voice.rook import say_rook

LANGUAGES = ("en", "fr")
SIGNS = "♣♦♥♠"


def _tables(**rows: str) -> dict[str, list[str]]:
    return {language: row.split() for language, row in rows.items()}


RANKS = _tables(en="2 3 4 5 6 7 8 9 10 J Q K A", fr="2 3 4 5 6 7 8 9 10 V D R A")
SUITS = _tables(en="C D H S", fr="T K C P")
RANK_WORDS = _tables(
    en="two three four five six seven eight nine ten jack queen king ace",
    fr="deux trois quatre cinq six sept huit neuf dix valet dame roi as",
)
SUIT_WORDS = _tables(en="clubs diamonds hearts spades", fr="trèfle carreau cœur pique")
_OTHER_SUITS = _tables(en="club diamond heart spade", fr="trefles carreaux coeurs piques")
_OTHER_RANKS = {"deuce": ("en", 0), "knave": ("en", 9)}
QUEEN = 10

_FILLERS = {"and", "et", "plus"}
_ARTICLES = ("the", "my", "la", "le", "les", "ma", "mon", "mes")
_JOINTS = {"of": "of", "de": "of", ":": ":", **dict.fromkeys(_ARTICLES, "the")}
_PHRASES = ((r"\bblack\s+(?:lady|maria|queen)\b", " Q♠ "), (r"\bdame\s+noire\b", " D♠ "), (r"\b[ld]['’]", " "))
_SPELT = str.maketrans(  # white suits and hearts as emoji, variation marks, and the Unicode cards (without knights)
    dict(zip("♧♢♡♤❤\ufe0e\ufe0f", [*SIGNS, "♥", None, None], strict=True))
    | {
        chr(0x1F0A0 + 16 * row + place): f" {rank}{sign} "
        for row, sign in enumerate("♠♥♦♣")
        for place, rank in zip((*range(2, 12), 13, 14, 1), RANKS["en"], strict=True)
    }
)
_WORD = re.compile(r"[^\s,;+&/·|.!:]+|:")
_PIECE = re.compile(r"10|.", re.DOTALL)


class Piece(NamedTuple):
    """What one letter, sign or word can be to a reader: a rank, a suit, or what joins them."""

    rank: int | None = None
    suit: int | None = None
    free: int | None = None
    """Its rank beside a suit that is beyond doubt; there the rank letters of both languages are welcome."""
    sure: bool = False
    """A suit beyond doubt: a sign or a word."""
    role: str = ""

    @property
    def known(self) -> bool:
        return self.rank is not None or self.suit is not None or bool(self.role)


class Group(NamedTuple):
    """A word of the line, in one language: as typed, its key, and its pieces."""

    text: str
    key: str
    pieces: tuple[Piece, ...]

    @property
    def known(self) -> bool:
        return self.pieces[0].known if len(self.pieces) == 1 else _glued(self.pieces) is not None


class Reading(NamedTuple):
    """A line in one language: the cards that could be read, the first word that could not, and the whole as shown
    to a person, a `?` for each word that could not."""

    cards: tuple[Card, ...]
    bad: str | None
    shown: tuple[str, ...]


@lru_cache(4096)
def fold(text: str) -> str:
    """Text for comparing words: no case, no accents, one kind of apostrophe."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("’", "'"))
    return "".join(mark for mark in plain if not unicodedata.combining(mark))


def _letters(language: str) -> dict[str, Piece]:
    own = {name.lower(): rank for rank, name in enumerate(RANKS[language])} | ({"t": 8} if language == "en" else {})
    free = {name.lower(): rank for tongue in LANGUAGES for rank, name in enumerate(RANKS[tongue])} | {"t": 8}
    suits = {name.lower(): suit for suit, name in enumerate(SUITS[language])}
    return {letter: Piece(own.get(letter), suits.get(letter), free.get(letter)) for letter in {*free, *suits}} | {
        sign: Piece(suit=suit, sure=True) for suit, sign in enumerate(SIGNS)
    }


def _said(*tables: dict[str, list[str]]) -> dict[str, tuple[str, int]]:
    return {fold(word): (tongue, n) for words in tables for tongue in LANGUAGES for n, word in enumerate(words[tongue])}


_RANKED = _said(RANK_WORDS) | _OTHER_RANKS
_SUITED = _said(SUIT_WORDS, _OTHER_SUITS)
_WORDS = {word: Piece(rank=rank, free=rank, role="word") for word, (_, rank) in _RANKED.items()}
_WORDS |= {word: Piece(suit=suit, sure=True) for word, (_, suit) in _SUITED.items()}
_WORDS |= {word: Piece(role=role) for word, role in _JOINTS.items()}
_PIECES = {language: _letters(language) for language in LANGUAGES}
_FRENCH_SUITS = {word for word, (tongue, _) in _SUITED.items() if tongue == "fr"}
_HINTS = {word: tongue for word, (tongue, _) in (_RANKED | _SUITED).items() if word not in ("as", "six")}
_HINT_LETTERS = {**dict.fromkeys("kqjt", "en"), **dict.fromkeys("rdv", "fr")}


def _groups(text: str, language: str) -> list[Group]:
    text = text.translate(_SPELT)
    for phrase, plain in _PHRASES:
        text = re.sub(phrase, plain, text, flags=re.IGNORECASE)
    words = [(word, fold(word)) for word in _WORD.findall(text)]
    words = [(word, key) for word, key in words if key not in _FILLERS]
    groups = list[Group]()
    for (word, key), (_, after) in zip(words, [*words[1:], ("", "")], strict=False):
        # "as" is a French word and the English code of A♠: in English it is the word only in "as de cœur".
        if key in _WORDS and (key != "as" or language == "fr" or after == "de" or after in _FRENCH_SUITS):
            group = Group(word, key, (_WORDS[key],))
        else:  # codes bear no accents: "ça" is not a card
            parts = _PIECE.findall(unicodedata.normalize("NFKC", word).lower())
            group = Group(word, key, tuple(_PIECES[language].get(part, Piece()) for part in parts))
        if not (groups and group.pieces[0].sure and group.pieces == groups[-1].pieces):  # "♣ clubs 2 5" names it twice
            groups.append(group)
    return groups


def _pair(one: Piece, two: Piece) -> Card | None:
    """The card of a rank and a suit, in either order."""
    for suit, rank in ((one, two), (two, one)):
        beside = rank.free if suit.sure else rank.rank
        if suit.suit is not None and beside is not None:
            return suit.suit * 13 + beside
    return None


def _is_list(pieces: tuple[Piece, ...]) -> bool:
    return pieces[0].sure and all(piece.free is not None for piece in pieces[1:])


def _glued(pieces: tuple[Piece, ...]) -> tuple[Card, ...] | None:
    """The cards of one word: pairs (`2cqsah`), or a suit and its ranks (`♣259`)."""
    if len(pieces) > 1 and _is_list(pieces):
        return tuple(card for piece in pieces[1:] if (card := _pair(pieces[0], piece)) is not None)
    found = tuple(_pair(one, two) for one, two in zip(pieces[::2], pieces[1::2], strict=False))
    whole = tuple(card for card in found if card is not None)
    return whole if whole and len(whole) * 2 == len(pieces) else None


def _flat(groups: list[Group]) -> list[tuple[str, Piece | tuple[Card, ...]]]:
    """The line as ready cards and loose pieces; a suit's list is left loose, for it may go on after the word."""
    items: list[tuple[str, Piece | tuple[Card, ...]]] = []
    suit_waits = False
    for group in groups:
        ready = _glued(group.pieces)
        if ready is None or _is_list(group.pieces) or (suit_waits and _is_list((Piece(sure=True), *group.pieces))):
            items += [(group.text, piece) for piece in group.pieces]
        else:
            items.append((group.text, ready))
        last = group.pieces[-1]
        suit_waits = (last.sure and len(group.pieces) == 1) or (suit_waits and last.role == ":")
    return items


def _read(groups: list[Group]) -> Reading:
    """Read the line: ready cards, `rank [of] suit`, `suit rank`, `suit: rank rank ...`, and the queen by herself."""
    items, found = _flat(groups), list[Card | str]()  # a str is a word that could not be read
    opened: Piece | None = None
    at = 0

    def piece(place: int) -> Piece:
        item = items[place][1] if place < len(items) else Piece()
        return item if isinstance(item, Piece) else Piece()

    while at < len(items):
        text, item = items[at]
        if not isinstance(item, Piece):
            found += item
            opened, at = None, at + 1
            continue
        joint = piece(at + 1).role if piece(at + 1).role in ("of", ":") else ""
        mate = at + 1 + bool(joint)
        if item.role == "the":  # "♣2, the queen" is not the queen of clubs
            opened, at = None, at + 1
        elif opened and item.free is not None and not (joint or _ends_in_suit(piece(at + 1), piece(at + 2))):
            found.append((opened.suit or 0) * 13 + item.free)
            at += 1
        elif (card := _pair(item, piece(mate))) is not None and joint != ("of" if item.sure else ":"):
            found.append(card)
            opened, at = item if item.sure else None, mate + 1
        elif item.role == "word" and item.rank == QUEEN and not joint:
            found.append(3 * 13 + QUEEN)
            opened, at = None, at + 1
        else:
            if found[-1:] != [text]:  # a word of several pieces is one word
                found.append(text)
            at += 1
    cards = tuple(card for card in found if isinstance(card, int))
    lone = groups[0].text if groups and not found else None
    bad = next((word for word in found if isinstance(word, str)), lone)
    return Reading(cards, bad, tuple(NAMES[card] if isinstance(card, int) else "?" for card in found))


def _ends_in_suit(suit: Piece, after: Piece) -> bool:
    """Whether a rank before `suit` belongs to it, rather than `suit` opening a list of its own."""
    return suit.sure and after.free is None and after.role != ":"


def read_cards(text: str, language: str) -> tuple[Card, ...]:
    """All cards that the line names, in order, as first-pack numbers; a card named twice comes twice."""
    groups = {tongue: _groups(text, tongue) for tongue in LANGUAGES}
    if not groups[language]:
        return ()
    other = _other(language)
    readings = {tongue: _read(groups[tongue]) for tongue in LANGUAGES}
    codes, hints, doubtful, stranger = _evidence(groups)
    fine = [tongue for tongue in (language, other) if readings[tongue].bad is None]
    shown = {tongue: list(readings[tongue].shown) for tongue in LANGUAGES}
    twofold = Refusal("two-languages", text=text.strip(), **shown)
    match fine:
        case [_, _] if readings["en"] == readings["fr"]:
            return readings[language].cards
        case [_, _]:
            if len(hints) == 2:
                raise twofold
            return readings[next(iter(hints), language)].cards
        case [only]:
            if doubtful and hints - {only}:
                raise twofold
            if only == language or only in codes | hints:
                return readings[only].cards
        case _ if len(codes) == 2:
            raise twofold
    raise Refusal("unreadable-cards", text=stranger or readings[language].bad)


def _other(language: str) -> str:
    return LANGUAGES[1 - LANGUAGES.index(language)]


def _evidence(groups: dict[str, list[Group]]) -> tuple[set[str], set[str], bool, str | None]:
    """What speaks for a language: codes that only it has; words and rank letters at signs, which are clear by
    themselves; whether a code is doubtful; and the first word that means nothing in either."""
    codes, hints, doubtful, stranger = set[str](), set[str](), False, None
    for english, french in zip(groups["en"], groups["fr"], strict=True):
        reads = {tongue for tongue, group in (("en", english), ("fr", french)) if group.known}
        if english.key in _HINTS:
            hints.add(_HINTS[english.key])
        elif any(piece.sure for piece in english.pieces):
            hints |= {_HINT_LETTERS[letter] for letter in english.key if letter in _HINT_LETTERS}
        elif len(reads) == 1:
            codes |= reads
        elif len(reads) == 2 and len(english.pieces) > 1 < len(french.pieces):
            doubtful = doubtful or _glued(english.pieces) != _glued(french.pieces)
        if not any(piece.known or piece.free is not None for piece in english.pieces + french.pieces):
            stranger = stranger or english.text
    return codes, hints, doubtful, stranger


def other_reading(text: str, language: str, hand: Cards) -> Card | None:
    """The held card that the other language reads where the member's own language reads one that is not held."""
    own, other = (_read(_groups(text, tongue)) for tongue in (language, _other(language)))
    if own.bad is not None or other.bad is not None:
        return None
    held = hand | hand >> 52
    pairs = zip(own.cards, other.cards, strict=False)
    return next((theirs for mine, theirs in pairs if held >> theirs & 1 and not held >> mine & 1), None)


_PROSE = re.compile(
    r"((([cdhkpst]a)|ah)[\s.,!?…]*)+|([\s.,]*\b[a-z]\b)+[\s.,]*|asks?|acts|cask|cast|hast|park|part", re.IGNORECASE
)


def looks_like_cards(text: str) -> bool:
    """Whether a bare line is cards and nothing else, in either language. "Ha ha", "ta", "park" and initials are
    prose; a colon or a middle dot is a label or a list as the club's own letters print it."""
    line = text.strip().rstrip(".!").rstrip()
    prose = _PROSE.fullmatch(text.strip()) and text.strip().lower() not in ("ah", "ah.")
    if not line or any(mark in line for mark in ":·") or (prose and not any(sign in line for sign in "♣♦♥♠♧♢♡♤")):
        return False
    groups = {tongue: _groups(line, tongue) for tongue in LANGUAGES}
    return any(_read(groups[tongue]).bad is None for tongue in LANGUAGES) or all(
        any(_read([group[tongue]]).bad is None for tongue in range(2)) for group in zip(*groups.values(), strict=True)
    )


def mentions_cards(text: str) -> bool:
    """Whether any word of the text is a card, or a rank or suit in words: it tells `play 7x qs` from talk."""
    groups = (group for tongue in LANGUAGES for group in _groups(text, tongue))
    return any(_glued(group.pieces) or group.key in _RANKED or group.pieces[0].sure for group in groups)


def say_card(card: Card, language: str) -> str:
    """The card as letters print it: `Q♠`, `D♠`, `10♦`, `red 10`."""
    if card >= ROOK:
        return say_rook(card, language)
    return RANKS[language][RANK_OF[card]] + SIGNS[SUIT_OF[card]]


def name_card(card: Card, language: str) -> str:
    """The card in words: `queen of spades`, `dame de pique`."""
    if card >= ROOK:
        return say_rook(card, language)
    joint = {"en": "of", "fr": "de"}[language]
    return f"{RANK_WORDS[language][RANK_OF[card]]} {joint} {say_suit(SUIT_OF[card], language)}"


def say_suit(suit: int, language: str) -> str:
    """The suit in words: `clubs`, `trèfle`."""
    return SUIT_WORDS[language][suit]


def typed(card: Card, language: str) -> str:
    """The card as a member types it: `qs`, `dp`, `10d`."""
    return (RANKS[language][RANK_OF[card]] + SUITS[language][SUIT_OF[card]]).lower()
