"""A newcomer on his own machine: `you` at a classic table with three bots, and the first letter waits."""

from sqlalchemy import func, select

from pbem.desk import people, tables
from pbem.desk.club import Tx, token_hash
from pbem.store import tables as t

NEWCOMER = "you@mail.localhost"


def seat_newcomer(tx: Tx) -> bool:
    """Seats the newcomer in an empty house; does nothing in one where anybody lives."""
    if tx.db.execute(select(func.count()).select_from(t.member)).scalar_one():
        return False
    you = people.enrol(tx, NEWCOMER, tx.club.language, verified=True)
    people.rename(tx, you, "Newcomer")
    bots = [people.enrol_bot(tx, name) for name in tables.BOTS[:3]]
    tables.seat(tx, you, bots, "american", {})
    return True


def stop_mail(tx: Tx, token: str) -> bool:
    """One-click unsubscribe (RFC 8058): the letter's member gets no more mail and keeps all his seats."""
    number = tx.db.execute(select(t.outbox.c.member).where(t.outbox.c.token == token_hash(token))).scalar()
    if number is None:
        return False
    people.change(tx, people.member(tx, number), mail=False)
    return True
