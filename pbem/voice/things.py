"""Answers that are words and not cards: how each is said, how it is written in a reply, and how it is read."""

import re
from typing import NamedTuple

from pbem.rules.passing import CALLS
from pbem.voice.catalogue import say
from pbem.voice.words import fold

SIDES = {"L": "left", "R": "right", "A": "across"}
_SIDE_WORDS = {
    **dict.fromkeys(("l", "left", "g", "gauche"), "L"),
    **dict.fromkeys(("r", "right", "d", "droite"), "R"),
    **dict.fromkeys(("a", "across", "f", "face", "en face"), "A"),
}
_POOL_WORDS = ("kitty", "pot", "middle", "the middle", "milieu", "le milieu", "talon")
_NO_BID = ("pass", "passe", "no bid", "no")
_PART = re.compile(r"(\d)?\s*(en face|[a-z]+)\s*(\d)?")


class Answer(NamedTuple):
    """What a command word stands for: the verb that is answered, and the thing, where the word itself is one."""

    verb: str
    thing: str = ""


ANSWERS = {
    "add": Answer("moon", "add"),
    "subtract": Answer("moon", "subtract"),
    "keep": Answer("queen", "keep"),
    "return": Answer("queen", "return"),
    "bid": Answer("bid"),
    "call": Answer("call"),
    "forward": Answer("pass", "forward"),
}
"""Command words that answer an ask without cards."""


def thing_said(verb: str, thing: str, language: str) -> str:
    """The choice as a letter shows it: `2 left, 1 right`, `7`, `add`."""
    if verb == "call" and thing != "kitty":
        parts = re.findall(r"([LRA])(\d)", thing)
        return ", ".join(f"{count} {say(language, f'side.{SIDES[side]}')}" for side, count in parts)
    if verb == "bid" and thing != "pass":
        return thing
    return say(language, f"{verb}.{thing}")


def thing_command(verb: str, thing: str, language: str) -> str:
    """The choice as a reply writes it: `call 2 left, 1 right`, `bid 7`, `add`."""
    said = thing_said(verb, thing, language)
    return f"{say(language, f'verb.{verb}')} {said}" if verb in ("call", "bid") else said


def read_thing(verb: str, text: str) -> str:
    """The thing that a member's words name, or the words as they are where they name none."""
    words = " ".join(fold(text).replace(",", " ").replace("+", " ").split())
    if verb == "bid":
        return "pass" if words in _NO_BID else words.lstrip("0") or (words and "0")
    if words in _POOL_WORDS:
        return "kitty"
    return _split(re.sub(r"\b(?:and|et|a|to|the|la)\b(?! ?\d)", " ", words)) or words


def _split(words: str) -> str:
    """`2 left 1 right`, `l2r1` or `left right across` as one of the calls."""
    counts = dict.fromkeys(SIDES, 0)
    for part in _PART.finditer(re.sub(r"([a-z]\d)(?=[a-z])", r"\1 ", words)):
        side = _SIDE_WORDS.get(part[2])
        if side is None:
            return ""
        counts[side] += int(part[1] or part[3] or 1)
    call = "".join(f"{side}{count}" for side, count in counts.items() if count)
    return call if call in CALLS else ""
