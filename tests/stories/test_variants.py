"""One whole match by mail of every variant, its special asks answered in English and French words."""

import re

import pytest

from pbem.record import parse, verify
from pbem.rules.options import form
from pbem.rules.variants import variant, variant_names
from tests.club import TestClub
from tests.stories.test_whole_match import STYLES, join_all

MENU = re.compile(r"^(?:You may|Vous pouvez|The dummy may|Le mort peut) (\S+) ?: (.+)$", re.M)
ANSWER = re.compile(r"^(Your answer|Votre réponse) ?: (.+)$", re.M)
COUNT = re.compile(r"(?:Reply with|Répondez par|Put|Écartez) (\d+)")
CARD = re.compile(r"(?:red|yellow|green|black|rouge|jaune|vert|noir) \d+|\S+")
EXTRA = {
    "kitty4": "kitty_use=exchange",
    "caltech": "forward=on",
    "turbo": "boost9=on",
    "partners_pooled": "pass_cycle=P,M",
    "american": "pass_cycle=S,H",
}
"""House rules that bring further asks."""


def answer(text: str) -> str | None:
    """What a simple player answers to a letter, from its plain text alone."""
    text = text.replace("\n  · ", " ").replace("\n  ", " ")
    if chosen := ANSWER.search(text):
        english = chosen[1] == "Your answer"
        for word, words in (
            ("left", ("call 2 left, 1 right", "")),
            ("gauche", ("", "appelle 2 gauche, 1 droite")),
            (" 3 ", ("bid 3", "mise 3")),
            ("pass", ("pass", "passe")),
            ("add", ("add", "")),
            ("ajoute", ("", "ajoute")),
            ("keep", ("return", "")),
            ("garde", ("", "rends")),
        ):
            if word in chosen[2]:
                return words[0 if english else 1]
    menu = MENU.search(text)
    if menu is None:
        return None
    verb, cards = menu[1], CARD.findall(menu[2])
    if verb in ("expose", "exposer"):
        return f"expose {cards[0]}" if verb == "expose" else "expose rien"
    if verb == "passer" and "fais suivre" in text:
        return "fais suivre"
    many = COUNT.search(text)
    count = int(many[1]) if many else 1
    words = {"pass": "pass", "passer": "passe", "bury": "bury", "écarter": "enterre"}.get(verb, "")
    return f"{words} {' '.join(cards[:count])}".strip()


@pytest.fixture
def database_url(tmp_path: object) -> str:
    """The other stories show that both databases do the same."""
    return f"sqlite:///{tmp_path}/club.db"


@pytest.mark.parametrize("name", variant_names())
def test_a_match_of_every_variant_by_mail(club: TestClub, name: str) -> None:
    join_all(club)
    options = form(variant(name))
    seats = int(options["players"].default)
    people = list(STYLES)[: min(seats, 4)]
    guests = [*(person.partition("@")[0] for person in people[1:]), *["bot"] * (seats - len(people))]
    short = "deals=1" if "deals" in options else "limit=10"
    club.mail(people[0], f"new {name} {short} {EXTRA.get(name, '')} with {', '.join(guests)}")
    for guest in people[1:]:
        club.reply(guest, "accept" if STYLES[guest][0] == "en" else "accepte")
    answered: set[bytes] = set()
    moved = True
    while moved:
        moved = False
        for person in people:
            letter = club.box(person)[-1]
            words = answer(club.text(person)) if letter not in answered else None
            if words:
                answered.add(letter)
                club.reply(person, words)
                moved = True
    record = parse(club.text(people[0]))
    assert verify(record).winners == record.winners != ()
    assert dict(record.tags)["Variant"] == name
    told = " ".join(club.text(person) for person in people)
    assert "Not done" not in told
    assert "Pas fait" not in told


def test_the_rules_come_by_mail(club: TestClub) -> None:
    join_all(club)
    club.mail("ann@one.test", "rules gongzhu")
    assert "Chase the Pig" in club.text("ann@one.test")
    club.mail("denis@quatre.test", "règles huse")
    assert "reconstruction maison" in club.text("denis@quatre.test")
    club.mail("bob@two.test", "rules")
    assert all(name in club.text("bob@two.test") for name in variant_names())
    club.mail("bob@two.test", "rules poker")
    assert "There is no variant called poker" in club.text("bob@two.test")
    club.mail("ann@one.test", "new turbo limit=37 with bot, bot, bot")
    club.reply("ann@one.test", "rules")
    assert "limit=37" in club.text("ann@one.test")
