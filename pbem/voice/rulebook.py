"""The rules of a variant as people read them, made from its own file: what it is, its points, its house rules."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pbem.cards import HEARTS, PACK_52, ROOK, Cards, each
from pbem.rules.numbers import Number, write_number
from pbem.rules.options import Option, form, ruleset, write
from pbem.rules.table import Ruleset
from pbem.rules.variants import variant, variant_names
from pbem.voice.catalogue import say
from pbem.voice.letters import Block
from pbem.voice.words import say_card

KINDS = {"a whole number": "rules.number", "cards": "rules.cards"}
"""Options that are no choice among keywords."""


class HouseRule(NamedTuple):
    """One house rule as a reader sees it: its keyword, its setting, what else it can be, and what it means."""

    name: str
    setting: str
    choices: tuple[str, ...]
    meaning: str


def title(name: str, language: str) -> str:
    """What the variant is called."""
    return say(language, f"variant.{name}.title")


def house_rules(name: str, language: str, given: Mapping[str, str]) -> tuple[HouseRule, ...]:
    """The house rules of a variant, in the order of its signature, with those that are `given` settled."""
    return tuple(
        HouseRule(
            option.name, given.get(option.name, option.default), _choices(option, language), _meaning(option, language)
        )
        for option in form(variant(name)).values()
    )


def rules_said(name: str, language: str, given: Mapping[str, str] | None = None) -> tuple[Block, ...]:
    """The rules of a variant, with the house rules of a table where some are `given`."""
    make, given = variant(name), given or {}
    told = house_rules(make.__name__, language, given)
    colon = say(language, "colon")
    lines = tuple(
        f"{rule.name}={rule.setting}{colon} {rule.meaning} ({', '.join(rule.choices)})"
        if rule.choices
        else f"{rule.name}={rule.setting}{colon} {rule.meaning}"
        for rule in told
    )
    return (
        Block(say(language, f"variant.{make.__name__}.about"), label=title(make.__name__, language)),
        Block(say(language, "rules.basics")),
        Block(points_said(ruleset(make, given), language), label=say(language, "rules.points"), kind="fact"),
        Block(say(language, "rules.house"), lines=lines, kind="list"),
        Block(say(language, "rules.how", variant=make.__name__, example=_example(make))),
    )


def command(name: str, language: str, given: Mapping[str, str]) -> str:
    """The line that proposes a table with these house rules: `new turbo boost9=on with NAME, NAME, NAME`."""
    options = form(variant(name))
    told = {key: text.replace(" ", ",") for key, text in given.items() if text != options[key].default}
    players = int(given.get("players", options["players"].default))
    words = " ".join([name, *(f"{key}={text}" for key, text in told.items() if key != "players")])
    guests = ", ".join([say(language, "word.name")] * (players - 1))
    return say(language, "rules.command", rules=words, guests=guests)


def list_said(language: str) -> tuple[Block, ...]:
    """All variants, and how to read about one."""
    colon = say(language, "colon")
    lines = tuple(f"{name}{colon} {title(name, language)}" for name in variant_names())
    return (Block(say(language, "rules.list"), lines=lines, kind="list"), Block(say(language, "rules.more")))


def points_said(rules: Ruleset, language: str) -> str:
    """What the cards cost, dearest last: `hearts 1 each, Q♠ 13, J♦ -10`."""
    worth: dict[Number, Cards] = {}
    for card in each(rules.pack & PACK_52 or rules.pack):
        points = rules.scoring.points(1 << card)
        if points:
            worth[points] = worth.get(points, 0) | 1 << card
    return ", ".join(_priced(cards, points, language) for points, cards in worth.items())


def _priced(cards: Cards, points: Number, language: str) -> str:
    written = write_number(points)
    if cards.bit_count() == 1:
        return f"{_said(cards, language)} {written}"
    most = cards.bit_count() > 10 and not cards & ~HEARTS
    reds = say(language, "rules.reds" if cards >> ROOK else "rules.hearts")
    return say(language, "rules.each", cards=reds if most else _said(cards, language), points=written)


def _said(cards: Cards, language: str) -> str:
    return " ".join(say_card(card, language) for card in each(cards))


def choice_said(choice: str, language: str) -> str:
    """What an option can be, in the reader's words where it is no keyword."""
    return say(language, KINDS[choice]) if choice in KINDS else choice


def _choices(option: Option, language: str) -> tuple[str, ...]:
    """What the house rule can be; () where there is no choice."""
    return () if option.choices == (option.default,) else tuple(choice_said(one, language) for one in option.choices)


def _meaning(option: Option, language: str) -> str:
    return say(language, f"option.{option.name}")


def _example(make: Callable[..., Ruleset]) -> str:
    """A house rule that is not as usual, to show how one is written."""
    options = form(make)
    if "boost9" in options:
        return f"boost9={write(True)}"
    return next(f"{option.name}={option.choices[-1]}" for option in options.values() if len(option.choices) > 1)
