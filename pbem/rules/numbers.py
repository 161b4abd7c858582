"""Points as numbers and as words: whole nearly always, fractions where winners share, complex in one game."""

import re
from fractions import Fraction

Number = int | Fraction | complex

NUMBER = r"-?[0-9]{1,9}(?:/[1-9][0-9]{0,8}|[+-][0-9]{1,9}i)?"
_NUMBER = re.compile(NUMBER)
_COMPLEX = re.compile(r"(-?[0-9]+)([+-][0-9]+)i")


def write_number(number: Number) -> str:
    """The number as records and letters show it: `-26`, `11/2`, `-26+10i`."""
    if isinstance(number, complex):
        whole, turned = int(number.real), int(number.imag)
        return f"{whole}{turned:+d}i" if turned else str(whole)
    return str(number)


def read_number(text: str) -> Number:
    """The number that `write_number` wrote; ValueError for anything else."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    if found := _COMPLEX.fullmatch(text):
        return complex(int(found[1]), int(found[2]))
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def write_row(numbers: "tuple[Number, ...]") -> str:
    """Several numbers in a row, as in `5 15 6 0`."""
    return " ".join(map(write_number, numbers))


def plain(number: Number) -> int | str:
    """The number as JSON has it: a text where it is not whole."""
    return number if isinstance(number, int) else write_number(number)
