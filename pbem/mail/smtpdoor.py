"""The SMTP door: a mail is answered with 250 only once the transaction that holds it is on disk."""

import asyncio
import logging
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.desk import door
from pbem.mail.inbound import Intake

log = logging.getLogger("pbem.door")
SIZE_LIMIT = 1_000_000
"""Bytes of one mail."""
RECIPIENTS = 10
"""Envelope recipients of one mail."""


class Door:
    """aiosmtpd's handler. It never touches the database itself, so its event loop is always free."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not door.knows(self.intake.club, address):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw: Any = envelope.content
        try:
            await asyncio.wrap_future(self.intake.offer(envelope.rcpt_tos, envelope.mail_from or "", raw))
        except Exception as error:
            log.error("the inbox cannot be written: %s", type(error).__name__)  # the desk logs the rest
            return "451 4.3.0 Try again later"
        return "250 2.0.0 Accepted"


def controller(intake: Intake, host: str, port: int) -> Controller:
    """The door, ready to start; starting raises OSError when the port is taken."""
    return Controller(
        Door(intake),
        hostname=host,
        port=port,
        data_size_limit=SIZE_LIMIT,
        ident="Hearts by mail",
        enable_SMTPUTF8=True,
    )
