"""From the outbox to the wire: claim, build, send, mark; what fails is tried again, and keeps its Message-ID."""

import logging
import mailbox
import smtplib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row

from pbem.desk.club import Club
from pbem.mail.compose import build
from pbem.post import Letter
from pbem.store import queues

log = logging.getLogger("pbem.delivery")
BATCH = 50
NULL_RETURN_PATH = frozenset({"answer", "confirm"})
"""Letters that answer a mail: no bounce of theirs may come back."""


class Relay(Protocol):
    """Where letters go."""

    def send(self, sender: str, recipient: str, mail: bytes) -> None: ...

    def close(self) -> None: ...


class PostRoom:
    """Letters stay in the outbox, where the post room shows them."""

    def send(self, sender: str, recipient: str, mail: bytes) -> None:
        pass

    def close(self) -> None:
        pass


class Maildir:
    """Letters go into a Maildir folder."""

    def __init__(self, path: str) -> None:
        self.box = mailbox.Maildir(Path(path))

    def send(self, sender: str, recipient: str, mail: bytes) -> None:
        self.box.add(mail)

    def close(self) -> None:
        self.box.close()


class Smtp:
    """Letters go to the next mail server over one connection that is kept; TLS wherever it is offered."""

    def __init__(self, url: str) -> None:
        self.to = urlsplit(url)
        self.line: smtplib.SMTP | None = None

    def _connect(self) -> smtplib.SMTP:
        host, port = self.to.hostname or "localhost", self.to.port
        if self.to.scheme == "smtps":
            line: smtplib.SMTP = smtplib.SMTP_SSL(host, port or 465, timeout=60)
        else:
            line = smtplib.SMTP(host, port or 25, timeout=60)
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls()
                line.ehlo()
        if self.to.username:
            line.login(self.to.username, self.to.password or "")
        return line

    def send(self, sender: str, recipient: str, mail: bytes) -> None:
        kept = self.line is not None
        if self.line is None:
            self.line = self._connect()
        try:
            self.line.sendmail(sender, [recipient], mail)
        except OSError as error:  # smtplib's own errors are among these
            self.close()
            if not kept or not _hung_up(error):
                raise
            self.send(sender, recipient, mail)

    def close(self) -> None:
        if self.line is not None:
            with suppress(OSError, smtplib.SMTPException):
                self.line.quit()
        self.line = None


def _hung_up(error: OSError) -> bool:
    """The other side has closed the line, as mail servers do when it was quiet for some minutes."""
    gone = isinstance(error, smtplib.SMTPServerDisconnected | ConnectionError)
    return gone or (isinstance(error, smtplib.SMTPResponseException) and error.smtp_code == 421)


def relay(setting: str) -> Relay:
    """The relay that PBEM_RELAY names."""
    if setting == "postroom":
        return PostRoom()
    return Maildir(setting.removeprefix("maildir:")) if setting.startswith("maildir:") else Smtp(setting)


def deliver(club: Club, relay: Relay, stop: Callable[[], bool] = lambda: False) -> int:
    """Sends the letters that are due; returns how many were tried.

    On PostgreSQL the rows stay claimed while they are sent, so that no second server sends them; on SQLite one
    process delivers, and no writer waits for the wire.
    """
    store = club.store
    if store.sqlite:
        with store.read() as db:
            letters = queues.waiting_letters(db, club.now(), BATCH)
        results = _send_all(club, relay, letters, stop)
        if results:
            with store.write() as db:
                _mark(db, results, club.now())
        return len(results)
    with store.write() as db:
        results = _send_all(club, relay, queues.waiting_letters(db, club.now(), BATCH), stop)
        _mark(db, results, club.now())
    return len(results)


def _send_all(
    club: Club, relay: Relay, letters: Sequence[Row[Any]], stop: Callable[[], bool]
) -> list[tuple[Row[Any], Exception | None]]:
    results: list[tuple[Row[Any], Exception | None]] = []
    for row in letters:
        if stop():
            break
        try:
            letter = letter_of(row, club.domain)
            relay.send(
                letter.envelope_from, row.to, build(letter, club.domain, datetime.fromtimestamp(row.created, UTC))
            )
            results.append((row, None))
        except (OSError, smtplib.SMTPException) as error:
            results.append((row, error))
    return results


def _mark(db: Connection, results: Sequence[tuple[Row[Any], Exception | None]], now: int) -> None:
    for row, error in results:
        if error is None:
            queues.letter_sent(db, row.id, now)
        else:
            final = refused_for_good(error)
            log.warning(
                "letter %d not sent (%s), %s", row.id, type(error).__name__, "given up" if final else "again later"
            )
            queues.letter_failed(db, row.id, row.tries, now, str(error), final)


def refused_for_good(error: Exception) -> bool:
    """A 5xx for the recipient or the mail: trying again would only annoy."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and 500 <= error.smtp_code < 600


def letter_of(row: Row[Any], domain: str) -> Letter:
    """A row of the outbox as a letter."""
    token = row.reply_to.partition("@")[0].partition("+")[2]
    return Letter(
        key=row.key,
        kind=row.kind,
        to=row.to,
        subject=row.subject,
        text=row.text,
        html=row.html,
        message_id=row.message_id,
        reply_to=row.reply_to,
        envelope_from="" if row.kind in NULL_RETURN_PATH else f"bounce+{token}@{domain}",
        in_reply_to=row.in_reply_to,
        references=tuple(row.refs.split()),
        unsubscribe=row.unsubscribe,
        language=row.language,
    )
