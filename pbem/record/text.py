"""A record as words: writing one and reading one needs no rules.

No line of it is a command of the game by mail, so that a record sent back plays nothing.
"""

import json
import re
from typing import Any, NamedTuple

from pbem.rules.numbers import NUMBER, Number, plain, read_number, write_row
from pbem.rules.table import Refusal

QUOTED = " \t\r\f\v|>\u00a0"
"""What a letter, and the answers to it, may put before a line."""
BARRED = re.compile(r"[> ]*\|")
"""A line of a record as a letter shows it."""
TAG = re.compile(r'\[(\w+) (".*")\]')
DEAL = re.compile(r"deal ([0-9]+) ([0-9a-f]{64})")
GIVES = re.compile(r"gives ([0-9]+) (.+)")
MOON = re.compile(r"moon ([0-9]+) (.+)")
SAYS = re.compile(r"says ([0-9]+) ([a-z]+) (.+)")
TRICK = re.compile(r"trick ([0-9]+) ([0-9]+): (.+)")
DEALT = re.compile(r"(?:hand ([0-9]+)|kitty): (.+)")
NUMBERS = re.compile(rf"(score|totals|winners)((?: {NUMBER})+)")
NEEDED = ("Variant", "Edition", "Options", "Pack", "Removed", "Seat0", "Commitment", "Words", "Seating")
"""The tags that no record lacks."""


class Line(NamedTuple):
    """A pass, bid or choice; or, with the verb `play`, a whole trick: `hand` leads, `things` are its cards."""

    verb: str
    hand: int
    things: tuple[str, ...]


class Hand(NamedTuple):
    """The cards that a hand was dealt; the kitty's `hand` is -1."""

    hand: int
    cards: tuple[str, ...]


class ClosedDeal(NamedTuple):
    """A deal that was played out: the secret that dealt it, the hands in the order of dealing, what was said and
    played, its points by seat."""

    secret: str
    dealt: tuple[Hand, ...]
    lines: tuple[Line, ...]
    score: tuple[Number, ...]


class Record(NamedTuple):
    """A match as told. `totals` and `winners` are those after the last of `deals`."""

    tags: tuple[tuple[str, str], ...]
    deals: tuple[ClosedDeal, ...]
    totals: tuple[Number, ...]
    winners: tuple[int, ...]


def write(record: Record) -> str:
    """The record as text; `parse` reads it back exactly."""
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in record.tags]
    for number, deal in enumerate(record.deals, 1):
        lines += ["", f"deal {number} {deal.secret}"]
        trick = 0
        for hand, cards in deal.dealt:
            lines.append(f"{f'hand {hand}' if hand >= 0 else 'kitty'}: {' '.join(cards)}")
        for line in deal.lines:
            trick += line.verb == "play"
            lines.append(f"{_head(line, trick)} {' '.join(line.things) or '-'}")
        lines.append(f"score {write_row(deal.score)}")
    lines += ["", f"totals {write_row(record.totals)}"]
    lines += [f"winners {write_row(record.winners)}"] * bool(record.winners)
    return "\n".join(lines) + "\n"


def _head(line: Line, trick: int) -> str:
    heads = {"play": f"trick {trick} {line.hand}:", "pass": f"gives {line.hand}", "moon": f"moon {line.hand}"}
    return heads.get(line.verb, f"says {line.hand} {line.verb}")


def parse(text: str) -> Record:
    """The record that a text tells, also as a letter quotes it; Refusal names the first line that makes no sense."""
    page, number, line = _Page(), 0, ""
    lines = text.split("\n")
    barred = any(BARRED.match(line) for line in lines)
    try:
        for number, raw in enumerate(lines, 1):  # noqa: B007 (the refusal names the line)
            line = raw.strip(QUOTED)
            if barred and not BARRED.match(raw):
                continue  # the letter around its record
            if line and not page.reads(line):
                raise ValueError(line)
        line = next((f"no {name}" for name in NEEDED if name not in page.tags), "the end")
        if page.lines is not None or page.totals is None or line != "the end":
            raise ValueError(line)
    except ValueError:
        raise Refusal("bad-record", line=number, text=line) from None
    return Record(tuple(page.tags.items()), tuple(page.deals), page.totals, page.winners)


class _Page:
    """A record as far as it has been read: tags, then deals, then the result."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.deals: list[ClosedDeal] = []
        self.secret = ""
        self.dealt: list[Hand] = []
        self.lines: list[Line] | None = None
        """Those of the deal that is being read."""
        self.totals: tuple[Number, ...] | None = None
        self.winners: tuple[int, ...] = ()

    def reads(self, line: str) -> bool:
        """Takes one line in; False where it makes no sense."""
        if found := NUMBERS.fullmatch(line):
            return self._numbers(found[1], tuple(map(read_number, found[2].split())))
        if self.totals is not None:
            return False
        if self.lines is not None:
            return self._said(line, self.lines)
        if found := DEAL.fullmatch(line):
            self.secret, self.dealt, self.lines = found[2], [], []
            return int(found[1]) == len(self.deals) + 1
        found = TAG.fullmatch(line)
        if not found or found[1] in self.tags or self.deals:
            return False
        self.tags[found[1]] = value = str(json.loads(found[2]))
        value.encode()  # what is no text can be no part of a shuffle
        return True

    def _said(self, line: str, lines: list[Line]) -> bool:
        if found := DEALT.fullmatch(line):
            self.dealt.append(Hand(int(found[1] or -1), _things(found[2])))
            return not lines
        if found := TRICK.fullmatch(line):
            lines.append(Line("play", int(found[2]), _things(found[3])))
            return int(found[1]) == sum(line.verb == "play" for line in lines)
        for verb, told in (("pass", GIVES), ("moon", MOON)):
            if found := told.fullmatch(line):
                lines.append(Line(verb, int(found[1]), _things(found[2])))
                return True
        found = SAYS.fullmatch(line)
        if not found or found[2] in ("pass", "play", "moon"):
            return False
        lines.append(Line(found[2], int(found[1]), _things(found[3])))
        return True

    def _numbers(self, what: str, row: tuple[Number, ...]) -> bool:
        if what == "score" and self.lines is not None:
            self.deals.append(ClosedDeal(self.secret, tuple(self.dealt), tuple(self.lines), row))
            self.lines = None
        elif what == "totals" and self.lines is None and self.totals is None:
            self.totals = row
        elif what == "winners" and self.totals is not None and not self.winners:
            self.winners = tuple(int(seat.real) for seat in row)
        else:
            return False
        return True


def as_json(record: Record) -> dict[str, Any]:
    """The record as plain data, for programs."""
    deals = [
        {
            "number": number,
            "secret": deal.secret,
            "dealt": [hand._asdict() for hand in deal.dealt],
            "lines": [line._asdict() for line in deal.lines],
            "score": [*map(plain, deal.score)],
        }
        for number, deal in enumerate(record.deals, 1)
    ]
    totals = [*map(plain, record.totals)]
    return {"tags": dict(record.tags), "deals": deals, "totals": totals, "winners": record.winners}


def _things(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split())
