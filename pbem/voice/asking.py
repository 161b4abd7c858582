"""What a seat is asked, told so that somebody who never played the variant can answer: what, why, the choices, how."""

from itertools import groupby

from pbem.cards import each
from pbem.rules.numbers import write_number
from pbem.rules.passing import POOL
from pbem.rules.table import CARD_THINGS, Ask
from pbem.voice.letters import Block
from pbem.voice.page import Page, cards_said, listed, place_in_hand
from pbem.voice.things import thing_command, thing_said
from pbem.voice.words import say_card


def asked(page: Page) -> list[Block]:
    """The menus of all that this seat is asked, and how to answer."""
    return [block for ask in page.view.asks for block in _asked(page, ask)]


def _asked(page: Page, ask: Ask) -> list[Block]:
    things = next(phase.things for phase in page.rules.phases if phase.verb == ask.verb)
    if things is not CARD_THINGS:
        return _words(page, ask, things)
    verb = page.say(f"verb.{ask.verb}")
    menu = sorted(each(ask.menu), key=place_in_hand)
    choices = tuple((say_card(card, page.language), f"{verb} {say_card(card, page.language)}") for card in menu)
    dummy = ask.hand >= len(page.names)
    label = page.say("label.may-dummy" if dummy else f"label.may-{ask.verb}")
    blocks = [Block(label=label, choices=choices, kind="choices"), Block(_how(page, ask))]
    if ask.none:
        word = page.say("word.forward")
        blocks.append(Block(page.say("ask.forward")))
        blocks.append(Block(label=page.say("label.or"), choices=((word, word),), kind="choices"))
    return blocks


def _words(page: Page, ask: Ask, things: tuple[str, ...]) -> list[Block]:
    """An ask that is answered by a word."""
    menu = [things[number] for number in each(ask.menu)]
    choices = tuple(
        (thing_said(ask.verb, thing, page.language), thing_command(ask.verb, thing, page.language)) for thing in menu
    )
    about = {"stake": write_number(page.view.stake), "first": choices[0][1], "last": choices[-1][1]}
    return [
        Block(page.say(f"ask.{ask.verb}", **about)),
        Block(label=page.say("label.choose"), choices=choices, kind="choices"),
    ]


def _how(page: Page, ask: Ask) -> str:
    """How a pass, an exposure or a play is written, and where the cards go."""
    about = {"count": ask.least, "cards": cards_said(page.language, each(page.view.kitty))}
    if ask.hand >= len(page.names):
        return page.say("ask.dummy")
    if ask.verb != "pass":
        return page.say(f"ask.{ask.verb}", **about)
    offsets = page.view.offsets
    if offsets[0] == POOL:
        return page.say("ask.pass-pool", **about, example=_example(page, ask))
    parts = [(page.seat_at(offset), len(list(group))) for offset, group in groupby(offsets)]
    if len(parts) == 1:
        return page.say("ask.pass", **about, to=parts[0][0], example=_example(page, ask))
    said = [page.say("pass.part" if count == 1 else "pass.parts", count=count, name=name) for name, count in parts]
    return page.say("ask.pass-split", **about, parts=listed(page, said), example=_example(page, ask))


def _example(page: Page, ask: Ask) -> str:
    return " ".join([page.say(f"verb.{ask.verb}"), *[page.say("word.card")] * ask.least])
