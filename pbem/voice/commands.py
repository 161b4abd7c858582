"""Lines into commands: which lines of a mail order something, and which were meant to but could not be read.

One command a line or between `;`. Words of both languages are always welcome. The club's own letters, sent back
quoted or not, order nothing: they label every line that bears cards or counts, and a label (`Your hand: ...`) is
never a command.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.voice.rook import looks_like_rook
from pbem.voice.words import LANGUAGES, fold, looks_like_cards, mentions_cards


class Command(NamedTuple):
    """A command by its canonical name, what follows its word, and the words as they were typed."""

    name: str
    rest: str
    line: str


COMMANDS = {  # name: (what may follow, English words, French words)
    "pass": ("cards", "pass", "passe, donne"),
    "play": ("cards", "play", "joue"),
    "expose": ("cards", "expose, show", "expose, montre"),
    "bury": ("cards", "bury", "enterre, écarte"),
    "replace": ("cards", "replace", "remplace"),
    "forward": ("number", "forward", "fais suivre"),
    "call": ("call", "call", "appelle"),
    "bid": ("bid", "bid", "mise, enchère, enchéris"),
    "keep": ("queen", "keep", "garde"),
    "return": ("queen", "return", "rends"),
    "add": ("number", "add", "ajoute"),
    "subtract": ("number", "subtract", "retire, soustrais"),
    "new": ("table", "new, new game, new table", "nouvelle, nouvelle partie, nouvelle table, nouveau"),
    "join": ("few", "join", "inscription, inscris-moi, rejoins"),
    "accept": ("vow", "accept, i accept, yes, ok", "accepte, j'accepte, oui, ok"),
    "decline": ("number", "decline, i decline, no", "refuse, je refuse, non"),
    "again": ("number", "again", "revanche"),
    "resign": ("number", "resign, i resign", "abandonne, j'abandonne"),
    "status": ("number", "status", "état"),
    "hand": ("number", "hand", "main"),
    "trick": ("number", "trick", "pli"),
    "score": ("number", "score, scores, points", "score, points"),
    "record": ("number", "record", "procès-verbal"),  # not "pv": that is a card, the valet de pique
    "history": ("topic", "history", "historique"),
    "rules": ("topic", "rules", "règles"),
    "help": ("topic", "help", "aide"),
    "resend": ("topic", "resend", "renvoie"),
    "language": ("few", "language", "langue"),
    "name": ("few", "name", "nom"),
    "addresses": ("address", "addresses, address", "adresses, adresse"),
    "stop-mail": ("number", "stop mail, unsubscribe", "stop courrier, arrête courrier, arrête le courrier"),
    "start-mail": ("number", "start mail", "reprends courrier, reprends le courrier"),
}
FITS = {  # what may follow; a line that opens with a command word and goes on otherwise is reported, not obeyed
    "number": re.compile(r"(#?\d+)?"),
    "topic": re.compile(r"\S*"),
    "few": re.compile(r"(\S+( \S+){0,2})?"),
    "vow": re.compile(r"(#?\d+)? ?((with|avec) .*)?", re.IGNORECASE),
    "table": re.compile(r"\S*|\S+ \S+|(.* )?(with|avec) .*|.*=.*", re.IGNORECASE),
    "address": re.compile(r"\S*|\S+ \S+"),
    "call": re.compile(
        r"(all|all into|tout|tout au)? ?(the |le )?(kitty|pot|middle|milieu|talon)"
        r"|(\d|[lragdf](?=\d|\b)|left|right|across|gauche|droite|en face|face|and|et|to|the|la|à|[\s,+])+",
        re.IGNORECASE,
    ),
    "bid": re.compile(r"\d{1,2}|pass|passe", re.IGNORECASE),
    "queen": re.compile(r"(the |my |la |ma )?(queen|lady|dame|her|it)?", re.IGNORECASE),
    "cards": re.compile(r"\S*"),  # or whatever mentions a card
}
CHAT = frozenset(("yes", "no", "ok", "oui", "non"))
"""Words that open talk as often as an answer: with more after them, they are talk."""
_AGREED = re.compile(r"(?:(?:yes|ok|oui)\s*[,.!]\s*)+", re.IGNORECASE)
"""What may stand before an order: "yes, play 7d" orders as much as "play 7d"."""


def _listed(words: str) -> list[str]:
    return words.split(", ")


_POLITENESS = (
    "please, pls, svp, stp, s'il vous plait, s'il te plait, thank you, many thanks, thanks, thx, merci, cheers"
)
POLITE = tuple(tuple(phrase.split()) for phrase in _listed(_POLITENESS))
GREETINGS = frozenset(
    _listed("hi, hello, hey, dear, bonjour, bonsoir, salut, cher, chere, regards, thanks, thank, merci")
)
PLACEHOLDERS = frozenset(_listed("CARD, CARTE, NAME, NOM, MAIL, ADDRESS, ADRESSE, WORDS, MOTS, TOPIC, SUJET"))
"""What the club's letters print for the member to fill in."""

_WORDS = {
    fold(word): (name, tongue)
    for name, (_, *tongues) in COMMANDS.items()
    for tongue, words in zip(LANGUAGES, tongues, strict=True)
    for word in _listed(words)
}
_SHARED = {fold(word) for _, en, fr in COMMANDS.values() for word in _listed(en) if word in _listed(fr)}
_LABEL = re.compile(r"\s:|:\s|:$")
_REPLY = re.compile(r"\s*(?:(?:re|fwd?|tr|rv|aw|wg)\s?:|\[[^\]]{0,60}\])", re.IGNORECASE)
_ENDS = " \t.,!?…"
_LETTERS_ONLY = re.compile(r"[^\W\d_]{2}")
_CHATTY = 5  # words
_WRAPPED = 50  # characters
_LONGEST = 1000


def _bare(words: list[str]) -> list[str]:
    """The words without greeting, politeness and full stop around them."""
    while phrase := next((p for p in POLITE if _plain(words[: len(p)]) == p), None):
        words = words[len(phrase) :]
    while words and not words[-1].strip(_ENDS):
        words = words[:-1]
    while phrase := next((p for p in POLITE if _plain(words[-len(p) :]) == p), None):
        words = words[: -len(phrase)]
    return [*words[:-1], words[-1].rstrip(_ENDS)] if words else words


def _plain(words: list[str]) -> tuple[str, ...]:
    return tuple(fold(word).strip(_ENDS) for word in words)


def _ungreeted(text: str) -> str:
    """What follows a greeting: "Hi Bob, play 7d" is "play 7d", and "Hello all" is nothing."""
    if not _greets(text):
        return text
    cut = re.search(r"[,!.]", text)
    return text[cut.end() :].strip() if cut else ""


def _greets(text: str) -> bool:
    return bool(first := text.split(None, 1)) and fold(first[0]).strip(_ENDS) in GREETINGS


def _command_word(words: list[str]) -> tuple[str, int]:
    """The command word that the line opens with and how many words it takes; `("", 0)` for none."""
    for count in (3, 2, 1):
        word = " ".join(_plain(words[:count]))
        if len(words) >= count and word in _WORDS:
            return word, count
    return "", 0


def _is_label(words: list[str]) -> bool:
    """Whether a colon labels the line; a suit may bear one, as in `pass ♥: A K 2`."""
    head, colon, _ = " ".join(words).partition(":")
    return bool(colon and _LABEL.search(" ".join(words))) and not looks_like_cards(f"{head.split(' ')[-1]} 2")


def _command(segment: str) -> Command | str | None:
    """The command of a segment, None for talk, or the segment itself when it seems meant but does not fit."""
    words = _bare(_ungreeted(segment).split())
    text = " ".join(words)
    if not words:
        return None
    word, count = _command_word(words)
    if not word and (looks_like_cards(_ungreeted(segment)) or looks_like_cards(text) or looks_like_rook(text)):
        return Command("cards", text, segment)
    rest = " ".join(words[count:]).lstrip(_ENDS)
    if not word or _is_label(words) or any(part.strip(_ENDS) in PLACEHOLDERS for part in words):
        return segment
    name = _WORDS[word][0]
    kind = COMMANDS[name][0]
    if FITS[kind].fullmatch(rest) or (kind == "cards" and (mentions_cards(rest) or looks_like_rook(rest))):
        return Command(name, rest, segment)
    if word not in CHAT:
        return segment
    agreed = _AGREED.match(text)
    order = _command(text[agreed.end() :]) if agreed else None
    return order if isinstance(order, Command) and order.name != "cards" else None


def _segments(line: str) -> list[str]:
    """The line's commands; cards after a `;` stay with the card command before it: `pass 2c; qs; ah`. Where a lone
    word is followed by talk ("hand; they go to Bob") the line is talk as a whole."""
    segments: list[list[str]] = []
    takes_cards = False
    for part in filter(None, map(str.strip, line.split(";"))):
        if segments and takes_cards and looks_like_cards(part):
            segments[-1].append(part)
            continue
        if segments and not isinstance(_command(part), Command) and " " not in segments[-1][0]:
            return [line]
        segments.append([part])
        command = _command(part)
        takes_cards = isinstance(command, Command) and COMMANDS.get(command.name, ("cards",))[0] == "cards"
    return ["; ".join(parts) for parts in segments]


def read_commands(lines: Sequence[str], subject: str) -> tuple[tuple[Command, ...], tuple[str, ...]]:
    """The commands of a mail, and the lines that were perhaps meant to be some. The subject speaks only when the
    body says nothing at all."""
    commands, unread, talk = list[Command](), list[str](), list[str]()
    said = signing = False
    above = ""
    for raw in lines:
        line = raw.strip()[:_LONGEST]
        if line == "--":
            break
        wrapped = raw.startswith("  ") and (len(above) >= _WRAPPED or bool(_LABEL.search(above)))
        above = "" if not line else above if wrapped else line
        if line.startswith((">", "|")) or wrapped:
            continue  # quoted, or the rest of one of the club's own paragraphs
        said = said or bool(line)
        signing = signing or (bool(commands) and not line)
        for segment in _segments(line):
            match _command(segment):
                case Command("cards", rest) if (signing or _greets(segment)) and _LETTERS_ONLY.fullmatch(rest):
                    continue  # two letters under a finished order or after thanks are initials, not a card
                case Command() as command:
                    commands.append(command)
                case str(text) if _command_word(_bare(text.split()))[0] and not _is_label(text.split()):
                    unread.append(text)
                case str(text) if not commands and not _greets(text):
                    talk.append(text)
                case _:
                    signing = signing or bool(commands)
    # Before a command, a short line may have been meant as one; when nothing was understood, any line may.
    unread = [text for text in talk if not commands or len(text.split()) <= _CHATTY] + unread
    if not said and subject.strip():
        subject = subject[:_LONGEST]
        while prefix := _REPLY.match(subject):
            subject = subject[prefix.end() :]
        return read_commands([subject], "")
    return tuple(commands), tuple(unread)


def language_of(name_word: str) -> str | None:
    """The language that a command word belongs to; None for both or neither."""
    word = fold(name_word)
    return None if word in _SHARED or word not in _WORDS else _WORDS[word][1]


def word_language(lines: Sequence[str]) -> str | None:
    """The one language that all command words of the lines speak, if there is one."""
    words = (_command_word(_bare(_ungreeted(command.line).split()))[0] for command in read_commands(lines, "")[0])
    spoken = {tongue for word in words if (tongue := language_of(word))}
    return spoken.pop() if len(spoken) == 1 else None


_FIRST_WORDS = frozenset(word.split()[0] for word in _WORDS)


def may_command(line: str) -> bool:
    """Whether a line could be a command at all: a quick look at its first word; `read_commands` tells for sure."""
    first = fold(line.split(maxsplit=1)[0]) if line.strip() else ""
    return first.strip(".,;!") in _FIRST_WORDS or mentions_cards(first)
