"""Letters about a match in play: what is asked, the hand, the tricks, the scores. No decisions, and never a card that
the reader's view does not hold."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from babel.dates import format_datetime

from pbem import chain
from pbem.cards import SUIT_BITS, SUIT_OF, Cards, bits, each
from pbem.match import Match
from pbem.rules.table import Ruleset, Trick
from pbem.rules.view import View
from pbem.rules.view import view as see
from pbem.voice.catalogue import say
from pbem.voice.letters import HARD, Block, Draft
from pbem.voice.words import say_card, say_suit

SIGNS = "♣♦♥♠"
ORDER = (0, 1, 3, 2)
"""Suits as a hand shows them: clubs, diamonds, spades, hearts; black and red in turn."""


class Page(NamedTuple):
    """What one seat may know of a match, ready to be told: views, never deals, so that no letter can leak a card."""

    language: str
    number: int
    names: tuple[str, ...]
    seat: int
    rules: Ruleset
    views: tuple[View, ...]
    """One a deal, the last being the open one."""
    points: tuple[tuple[int, ...], ...]
    """Of the closed deals."""
    totals: tuple[int, ...]
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


def cards_said(language: str, bits: Iterable[int]) -> str:
    return " ".join(say_card(card, language) for card in bits)


def hand_said(language: str, hand: Cards) -> str:
    """A hand by suits, each with its sign and name, low to high: `♣ clubs 2 5 · ♥ hearts A`."""
    parts = []
    for suit in ORDER:
        held = list(each(hand & SUIT_BITS[suit]))
        if held:
            ranks = " ".join(say_card(card, language).strip(SIGNS) for card in held)
            parts.append(f"{SIGNS[suit]} {say_suit(suit, language)} {ranks}".replace(" ", HARD))
    return f" ·{HARD}".join(parts) or "–"


def turn(page: Page, due: int, kind: str = "turn") -> Draft:
    """What this seat is asked, with all that it needs to answer. `kind` is turn, nudge, expired or state."""
    view = page.view
    ask = view.asks[0]
    about = {"match": page.number, "deal": view.number, "trick": len(view.tricks) + 1, "name": page.names[page.seat]}
    subject = page.say(f"subject.{ask.verb}", **about)
    if kind in ("nudge", "expired"):
        subject = page.say(f"subject.{kind}", subject=subject)
    opening = Block(page.say(f"{kind}.{ask.verb}", **about))
    return Draft(subject, (opening, *_since(page), *_now(page), *_asked(page), *_due(page, ask.verb, due)))


def news(page: Page) -> Draft:
    """A deal has closed; somebody else is on move."""
    view = page.view
    waiting = ", ".join(page.names[hand] for hand in view.waiting)
    subject = page.say("subject.news", match=page.number, deal=view.number)
    opening = Block(page.say("news.opening", name=page.names[page.seat], waiting=waiting))
    return Draft(subject, (opening, *_since(page), *_now(page)))


def waits(page: Page) -> tuple[Block, ...]:
    """How the table stands for a seat that is not asked anything."""
    waiting = ", ".join(page.names[hand] for hand in page.view.waiting)
    return (Block(page.say("state.waits", match=page.number, waiting=waiting)), *_since(page), *_now(page))


def over(page: Page, record: str) -> Draft:
    """The end: who won, the last deal, and the record that proves it all."""
    names = _list(page, [page.names[seat] for seat in page.winners])
    key = "over.shared" if len(page.winners) > 1 else "over.won"
    blocks = (
        Block(page.say(key, names=names, match=page.number, limit=page.rules.limit)),
        *_since(page),
        _scores(page, page.totals, "label.final"),
        Block(page.say("over.record")),
        Block(kind="verbatim", lines=tuple(record.rstrip().splitlines())),
    )
    return Draft(page.say("subject.over", match=page.number, names=names), blocks)


def _since(page: Page) -> list[Block]:
    """What has happened since the last letter: the rest of closed deals with their results, then this deal so far."""
    seen_deal, seen_turn = page.seen
    blocks: list[Block] = []
    if not seen_deal:
        seats = ", ".join(page.names[(page.seat + step) % len(page.names)] for step in range(1, len(page.names)))
        blocks.append(Block(page.say("begin.seats", names=seats, match=page.number)))
        blocks.append(Block(page.say("begin.fair", commitment=page.commitment)))
    for view in page.views[max(seen_deal, 1) - 1 :]:
        first = _own_plays(view, seen_turn) if view.number == seen_deal else 0
        if not first:
            blocks += _pass(page, view)
        blocks += [_trick(page, number, trick) for number, trick in enumerate(view.tricks[first:], first + 1)]
        if view.number <= len(page.points):
            blocks += _result(page, view)
    return blocks


def _own_plays(view: View, turn: int) -> int:
    return max(0, turn - sum(1 for action in view.said if action.hand == view.seat))


def _pass(page: Page, view: View) -> list[Block]:
    """What this seat gave and received, or that nothing was passed."""
    gave = next((action.picks for action in view.said if action.hand == page.seat and action.verb == "pass"), None)
    if not view.offset:
        text = page.say("pass.held")
    elif gave is None or not view.received:
        return []
    else:
        text = page.say(
            "pass.told",
            gave=cards_said(page.language, sorted(gave)),
            to=page.names[(page.seat + view.offset) % len(page.names)],
            got=cards_said(page.language, each(view.received)),
            giver=page.names[(page.seat - view.offset) % len(page.names)],
        )
    return [Block(text, label=page.say("label.pass"), kind="fact")]


def _plays(page: Page, trick: Trick) -> str:
    return ", ".join(
        f"{page.names[(trick.leader + place) % len(page.names)]} {say_card(card, page.language)}"
        for place, card in enumerate(trick.played)
    )


def _trick(page: Page, number: int, trick: Trick) -> Block:
    points = page.rules.scoring.points(bits(trick.played))
    key = {0: "trick.nothing", 1: "trick.point"}.get(points, "trick.points")
    taken = page.say(key, points=points)
    text = page.say("trick.told", plays=_plays(page, trick), winner=page.names[trick.winner], taken=taken)
    return Block(text, label=page.say("label.trick", number=number), kind="fact")


def _result(page: Page, view: View) -> list[Block]:
    """The points of a closed deal, the moon, and its secret."""
    blocks = []
    if view.shooter is not None:
        blocks.append(Block(page.say("result.moon", name=page.names[view.shooter])))
    blocks.append(_scores(page, page.points[view.number - 1], "label.result", number=view.number))
    secret = page.secrets[view.number - 1]
    blocks.append(Block(secret, label=page.say("label.secret", number=view.number), kind="fact"))
    return blocks


def _scores(page: Page, numbers: tuple[int, ...], label: str, **about: Any) -> Block:
    text = ", ".join(f"{name} {number}" for name, number in zip(page.names, numbers, strict=True))
    return Block(text, label=page.say(label, **about), kind="fact")


def _now(page: Page) -> list[Block]:
    """The table as it stands: the trick so far, the hand, the scores."""
    view, blocks = page.view, []
    if view.trick.played:
        label = page.say("label.so-far", number=len(view.tricks) + 1)
        blocks.append(Block(_plays(page, view.trick), label=label, kind="fact"))
    blocks.append(Block(hand_said(page.language, view.hand), label=page.say("label.hand"), kind="hand"))
    if any(view.points):
        blocks.append(_scores(page, view.points, "label.taken"))
    blocks.append(_scores(page, view.totals, "label.totals"))
    return blocks


def _asked(page: Page) -> list[Block]:
    """The menu, and how to answer."""
    view = page.view
    ask = view.asks[0]
    if ask.verb == "moon":
        choices = tuple((page.say(f"moon.{word}"), page.say(f"moon.{word}")) for word in ("add", "subtract"))
        return [
            Block(page.say("ask.moon", stake=view.stake)),
            Block(label=page.say("label.choose"), choices=choices, kind="choices"),
        ]
    verb = page.say(f"verb.{ask.verb}")
    choices = tuple(
        (say_card(card, page.language), f"{verb} {say_card(card, page.language)}")
        for card in sorted(each(ask.menu), key=lambda card: (ORDER.index(SUIT_OF[card]), card))
    )
    about = {"count": ask.least, "to": page.names[(page.seat + view.offset) % len(page.names)]}
    label = page.say(f"label.may-{ask.verb}")
    return [
        Block(label=label, choices=choices, kind="choices"),
        Block(page.say(f"ask.{ask.verb}", **about)),
    ]


def _due(page: Page, verb: str, due: int) -> list[Block]:
    return [Block(page.say(f"due.{verb}", moment=moment(page.language, due)))]


def _list(page: Page, names: list[str]) -> str:
    return names[0] if len(names) == 1 else page.say("list.and", first=", ".join(names[:-1]), last=names[-1])


def expired(language: str, match: int, name: str, own: bool, verb: str) -> Draft:
    """The time for one answer is over and the bot gave it; it does not say which card, the next letter shows that."""
    text = say(language, "expired.own" if own else "expired.other", name=name, match=match)
    return Draft(say(language, "subject.expired-told", match=match, name=name), (Block(text),))
