"""Replies as real mail programs write them: our letter quoted below the words, in each program's own way."""

import email
import itertools
from email.message import EmailMessage, Message
from email.policy import SMTP

_count = itertools.count(1)
HEAD = {
    "gmail-en": "On Wed, Dec 2, 2026 at 9:41\u202fAM Hearts by mail <{sender}>\nwrote:\n",
    "gmail-fr": "Le mer. 2 déc. 2026 à 09:41, Hearts by mail <\n{sender}> a écrit :\n",
    "apple-en": "> On Dec 2, 2026, at 9:41 AM, Hearts by mail <{sender}> wrote:\n> ",
    "apple-fr": "> Le 2 déc. 2026 à 09:41, Hearts by mail <{sender}> a écrit :\n> ",
    "outlook-en": "From: Hearts by mail <{sender}>\nSent: Wednesday, December 2, 2026\nTo: {to}\nSubject: {subject}\n",
    "outlook-fr": "De : Hearts by mail <{sender}>\nEnvoyé : mercredi 2 décembre\nÀ : {to}\nObjet : {subject}\n",
}


def plain(letter: Message) -> str:
    """The plain text of one of our letters."""
    part = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode().replace("\r\n", "\n")


def quoted(text: str, style: str, about: dict[str, str]) -> str:
    """The old letter as a mail program of this style puts it below the reply."""
    mark = "" if style.startswith("outlook") else "> "
    return HEAD[style].format(**about) + "\n" + "\n".join(f"{mark}{line}".rstrip() for line in text.splitlines())


def reply_to(letter: bytes, body: str, style: str, sender: str) -> bytes:
    """A whole reply to one of our letters, from `sender`, ready for the wire."""
    old = email.message_from_bytes(letter)
    about = {"sender": str(old["Reply-To"]), "to": sender, "subject": str(old["Subject"])}
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = sender, str(old["Reply-To"])
    mail["Subject"] = "Re: Hearts"
    mail["Message-ID"] = f"<reply-{next(_count)}@{sender.partition('@')[2]}>"
    mail["In-Reply-To"] = str(old["Message-ID"])
    mail["References"] = " ".join(f"{old['References'] or ''} {old['Message-ID']}".split())
    footer = (
        "\n\nEnvoyé de mon iPhone" if style == "apple-fr" else "\n\nSent from my iPhone" if style == "apple-en" else ""
    )
    mail.set_content(f"{body}{footer}\n\n{quoted(plain(old), style, about)}\n")
    return mail.as_bytes()
