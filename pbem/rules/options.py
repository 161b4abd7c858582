"""House rules as text: a variant's signature is read as a form, `limit=50 moon=add` fills it in."""

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import NoneType
from typing import Any, Literal, NamedTuple, NewType, get_args, get_origin, get_type_hints

from pbem.cards import LABELS, card
from pbem.rules.table import Refusal, Ruleset

CardName = NewType("CardName", str)
"""An option that is a card, by its canonical name."""

YES_NO = {"on": True, "yes": True, "oui": True, "true": True, "1": True}
YES_NO |= {"off": False, "no": False, "non": False, "false": False, "0": False}


MOST = 1000
"""The largest number that a house rule may be; a chain of secrets has enough deals for such a limit."""


class Option(NamedTuple):
    """One house rule: its keyword, what it may be, and its default, as texts."""

    name: str
    choices: tuple[str, ...]
    default: str
    kind: Any


@lru_cache
def form(variant: Callable[..., Ruleset]) -> dict[str, Option]:
    """The house rules of a variant, by keyword, read from its signature."""
    kinds = {name: kind for name, kind in get_type_hints(variant).items() if name != "return"}
    parameters = inspect.signature(variant).parameters
    return {name: Option(name, _choices(kind), write(parameters[name].default), kind) for name, kind in kinds.items()}


def settle(variant: Callable[..., Ruleset], given: Mapping[str, str]) -> dict[str, Any]:
    """The keyword arguments that `given` texts stand for; Refusal names what is unknown or cannot be."""
    options, arguments = form(variant), {}
    for name, text in given.items():
        if name not in options:
            raise Refusal("unknown-option", given=name, menu=sorted(options))
        try:
            arguments[name] = _read(options[name].kind, text)
        except (ValueError, KeyError):
            menu = options[name].choices
            raise Refusal("bad-option", option=name, given=text, menu=menu) from None
    return arguments


def ruleset(variant: Callable[..., Ruleset], given: Mapping[str, str]) -> Ruleset:
    """The ruleset of a variant with house rules given as texts."""
    return variant(**settle(variant, given))


def write(value: Any) -> str:
    """A setting as text, as `settle` reads it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    return "default" if value is None else str(value)


def _choices(kind: Any) -> tuple[str, ...]:
    if kind is bool:
        return ("on", "off")
    if kind is CardName:
        return ("cards",)
    if get_origin(kind) is Literal:
        return tuple(str(choice) for choice in get_args(kind))
    if get_origin(kind) is tuple:
        return (",".join(_choices(get_args(kind)[0])),)
    inner = [part for part in get_args(kind) if part is not NoneType]
    return _choices(inner[0]) if inner else ("a whole number",)


def _read(kind: Any, text: str) -> Any:
    if kind is bool:
        return YES_NO[text.lower()]
    if kind is CardName:
        return CardName(LABELS[card(text)])
    if get_origin(kind) is Literal:
        return {str(choice).lower(): choice for choice in get_args(kind)}[text.lower()]
    if get_origin(kind) is tuple:
        parts = [] if text.lower() in ("none", "") else text.replace(" ", ",").split(",")
        return tuple(_read(get_args(kind)[0], part) for part in parts)
    inner = [part for part in get_args(kind) if part is not NoneType]
    if inner:
        return None if text.lower() == "default" else _read(inner[0], text)
    number = int(text)
    if not 0 < number <= MOST:
        raise ValueError(text)
    return number
