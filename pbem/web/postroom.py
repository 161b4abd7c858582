"""The post room: everybody's mailboxes on one page, for trying things out on one's own machine.

A reply written here is a real mail: it quotes the letter, names it in In-Reply-To, comes from the member's own address
and goes through the real SMTP door.
"""

import smtplib
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from sqlalchemy import Connection, Row, select
from werkzeug.wrappers import Response

from pbem.desk.club import Club
from pbem.store import tables as t

LETTERS = 60
"""How many letters of a mailbox are listed, newest first."""


@dataclass(frozen=True, slots=True)
class Room:
    """What the post room needs beyond the club: the door, and a way to wait until the inbox is empty."""

    smtp_host: str
    smtp_port: int
    settle: Callable[[], None]


def blueprint(club: Club, room: Room) -> Blueprint:
    """The post room's pages."""
    pages = Blueprint("postroom", __name__, url_prefix="/postroom")

    @pages.get("")
    @pages.get("/<path:box>")
    def mailbox(box: str = "") -> str:
        with club.store.read() as db:
            boxes = _boxes(db)
            box = box or (boxes[0] if boxes else "")
            letters = _letters(db, box)
        wanted = request.args.get("letter", type=int)
        shown = next((row for row in letters if row.id == wanted), letters[0] if letters else None)
        return render_template(
            "postroom.html", boxes=boxes, box=box, letters=letters, shown=shown, club=club, form=request.args
        )

    @pages.post("/<path:box>")
    def reply(box: str) -> Response:
        letter = None
        with club.store.read() as db:
            if number := request.form.get("letter", type=int):
                letter = db.execute(select(t.outbox).where(t.outbox.c.id == number, t.outbox.c.to == box)).first()
                if letter is None:
                    abort(404)
        mail = written(club, box, letter, request.form.get("body", ""))
        with smtplib.SMTP(room.smtp_host, room.smtp_port, timeout=20) as line:
            line.send_message(mail, from_addr=box, to_addrs=[str(mail["To"])])
        room.settle()
        return redirect(f"/postroom/{box}")

    return pages


def written(club: Club, box: str, letter: Row[Any] | None, body: str) -> EmailMessage:
    """A member's mail as his mail program would write it."""
    mail = EmailMessage()
    mail["From"], mail["To"] = box, letter.reply_to if letter else club.front_desk
    mail["Date"], mail["Message-ID"] = formatdate(club.now()), make_msgid(domain="mail.localhost")
    mail["Subject"] = f"Re: {letter.subject}" if letter else "Hearts"
    if letter is not None:
        mail["In-Reply-To"] = letter.message_id
        mail["References"] = f"{letter.refs} {letter.message_id}".strip()
        quoted = "".join(f"> {line}".rstrip() + "\n" for line in letter.text.splitlines())
        body = f"{body}\n\nOn Monday, Hearts by mail <{club.front_desk}> wrote:\n{quoted}"
    mail.set_content(body)
    return mail


def _boxes(db: Connection) -> list[str]:
    known = db.execute(select(t.address.c.email).order_by(t.address.c.id)).scalars().all()
    written_to = db.execute(select(t.outbox.c.to).distinct()).scalars().all()
    return list(dict.fromkeys([*known, *sorted(written_to)]))


def _letters(db: Connection, box: str) -> list[Row[Any]]:
    own = select(t.outbox).where(t.outbox.c.to == box).order_by(t.outbox.c.id.desc()).limit(LETTERS)
    return list(db.execute(own).all())
