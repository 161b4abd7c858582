"""Replies as real mail programs write them: our letter quoted below the words, in each program's own way."""

import email.header
import itertools
from email.message import EmailMessage, Message
from email.policy import SMTP

_count = itertools.count(1)
HEAD = {
    "gmail-en": "On Wed, Dec 2, 2026 at 9:41\u202fAM {who}\nwrote:\n\n",
    "gmail-fr": "Le mer. 2 déc. 2026 à 09:41, {name} <\n{address}> a écrit :\n\n",
    "apple-en": "> On Dec 2, 2026, at 9:41\u202fAM, {who} wrote:\n> \n",
    "apple-fr": "> Le 2 déc. 2026 à 09:41, {who} a écrit :\n> \ufeff\n",
    "outlook-en": "From: {who}\nSent: Wednesday, December 2, 2026 9:41 AM\nTo: Ann\nSubject: Hearts\n\n",
    "outlook-fr": "De : {who}\nEnvoyé : mercredi 2 décembre 2026 09:41\nÀ : Ann\nObjet : Hearts\n\n",
}
"""What each program puts above the old letter; `{who}` is `{name} <{address}>`."""
MARK = {style: "" if style.startswith("outlook") else "> " for style in HEAD}
FOOT = {"apple-en": "\n\nSent from my iPhone", "apple-fr": "\n\nEnvoyé de mon iPhone"}
"""What a program puts below the reply's own words."""


def plain(letter: Message) -> str:
    """The plain text of one of our letters."""
    part = next(part for part in letter.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode().replace("\r\n", "\n")


def quoted(text: str, style: str, who: str) -> str:
    """The letter that `who` (`Name <address>`) sent, as a mail program of this style puts it below the reply."""
    name, _, address = who.rstrip(">").rpartition(" <")
    head = HEAD[style].format(who=who, name=name, address=address)
    return head + "\n".join((MARK[style] + line).rstrip() for line in text.split("\n"))


def reply_to(letter: bytes, body: str, style: str, sender: str) -> bytes:
    """A whole reply to one of our letters, from `sender`, ready for the wire."""
    old = email.message_from_bytes(letter)
    address, subject = (
        str(old["Reply-To"]),
        email.header.make_header(email.header.decode_header(str(old["Subject"] or ""))),
    )
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = sender, address
    mail["Subject"] = f"Re: {' '.join(str(subject).split())}"
    mail["Message-ID"] = f"<reply-{next(_count)}@{sender.rstrip('>').rpartition('@')[2]}>"
    mail["In-Reply-To"] = str(old["Message-ID"])
    mail["References"] = " ".join(f"{old['References'] or ''} {old['Message-ID']}".split())
    mail.set_content(f"{body}{FOOT.get(style, '')}\n\n{quoted(plain(old), style, f'Hearts by mail <{address}>')}\n")
    return mail.as_bytes()
