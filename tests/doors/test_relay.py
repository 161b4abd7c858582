"""The line to the next mail server is kept between letters, and taken up anew when it was closed meanwhile."""

import select
import smtplib
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from pbem.mail.outbound import Smtp
from tests.club import Capture
from tests.doors.served import until
from tests.ports import free_port

ANN = "ann@one.test"


class Next(Capture):
    """Knows ann alone, and counts who is asked for."""

    asked = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        self.asked += 1
        if address != ANN:
            return "550 5.1.1 Nobody is called so"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@pytest.fixture
def impatient() -> Iterator[Controller]:
    """A mail server that closes a line (421) after a moment of silence."""
    server = Controller(Next(), hostname="127.0.0.1", port=free_port(), timeout=0.5)
    server.start()
    yield server
    server.stop()


def send(relay: Smtp, to: str, words: str) -> None:
    relay.send("play@hearts.test", to, f"Subject: Hearts\r\n\r\n{words}".encode())


def test_a_line_that_was_closed_in_the_quiet_costs_no_letter(impatient: Controller) -> None:
    relay = Smtp(f"smtp://127.0.0.1:{impatient.port}")
    send(relay, ANN, "one")
    line = relay.line
    assert line is not None
    until(lambda: bool(select.select([line.sock], [], [], 0)[0]), "the server's goodbye")
    send(relay, ANN, "two")
    assert [letter.split()[-1] for _, letter in impatient.handler.letters] == [b"one", b"two"]
    relay.close()


def test_a_refusal_is_not_tried_twice(impatient: Controller) -> None:
    relay = Smtp(f"smtp://127.0.0.1:{impatient.port}")
    send(relay, ANN, "one")
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        send(relay, "bob@two.test", "two")
    assert impatient.handler.asked == 2
    relay.close()
