"""The clock's work: nudges at half and four fifths of an answer's time, then the bot plays that move. Safe to run
twice: every letter has its key, and an ask that was answered is no longer there."""

from sqlalchemy import select, update

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
        late = select(c.match, c.hand).where(c.due <= int(half), c.nudges < 3)
        due = db.execute(late.order_by(c.due)).all()
    return sum(_one(club, match, hand) for match, hand in due)


def _one(club: Club, match: int, hand: int) -> bool:
    with club.work() as tx:
        table = play.load(tx, match)
        ask = table.asked.get(hand)
        if ask is None:
            return False
        if tx.now >= ask.due:
            _expire(tx, table, hand, ask)
            return True
        allowance = ask.due - ask.since
        wanted = sum(tx.now >= ask.since + share * allowance for share in NUDGES)
        if wanted <= ask.nudges:
            return False
        play.turn_letter(tx, table, hand, ask.due, key=f"nudge/{wanted}")
        tx.db.execute(update(t.ask).where(t.ask.c.match == match, t.ask.c.hand == hand).values(nudges=wanted))
        return True


def _expire(tx: Tx, table: play.Table, hand: int, ask: play.Asked) -> None:
    """The bot answers this one ask; the seat stays its owner's, and everybody is told."""
    match = table.match
    asked = next(one for one in game.asks(match) if one.seat == hand)
    action: Action = bots.answer(match.rules, game.view(match, hand), asked)
    late = table.members[hand]
    for person in table.members:
        if not person.bot:
            own = person.id == late.id
            key = f"expired/{table.number}/{ask.deal}/{hand}/{ask.turn}/{person.id}"
            letters.send(
                tx,
                key,
                "expired",
                person,
                voice.expired(person.language, table.number, late.name, own, asked.verb),
                match=table.number,
            )
    play.answer(tx, table, [action], "bot")
