"""Bytes to Post: never raises, whatever the bytes; one bad mail must not stop the others."""

import email
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import errors
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from typing import TypeAlias, TypeVar

from pbem.mail.compose import clean
from pbem.mail.reading import own_lines
from pbem.post import Post

Mail: TypeAlias = "Message[str, str]"
T = TypeVar("T")
U = TypeVar("U")

MOST_PARTS, DEEPEST = 100, 20
MOST_BYTES, MOST_TEXT, MOST_HTML = 2_000_000, 65_536, 262_144
LONGEST_ID, LONGEST_SUBJECT, LONGEST_FROM = 250, 200, 500
MOST_REFERENCES, MOST_HOPS = 50, 50

CODECS = {
    name: name
    for name in (
        *("utf-8", "utf-16", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254"),
        *("windows-1257", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-9", "iso-8859-15", "koi8-r", "koi8-u"),
        *("gb2312", "gbk", "gb18030", "big5", "shift_jis", "iso-2022-jp", "euc-jp", "euc-kr"),
    )
} | {"us-ascii": "utf-8", "ascii": "utf-8", "utf8": "utf-8", "iso-8859-1": "windows-1252", "latin-1": "windows-1252"}
"""The declared codecs that are believed, and what they are read as; every other is UTF-8, else windows-1252."""

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDRESS = re.compile(rf"(?=.{{1,64}}@)({_ATOM}(?:\.{_ATOM})*)@([\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,8}})")
_QUOTED_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ENCODED_WORD = re.compile(r"=\?[^?\s]{1,60}\?[bq]\?[^?\s]*\?=", re.I)
_NOT_IN_A_NAME = frozenset('<>,;:()[]"\\')
_ID = re.compile(r"<[^<>\s]{1,250}>")
_COMMENT = re.compile(r"\([^()]*\)")
_OUT_OF_OFFICE = re.compile(
    r"\W{0,3}(?:auto(?:matic)?[ -]?(?:reply|response)|auto ?:|out of (?:the )?office|réponse automatique|"
    r"absen(?:ce|t|te) du bureau|message d'absence|automatische antwort|abwesenheit|respuesta automática|"
    r"fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)|automatisch antwoord|afwezig)",
    re.I,
)
_REACTION = re.compile(r".{1,80}(?: reacted to your message| a réagi à votre message)\b", re.I)
_HEADER_DEFECTS = (
    errors.FirstHeaderLineIsContinuationDefect,
    errors.MisplacedEnvelopeHeaderDefect,
    errors.MissingHeaderBodySeparatorDefect,
)


@dataclass(frozen=True, slots=True)
class _Read:
    """What the table of automatic mail looks at."""

    mail: Mail
    kinds: frozenset[str]
    """The content types of the leaves."""
    subject: str
    lines: tuple[str, ...]

    def has(self, name: str) -> bool:
        return name in self.mail

    def word(self, name: str) -> str:
        """A header's one word, without comments and parameters."""
        return _COMMENT.sub("", str(self.mail.get(name, ""))[:200]).partition(";")[0].strip().lower()


AUTOMATIC: tuple[tuple[str, Callable[[_Read], object]], ...] = (
    ("auto-submitted", lambda it: it.word("Auto-Submitted") not in ("", "no")),
    ("precedence", lambda it: it.word("Precedence") in ("bulk", "junk", "list", "auto_reply")),
    ("autoreply", lambda it: it.has("X-Autoreply") or it.has("X-Autorespond")),
    ("list", lambda it: it.has("List-Id")),
    ("report", lambda it: it.mail.get_content_type() == "multipart/report"),
    ("report", lambda it: it.kinds & {"message/disposition-notification", "message/delivery-status"}),
    ("calendar", lambda it: it.kinds == {"text/calendar"}),
    ("reaction", lambda it: "text/vnd.google.email-reaction+json" in it.kinds),
    ("reaction", lambda it: it.word("Content-Disposition") == "reaction"),
    ("reaction", lambda it: it.lines and _REACTION.match(it.lines[0])),
    ("out of office", lambda it: _OUT_OF_OFFICE.match(it.subject)),
    ("loop", lambda it: len(it.mail.get_all("Received", [])) >= MOST_HOPS),
)
"""What no person wrote (mail.md, section 3). X-Auto-Response-Suppress is not among them: genuine replies bear it."""


def read(raw: bytes, recipient: str, envelope_from: str | None = None) -> Post:
    """The mail as the desk reads it. An empty `envelope_from` is a bounce."""
    mail = _parsed(raw[:MOST_BYTES])
    parts = _guarded(lambda: tuple(_parts(mail)), ())
    subject = _guarded(lambda: _unencoded(_header(mail, "Subject")), "")[:LONGEST_SUBJECT].strip()
    lines = _guarded(lambda: own_lines(_text(parts)), ())
    facts = _Read(mail, frozenset(part.get_content_type() for part in parts), subject, lines)
    return Post(
        recipient=recipient.lower(),
        sender=_guarded(lambda: _sender(mail), None),
        message_id=_guarded(lambda: clean(_header(mail, "Message-ID")), "")[:LONGEST_ID].strip(),
        subject=subject,
        lines=lines,
        automatic="bounce" if envelope_from == "" else _guarded(lambda: _automatic(facts), "unreadable"),
        references=_guarded(lambda: _references(mail), ()),
    )


def _guarded(step: Callable[[], T], otherwise: U) -> T | U:
    """The standard library and lxml raise on real mail in more ways than one can list; such a field says nothing."""
    try:
        return step()
    except Exception:
        return otherwise


def _parsed(raw: bytes) -> Mail:
    """The tree of parts; of a mail nested beyond sense, the headers alone, for its parsing would take minutes."""
    headers_only = BytesHeaderParser().parsebytes
    if len(re.findall(rb"(?i)multipart/|message/", raw)) > MOST_PARTS:
        return _guarded(lambda: headers_only(raw.partition(b"\n\n")[0].partition(b"\r\n\r\n")[0]), Message())
    return _guarded(lambda: email.message_from_bytes(raw), Message())


def _automatic(facts: _Read) -> str | None:
    return next((reason for reason, test in AUTOMATIC if test(facts)), None)


def _header(mail: Mail, name: str) -> str:
    return _readable(next((value for key, value in mail.raw_items() if key.lower() == name.lower()), ""))


def _readable(value: object) -> str:
    """A raw header's text: eight-bit bytes as UTF-8, folds as spaces."""
    return str(value)[:20_000].encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _unencoded(text: str) -> str:
    """A header's text with its encoded words read, by the codecs that are believed alone, and without controls."""
    if "=?" in text:
        pieces = decode_header(text[:2_000])
        text = "".join(piece if isinstance(piece, str) else _decoded(piece, charset) for piece, charset in pieces)
    return clean(text)


def _decoded(data: bytes, declared: str | None) -> str:
    for codec in (CODECS.get((declared or "").lower(), "utf-8"), "utf-8"):
        try:
            return data.decode(codec)
        except UnicodeError:
            continue
    return data.decode("windows-1252", "replace")


def _sender(mail: Mail) -> str | None:
    """The one mailbox in the one From, as ASCII; anything doubtful is nobody (mail.md, sections 1.3 and 2)."""
    senders = [_readable(value) for name, value in mail.raw_items() if name.strip().lower() == "from"]
    if len(senders) != 1 or any(isinstance(defect, _HEADER_DEFECTS) for defect in mail.defects):
        return None
    text = re.sub(r"\r?\n(?=[ \t])", "", senders[0]).replace("\t", " ").strip()
    if len(text) > LONGEST_FROM or clean(text) != text:
        return None
    name, bracket, address = text.rpartition("<") if text.endswith(">") else ("", "", text)
    found = _ADDRESS.fullmatch(address.removesuffix(">") if bracket else address)
    if found is None or "=?" in address:
        return None
    local, host = found.groups()
    return f"{local}@{_ascii(host)}".lower() if _plain_name(name.strip(), found[0]) else None


def _plain_name(name: str, address: str) -> bool:
    """Whether a display name is one phrase that pretends no address but the mailbox's own."""
    quoted = _QUOTED_NAME.fullmatch(name)
    if quoted is None and _NOT_IN_A_NAME & set(_ENCODED_WORD.sub("", name)):
        return False
    shown = _unencoded(quoted[1] if quoted else name)
    return "@" not in shown.replace("＠", "@") or shown.strip(" '").lower() == address.lower()


def _ascii(host: str) -> str:
    if host.isascii():
        return host
    from idna import encode  # few addresses need it

    return encode(host, uts46=True).decode("ascii")


def _references(mail: Mail) -> tuple[str, ...]:
    found = _ID.findall(f"{_header(mail, 'In-Reply-To')} {_header(mail, 'References')}")
    return tuple(dict.fromkeys(found))[:MOST_REFERENCES]


def _parts(mail: Mail) -> Iterator[Mail]:
    """The leaves of the tree, within the caps on number and depth; a mail inside the mail is a leaf."""
    stack: list[tuple[Mail, int]] = [(mail, 0)]
    for _ in range(MOST_PARTS):
        if not stack:
            return
        part, depth = stack.pop()
        payload = part.get_payload()
        if part.get_content_maintype() != "multipart":
            yield part
        elif isinstance(payload, list) and depth < DEEPEST:
            stack += [(child, depth + 1) for child in reversed(payload[:MOST_PARTS]) if isinstance(child, Message)]


def _text(parts: tuple[Mail, ...]) -> str:
    """The first plain text that says anything, else the first HTML as text."""
    bodies = [part for part in parts if not _attached(part)]
    for part in bodies:
        if part.get_content_type() == "text/plain" and (text := _unflowed(part, _content(part, MOST_TEXT))).strip():
            return text
    html = (_content(part, MOST_HTML) for part in bodies if part.get_content_type() == "text/html")
    return _from_html(next((text for text in html if text.strip()), ""))


def _attached(part: Mail) -> bool:
    return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment") or bool(
        part.get_filename()
    )


def _content(part: Mail, most: int) -> str:
    payload = part.get_payload(decode=True)
    return _decoded(payload[:most], part.get_content_charset()) if isinstance(payload, bytes) else ""


def _unflowed(part: Mail, text: str) -> str:
    """Joins the soft breaks of format=flowed (RFC 3676), but never across a quote mark or a signature."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    joiner = -1 if str(part.get_param("delsp", "")).lower() == "yes" else None
    out: list[str] = []
    soft = False
    for line in text.replace("\r\n", "\n").split("\n"):
        fixed = line.startswith(">") or line == "-- "
        if not soft or fixed:
            out.append("\n")
        flows = line.endswith(" ") and not fixed
        line = line.removeprefix(" ")
        out.append(line[:joiner] if flows else line)
        soft = flows
    return "".join(out)


_OLD = (
    "//blockquote|//*[contains(@class,'gmail_quote') or contains(@class,'moz-cite-prefix')"
    " or contains(@class,'yahoo_quoted') or contains(@class,'protonmail_quote')]"
)
_OLD_FROM_HERE = "(//*[@id='divRplyFwdMsg' or @id='appendonsend'])[1]"


def _from_html(html: str) -> str:
    """Text of an HTML-only reply, without what the client marked as the old letter."""
    if not html:
        return ""
    from inscriptis.html_engine import Inscriptis  # slow to load, and few mails need it
    from lxml.html import HTMLParser, fromstring

    tree = fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    for mark in tree.xpath(_OLD_FROM_HERE):
        for element in (mark, *mark.xpath("ancestor::*")):
            element.tail = None
        for element in (*mark.xpath("following::*"), mark):
            element.tail = None
            element.drop_tree()
    for element in tree.xpath(_OLD):
        if element.getparent() is not None:
            element.drop_tree()
    return str(Inscriptis(tree).get_text())
