"""Inbox and outbox: mail waits here on disk, in both directions."""

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select, update

from pbem.store import tables as t
from pbem.store.tables import add_once

RETRY = (60, 120, 300, 600, 1800, 3600, 7200, 14400, 14400, 28800, 28800, 43200, 43200, 86400)
"""Seconds until a letter is tried again, by how often it has failed; then it has failed for good."""
TRIES = 3
"""How often a mail may fail before it is shunted."""


def mail_key(recipient: str, raw: bytes) -> str:
    """What makes two deliveries the same mail: envelope recipient, Message-ID, From and body; other headers may grow
    on the way, and a Message-ID that two programs gave out is not enough."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    ids = [line for line in head.lower().split(b"\n") if line.startswith((b"message-id:", b"from:"))]
    identity = b"\0".join((recipient.lower().encode(), b"".join(ids) or head, body.rstrip()))
    return hashlib.sha256(identity).hexdigest()


def accept(connection: Connection, recipient: str, sender: str, raw: bytes, now: int) -> bool:
    """Puts a mail into the inbox; False when the same one is there already."""
    key = mail_key(recipient, raw)
    return add_once(
        connection, t.inbox, key=key, recipient=recipient.lower(), sender=sender, raw=raw, at=now, state="new"
    )


WAITING_POSTS = (
    select(t.inbox)
    .where(t.inbox.c.state == "new")
    .order_by(t.inbox.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
DONE = update(t.inbox).where(t.inbox.c.id == bindparam("post")).values(state="done", outcome=bindparam("how"))


def waiting_posts(connection: Connection, most: int) -> Sequence[Row[Any]]:
    """The oldest mails that nobody has acted on, claimed for this transaction."""
    return connection.execute(WAITING_POSTS, {"most": most}).all()


def close_post(connection: Connection, post: int, outcome: str) -> None:
    connection.execute(DONE, {"post": post, "how": outcome})


def failed_post(connection: Connection, post: int, error: str) -> bool:
    """Counts a failure; after the third the mail is shunted: kept, visible, and out of the others' way."""
    tries = connection.execute(select(t.inbox.c.tries).where(t.inbox.c.id == post)).scalar_one() + 1
    state = "shunted" if tries >= TRIES else "new"
    connection.execute(update(t.inbox).where(t.inbox.c.id == post).values(tries=tries, state=state, outcome=error))
    return state == "shunted"


def rerun(connection: Connection, post: int) -> bool:
    """Puts a shunted mail back among those that wait; False when it is not shunted."""
    again = update(t.inbox).where(t.inbox.c.id == post, t.inbox.c.state == "shunted")
    return connection.execute(again.values(state="new", tries=0)).rowcount == 1


def waiting_letters(connection: Connection, now: int, most: int) -> Sequence[Row[Any]]:
    """The letters that are due to be sent, oldest first, claimed for this transaction."""
    due = (t.outbox.c.state == "new") & (t.outbox.c.due <= now)
    return connection.execute(
        select(t.outbox).where(due).order_by(t.outbox.c.id).limit(most).with_for_update(skip_locked=True)
    ).all()


def letter_sent(connection: Connection, letter: int, now: int) -> None:
    connection.execute(update(t.outbox).where(t.outbox.c.id == letter).values(state="sent", sent=now, error=""))


def letter_failed(connection: Connection, letter: int, tries: int, now: int, error: str, final: bool) -> None:
    """Plans the next try, or gives up after three days or on a final refusal."""
    state = "failed" if final or tries >= len(RETRY) else "new"
    due = now + RETRY[min(tries, len(RETRY) - 1)]
    values = {"state": state, "tries": tries + 1, "due": due, "error": error[:500]}
    connection.execute(update(t.outbox).where(t.outbox.c.id == letter).values(values))
