"""The SMTP door: a mail is committed to the inbox before 250. Mails that arrive together share one commit."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.desk import door
from pbem.desk.club import Club, Tx
from pbem.store import queues

log = logging.getLogger("pbem.door")
SIZE_LIMIT = 1_000_000
"""Bytes of one mail."""
RECIPIENTS = 10
"""Envelope recipients of one mail."""
TOGETHER = 64
"""Mails that share a commit at most."""


class Door:
    """aiosmtpd's handler."""

    def __init__(self, club: Club, wake: Callable[[], None]) -> None:
        self.club = club
        self.wake = wake
        self._waiting: list[tuple[Envelope, asyncio.Future[str]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        try:
            known = await asyncio.to_thread(self._knows, address)
        except Exception:
            log.exception("the inbox cannot be read")
            return "451 4.3.0 Try again later"
        if not known:
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((envelope, done))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit())
        return await done

    async def _commit(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
            try:
                await asyncio.to_thread(self._store, [envelope for envelope, _ in batch])
                answer = "250 2.0.0 Accepted"
            except Exception:
                log.exception("the inbox cannot be written")
                answer = "451 4.3.0 Try again later"
            for _, done in batch:
                if not done.done():
                    done.set_result(answer)
        self._committing = None
        self.wake()

    def _knows(self, address: str) -> bool:
        with self.club.store.read() as db:
            return door.knows(Tx(db, self.club.now(), self.club), address)

    def _store(self, batch: list[Envelope]) -> None:
        with self.club.work() as tx:
            for envelope in batch:
                for recipient in dict.fromkeys(address.lower() for address in envelope.rcpt_tos):
                    raw: Any = envelope.content
                    queues.accept(tx.db, recipient, envelope.mail_from or "", raw, tx.now)


def controller(club: Club, host: str, port: int, wake: Callable[[], None]) -> Controller:
    """The door, ready to start; starting raises OSError when the port is taken."""
    return Controller(
        Door(club, wake),
        hostname=host,
        port=port,
        data_size_limit=SIZE_LIMIT,
        ident="Hearts by mail",
        enable_SMTPUTF8=True,
    )
