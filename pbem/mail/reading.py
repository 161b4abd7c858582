"""The reply's own lines: what a person wrote above, below or between what his mail program quoted.

One pass over the lines, each looked at by cheap tests that cannot backtrack far; nothing here raises.
"""

import re
import unicodedata

MOST_TEXT, MOST_LINES, LONGEST = 64_000, 400, 500
_DROPPED = dict.fromkeys(
    [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0xFE0E, 0xFE0F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " ", "\u2009": " "})
_KEPT = re.compile(r"([♠-♧\U0001F0A0-\U0001F0FF]+)")

_ATTRIBUTION_START = re.compile(r"^(on|le|am|el|il|op|em|den)\b", re.I)
_ATTRIBUTION_END = re.compile(
    r"(wrote|a écrit|schrieb|escribió|ha scritto|schreef|escreveu)\b.{0,80}:$|(wrote|a écrit|schrieb|escribió):?$",
    re.I,
)
_BOUNDARY = re.compile(
    r"^(-{2,} ?(original message|message d'origine|forwarded message|message transféré|ursprüngliche nachricht|"
    r"mensaje original|messaggio originale|oorspronkelijk bericht|mail original).{0,20}|_{20,}|-{5,})$",
    re.I,
)
_HEADER_LINE = re.compile(r"^\*?(from|de|von|da|van|expéditeur)\*? ?:\*? ", re.I)
_HEADER_NEXT = re.compile(
    r"^\*?(sent|date|to|subject|envoyé|à|objet|gesendet|an|betreff|enviado|inviato|verzonden)\*? ?:", re.I
)
_ADVERTISING = re.compile(
    r"^(sent from|sent with|envoyé (de|depuis|à partir)|get outlook for|télécharger? outlook|obtenir outlook|"
    r"von meinem|enviado desde|inviato da|verstuurd vanaf)\b",
    re.I,
)
_BANNER = re.compile(r"^\W{0,3}(external|externe|caution)\b.{0,200}$", re.I)


def own_lines(text: str) -> tuple[str, ...]:
    """The sender's own lines, in order, normalised; quotes, attributions, signatures and banners are left out."""
    lines = [
        _normal(line) for line in text[:MOST_TEXT].replace("\r\n", "\n").replace("\r", "\n").split("\n")[:MOST_LINES]
    ]
    own: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line == "--" or _BOUNDARY.match(line) or _header_block(lines, at):
            break
        attribution = _attribution(lines, at)
        if attribution:
            at += attribution
            if not _quote_follows(lines, at):
                break
            continue
        if line and not line.startswith(">") and not _ADVERTISING.match(line) and not (not own and _BANNER.match(line)):
            own.append(line)
        at += 1
    return tuple(own)


def _normal(line: str) -> str:
    parts = _KEPT.split(line[: LONGEST * 2].translate(_DROPPED).translate(_PLAIN))
    kept = (part if place % 2 else unicodedata.normalize("NFKC", part) for place, part in enumerate(parts))
    return "".join(character for character in "".join(kept) if character >= " ")[:LONGEST].strip()


def _attribution(lines: list[str], at: int) -> int:
    """How many lines from here are an attribution (`On … wrote:`), wrapped over up to three; 0 when none is."""
    first = lines[at].lstrip("> ")
    if not _ATTRIBUTION_START.match(first):
        return 0
    joined = ""
    for count, line in enumerate(lines[at : at + 3], 1):
        joined = f"{joined} {line.lstrip('> ')}".strip()
        if len(joined) > LONGEST:
            return 0
        if _ATTRIBUTION_END.search(joined):
            return count
    return 0


def _quote_follows(lines: list[str], at: int) -> bool:
    """Whether the next line with text is quoted with `>`; if not, all that follows is the old letter."""
    return next((line.startswith(">") for line in lines[at:] if line), False)


def _header_block(lines: list[str], at: int) -> bool:
    """An Outlook header block: `From:` and, within three lines, `Sent:` or another of them."""
    return bool(_HEADER_LINE.match(lines[at])) and any(_HEADER_NEXT.match(line) for line in lines[at + 1 : at + 4])
