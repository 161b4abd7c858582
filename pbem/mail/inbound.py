"""From the door to the desk: a mail is put into the inbox and acted on, and a failing one never stops the others."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import NamedTuple

from sqlalchemy import Row

from pbem.desk import door
from pbem.desk.club import Club, Tx
from pbem.mail.parse import read
from pbem.store import queues
from pbem.store.engine import savepoint

log = logging.getLogger("pbem.inbound")
TOGETHER = 64
"""Mails that are put into the inbox by one commit at most."""


class Arrival(NamedTuple):
    """A mail that the door holds. `kept` ends when the inbox has it on disk, or with the error."""

    recipients: tuple[str, ...]
    sender: str
    raw: bytes
    kept: "Future[None]"


class Intake:
    """Where the door's mails wait for the desk's thread. Whatever has come meanwhile shares the next commit."""

    def __init__(self, club: Club, wake: Callable[[], None] = lambda: None) -> None:
        self.club, self.wake = club, wake
        self._arrived: deque[Arrival] = deque()

    def offer(self, recipients: Sequence[str], sender: str, raw: bytes) -> "Future[None]":
        """Hands a mail over; it is accepted only when the future has ended well."""
        kept: Future[None] = Future()
        self._arrived.append(Arrival(tuple(dict.fromkeys(map(str.lower, recipients))), sender, raw, kept))
        self.wake()
        return kept

    def act(self) -> int:
        """One commit's worth of work: what has arrived goes into the inbox, and the oldest mails there are acted on."""
        arrived = [self._arrived.popleft() for _ in range(min(len(self._arrived), TOGETHER))]
        arrived = [mail for mail in arrived if mail.kept.set_running_or_notify_cancel()]
        try:
            acted = act(self.club, arrived)
        except BaseException as error:
            for mail in arrived:
                mail.kept.set_exception(error)
            raise
        for mail in arrived:
            mail.kept.set_result(None)
        return acted


def act(club: Club, arrived: Sequence[Arrival] = ()) -> int:
    """Acts on the oldest waiting mails, as many as share a commit; returns how many there were."""
    with club.work() as tx:
        for mail in arrived:
            for recipient in mail.recipients:
                queues.accept(tx.db, recipient, mail.sender, mail.raw, tx.now)
        posts = queues.waiting_posts(tx.db, club.store.batch)
        for row in posts:
            _act(tx, row)
    return len(posts)


def _act(tx: Tx, row: Row[tuple[object, ...]]) -> None:
    """One mail inside a savepoint: what fails leaves nothing behind but a count, and after three tries is shunted."""
    try:
        with savepoint(tx.db):
            outcome = door.handle(tx, read(row.raw, row.recipient, row.sender), row.id)
            queues.close_post(tx.db, row.id, outcome)
    except Exception as error:
        tx.club.folded.clear()
        where = _where(error)
        if queues.failed_post(tx.db, row.id, where):
            log.error("mail %d shunted after %d tries: %s; see `pbem shunted`", row.id, queues.TRIES, where)
        return
    log.info("mail %d: %s", row.id, outcome)


def _where(error: Exception) -> str:
    """The kind of an error and the line it came from; never its text, which might hold a card."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {place}"
