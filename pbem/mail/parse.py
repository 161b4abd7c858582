"""Bytes to Post: never raises, whatever the bytes; one bad mail must not stop the others."""

import email
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from typing import TypeAlias

from pbem.mail.compose import clean
from pbem.mail.reading import own_lines
from pbem.post import Post

MOST_PARTS, DEEPEST, MOST_TEXT = 100, 20, 64_000
CODECS = {"utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-2", "iso-8859-15", "latin-1", "utf-16", "koi8-r"}
CODECS |= {"windows-1250", "windows-1251", "windows-1252", "cp1252", "gb2312", "gb18030", "big5", "shift_jis"}
_ADDRESS = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,8}")
_ID = re.compile(r"<[^<>\s]{1,250}>")
_OUT_OF_OFFICE = re.compile(
    r"^(auto(matic)? ?(reply|response)|automatische antwort|abwesenheit|out of (the )?office|réponse automatique|"
    r"absence du bureau|absent du bureau|respuesta automática|risposta automatica|automatisch antwoord)\b",
    re.I,
)

Mail: TypeAlias = "Message[str, str]"
AUTOMATIC: tuple[tuple[str, Callable[[Mail], object]], ...] = (
    ("auto-submitted", lambda mail: _first(mail, "Auto-Submitted", "no").split(";")[0].split("(")[0].strip() != "no"),
    ("precedence", lambda mail: _first(mail, "Precedence") in ("bulk", "junk", "list", "auto_reply")),
    ("autoreply", lambda mail: mail.get("X-Autoreply") or mail.get("X-Autorespond")),
    ("list", lambda mail: mail.get("List-Id")),
    ("report", lambda mail: mail.get_content_type() == "multipart/report"),
    ("calendar", lambda mail: mail.get_content_type() == "text/calendar"),
    ("reaction", lambda mail: "reaction" in str(mail.get("Content-Disposition", "")).lower()),
    ("out of office", lambda mail: _OUT_OF_OFFICE.match(_decoded(mail, "Subject"))),
    ("loop", lambda mail: len(mail.get_all("Received", [])) >= 50),
)
"""What no person wrote (mail.md, section 3). X-Auto-Response-Suppress is not among them: genuine replies bear it."""


def read(raw: bytes, recipient: str, envelope_from: str | None = None) -> Post:
    """The mail as the desk reads it. An empty `envelope_from` is a bounce."""
    try:
        mail = email.message_from_bytes(raw)
        return Post(
            recipient=recipient.lower(),
            sender=_sender(mail),
            message_id=clean(str(mail.get("Message-ID", "")))[:250],
            subject=_decoded(mail, "Subject")[:200],
            lines=own_lines(_text(mail)),
            automatic="bounce" if envelope_from == "" else _automatic(mail),
            references=_references(mail),
        )
    except Exception:
        # The standard library raises on real mail in more ways than one can list; such a mail says nothing to us.
        return Post(recipient.lower(), None, "", "", ())


def _first(mail: Mail, name: str, default: str = "") -> str:
    return str(mail.get(name, default)).strip().lower()


def _automatic(mail: Mail) -> str | None:
    return next((reason for reason, test in AUTOMATIC if test(mail)), None)


def _decoded(mail: Mail, name: str) -> str:
    raw = str(mail.get(name, ""))
    with suppress(HeaderParseError, LookupError, ValueError):
        raw = str(make_header(decode_header(raw)))
    return clean(raw)


def _sender(mail: Mail) -> str | None:
    """The one mailbox in the one From; anything doubtful is nobody (mail.md, sections 1.3 and 2)."""
    senders = mail.get_all("From", [])
    if len(senders) != 1:
        return None
    raw = str(senders[0])
    name, bracket, rest = raw.partition("<")
    address = rest if bracket else name
    if bracket:
        address, closed, after = rest.partition(">")
        if not closed or after.strip() or "@" in name or "<" in address:
            return None
        quoted = name.strip()
        if quoted.startswith('"') and not re.fullmatch(r'"(?:[^"\\]|\\.){0,300}"', quoted):
            return None
        if not quoted.startswith('"') and any(sign in quoted for sign in ",;:()"):
            return None
    address = address.strip().lower()
    return address if _ADDRESS.fullmatch(address) else None


def _references(mail: Mail) -> tuple[str, ...]:
    found = _ID.findall(f"{mail.get('In-Reply-To', '')} {mail.get('References', '')}"[:20_000])
    return tuple(dict.fromkeys(found))[:50]


def _parts(mail: Mail) -> Iterator[Mail]:
    """The leaves of the tree, within the caps on number and depth."""
    stack: list[tuple[Mail, int]] = [(mail, 0)]
    seen = 0
    while stack and seen < MOST_PARTS:
        part, depth = stack.pop()
        seen += 1
        payload = part.get_payload()
        if isinstance(payload, list):
            if depth < DEEPEST:
                stack += [(child, depth + 1) for child in reversed(payload) if isinstance(child, Message)]
        else:
            yield part


def _text(mail: Mail) -> str:
    """The first plain text that says anything, else the HTML as text."""
    html = ""
    for part in _parts(mail):
        if str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment"):
            continue
        kind = part.get_content_type()
        if kind == "text/plain":
            text = _unflowed(part, _content(part))
            if text.strip():
                return text
        elif kind == "text/html" and not html:
            html = _content(part)
    return _from_html(html) if html.strip() else ""


def _content(part: Mail) -> str:
    payload = part.get_payload(decode=True)
    data = payload[:MOST_TEXT] if isinstance(payload, bytes) else b""
    declared = str(part.get_content_charset("utf-8")).lower()
    for codec in (declared if declared in CODECS else "utf-8", "utf-8"):
        with suppress(UnicodeDecodeError, LookupError):
            return data.decode(codec)
    return data.decode("windows-1252", "replace")


def _unflowed(part: Mail, text: str) -> str:
    """Joins the soft breaks of format=flowed (RFC 3676), but never across a quote mark."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        before = lines[-1] if lines else ""
        if before.endswith(" ") and before != "-- " and not before.startswith(">") and not line.startswith(">"):
            lines[-1] = before + line
        else:
            lines.append(line)
    return "\n".join(lines)


def _from_html(html: str) -> str:
    """Text of an HTML-only reply, without what the client marked as the old letter."""
    from inscriptis import get_text  # slow to load, and few mails need it
    from lxml.html import fromstring

    tree = fromstring(html.encode("utf-8", "replace"))
    marks = (
        "//blockquote|//*[contains(@class,'gmail_quote')]|//*[contains(@class,'moz-cite-prefix')]"
        "|//*[contains(@class,'yahoo_quoted')]|//*[contains(@class,'protonmail_quote')]"
        "|//*[@id='divRplyFwdMsg']/following-sibling::*|//*[@id='divRplyFwdMsg']"
    )
    for element in tree.xpath(marks):
        if element.getparent() is not None:
            element.drop_tree()
    from inscriptis.html_engine import Inscriptis

    return str(Inscriptis(tree).get_text()) if tree is not None else str(get_text(html))
