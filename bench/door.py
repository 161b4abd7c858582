"""The whole way of a mail, measured: through the SMTP door into the inbox, then acted on by the desk.

Eight clients in a process of their own send real play mails for many tables: first everybody passes, then whoever is
on move plays. The same mails go to an aiosmtpd that discards them, and the rows that the house wrote are written again
by bare durable SQLite transactions; all in one run, since only the ratios hold from one hour to the next.
"""

import multiprocessing
import os
import shutil
import smtplib
import sqlite3
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from aiosmtpd.controller import Controller
from sqlalchemy import Connection, event, func, select
from sqlalchemy.engine import Transaction

from pbem import bots
from pbem import match as game
from pbem.cli.house import Worker
from pbem.desk import letters, people, play, tables
from pbem.desk.club import Club, club_key
from pbem.mail import inbound, outbound, smtpdoor
from pbem.mail.compose import build
from pbem.store import queues
from pbem.store import tables as t
from pbem.store.engine import Store
from pbem.store.migrate import migrate
from pbem.voice import table as voice
from pbem.voice.words import typed
from tests.club import free_port
from tests.mails.clients import reply_to

TABLES, ROUNDS, CLIENTS = 100, 4, 8
"""Tables of four; rounds of plays after the pass; connections at a time."""
DOMAIN, HOST = "hearts.test", "127.0.0.1"
SLOW = 0.002
"""Seconds that a commit takes on a plain disk."""


class Mail(NamedTuple):
    sender: str
    to: str
    raw: bytes


@dataclass
class Took:
    """What some mails took: seconds on the wall, CPU seconds of the server process, durable commits."""

    mails: int = 0
    wall: float = 0
    cpu: float = 0
    commits: int = 0

    @property
    def rate(self) -> float:
        return self.mails / self.wall


class Single(Store):
    """A store whose every mail is acted on in a transaction of its own."""

    batch = 1


@dataclass
class Commits:
    """Counts the commits that wrote something: in WAL with synchronous=FULL each is one fsync (checkpoints aside).
    `pause` seconds are added to each, as on a slower disk."""

    count: int = 0
    pause: float = 0

    def watch(self, store: Store) -> None:
        changes: dict[int, int] = defaultdict(int)

        def commit(connection: Connection) -> None:
            line: Any = connection.connection.driver_connection
            if line.total_changes != changes[id(line)]:
                changes[id(line)] = line.total_changes
                self.count += 1
                time.sleep(self.pause)

        event.listen(store.engine, "commit", commit)


# The clients


def send_all(pipe: Pipe) -> None:
    """The clients' process: takes (port, connections, mails), connects, waits for the word, sends, says so."""
    while (job := pipe.recv()) is not None:
        port, count, mails = job
        lines = [smtplib.SMTP(HOST, port) for _ in range(count)]
        for line in lines:
            line.ehlo()
        pipe.send("ready")
        pipe.recv()
        threads = [threading.Thread(target=_send, args=(line, mails[n::count])) for n, line in enumerate(lines)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        pipe.send("sent")
        for line in lines:
            line.close()


def _send(line: smtplib.SMTP, mails: list[Mail]) -> None:
    for mail in mails:
        line.sendmail(mail.sender, [mail.to], mail.raw)


@contextmanager
def clients() -> Iterator[Pipe]:
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=send_all, args=(there,), daemon=True)
    process.start()
    there.close()
    yield here
    here.send(None)
    process.join(10)


def timed(pipe: Pipe, port: int, mails: list[Mail], took: Took, done: Callable[[], Any], count: int = CLIENTS) -> None:
    """Has the mails sent and waits until they are `done`; adds to `took`."""
    pipe.send((port, count, mails))
    pipe.recv()
    wall, cpu = time.perf_counter(), time.process_time()
    pipe.send("go")
    pipe.recv()
    done()
    took.wall += time.perf_counter() - wall
    took.cpu += time.process_time() - cpu
    took.mails += len(mails)


# The club and its mails


def club_on(path: Path, kind: type[Store] = Store) -> Club:
    store = kind(f"sqlite:///{path}")
    migrate(store)
    key = club_key(store, os.urandom)
    return Club(store, DOMAIN, "http://hearts.test", key, lambda: int(time.time()), os.urandom)


def deal_tables(path: Path) -> None:
    """A database with all tables dealt: everybody is asked to pass."""
    club = club_on(path)
    with club.work() as tx:
        for table in range(TABLES):
            four = [people.enrol(tx, f"p{table}-{seat}@mail.test", "en", verified=True) for seat in range(4)]
            match = tables.seat(tx, four[0], four[1:], "american", {})
            for guest in four[1:]:
                tables.accept(tx, guest, match, "")
    with sqlite3.connect(path) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    club.store.close()


def replies(club: Club) -> list[Mail]:
    """One mail for every open ask: its turn letter, answered as the bot would, quoted below."""
    mails = []
    with club.work() as tx:
        for ask in tx.db.execute(select(t.ask).order_by(t.ask.c.turn, t.ask.c.hand, t.ask.c.match)).all():
            key = f"turn/{ask.match}/{ask.deal}/{ask.hand}/{ask.turn}"
            letter = tx.db.execute(select(t.outbox).where(t.outbox.c.key == key)).one()
            match = play.load(tx, ask.match).match
            asked = next(one for one in game.asks(match) if one.hand == ask.hand)
            picks = bots.answer(match.rules, game.view(match, ask.hand), asked).picks
            cards = " ".join(typed(card, "en") for card in picks)
            words = f"{ask.verb} {cards}"
            raw = reply_to(as_mail(letter), words, "gmail-en", letter.to)
            mails.append(Mail(letter.to, letter.reply_to, raw))
    return mails


def as_mail(row: Any) -> bytes:
    return build(outbound.letter_of(row, DOMAIN), DOMAIN, datetime.fromtimestamp(row.created, UTC))


# What is measured


@contextmanager
def listening(handler: Any) -> Iterator[int]:
    port = free_port()
    server = Controller(handler, hostname=HOST, port=port)
    server.start()
    yield port
    server.stop()


class Sink:
    """Takes every mail and forgets it."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        return "250 OK"


def discard(pipe: Pipe, mails: list[Mail], took: Took) -> None:
    with listening(Sink()) as port:
        timed(pipe, port, mails, took, lambda: None)


class Desk:
    """The desk's worker, with a way to wait until it has acted on so many mails."""

    def __init__(self, club: Club) -> None:
        self.acted, self.goal = 0, 0
        self.reached = threading.Event()
        self.worker = Worker("desk", self._act)
        self.intake = inbound.Intake(club, self.worker.rouse)

    def _act(self) -> int:
        acted = self.intake.act()
        self.acted += acted
        if self.acted >= self.goal:
            self.reached.set()
        return acted

    def expect(self, more: int) -> None:
        self.goal = self.acted + more
        self.reached.clear()

    def wait(self) -> None:
        if not self.reached.wait(120):
            raise SystemExit("the desk did not act on every mail")


def house(pipe: Pipe, path: Path, kind: type[Store], rounds: int, count: int = CLIENTS, pause: float = 0) -> list[Took]:
    """The real door and desk: what the passes took, and what the plays took."""
    club, commits = club_on(path, kind), Commits(pause=pause)
    commits.watch(club.store)
    desk, port = Desk(club), free_port()
    together = 1 if kind is Single else inbound.TOGETHER
    passes, plays = Took(), Took()
    with patch.object(inbound, "TOGETHER", together):
        door = smtpdoor.controller(desk.intake, HOST, port)
        door.start()
        desk.worker.start()
        for took in (passes, *[plays] * rounds):
            mails, before = replies(club), commits.count
            desk.expect(len(mails))
            timed(pipe, port, mails, took, desk.wait, count)
            took.commits += commits.count - before
        door.stop()
        desk.worker.stop()
    with club.store.read() as db:
        outcomes = select(t.inbox.c.outcome, func.count()).group_by(t.inbox.c.outcome)
        counted = {row[0]: row[1] for row in db.execute(outcomes)}
    club.store.close()
    if counted != {"done": passes.mails + plays.mails}:
        raise SystemExit(f"not every mail was acted on: {counted}")
    return [passes, plays]


def bare(written: Path, path: Path, together: int) -> float:
    """Mails a second when bare durable transactions write the rows that the house wrote."""
    club_on(path).store.close()
    line = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        line.execute(f"PRAGMA {pragma}")
    source = sqlite3.connect(written)
    inbox = source.execute("SELECT * FROM inbox ORDER BY id").fetchall()
    by_mail = {row[0]: [] for row in inbox}
    for row in source.execute("SELECT * FROM log WHERE post IS NOT NULL"):
        by_mail[row[8]].append(row)
    turns = source.execute("SELECT * FROM outbox WHERE kind = 'turn' ORDER BY id DESC").fetchmany(len(inbox))
    asks = source.execute("SELECT * FROM ask").fetchall()
    source.close()

    def insert(table: str, row: tuple[Any, ...], verb: str = "INSERT") -> None:
        line.execute(f"{verb} INTO {table} VALUES ({','.join('?' * len(row))})", row)

    start = time.perf_counter()
    for number, row in enumerate(inbox):
        if number % together == 0:
            line.execute("BEGIN IMMEDIATE")
        insert("inbox", row)
        line.execute("UPDATE inbox SET state = 'done', outcome = 'done' WHERE id = ?", row[:1])
        for entry in by_mail[row[0]]:
            insert("log", entry)
        ask = asks[number % len(asks)]
        line.execute("DELETE FROM ask WHERE id = ?", ask[:1])
        insert("ask", ask)
        if number < len(turns):
            insert("outbox", turns[number])
        if number % together == together - 1 or number == len(inbox) - 1:
            line.execute("COMMIT")
    took = time.perf_counter() - start
    line.close()
    return len(inbox) / took


# Where the time goes

STAGES: tuple[tuple[str, Any, str], ...] = (
    ("parse", inbound, "read"),
    ("commands", "pbem.desk.door", "read_commands"),
    ("rules", game, "fold"),
    ("rules", game, "play_while_valid"),
    ("rules", game, "apply"),
    ("rules", game, "forced"),
    ("rules", game, "asks"),
    ("views", voice, "page"),
    ("sentences", voice, "turn"),
    ("plain text", letters, "as_text"),
    ("HTML", letters, "as_html"),
    ("SQL statements", Connection, "execute"),
    ("savepoints", Connection, "exec_driver_sql"),
    ("commits", Transaction, "commit"),
)


class Stopwatch:
    """Time by stage, each without the stages inside it."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.calls: dict[str, int] = defaultdict(int)
        self.inside = [0.0]

    def wrap(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timing(*args: Any, **named: Any) -> Any:
            self.inside.append(0.0)
            start = time.perf_counter()
            try:
                return function(*args, **named)
            finally:
                took = time.perf_counter() - start
                self.spent[stage] += took - self.inside.pop()
                self.calls[stage] += 1
                self.inside[-1] += took

        return timing


def profile(path: Path, rounds: int) -> tuple[Stopwatch, float, int]:
    """Plays without the door and without other threads, stage by stage; with all seconds and the number of mails."""
    club, watch, total, count = club_on(path), Stopwatch(), 0.0, 0
    for number in range(rounds + 1):
        mails = replies(club)
        with club.work() as tx:
            for mail in mails:
                queues.accept(tx.db, mail.to, mail.sender, mail.raw, tx.now)
        with ExitStack() as patches:
            for stage, owner, name in STAGES if number else ():
                target = f"{owner}.{name}" if isinstance(owner, str) else None
                function = getattr(owner, name) if target is None else _named(target)
                wrapped = watch.wrap(stage, function)
                patches.enter_context(patch(target, wrapped) if target else patch.object(owner, name, wrapped))
            start = time.perf_counter()
            while inbound.act(club):
                pass
        if number:
            total, count = total + time.perf_counter() - start, count + len(mails)
    club.store.close()
    return watch, total, count


def _named(target: str) -> Any:
    module, _, name = target.rpartition(".")
    return getattr(__import__(module, fromlist=[name]), name)


def letters_built(path: Path) -> float:
    """Letters a second from a row of the outbox to bytes for the wire."""
    club = club_on(path)
    with club.store.read() as db:
        rows = db.execute(select(t.outbox).where(t.outbox.c.kind == "turn").limit(500)).all()
    start = time.perf_counter()
    for row in rows:
        as_mail(row)
    club.store.close()
    return len(rows) / (time.perf_counter() - start)


def line(name: str, took: Took, sink: float) -> None:
    print(
        f"{name:34} {took.rate:7.0f}/s  {took.rate / sink:5.2f}x  {took.cpu / took.mails * 1000:5.2f} ms CPU  "
        f"{took.commits / took.mails:5.2f} fsyncs  ({took.mails} mails)",
        flush=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, clients() as pipe:
        dealt = Path(folder, "dealt.db")
        deal_tables(dealt)

        def fresh(name: str) -> Path:
            return Path(shutil.copy(dealt, Path(folder, f"{name}.db")))

        mails = replies(club_on(fresh("mails")))
        print(
            f"{TABLES} tables, {CLIENTS} clients, mails of {sum(len(mail.raw) for mail in mails) // len(mails)} bytes"
        )
        sink = Took()
        discard(pipe, mails * 3, sink)
        single = house(pipe, fresh("single"), Single, ROUNDS)
        discard(pipe, mails * 3, sink)
        group = house(pipe, fresh("group"), Store, ROUNDS)
        discard(pipe, mails * 3, sink)
        line("discarding sink", sink, sink.rate)
        for name, (passes, plays) in {"commit a mail": single, "group commit": group}.items():
            line(f"{name}: passes", passes, sink.rate)
            line(f"{name}: plays", plays, sink.rate)
        for together in (1, 32):
            rate = bare(Path(folder, "group.db"), Path(folder, f"bare{together}.db"), together)
            print(f"{f'bare SQLite, {together} a commit':34} {rate:7.0f}/s  {rate / sink.rate:5.2f}x")
        _, eight = house(pipe, fresh("eight"), Store, 1, pause=SLOW)
        _, one = house(pipe, fresh("one"), Store, 1, count=1, pause=SLOW)
        print(f"commits of 2 ms more, plays: 8 clients {eight.rate:.0f}/s, one {one.rate:.0f}/s", end="")
        print(f", {eight.rate / one.rate:.2f}x")
        print(f"letters built: {letters_built(Path(folder, 'group.db')):.0f}/s")
        watch, total, count = profile(fresh("profile"), ROUNDS)
        print(f"\nacting on a play, without the door: {total / count * 1000:.2f} ms")
        for stage, spent in sorted(watch.spent.items(), key=lambda item: -item[1]):
            calls = watch.calls[stage] / count
            print(f"  {stage:16} {spent / count * 1000:6.3f} ms  {spent / total:5.1%}  {calls:5.1f} calls")
        rest = total - sum(watch.spent.values())
        print(f"  {'the rest':16} {rest / count * 1000:6.3f} ms  {rest / total:5.1%}")


if __name__ == "__main__":
    main()
