"""From the inbox to the desk: every accepted mail is acted on once, and a failing one never stops the others."""

import logging

from sqlalchemy import Row

from pbem.desk import door
from pbem.desk.club import Club, Tx
from pbem.mail.parse import read
from pbem.store import queues

log = logging.getLogger("pbem.inbound")


def act(club: Club) -> int:
    """Acts on the oldest waiting mails, as many as share a commit; returns how many there were."""
    with club.work() as tx:
        posts = queues.waiting_posts(tx.db, club.store.batch)
        for row in posts:
            _act(tx, row)
    return len(posts)


def _act(tx: Tx, row: Row[tuple[object, ...]]) -> None:
    """One mail inside a savepoint: what fails leaves nothing behind but a count, and after three tries is shunted."""
    try:
        with tx.db.begin_nested():
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
