"""How the club writes: a letter is a subject and blocks; its text and its HTML are made from the same blocks.

No line of a letter parses as a command: every line of cards bears a label, and examples say CARD (mail.md, section 1).
"""

import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from pbem.voice.catalogue import say
from pbem.voice.commands import may_command, read_commands

WIDTH = 72
HARD = "\N{NO-BREAK SPACE}"
TEMPLATES = Path(__file__).parents[2] / "templates"


class Block(NamedTuple):
    """One paragraph: a label and a text, a row of choices (shown, and the command it sends), or lines as they are."""

    text: str = ""
    label: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    kind: str = "say"
    """say, fact, hand, choices, list or verbatim; the HTML part styles by it."""


class Draft(NamedTuple):
    """A letter before it has an address."""

    subject: str
    blocks: tuple[Block, ...]


@cache
def _template(name: str) -> Template:
    loader = FileSystemLoader(TEMPLATES)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True).get_template(name)


def as_text(language: str, blocks: Sequence[Block], footer: Sequence[str]) -> str:
    """The plain part: 72 columns, one blank line between blocks, facts that belong together without one."""
    parts: list[str] = []
    for before, block in zip((None, *blocks), blocks, strict=False):
        if before is not None and not (before.kind == block.kind == "fact"):
            parts.append("")
        parts += _text(language, block)
    return "\n".join([*parts, "", "-- ", *(line for text in footer for line in _wrap(text))]) + "\n"


def _text(language: str, block: Block) -> list[str]:
    colon = say(language, "colon")
    if block.kind == "verbatim":
        return [f"| {line}".rstrip() for line in block.lines]
    shown = block.text or " ".join(shown for shown, _ in block.choices)
    lines = _hang(f"{block.label}{colon} {shown}") if block.label else _wrap(shown) if shown else []
    return lines + [part for line in block.lines for part in _hang(line)]


def _hang(text: str) -> list[str]:
    """A labelled line; what is broken off is set in, behind a dot where it would else read as a command."""
    lines = _broken(text, WIDTH, "  ")
    return _broken(text, WIDTH, "  · ") if _commands(lines) else lines


def _wrap(text: str) -> list[str]:
    """Prose in lines of 72 columns, or a few fewer where a line that was broken off would read as a command."""
    tries = (_broken(text, width) for width in range(WIDTH, WIDTH // 2, -1))
    return next((lines for lines in tries if not _commands(lines)), [text])


def _broken(text: str, width: int, indent: str = "") -> list[str]:
    """The text in lines, broken at plain spaces only; hard spaces hold a suit's cards together, and become plain."""
    if len(text) <= width:
        return [text.replace(HARD, " ")]
    lines = textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace(HARD, " ") for line in lines]


def _commands(lines: Sequence[str]) -> bool:
    """Whether any line that was broken off would read as a command."""
    return any(may_command(line) and read_commands([line.strip()], "")[0] for line in lines[1:])


def as_html(language: str, blocks: Sequence[Block], footer: Sequence[str], subject: str, reply_to: str) -> str:
    """The HTML part; every choice is a `mailto:` link that fills in the reply."""

    def link(command: str) -> str:
        return f"mailto:{reply_to}?subject={quote('Re: ' + subject)}&body={quote(command)}"

    return _template("mail/letter.html").render(
        language=language, blocks=blocks, footer=footer, subject=subject, link=link, colon=say(language, "colon")
    )


def sentence(language: str, code: str, about: dict[str, Any]) -> str:
    """A refusal in words: the rule it comes from, and what to do."""
    return say(language, f"refusal.{code}", **about)
