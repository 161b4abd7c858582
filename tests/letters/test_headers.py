"""What every letter bears on its envelope and head (mail.md, section 4)."""

import email
from itertools import pairwise

from tests.club import TestClub
from tests.stories.test_table import BOB, STYLES, answer, on_move, played, table

__all__ = ["played", "table"]


def test_a_turn_letter_bears_what_it_should(played: TestClub) -> None:
    letter = played.last(on_move(played))
    assert letter["From"] == "Hearts by mail <play@hearts.test>"
    assert str(letter["Reply-To"]).startswith("play+")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "All"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(letter["List-Unsubscribe"]).startswith("<http://hearts.test/stop/")
    assert "List-Post" not in letter
    assert [part.get_content_type() for part in letter.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def test_every_legal_card_is_a_link_that_fills_in_the_reply(table: TestClub) -> None:
    letter = table.last(BOB)
    html = next(part for part in letter.walk() if part.get_content_type() == "text/html").get_payload(decode=True)
    assert isinstance(html, bytes)
    assert html.decode().count(f'href="mailto:{letter["Reply-To"]}?subject=Re') == 13


def test_the_letters_of_a_match_are_one_thread_and_no_two_share_an_id(played: TestClub) -> None:
    for _ in range(12):
        mover = on_move(played)
        played.reply(mover, answer(played.text(mover)) or "")
    for owner in STYLES:
        letters = [email.message_from_bytes(raw) for raw in played.box(owner)]
        turns = [letter for letter in letters if "deal 1" in str(letter["Subject"]) or "donne 1" in letter["Subject"]]
        for before, after in pairwise(turns):
            assert after["In-Reply-To"] == before["Message-ID"]
            assert str(before["Message-ID"]) in str(after["References"])
    ids = [email.message_from_bytes(raw)["Message-ID"] for _, raw in played.capture.letters]
    assert len(ids) == len(set(ids))
    replies = [email.message_from_bytes(raw)["Reply-To"] for _, raw in played.capture.letters]
    assert len(replies) == len(set(replies))
