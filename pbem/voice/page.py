"""What one seat may know of a match, ready to be told, and how names and cards are said in its letters."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from babel.dates import format_datetime

from pbem import chain
from pbem.cards import ROOK, SUIT_BITS, SUIT_OF, Card, Cards, each
from pbem.match import Match
from pbem.rules.numbers import Number, write_number
from pbem.rules.table import Ruleset
from pbem.rules.view import View
from pbem.rules.view import view as see
from pbem.voice.catalogue import say
from pbem.voice.letters import HARD, Block
from pbem.voice.rook import colour
from pbem.voice.words import SIGNS, say_card, say_suit

ORDER = (0, 1, 3, 2)
"""Suits as a hand shows them: clubs, diamonds, spades, hearts; black and red in turn."""


class Page(NamedTuple):
    """What one seat may know of a match: views, never deals, so that no letter can leak a card."""

    language: str
    number: int
    names: tuple[str, ...]
    seat: int
    rules: Ruleset
    views: tuple[View, ...]
    """One a deal, the last being the open one."""
    points: tuple[tuple[Number, ...], ...]
    """Of the closed deals."""
    totals: tuple[Number, ...]
    winners: tuple[int, ...]
    commitment: str
    secrets: tuple[str, ...]
    """Of the closed deals, in hexadecimal."""
    seen: tuple[int, int]
    """Deal and turn that the reader's last letter was about."""

    def say(self, key: str, **about: Any) -> str:
        return say(self.language, key, **about)

    @property
    def view(self) -> View:
        return self.views[-1]

    def hand_name(self, hand: int) -> str:
        """Whose hand it is: a member's, or the dummy."""
        return self.names[hand] if hand < len(self.names) else self.say("name.dummy")

    def seat_at(self, offset: int) -> str:
        """Who sits so many seats clockwise of the reader."""
        return self.names[(self.seat + offset) % len(self.names)]


def page(language: str, number: int, names: tuple[str, ...], seat: int, match: Match, seen: tuple[int, int]) -> Page:
    """A match as the letters to one seat may tell it."""
    return Page(
        language,
        number,
        names,
        seat,
        match.rules,
        tuple(see(match.rules, deal, seat) for deal in match.deals),
        match.points,
        match.totals,
        match.winners,
        chain.commitment(match.seed),
        tuple(chain.secret(match.seed, deal.number).hex() for deal in match.deals[: len(match.points)]),
        seen,
    )


def moment(language: str, at: int) -> str:
    """An instant in words, as in `Wednesday 2 December, 18:00 UTC`."""
    pattern = {"en": "EEEE d MMMM, HH:mm 'UTC'", "fr": "EEEE d MMMM, HH:mm 'UTC'"}[language]
    return format_datetime(datetime.fromtimestamp(at, UTC), pattern, locale=language)


def place_in_hand(card: Card) -> tuple[int, int]:
    """Where a card stands when a hand is shown: by suit in `ORDER`, low to high."""
    return ORDER.index(SUIT_OF[card]), card


def suit_name(card: Card, language: str) -> str:
    """A card's suit in words, or its colour: `clubs`, `red`."""
    return colour(SUIT_OF[card], language) if card >= ROOK else say_suit(SUIT_OF[card], language)


def cards_said(language: str, cards: Iterable[Card]) -> str:
    """Cards in a row: `2♣ Q♠`."""
    return " ".join(say_card(card, language).replace(" ", HARD) for card in cards)


def hand_said(language: str, hand: Cards) -> str:
    """A hand by suits, each with its sign and name, low to high: `♣ clubs 2 5 · ♥ hearts A`."""
    parts = []
    for suit in ORDER:
        held = sorted(each(hand & SUIT_BITS[suit]))
        if held and held[0] >= ROOK:
            ranks = " ".join(say_card(card, language).rpartition(" ")[2] for card in held)
            parts.append(f"{colour(suit, language)} {ranks}".replace(" ", HARD))
        elif held:
            held.sort(key=lambda card: card % 13)
            ranks = " ".join(say_card(card, language).strip(SIGNS) for card in held)
            parts.append(f"{SIGNS[suit]} {say_suit(suit, language)} {ranks}".replace(" ", HARD))
    return f" ·{HARD}".join(parts) or "–"


def scores(page: Page, numbers: tuple[Number, ...], label: str, **about: Any) -> Block:
    """A line of names and points."""
    text = ", ".join(f"{name} {write_number(number)}" for name, number in zip(page.names, numbers, strict=True))
    return Block(text, label=page.say(label, **about), kind="fact")


def listed(page: Page, names: list[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Carol`."""
    return names[0] if len(names) == 1 else page.say("list.and", first=", ".join(names[:-1]), last=names[-1])
