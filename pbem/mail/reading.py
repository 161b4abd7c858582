"""The reply's own lines: what a person wrote above, below or between what a mail program quoted.

One pass over the lines; every test on a line is bounded, so time is linear in the text, and nothing here raises.
What is doubtful is left out: a command that is lost is asked for again, one that was never given cannot be taken back.
"""

import re
import unicodedata

MOST_TEXT, MOST_LINES, LONGEST = 65_536, 400, 500
WRAPPED = 4
"""Lines over which a mail program may spread its attribution."""

_DROPPED = (0xAD, 0x61C, 0x180E, 0x20E3, 0xFE0E, 0xFE0F, 0xFEFF, *range(0x2060, 0x2070))
_DROPPED += (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0xD800, 0xE000))
_SPACES = (*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA1), 0x2028, 0x2029)
_STRAIGHT = {"‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"'}
_PLAIN = dict.fromkeys(_DROPPED, "") | dict.fromkeys(_SPACES, " ") | {ord(a): b for a, b in _STRAIGHT.items()}


def _pattern(*words: str, start: str = "^", end: str = "") -> re.Pattern[str]:
    return re.compile(f"{start}(?:{'|'.join(words)}){end}", re.I)


_DATED = _pattern(
    "on", "le", "am", "el", "il(?: giorno)?", "op", "em", r"\d{4}-\d\d-\d\d", end=r"\b(?=.{0,60}?\d[\d:/.])"
)
"""The first line of `On Wed, Dec 2, 2026 at 9:41 … wrote:`: the word, and soon a date or an hour, not just `le 7`."""
_WROTE = _pattern(
    "wrote", "writes", "a écrit", "schrieb", "escribió", "ha scritto", "schreef", "escreveu", start=r"\b", end=r"\b"
)
_SAID = _pattern("wrote", "writes", "a écrit", "schrieb", "escribió", "ha scritto", start=r"@.{0,200}\b", end=" ?:$")
"""The end of an attribution that begins with the name: `Hearts <play@…> writes:`."""
_BOUNDARY = _pattern(
    r"_{20,}",
    r"-{5,}",
    r"-{2,} ?(?:original (?:message|appointment)|forwarded message|reply message|mail original"
    r"|message (?:d'origine|original|transféré)|e-?mail d'origine|ursprüngliche nachricht"
    r"|weitergeleitete nachricht|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original).{0,20}",
    r"-{2,} ?(?:on|le) .{0,200} (?:wrote|a écrit) ?-{2,}",
    r"begin forwarded message ?:",
    r"début du message (?:réexpédié|transféré) ?:",
    r"message du \d.{0,40}",
    end="$",
)
_HEAD_LINE = _pattern(
    *("from", "sent", "date", "to", "subject", "de", "envoyée?", "à", "a", "objet", "expéditeur", "von", "gesendet"),
    *("datum", "an", "betreff", "enviado(?: el)?", "fecha", "para", "asunto", "da", "inviato", "data", "oggetto"),
    *("van", "verzonden", "aan", "onderwerp"),
    start=r"^\*{0,2}",
    end=r"\*{0,2} ?:",
)
_ADVERTISING = _pattern(
    r"sent (?:from|with|via)\b",
    r"envoyé (?:de|depuis|avec|via|à partir)\b",
    r"get outlook for\b",
    r"(?:obtenir|obtenez|télécharge[rz]?) outlook\b",
    r"provenance ?: (?:courrier|mail)\b",
    r"(?:von|gesendet von) (?:meinem|mail)\b",
    r"(?:enviado|inviato|verzonden|verstuurd) (?:desde|da|dal|vanaf|do)\b",
    r"(?:outlook für|outlook para|outlook per|outlook voor) (?:ios|android)\b",
)
_BANNER = _pattern(
    r"external\b",
    r"(?:expéditeur|courriel|message|mail) externe\b",
    r"externe\b",
    r"(?:caution|warning|attention|avertissement)\b.{0,80}(?:extern|outside|extérieur)",
    start=r"^\W{0,5}",
)
_BANNER_WIDTH = 60
"""A banner's line as long as this was wrapped: the next line belongs to it."""


def own_lines(text: str) -> tuple[str, ...]:
    """The sender's own lines, in order, normalised; quotes, attributions, signatures and banners are left out."""
    lines = _without_banner(_normal(text[:MOST_TEXT]))
    own: list[str] = []
    at = 0
    while at < len(lines) and len(own) < MOST_LINES:
        line = lines[at]
        if line.startswith(">"):
            at += 1
        elif line == "--" or _BOUNDARY.match(line) or _header_block(lines, at):
            break
        elif taken := _attribution(lines, at):
            at += taken
            if not _is_quote(lines, at):
                break  # the old letter follows without marks
        else:
            if not _ADVERTISING.match(line):
                own.append(line)
            at += 1
    return tuple(own)


def _normal(text: str) -> list[str]:
    """The lines, as plain as they get: card signs stay, what cannot be seen goes."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return [line[:LONGEST].strip() for line in text.translate(_PLAIN).split("\n")]


def _without_banner(lines: list[str]) -> list[str]:
    """The lines with text in them, less the warning that the reader's own mail server put on top."""
    at = next((at for at, line in enumerate(lines) if line), 0)
    if _BANNER.match(lines[at]):
        while at + 1 < len(lines) and lines[at + 1] and len(lines[at]) >= _BANNER_WIDTH:
            at += 1
        at += 1
    return [line for line in lines[at:] if line]


def _is_quote(lines: list[str], at: int) -> bool:
    return at < len(lines) and lines[at].startswith(">")


def _attribution(lines: list[str], at: int) -> int:
    """How many lines from here are an attribution, which some programs wrap; 0 when none is."""
    if not _DATED.match(lines[at]):
        foreign = lines[at].endswith(":") and "@" in lines[at] and _is_quote(lines, at + 1)
        return 1 if foreign or _SAID.search(lines[at]) else 0
    joined = ""
    for count, line in enumerate(lines[at : at + WRAPPED], 1):
        if line.startswith(">") or (count > 1 and _DATED.match(line)):
            return 0
        joined = f"{joined} {line}"
        wrote = _WROTE.search(joined)
        if wrote and (":" in joined[wrote.end() :] or _is_quote(lines, at + count)):
            return count
        if line.endswith(":") and _is_quote(lines, at + count):
            return count  # a language we do not know
    return 0


def _header_block(lines: list[str], at: int) -> bool:
    """An old letter's head: two lines in a row that begin with `From:`, `Sent:` or another such word.

    The address of the first may have been wrapped onto a line of its own.
    """
    below = lines[at + 1 : at + 3]
    if len(below) == 2 and below[0].startswith("<"):
        del below[0]
    return bool(_HEAD_LINE.match(lines[at]) and below and _HEAD_LINE.match(below[0]))
