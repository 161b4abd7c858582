"""Four people, four mail programs, two languages: a whole match by mail, from join to the record that proves it."""

import email
import re
from collections import Counter

from pbem.record import Record, parse, verify
from tests.club import TestClub
from tests.mails.clients import plain

STYLES = {
    "ann@one.test": ("en", ("gmail-en", "apple-en")),
    "bob@two.test": ("en", ("outlook-en",)),
    "chloe@trois.test": ("fr", ("gmail-fr", "outlook-fr")),
    "denis@quatre.test": ("fr", ("apple-fr",)),
}
YOUR_TURN = re.compile(r"^(?:You may (play|pass)|Vous pouvez (jouer|passer)) ?: (.+)$", re.M)
MOON = re.compile(r"^(?:Your answer|Votre réponse) ?: (add|ajoute)", re.M)
RESULT = re.compile(r"^(?:Deal (\d+) is over|La donne (\d+) est finie) ?: (.+)$", re.M)


def answer(text: str) -> str | None:
    """What a simple player answers to a letter, from its plain text alone."""
    if MOON.search(text):
        return "add"
    found = YOUR_TURN.search(text)
    if not found:
        return None
    cards = found.group(3).split()
    return " ".join(cards[:3]) if found.group(1) == "pass" or found.group(2) == "passer" else cards[0]


def join_all(club: TestClub) -> None:
    for sender, (language, styles) in STYLES.items():
        club.mail(sender, "join" if language == "en" else "inscription")
        club.reply(sender, "yes" if language == "en" else "oui", styles[0])


def play_on(club: TestClub, most: int = 3000) -> None:
    """Everybody answers his newest letter until nobody is asked any more."""
    answered: set[bytes] = set()
    for _ in range(most):
        moved = False
        for sender, (_, styles) in STYLES.items():
            letter = club.box(sender)[-1]
            words = answer(club.text(sender)) if letter not in answered else None
            if words is not None:
                answered.add(letter)
                club.reply(sender, words, styles[len(answered) % len(styles)])
                moved = True
        if not moved:
            return


def test_a_whole_match_by_mail(club: TestClub) -> None:
    join_all(club)
    club.mail("ann@one.test", "new hearts limit=50 with bob@two.test, chloe@trois.test, denis@quatre.test")
    for sender in list(STYLES)[1:]:
        club.reply(sender, "accept" if STYLES[sender][0] == "en" else "accepte", STYLES[sender][1][0])
    play_on(club)
    finals = [club.text(sender) for sender in STYLES]
    assert all("Commitment" in text for text in finals)
    record = parse(finals[0])
    verify(record)
    assert max(record.totals) >= 50
    assert recount(club) == dict(zip(names(record), record.totals, strict=True))
    for sender, (language, _) in STYLES.items():
        assert ("Your hand" if language == "en" else "Votre main") in text_of(club.box(sender)[-2])


def names(record: Record) -> list[str]:
    return [value for name, value in record.tags if name.startswith("Seat") and name != "Seating"]


def recount(club: TestClub) -> dict[str, int]:
    """An independent recount: the deals' results as the letters told them, each seen alike by everybody, added up."""
    told: dict[int, set[str]] = {}
    for sender in STYLES:
        for raw in club.box(sender):
            for one, other, scores in RESULT.findall(text_of(raw)):
                told.setdefault(int(one or other), set()).add(scores)
    sums: Counter[str] = Counter()
    for scores in told.values():
        assert len(scores) == 1
        for pair in next(iter(scores)).split(", "):
            name, points = pair.rsplit(" ", 1)
            sums[name] += int(points)
    return dict(sums)


def text_of(raw: bytes) -> str:
    return plain(email.message_from_bytes(raw)).replace("\n  · ", " ").replace("\n  ", " ")
