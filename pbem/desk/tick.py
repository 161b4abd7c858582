"""The clock's work: nudges at half and four fifths of an answer's time, then the bot plays that move. Safe to run
twice: every letter has its key, and an ask that was answered is no longer there."""

from typing import Any

from sqlalchemy import Row, select, update

from pbem import bots
from pbem import match as game
from pbem.desk import letters, play
from pbem.desk.club import Club, Tx
from pbem.rules.table import Action
from pbem.store import tables as t
from pbem.voice import table as voice

NUDGES = (0.5, 0.8)
"""When to remind, as shares of the time for an answer."""
BATCH = 50


def tick(club: Club) -> int:
    """Does all that is due now; one transaction an ask. Returns how many asks were nudged or expired."""
    with club.store.read() as db:
        c = t.ask.c
        half = club.now() + (1 - NUDGES[0]) * club.allowance
        due = db.execute(select(c.id).where(c.due <= int(half), c.nudges < 3).order_by(c.due)).scalars().all()
    return sum(_one(club, ask) for ask in due)


def _one(club: Club, number: int) -> bool:
    with club.work() as tx:
        match = tx.db.execute(select(t.ask.c.match).where(t.ask.c.id == number)).scalar()
        if match is None:
            return False
        table = play.load(tx, match)
        ask = tx.db.execute(select(t.ask).where(t.ask.c.id == number)).first()
        if ask is None:
            return False
        if tx.now >= ask.due:
            _expire(tx, table, ask)
            return True
        allowance = ask.due - ask.since
        wanted = sum(tx.now >= ask.since + share * allowance for share in NUDGES)
        if wanted <= ask.nudges:
            return False
        play.turn_letter(tx, table, ask.hand, ask.due, key=f"nudge/{wanted}")
        tx.db.execute(update(t.ask).where(t.ask.c.id == number).values(nudges=wanted))
        return True


def _expire(tx: Tx, table: play.Table, ask: Row[Any]) -> None:
    """The bot answers this one ask; the seat stays its owner's, and everybody is told."""
    match = table.match
    asked = next(one for one in game.asks(match) if one.hand == ask.hand)
    action: Action = bots.answer(match.rules, game.view(match, ask.hand), asked)
    late = table.members[ask.hand]
    for person in table.members:
        if not person.bot:
            own = person.id == late.id
            key = f"expired/{table.number}/{ask.deal}/{ask.hand}/{ask.turn}/{person.id}"
            letters.send(
                tx,
                key,
                "expired",
                person,
                voice.expired(person.language, table.number, late.name, own, ask.verb),
                match=table.number,
            )
    play.answer(tx, table, [action], "bot")
