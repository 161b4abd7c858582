"""The pages of the rules: every variant in both languages, and a form whose answer is a command that the door takes."""

import html
import re
from urllib.parse import urlencode

import pytest

from pbem.rules.options import form
from pbem.rules.variants import variant, variant_names
from pbem.voice.catalogue import LANGUAGES
from pbem.voice.commands import read_commands
from pbem.web import create_app
from tests.club import TestClub

COMMAND = re.compile(r'<code class="command">(.*?)</code>')


@pytest.fixture
def database_url(tmp_path: object) -> str:
    """The pages are the same on every database."""
    return f"sqlite:///{tmp_path}/club.db"


def page(club: TestClub, path: str) -> str:
    answer = create_app(club.club).test_client().get(path)
    assert answer.status_code == 200, path
    return html.unescape(answer.text)


def test_every_variant_is_described_in_both_languages(club: TestClub) -> None:
    for language in LANGUAGES:
        listed = page(club, f"/rules?lang={language}")
        for name in variant_names():
            assert f"/rules/{name}?" in listed
            told = page(club, f"/rules/{name}?lang={language}")
            chosen = [option.name for option in form(variant(name)).values() if len(option.choices) > 1]
            assert all(f'name="{option}"' in told for option in chosen)
            (command,) = COMMAND.findall(told)
            assert read_commands([command.replace("NAME", "ann").replace("NOM", "ann")], "")[0][0].name == "new"


def test_what_is_filled_in_is_what_the_mail_says(club: TestClub) -> None:
    told = page(club, "/rules/turbo?" + urlencode({"lang": "en", "boost9": "on", "moon": "add", "limit": "50"}))
    assert COMMAND.findall(told) == ["new turbo boost9=on moon=add limit=50 with NAME, NAME, NAME"]


def test_what_cannot_be_is_refused_kindly(club: TestClub) -> None:
    assert "Elle peut être : un nombre entier" in page(club, "/rules/american?lang=fr&limit=abc")
    assert "There is no house rule called sauce" in page(club, "/rules/american?lang=en&sauce=hot")
    assert "do not divide among" in page(club, "/rules/american?lang=en&remove=2C")
    assert create_app(club.club).test_client().get("/rules/poker").status_code == 404


def test_dummy_games_say_that_they_are_reconstructions(club: TestClub) -> None:
    for name in ("huse", "dummy3"):
        assert "house reconstruction" in page(club, f"/rules/{name}?lang=en")
        assert "reconstruction maison" in page(club, f"/rules/{name}?lang=fr")
