"""A club for tests: the real door and a capturing relay on real sockets, a made-up clock, fixed dice."""

import email
import hashlib
import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage, Message
from typing import Any

from aiosmtpd.controller import Controller
from sqlalchemy import select

from pbem.desk.club import Club, club_key
from pbem.desk.tick import tick
from pbem.mail.inbound import Intake
from pbem.mail.outbound import Smtp, deliver
from pbem.mail.smtpdoor import controller
from pbem.store import tables as t
from pbem.store.engine import Store
from pbem.store.migrate import migrate
from tests.mails.clients import plain, reply_to
from tests.ports import free_port

START = 1_796_000_000
DOMAIN = "hearts.test"


@dataclass
class Capture:
    """The next mail server: takes every letter and keeps it."""

    letters: list[tuple[str, bytes]] = field(default_factory=list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.letters += [(to, envelope.content) for to in envelope.rcpt_tos]
        return "250 OK"


class TestClub:
    """The whole server by its sockets; `mail` writes to it, `box` holds what it wrote."""

    __test__ = False

    def __init__(self, url: str, seed: str = "story") -> None:
        self.time = START
        self.shunting = False
        self.rolls = 0
        self.seed = seed
        store = Store(url)
        migrate(store)
        self.club = Club(store, DOMAIN, "http://hearts.test", club_key(store, self.dice), lambda: self.time, self.dice)
        self.capture, out, port = Capture(), free_port(), free_port()
        self.relay_server = Controller(self.capture, hostname="127.0.0.1", port=out)
        self.arrived, self.hand = threading.Event(), ThreadPoolExecutor(1)
        self.intake = Intake(self.club, self.arrived.set)
        self.door = controller(self.intake, "127.0.0.1", port)
        self.relay_server.start()
        self.door.start()
        self.relay = Smtp(f"smtp://127.0.0.1:{out}")
        self.line = smtplib.SMTP("127.0.0.1", port)

    def dice(self, count: int) -> bytes:
        self.rolls += 1
        return hashlib.sha256(f"{self.seed}{self.rolls}".encode()).digest()[:count]

    def send(self, sender: str, to: str, raw: bytes) -> None:
        """One mail through the door, then all that follows from it."""
        sent = self.hand.submit(self.line.sendmail, sender, [to], raw)
        while not sent.done():
            self.arrived.wait(0.01)
            self.work()
        sent.result()

    def work(self) -> None:
        """The desk and the delivery do all that waits; a shunted mail is a bug, unless the story is about one."""
        self.arrived.clear()
        while self.intake.act():
            pass
        with self.club.store.read() as db:
            failed = db.execute(select(t.inbox.c.outcome).where(t.inbox.c.state == "shunted")).scalars().all()
        assert self.shunting or not failed, failed
        while deliver(self.club, self.relay):
            pass

    def mail(self, sender: str, words: str, to: str = f"play@{DOMAIN}") -> None:
        """A new mail, not a reply."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = sender, to, f"<new-{len(self.box(sender))}-{hash(words)}@test>"
        mail.set_content(words)
        self.send(sender, to, mail.as_bytes())

    def reply(self, sender: str, words: str, style: str = "gmail-en", letter: bytes | None = None) -> None:
        """A reply to the member's last letter, or to the one given, quoted as a mail program does."""
        raw = reply_to(letter or self.box(sender)[-1], words, style, sender)
        self.send(sender, str(email.message_from_bytes(raw)["To"]), raw)

    def box(self, owner: str) -> list[bytes]:
        return [raw for to, raw in self.capture.letters if to == owner]

    def last(self, owner: str) -> Message:
        return email.message_from_bytes(self.box(owner)[-1])

    def text(self, owner: str) -> str:
        """The plain text of the member's last letter, its lines unwrapped."""
        return plain(self.last(owner)).replace("\n  · ", " ").replace("\n  ", " ")

    def pass_hours(self, hours: float) -> None:
        """Time goes by and the clock looks."""
        self.time += int(hours * 3600)
        tick(self.club)
        self.work()

    def close(self) -> None:
        self.line.close()
        self.hand.shutdown()
        self.relay.close()
        self.door.stop()
        self.relay_server.stop()
        self.club.store.close()
