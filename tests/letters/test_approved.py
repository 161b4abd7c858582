"""Approved letters: one of each kind and language, word for word. `APPROVE=1 pytest tests/letters` writes them anew;
read the difference before you commit it."""

import os
from pathlib import Path

import pytest
from sqlalchemy import select

from pbem.store import tables as t
from tests.club import TestClub
from tests.stories.test_whole_match import STYLES, join_all, play_on

APPROVED = Path(__file__).parent / "approved"
ANN, BOB, CHLOE, DENIS = STYLES


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """The words are the same on every database."""
    return f"sqlite:///{tmp_path}/club.db"


def test_letters_read_as_they_were_approved(club: TestClub) -> None:
    join_all(club)
    club.mail(ANN, f"new hearts limit=10 with {BOB}, {CHLOE}, {DENIS}")
    for guest in (BOB, CHLOE, DENIS):
        club.reply(guest, "accept")
    club.mail(BOB, "help")
    club.mail(DENIS, "aide")
    club.reply(BOB, "2c 3c")
    club.reply(CHLOE, "2t 3t")
    for hours in (25, 15, 9):
        club.pass_hours(hours)
    play_on(club)
    found: dict[str, str] = {}
    with club.club.store.read() as db:
        rows = db.execute(select(t.outbox).order_by(t.outbox.c.id)).all()
    for row in rows:
        kind = "-".join([*(part for part in row.key.split("/")[:1]), row.language])
        found.setdefault(kind, f"Subject: {row.subject}\n\n{row.text}")
    APPROVED.mkdir(exist_ok=True)
    if os.environ.get("APPROVE"):
        for kind, text in found.items():
            (APPROVED / f"{kind}.txt").write_text(text)
    approved = {path.stem: path.read_text() for path in APPROVED.glob("*.txt")}
    assert found == approved
