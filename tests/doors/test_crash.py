"""The server is killed again and again while eight people play by SMTP: nothing is lost and nothing happens twice."""

import email
import hashlib
import queue
import smtplib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
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

KILLS, MAILS = 8, 250
"""How often a server is killed; how many mails are accepted at least."""
FRONT_DESK = f"play@{DOMAIN}"
PEOPLE = {f"{table}.{name}": told for table in ("north", "south") for name, told in STYLES.items()}
"""Two tables of four, with the languages and mail programs of the story."""


class Sink:
    """The next mail server: keeps every copy of every letter, and hands each letter once to whom it is for."""

    def __init__(self) -> None:
        self.copies: defaultdict[str, list[bytes]] = defaultdict(list)
        self.boxes: defaultdict[str, queue.SimpleQueue[bytes]] = defaultdict(queue.SimpleQueue)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        name = str(email.message_from_bytes(envelope.content)["Message-ID"])
        self.copies[name].append(envelope.content)
        if len(self.copies[name]) == 1:
            self.boxes[envelope.rcpt_tos[0]].put(envelope.content)
        return "250 OK"


class Fire:
    """The doors under fire, and what they have accepted."""

    def __init__(self, servers: Sequence[Served], sink: Sink) -> None:
        self.servers, self.sink = servers, sink
        self.over = threading.Event()
        self.accepted: Counter[str] = Counter()
        self.unanswered = 0

    @property
    def mails(self) -> int:
        return len(self.accepted)

    def post(self, sender: str, to: str, raw: bytes, first: int) -> None:
        """Sends the very same mail until a door has answered 250."""
        doors, deadline = [self.servers[(first + n) % len(self.servers)].smtp for n in (0, 1)], time.monotonic() + 30
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", doors[0], timeout=10) as line:
                    line.sendmail(sender, [to], raw)
                    self.accepted[mail_key(to, raw)] += 1
                return
            except (OSError, smtplib.SMTPException) as error:
                if time.monotonic() > deadline:
                    raise AssertionError(f"no door has taken the mail: {error}") from error
                self.unanswered += 1
                doors.reverse()
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
            twice = 1 + (dice.random() < 0.25)
            sending = [
                threading.Thread(target=self.post, args=(sender, to, raw, dice.randrange(2)))
                for to, raw in mails * twice
            ]
            for one in sending:
                one.start()
            for one in sending:
                one.join()


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
    yield club
    store.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_server_loses_nothing_and_does_nothing_twice(database_url: str, tmp_path: Path, seed: int) -> None:
    dice, sink, port = Random(seed), Sink(), free_port()
    relay = Controller(sink, hostname="127.0.0.1", port=port)
    relay.start()
    with seated(database_url) as club:
        settings = {"database_url": database_url, "relay": f"smtp://127.0.0.1:{port}"}
        servers = [Served(tmp_path, **settings) for _ in range(1 if club.store.sqlite else 2)]
        fire = Fire(servers, sink)
        for server in servers:
            server.spawn()
        with ThreadPoolExecutor(len(PEOPLE)) as crowd:
            try:
                clients = [crowd.submit(fire.person, sender) for sender in PEOPLE]
                for number in range(KILLS):
                    enough = fire.mails + dice.randint(1, 2 * MAILS // KILLS)
                    until(lambda enough=enough: fire.mails >= enough, "mails before the next kill")
                    server = servers[number % len(servers)]
                    server.kill()
                    server.spawn()
                until(lambda: fire.mails >= MAILS, "mails after the last kill")
            finally:
                fire.over.set()
            for client in clients:
                client.result()
        until(lambda: not waiting(club), "an empty inbox and outbox")
        assert [server.terminate() for server in servers] == [0] * len(servers)
        prove(club, fire)
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
    # The log folds without a gap or a refusal, and who is asked what is just what it says.
    with club.work() as tx:
        for match in (1, 2):
            assert sorted(row.number for row in log if row.match == match) == list(range(play.load(tx, match).logged))
        assert rebuild_asks(tx) == 0
