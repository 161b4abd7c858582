"""A letter as bytes: text first, then HTML, with every header that mail between people and machines should bear."""

import re
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.utils import format_datetime, formataddr

from pbem.post import Letter

FROM = "Hearts by mail"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
BOUNDARY = "=_letter"
"""Quoted-printable text cannot hold `=_`, so no letter can hold this."""
_UTF8 = Charset("utf-8")
_UTF8.body_encoding = QP


def build(letter: Letter, domain: str, at: datetime) -> bytes:
    """The mail, with CRLF lines. Control characters never reach a header."""
    mail = MIMEMultipart("alternative", boundary=BOUNDARY)
    headers = {
        "From": formataddr((FROM, f"play@{domain}")),
        "To": letter.to,
        "Subject": Header(clean(letter.subject), header_name="Subject").encode(),
        "Date": format_datetime(at),
        "Message-ID": letter.message_id,
        "In-Reply-To": letter.in_reply_to,
        "References": " ".join(letter.references),
        "Reply-To": letter.reply_to,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Id": f"{FROM} <letters.{domain}>",
        "List-Unsubscribe": _unsubscribe(letter, domain),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" if letter.unsubscribe else "",
        "Content-Language": letter.language,
    }
    for name, value in headers.items():
        if value:
            mail[name] = clean(value, keep_folds=name == "Subject")
    mail.attach(_part("plain", letter.text))
    mail.attach(_part("html", letter.html))
    return mail.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def clean(text: str, keep_folds: bool = False) -> str:
    """A header's text without control characters; the folds of an encoded subject may stay."""
    if keep_folds:
        return "\n ".join(CONTROLS.sub(" ", line).strip() for line in text.split("\n"))
    return CONTROLS.sub(" ", text).strip()


def _unsubscribe(letter: Letter, domain: str) -> str:
    by_mail = f"<mailto:play@{domain}?subject=stop%20mail>"
    return f"<{letter.unsubscribe}>, {by_mail}" if letter.unsubscribe else by_mail


def _part(kind: str, text: str) -> MIMENonMultipart:
    part = MIMENonMultipart("text", kind, charset="utf-8")
    part.set_payload(text, _UTF8)
    return part
