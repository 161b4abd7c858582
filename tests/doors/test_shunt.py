"""A mail that breaks the desk is tried three times, then put aside; the house goes on, and its keeper can try again."""

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from pbem.cli import app
from pbem.desk import door
from pbem.desk.club import Tx
from pbem.post import Post
from pbem.store import queues
from pbem.store import tables as t
from tests.club import DOMAIN, TestClub

FRONT_DESK = f"play@{DOMAIN}"
PEOPLE = ("ann@one.test", "bob@two.test", "chloe@three.test")
healthy = door.handle


def breaks_on_bob(tx: Tx, post: Post, inbox: int) -> str:
    """Breaks only after all the work is done, so that its traces must go too."""
    outcome = healthy(tx, post, inbox)
    if post.sender == "bob@two.test":
        raise RuntimeError("the queen of spades")
    return outcome


def states(club: TestClub) -> list[tuple[str, int]]:
    with club.club.store.read() as db:
        return [tuple(row) for row in db.execute(select(t.inbox.c.state, t.inbox.c.tries).order_by(t.inbox.c.id))]


@pytest.fixture
def broken(club: TestClub, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClub]:
    """A club where three mails came in and the second one failed for good; the commands work on its database."""
    for name, value in {"DATABASE_URL": database_url, "DOMAIN": DOMAIN, "VAR": str(tmp_path)}.items():
        monkeypatch.setenv(f"PBEM_{name}", value)
    for sender in PEOPLE:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = sender, FRONT_DESK, f"<join@{sender}>"
        mail.set_content("join")
        club.line.sendmail(sender, [FRONT_DESK], mail.as_bytes())
    with monkeypatch.context() as patch:
        patch.setattr(door, "handle", breaks_on_bob)
        club.work()
    return club


def test_the_others_go_on_and_it_leaves_no_trace(broken: TestClub) -> None:
    assert states(broken) == [("done", 0), ("shunted", queues.TRIES), ("done", 0)]
    assert [len(broken.box(sender)) for sender in PEOPLE] == [1, 0, 1]


def test_it_is_listed_without_what_it_said(broken: TestClub) -> None:
    told = CliRunner().invoke(app, ["shunted"])
    assert told.exit_code == 0
    assert "id=2" in told.output
    assert "RuntimeError at test_shunt.py:" in told.output
    assert "queen" not in told.output
    (row,) = json.loads(CliRunner().invoke(app, ["shunted", "--json"]).stdout)
    assert (row["id"], row["sender"], row["tries"]) == (2, "bob@two.test", queues.TRIES)


def test_it_can_be_run_again(broken: TestClub) -> None:
    told = CliRunner().invoke(app, ["rerun", "2"])
    assert (told.exit_code, told.output) == (0, "mail 2: done (asked to confirm)\n")
    broken.work()
    assert len(broken.box("bob@two.test")) == 1
    assert json.loads(CliRunner().invoke(app, ["shunted", "--json"]).stdout) == []
    again = CliRunner().invoke(app, ["rerun", "2"])
    assert again.exit_code == 2
    assert "mail 2 is not shunted" in again.output
