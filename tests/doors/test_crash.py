"""The server is killed again and again while eight people play by SMTP: nothing is lost and nothing happens twice."""

import email
import hashlib
import itertools
import queue
import smtplib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from aiosmtpd.controller import Controller
from sqlalchemy import func, select

from pbem.cli.tools import rebuild_asks
from pbem.desk import people, play, tables
from pbem.desk.club import Club, club_key
from pbem.store import tables as t
from pbem.store.engine import Store
from pbem.store.migrate import migrate
from pbem.store.queues import mail_key
from tests.club import DOMAIN
from tests.doors.served import Served, until
from tests.mails.clients import reply_to
from tests.ports import free_port
from tests.stories.test_whole_match import STYLES, answer, text_of

SEED, KILLS, MAILS = 1, 8, 250
"""Of the dice; how often a server is killed; how many mails are accepted at least."""
FRONT_DESK = f"play@{DOMAIN}"
PEOPLE = {f"{table}.{name}": told for table in ("north", "south") for name, told in STYLES.items()}
"""Two tables of four, with the languages and mail programs of the story."""


class Sink:
    """The next mail server: keeps every copy of every letter, and hands each letter once to whom it is for."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.copies: defaultdict[str, list[bytes]] = defaultdict(list)
        self.boxes: dict[str, queue.SimpleQueue[bytes]] = {sender: queue.SimpleQueue() for sender in PEOPLE}

    def take(self, to: str, letter: bytes) -> None:
        copies = self.copies[str(email.message_from_bytes(letter)["Message-ID"])]
        with self.lock:
            copies.append(letter)
            if len(copies) == 1:
                self.boxes[to].put(letter)


class Line:
    """One server's way to the next mail server. A trap on it goes off when a letter was taken but not yet answered."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.trap: Callable[[], None] = lambda: None

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.sink.take(envelope.rcpt_tos[0], envelope.content)
        self.trap()
        return "250 OK"


class Fire:
    """The doors under fire, and what they have accepted."""

    def __init__(self, doors: Sequence[int], sink: Sink) -> None:
        self.doors, self.sink = doors, sink
        self.over = threading.Event()
        self.accepted: Counter[str] = Counter()
        self.unanswered = 0

    @property
    def mails(self) -> int:
        return len(self.accepted)

    def reached(self, mails: int) -> bool:
        return self.mails >= mails

    def post(self, sender: str, to: str, raw: bytes, first: int) -> None:
        """Sends the very same mail until a door has answered 250."""
        deadline = time.monotonic() + 30
        for turn in itertools.count(first):
            with suppress(OSError, smtplib.SMTPException):
                with smtplib.SMTP("127.0.0.1", self.doors[turn % len(self.doors)], timeout=10) as line:
                    line.sendmail(sender, [to], raw)
                    self.accepted[mail_key(to, raw)] += 1
                return
            assert time.monotonic() < deadline, "no door has taken the mail"
            self.unanswered += 1
            time.sleep(0.01)

    def person(self, sender: str) -> None:
        """Answers every letter, now and then with the same mail twice at once, now and then with a question between."""
        dice, styles, chats = Random(sender), PEOPLE[sender][1], 0
        while not self.over.is_set():
            try:
                letter = self.sink.boxes[sender].get(timeout=0.1)
            except queue.Empty:
                continue
            old = email.message_from_bytes(letter)
            words = answer(text_of(letter))
            if words is None or str(old["In-Reply-To"]).startswith("<chat-"):
                continue
            mails = [(str(old["Reply-To"]), reply_to(letter, words, dice.choice(styles), sender))]
            if dice.random() < 0.3:
                chats += 1
                mails.append((FRONT_DESK, question(sender, chats)))
            mails *= 2 if dice.random() < 0.25 else 1
            with ThreadPoolExecutor() as hands:
                list(hands.map(lambda mail: self.post(sender, *mail, first=dice.randrange(2)), mails))


def question(sender: str, number: int) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = sender, FRONT_DESK, f"<chat-{number}@{sender}>"
    mail.set_content("status\n")
    return mail.as_bytes()


@contextmanager
def seated(url: str) -> Iterator[Club]:
    """The database with both tables dealt, before any server runs."""
    rolls = iter(range(100))
    store = Store(url)
    migrate(store)

    def dice(count: int) -> bytes:
        return hashlib.sha256(f"crash{next(rolls)}".encode()).digest()[:count]

    club = Club(store, DOMAIN, "http://hearts.test", club_key(store, dice), lambda: int(time.time()), dice)
    with club.work() as tx:
        everybody = [people.enrol(tx, address, language, verified=True) for address, (language, _) in PEOPLE.items()]
        for host, *guests in (everybody[:4], everybody[4:]):
            match = tables.seat(tx, host, guests, "american", {})
            for guest in guests:
                tables.accept(tx, guest, match, "")
    try:
        yield club
    finally:
        store.close()


def test_a_killed_server_loses_nothing_and_does_nothing_twice(database_url: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        dice, sink, undone = Random(SEED), Sink(), 0
        club = stack.enter_context(seated(database_url))
        lines = [Line(sink) for _ in range(1 if club.store.sqlite else 2)]
        servers = [stack.enter_context(served(line, tmp_path, database_url)) for line in lines]
        fire = Fire([server.smtp for server in servers], sink)
        with ThreadPoolExecutor(len(PEOPLE)) as crowd:
            clients = [crowd.submit(fire.person, sender) for sender in PEOPLE]
            try:
                for number in range(KILLS):
                    server, line = servers[number // 2 % len(servers)], lines[number // 2 % len(servers)]
                    server.wait_open()
                    enough = fire.mails + dice.randint(1, 2 * MAILS // KILLS)
                    until(partial(fire.reached, enough), "mails before the next kill")
                    if number % 2:
                        line.trap = server.process.kill
                        until(server.ended, "a letter that is cut off")
                        line.trap = lambda: None
                    server.restart()
                    undone += waiting(club)
                until(partial(fire.reached, MAILS), "mails after the last kill")
            finally:
                fire.over.set()
            for client in clients:
                client.result()
        until(lambda: not waiting(club), "an empty inbox and outbox")
        for server in servers:
            server.wait_open()
            assert server.terminate() == 0
        assert undone, "no kill has left work behind"
        prove(club, fire)


@contextmanager
def served(line: Line, folder: Path, url: str) -> Iterator[Served]:
    """A server whose letters go over this line."""
    relay = Controller(line, hostname="127.0.0.1", port=free_port())
    relay.start()
    try:
        with Served(folder, database_url=url, relay=f"smtp://127.0.0.1:{relay.port}") as server:
            yield server
    finally:
        relay.stop()


def waiting(club: Club) -> int:
    """Mails and letters that are not done with."""
    with club.store.read() as db:
        counts = [select(func.count()).where(table.c.state == "new") for table in (t.inbox, t.outbox)]
        return sum(db.execute(count).scalar_one() for count in counts)


def prove(club: Club, fire: Fire) -> None:
    """What must hold however often the server was killed, told from the database and the next mail server alone."""
    with club.store.read() as db:
        inbox = db.execute(select(t.inbox)).all()
        log = db.execute(select(t.log)).all()
        outbox = db.execute(select(t.outbox)).all()
    # Every mail that was answered by 250 is there once, though many came twice, and each was acted on.
    assert Counter(row.key for row in inbox) == Counter(fire.accepted.keys())
    assert Counter(email.message_from_bytes(row.raw)["Message-ID"] for row in inbox).most_common(1)[0][1] == 1
    assert {row.state for row in inbox} == {"done"}
    assert sum(fire.accepted.values()) > len(inbox)
    assert fire.unanswered
    # Every play belongs to one mail, and no mail made two. A question has one answer.
    plays = Counter(row.post for row in log if row.by == "member")
    assert set(plays.values()) == {1}
    assert plays.keys() <= {row.id for row in inbox if row.recipient != FRONT_DESK}
    assert {row.post for row in log if row.by != "member"} <= {None}
    questions = {f"answer/{row.id}" for row in inbox if row.recipient == FRONT_DESK}
    assert questions <= {row.key for row in outbox}
    # Every letter went out; one that went out twice was the same letter.
    assert {row.message_id for row in outbox} == fire.sink.copies.keys()
    assert all(len(set(copies)) == 1 for copies in fire.sink.copies.values())
    assert any(len(copies) > 1 for copies in fire.sink.copies.values())
    # The log folds without a gap or a refusal, and who is asked what is just what it says.
    with club.work() as tx:
        for match in (1, 2):
            assert sorted(row.number for row in log if row.match == match) == list(range(play.load(tx, match).logged))
        assert rebuild_asks(tx) == 0
