"""Mails as the world sends them: each `.eml` is read as its `.json` says; whatever the bytes, reading never raises."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.parse import read
from pbem.mail.reading import own_lines
from tests.mails.clients import HEAD, quoted

MAILS = sorted(Path(__file__).parent.glob("eml/*.eml"))
ABOUT = {"sender": "play+abc@hearts.test", "to": "ann@one.test", "subject": "Hearts 1"}
LINES = st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60), max_size=12)


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_a_mail_is_read(path: Path) -> None:
    wanted = json.loads(path.with_suffix(".json").read_text())
    post = read(path.read_bytes(), "play+abcdefghijklmnopqrst@hearts.test")
    assert list(post.lines) == wanted["lines"]
    assert post.sender == wanted["sender"]
    assert post.automatic == wanted["automatic"]
    assert post.message_id == wanted.get("message_id", post.message_id)
    assert post.subject == wanted.get("subject_read", post.subject)


def test_a_bounce_is_told_by_its_empty_return_path() -> None:
    assert read(b"From: a@b.test\r\n\r\n5c", "play@hearts.test", "").automatic == "bounce"


def test_a_thousand_nested_parts_are_read_as_nothing() -> None:
    head = b"From: ann@one.test\r\nMIME-Version: 1.0\r\n"
    nest = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(1000))
    assert read(head + nest + b"\r\n5c", "play@hearts.test").lines == ()


@given(st.binary(max_size=2000))
def test_reading_never_raises(raw: bytes) -> None:
    read(raw, "play@hearts.test")


@given(st.text(max_size=300), st.text(max_size=300), st.sampled_from(["text/plain", "text/html", "multipart/mixed"]))
def test_no_header_or_body_makes_reading_raise(header: str, body: str, kind: str) -> None:
    raw = f"From: {header}\nSubject: {header}\nContent-Type: {kind}; {header}\n\n{body}".encode("utf-8", "replace")
    read(raw, "play@hearts.test")


@given(LINES, st.sampled_from(list(HEAD)))
def test_what_a_mail_program_quotes_is_not_the_members_own(letter: list[str], style: str) -> None:
    text = f"pass 2c qs ah\n\n{quoted(chr(10).join(letter), style, ABOUT)}"
    assert own_lines(text) == ("pass 2c qs ah",)


@given(st.integers(1, 60))
def test_the_text_that_is_looked_at_has_an_end(times: int) -> None:
    assert len(own_lines("On " * 10_000 * times + "\n> wrote:" * 10_000)) <= 400
