"""Commands for whoever runs the club: looking at it, feeding it mail, mending it."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Annotated, Any

import typer
from sqlalchemy import delete, func, select, update

from pbem.cli import house
from pbem.desk import people, play
from pbem.desk.club import Club, Tx
from pbem.mail.inbound import act
from pbem.rules.numbers import plain
from pbem.rules.table import Refusal
from pbem.store import queues
from pbem.store import tables as t

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@contextmanager
def club() -> Iterator[Club]:
    with house.opened(house.settings()) as opened:
        yield opened


def show(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Prints rows as a table for people or as JSON."""
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        print("  ".join(f"{name}={value}" for name, value in row.items()))


def serve() -> None:
    """Run the club: SMTP door, desk, delivery, clock and web in one process, until Ctrl-C or SIGTERM."""
    house.serve(house.settings())


def migrate() -> None:
    """Bring the database to the present shape; `serve` does it by itself."""
    with club() as opened:
        print(f"The database is up to date ({opened.store.engine.url.get_backend_name()}).")


def settings(as_json: Json = False) -> None:
    """Print every setting, its value and where it comes from."""
    config = house.settings()
    found = config.sources(house.environment())
    found["database_url"] = (house.store_name(config), found["database_url"][1])
    show(
        [
            {"setting": f"PBEM_{name.upper()}", "value": str(value), "source": source}
            for name, (value, source) in found.items()
        ],
        as_json,
    )


def deliver(
    recipient: Annotated[str, typer.Argument(help="The envelope recipient, e.g. play@hearts.example.")],
    sender: Annotated[str, typer.Option(help="The envelope sender; empty for a bounce.")] = "unknown@localhost",
) -> None:
    """Take one raw mail on standard input, as an MTA's pipe. Exit 0: it is on disk; 75: try again later."""
    raw = sys.stdin.buffer.read()
    try:
        with club() as opened, opened.work() as tx:
            queues.accept(tx.db, recipient, sender, raw, tx.now)
    except SystemExit:
        raise typer.Exit(75) from None
    except Exception as error:
        print(f"pbem: not stored ({type(error).__name__}), try again later", file=sys.stderr)
        raise typer.Exit(75) from None


def say(
    who: Annotated[str, typer.Argument(metavar="MEMBER", help="A member's name.")],
    words: Annotated[str, typer.Argument(help='What he writes, e.g. "pass 2c qs ah".')],
) -> None:
    """Write to the club as MEMBER, as if in reply to his last letter of a game; prints the letters that answer."""
    with club() as opened:
        with opened.work() as tx:
            member = people.by_name(tx, who)
            if member is None:
                house.give_up(f"nobody is called {who}; `pbem members` lists all")
            c = t.outbox.c
            own = select(c.reply_to).where(c.member == member.id).order_by((c.deal == 0), c.id.desc()).limit(1)
            to = tx.db.execute(own).scalar() or opened.front_desk
            mail = EmailMessage()
            mail["From"], mail["To"] = member.email, to
            mail["Message-ID"] = make_msgid(domain="localhost")
            mail.set_content(words)
            last = tx.db.execute(select(func.max(t.outbox.c.id))).scalar() or 0
            queues.accept(tx.db, to, member.email, mail.as_bytes(), tx.now)
        while act(opened):
            pass
        with opened.store.read() as db:
            own = select(t.outbox.c.text).where(t.outbox.c.id > last, t.outbox.c.member == member.id)
            for text in db.execute(own.order_by(t.outbox.c.id)).scalars():
                print(text)


def members(as_json: Json = False) -> None:
    """List the members and their addresses."""
    c = t.member.c
    with club() as opened, opened.store.read() as db:
        rows = db.execute(select(c.id, c.name, c.language, c.bot, c.mail).order_by(c.id)).all()
        addresses = db.execute(select(t.address.c.member, t.address.c.email, t.address.c.verified)).all()
    mine = {
        row.id: [a.email + ("" if a.verified else " (unproved)") for a in addresses if a.member == row.id]
        for row in rows
    }
    show([{**row._asdict(), "addresses": ", ".join(mine[row.id])} for row in rows], as_json)


def matches(as_json: Json = False) -> None:
    """List the matches with their tables and how far they are."""
    with club() as opened, opened.work() as tx:
        rows = []
        for row in tx.db.execute(select(t.match).order_by(t.match.c.id)).all():
            told: dict[str, Any] = {
                "match": row.id,
                "variant": f"{row.variant} {row.options}".strip(),
                "state": row.state,
            }
            if row.state in ("playing", "over"):
                table = play.load(tx, row.id)
                told |= {
                    "deal": table.match.deal.number,
                    "totals": dict(zip(table.names, map(plain, table.match.totals), strict=True)),
                }
            rows.append(told)
    show(rows, as_json)


def record(match: Annotated[int, typer.Argument(metavar="MATCH")]) -> None:
    """Print the record of a match's closed deals, with their secrets; `pbem verify` proves it."""
    with club() as opened, opened.work() as tx:
        try:
            print(play.record_text(play.load(tx, match)), end="")
        except Refusal:
            house.give_up(f"there is no match {match} in play or played; `pbem matches` lists all")


def shunted(as_json: Json = False) -> None:
    """List the mails that failed three times; `pbem rerun ID` tries one again."""
    c = t.inbox.c
    with club() as opened, opened.store.read() as db:
        rows = db.execute(select(c.id, c.recipient, c.sender, c.tries, c.outcome).where(c.state == "shunted")).all()
    hidden = [{**row._asdict(), "recipient": row.recipient.partition("+")[0]} for row in rows]
    show(hidden, as_json)


def rerun(number: Annotated[int, typer.Argument(metavar="ID")]) -> None:
    """Act once more on a shunted mail."""
    with club() as opened:
        with opened.work() as tx:
            if not queues.rerun(tx.db, number):
                house.give_up(f"mail {number} is not shunted; `pbem shunted` lists those that are")
        while act(opened):
            pass
        with opened.store.read() as db:
            row = db.execute(select(t.inbox.c.state, t.inbox.c.outcome).where(t.inbox.c.id == number)).one()
        print(f"mail {number}: {row.state} ({row.outcome})")


def rebuild() -> None:
    """Rebuild what is derived from the log (who is asked what, since when); changes nothing in a sound house."""
    with club() as opened, opened.work() as tx:
        changed = rebuild_asks(tx)
    print(f"Rebuilt; {changed} entries differed.")


def rebuild_asks(tx: Tx) -> int:
    """Throws the projection away and makes it anew; returns how many entries differ."""
    c = t.ask.c
    columns = (c.match, c.deal, c.hand, c.turn, c.verb, c.member, c.since, c.due)
    before = set(tx.db.execute(select(*columns)).all())
    nudges = {(row.match, row.deal, row.hand, row.turn): row.nudges for row in tx.db.execute(select(t.ask)).all()}
    tx.db.execute(delete(t.ask))
    for number in tx.db.execute(select(t.match.c.id).where(t.match.c.state.in_(("playing", "over")))).scalars().all():
        play.project(tx, play.load(tx, number), play.since(tx, number))
    for (match, deal, hand, turn), count in nudges.items():
        mine = (c.match == match) & (c.deal == deal) & (c.hand == hand) & (c.turn == turn)
        tx.db.execute(update(t.ask).where(mine).values(nudges=count))
    return len(before ^ set(tx.db.execute(select(*columns)).all()))


COMMANDS = (serve, migrate, settings, deliver, say, members, matches, record, shunted, rerun, rebuild)


def register(app: typer.Typer) -> None:
    for command in COMMANDS:
        app.command()(command)
