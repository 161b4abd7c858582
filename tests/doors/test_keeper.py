"""What the keeper of the house sees of a shunted mail, and how he tries it again: `pbem shunted`, `pbem rerun ID`."""

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli import app
from pbem.desk import door
from pbem.desk.club import Tx
from pbem.post import Post
from pbem.store import queues
from tests.club import DOMAIN, TestClub


def pbem(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_a_shunted_mail_is_listed_and_run_again(
    club: TestClub, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"DATABASE_URL": database_url, "DOMAIN": DOMAIN, "VAR": str(tmp_path)}.items():
        monkeypatch.setenv(f"PBEM_{name}", value)
    healthy = door.handle

    def breaks_when_all_is_done(tx: Tx, post: Post, inbox: int) -> str:
        healthy(tx, post, inbox)
        raise RuntimeError("the queen of spades")

    club.shunting = True
    with monkeypatch.context() as patch:
        patch.setattr(door, "handle", breaks_when_all_is_done)
        club.mail("ann@one.test", "join")
    assert not club.box("ann@one.test")
    listed = pbem("shunted")
    assert "id=1 " in listed.output
    assert "RuntimeError at test_keeper.py:" in listed.output
    assert "queen" not in listed.output
    (row,) = json.loads(pbem("shunted", "--json").stdout)
    assert (row["id"], row["sender"], row["tries"]) == (1, "ann@one.test", queues.TRIES)

    assert pbem("rerun", "1").output == "mail 1: done (asked to confirm)\n"
    club.time = int(time.time())
    club.work()
    assert len(club.box("ann@one.test")) == 1
    assert json.loads(pbem("shunted", "--json").stdout) == []
    again = pbem("rerun", "1")
    assert (again.exit_code, again.stdout) == (2, "")
    assert "mail 1 is not shunted" in again.stderr
