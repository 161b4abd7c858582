"""Letters about the club itself: joining, inviting, answering."""

from collections.abc import Sequence
from typing import Any

from pbem.cards import NAMES, card
from pbem.rules.table import Refusal
from pbem.voice.catalogue import say
from pbem.voice.letters import Block, Draft, sentence
from pbem.voice.page import place_in_hand, suit_name
from pbem.voice.rulebook import choice_said
from pbem.voice.words import name_card, say_card

CARD_NAMES = frozenset(NAMES)


def confirm(language: str, club: str) -> Draft:
    """To a stranger: answer this and you are a member."""
    return Draft(
        say(language, "subject.confirm"),
        (
            Block(say(language, "confirm.what", club=club)),
            Block(label=say(language, "label.choose"), choices=((say(language, "word.yes"),) * 2,), kind="choices"),
            Block(say(language, "confirm.else")),
        ),
    )


def confirm_address(language: str, name: str) -> Draft:
    """To a further address of a member."""
    blocks = (
        Block(say(language, "confirm.address", name=name)),
        Block(label=say(language, "label.choose"), choices=((say(language, "word.yes"),) * 2,), kind="choices"),
        Block(say(language, "confirm.else")),
    )
    return Draft(say(language, "subject.confirm"), blocks)


def welcome(language: str, name: str, front_desk: str) -> Draft:
    """A new member's first letter."""
    blocks = (Block(say(language, "welcome.hello", name=name, address=front_desk)), *help_blocks(language))
    return Draft(say(language, "subject.welcome"), blocks)


def help_blocks(language: str) -> tuple[Block, ...]:
    """How to play by mail, command by command; each line bears a label, so none is a command."""
    lines = tuple(say(language, f"help.{line}") for line in ("new", "accept", "pass", "play", "look", "life"))
    return (Block(say(language, "help.intro")), Block(lines=lines, kind="list"))


def invitation(
    language: str, match: int, host: str, names: Sequence[str], variant: str, options: str, commitment: str
) -> Draft:
    """A seat at a table is offered."""
    rules = f"{variant} {options}".strip()
    return Draft(
        say(language, "subject.invite", host=host, match=match),
        (
            Block(say(language, "invite.what", host=host, match=match, rules=rules, names=", ".join(names))),
            Block(
                label=say(language, "label.choose"),
                choices=((say(language, "word.accept"),) * 2, (say(language, "word.decline"),) * 2),
                kind="choices",
            ),
            Block(say(language, "invite.how")),
            Block(say(language, "begin.fair", commitment=commitment)),
        ),
    )


def off(language: str, match: int, name: str) -> Draft:
    """A table will not be played."""
    return Draft(say(language, "subject.off", match=match), (Block(say(language, "off.what", match=match, name=name)),))


def stranger(language: str, match: int | None) -> Draft:
    """To a letter's owner: somebody else answered it."""
    return Draft(say(language, "subject.stranger"), (Block(say(language, "stranger.what")),))


def answer(
    language: str,
    subject: str,
    done: Sequence[str],
    refused: Block | None,
    unread: Sequence[str],
    more: Sequence[Block],
) -> Draft:
    """The three parts of an answer: done; not done and why; not read. Then whatever was asked to be shown."""
    blocks: list[Block] = []
    if done:
        blocks.append(Block(" ".join(done), label=say(language, "label.done")))
    if refused is not None:
        blocks.append(refused)
    if unread:
        quoted = " / ".join(line[:60] for line in unread[:5])
        blocks.append(Block(say(language, "answer.unread", lines=quoted), label=say(language, "label.unread")))
    return Draft(say(language, "subject.answer", subject=subject), (*blocks, *more))


def refusal(language: str, error: Refusal) -> Block:
    """What was not done, by which rule, and what is possible instead."""
    told = {**error.about, **error.about.get("readings", {})}
    about: dict[str, Any] = {key: _said(language, value) for key, value in told.items()}
    if error.about.get("led"):
        about["suit"] = suit_name(card(error.about["led"]), language)
    return Block(sentence(language, error.code, about), label=say(language, "label.not-done"))


def _said(language: str, value: Any) -> Any:
    """A value of a refusal as people read it: cards by sign, one card also in words."""
    if isinstance(value, str) and value in CARD_NAMES:
        return f"{say_card(card(value), language)} ({name_card(card(value), language)})"
    if isinstance(value, list | tuple):
        value = sorted(value, key=_place) if set(value) <= CARD_NAMES else value
        return " ".join(
            say_card(card(item), language) if item in CARD_NAMES else choice_said(str(item), language) for item in value
        )
    return value


def _place(name: str) -> tuple[int, int]:
    return place_in_hand(card(name))
