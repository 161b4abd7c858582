"""A mail that fails three times is shunted: kept, visible, out of the way, and tried again when told to."""

import pytest
from sqlalchemy import select

from pbem.desk import door
from pbem.store import queues
from pbem.store import tables as t
from tests.club import TestClub


def states(club: TestClub) -> list[tuple[str, int]]:
    with club.club.store.read() as db:
        return [tuple(row) for row in db.execute(select(t.inbox.c.state, t.inbox.c.tries).order_by(t.inbox.c.id))]


def test_a_failing_mail_is_shunted_and_others_go_on(club: TestClub, monkeypatch: pytest.MonkeyPatch) -> None:
    handle = door.handle

    def fails_for_eve(tx: object, post: object, inbox: int) -> str:
        if post.sender == "eve@far.test":  # type: ignore[attr-defined]
            raise RuntimeError("a bug, and the queen of spades")
        return handle(tx, post, inbox)  # type: ignore[arg-type]

    club.shunting = True
    monkeypatch.setattr(door, "handle", fails_for_eve)
    club.mail("eve@far.test", "join")
    club.mail("ann@one.test", "join")
    assert states(club) == [("shunted", queues.TRIES), ("done", 0)]
    assert "is this your address" in str(club.last("ann@one.test")["Subject"])
    with club.club.store.read() as db:
        outcome = db.execute(select(t.inbox.c.outcome)).scalars().first()
    assert outcome is not None
    assert outcome.startswith("RuntimeError at test_shunt.py")
    monkeypatch.setattr(door, "handle", handle)
    with club.club.work() as tx:
        assert queues.rerun(tx.db, 1)
        assert not queues.rerun(tx.db, 2)
    club.work()
    assert states(club)[0] == ("done", 0)
