"""Mails as the world sends them: each `.eml` is read as its `.json` says; whatever the bytes, reading never raises."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.compose import build
from pbem.mail.parse import read
from pbem.mail.reading import own_lines
from pbem.post import Letter
from tests.mails.clients import HEAD, quoted, reply_to

MAILS = sorted(Path(__file__).parent.glob("eml/*.eml"))
WHO = "Hearts by mail <play+abcdefghijklmnopqrst@hearts.test>"
BODIES = (
    "pass 2c qs ah",
    "le 7 de carreau",
    "On!\n5c",
    "Hi,\n\nplay 5♣.\n\nBest,\nAnn",
    "De: moi\njoue 5t",
    "El 5 de oros",
)
STYLES = st.sampled_from(list(HEAD))
LINES = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60), max_size=12)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


def letter(**fields: str) -> Letter:
    plain = {
        "key": "k",
        "kind": "turn",
        "to": "ann@one.test",
        "subject": "Hearts 1",
        "text": "Your hand: ♣ 2",
        "html": "",
    }
    ways = {"message_id": "<k@hearts.test>", "reply_to": "play+abc@hearts.test", "envelope_from": "bounce@hearts.test"}
    return Letter(**(plain | ways | fields))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_a_mail_is_read(path: Path) -> None:
    wanted = json.loads(path.with_suffix(".json").read_text())
    post = json.loads(json.dumps(asdict(read(path.read_bytes(), "play+abcdefghijklmnopqrst@hearts.test"))))
    assert {name: post[name] for name in wanted} == wanted


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


@given(LINES, st.sampled_from(BODIES), STYLES)
def test_what_a_mail_program_quotes_is_not_the_members_own(old: list[str], body: str, style: str) -> None:
    own = tuple(line for line in body.split("\n") if line)
    assert own_lines(f"{body}\n\n{quoted(chr(10).join(old), style, WHO)}") == own


@given(TEXT, st.sampled_from(BODIES), STYLES)
def test_a_reply_to_a_letter_names_it_and_holds_the_words_alone(text: str, body: str, style: str) -> None:
    raw = reply_to(
        build(letter(text=text, subject=text or "-"), "hearts.test", datetime.now(UTC)), body, style, "ann@one.test"
    )
    post = read(raw, "Play+ABC@hearts.test", "ann@one.test")
    assert post.lines == tuple(line for line in body.split("\n") if line)
    assert (post.sender, post.recipient, post.automatic) == ("ann@one.test", "play+abc@hearts.test", None)
    assert post.references == ("<k@hearts.test>",)


@given(TEXT, TEXT)
def test_no_text_adds_a_header_to_a_letter(subject: str, address: str) -> None:
    hostile = letter(
        subject=f"{subject}\r\nBcc: x@y.test", to=f"{address}\nCc: x@y.test", unsubscribe=f"https://h.test/{address}"
    )
    raw = build(hostile, "hearts.test", datetime.now(UTC))
    mail = message_from_bytes(raw)
    assert not {"Bcc", "Cc"} & set(mail.keys())
    assert len(set(mail.keys())) == len(mail.keys())
    assert len(mail.get_payload()) == 2
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_one_click_is_offered_only_with_an_address_to_click() -> None:
    with_url, without = (
        message_from_bytes(build(letter(unsubscribe=url), "hearts.test", datetime.now(UTC)))
        for url in ("https://h.test/u", "")
    )
    assert "".join(with_url["List-Unsubscribe"].split()).startswith("<https://h.test/u>,<mailto:")
    assert with_url["List-Unsubscribe"].split() == [
        "<https://h.test/u>,",
        "<mailto:play@hearts.test?subject=stop%20mail>",
    ]
    assert with_url["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert without["List-Unsubscribe"].startswith("<mailto:")
    assert "List-Unsubscribe-Post" not in without


@given(st.integers(1, 60))
def test_the_text_that_is_looked_at_has_an_end(times: int) -> None:
    assert len(own_lines("On " * 10_000 * times + "\n> wrote:" * 10_000)) <= 400


HOSTILE = (
    "On 1/1 ",
    "On 1/1\n",
    "On 1/1 wrote: \n> \n",
    "> ",
    "De : \n",
    "@ wrote ",
    "---- a ",
    "\ufdfa",
    "<div>",
    "a \n",
    "=?x?q?",
)


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("kind", ["text/plain; format=flowed", "text/html"])
def test_hostile_text_is_read_to_its_end(piece: str, kind: str) -> None:
    """A pattern that looks back over and over would hang here; what is read stays short."""
    head = f"From: {piece * 20_000}\nSubject: {piece.strip() * 20_000}\nContent-Type: {kind}\n\n"
    assert len(read((head + piece * 50_000).encode(), "play@hearts.test").lines) <= 400
