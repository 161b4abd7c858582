"""Words: cards and commands as members type them. The tables beside this file are the tests."""

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.cards import NAMES, card, cards
from pbem.rules.table import Refusal
from pbem.voice import words
from pbem.voice.commands import COMMANDS, language_of, read_commands, word_language

TABLES = {name: tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text()) for name in ("cards", "commands")}
ROWS = [
    (language, text, expected)
    for case in TABLES["cards"]["case"]
    for language in words.LANGUAGES
    for text, expected in case.get("both", []) + case.get(language, [])
]
NUMBERS, LANGUAGES = st.integers(0, 51), st.sampled_from(words.LANGUAGES)
SAY = st.sampled_from((words.say_card, words.name_card, words.typed))
SCRAPS = "the of de queen as ad ♥ ♣ : 2 10 qs dp 7c AK clubs play pass dame ; black please"
TYPED = st.text(st.sampled_from(" ,;:+.'acdhjkpqrstvAS0123456789♣♥♠🂡🂬é>|\n") | st.characters()) | st.lists(
    st.sampled_from(SCRAPS.split())
).map(" ".join)


def read(text: str, language: str) -> str:
    try:
        return " ".join(NAMES[number] for number in words.read_cards(text, language))
    except Refusal as refusal:
        return f"<{refusal.code}>"


@pytest.mark.parametrize(("language", "text", "expected"), ROWS)
def test_a_line_of_cards(language: str, text: str, expected: str) -> None:
    assert read(text, language) == expected


def test_24_codes_are_cards_of_both_languages() -> None:
    def codes(language: str) -> dict[str, int]:
        ranks = [*words.RANKS[language], *(["T"] if language == "en" else [])]
        pairs = [(rank, suit) for rank in ranks for suit in words.SUITS[language]]
        return {
            code: words.read_cards(code, language)[0] for rank, suit in pairs for code in (rank + suit, suit + rank)
        }

    english, french = codes("en"), codes("fr")
    assert len(english.keys() & french.keys()) == 24
    assert all(english[code] != french[code] for code in english.keys() & french.keys())


def test_a_refusal_shows_what_is_meant() -> None:
    with pytest.raises(Refusal) as mixed:
        words.read_cards("qs 7p 2c", "en")
    assert mixed.value.about == {"text": "qs 7p 2c", "en": ["QS", "?", "2C"], "fr": ["?", "7S", "2H"]}
    with pytest.raises(Refusal) as unknown:
        words.read_cards("7h Xyz", "fr")
    assert unknown.value.about == {"text": "Xyz"}


@pytest.mark.parametrize(("language", "text", "hand", "expected"), TABLES["cards"]["other"]["rows"])
def test_the_hand_only_suggests(language: str, text: str, hand: str, expected: str) -> None:
    assert words.other_reading(text, language, cards(hand)) == (card(expected) if expected else None)
    assert words.other_reading(text, language, cards(hand) << 52) == (card(expected) if expected else None)


@pytest.mark.parametrize("text", TABLES["cards"]["bare"]["cards"])
def test_a_bare_line_of_cards(text: str) -> None:
    assert words.looks_like_cards(text)


@pytest.mark.parametrize("text", TABLES["cards"]["bare"]["prose"])
def test_a_bare_line_of_prose(text: str) -> None:
    assert not words.looks_like_cards(text)


def test_cards_are_said_in_both_languages() -> None:
    queen, ten, two = card("QS"), card("TD"), card("2C")
    assert [words.say_card(queen, "en"), words.say_card(queen, "fr"), words.say_card(ten, "fr")] == ["Q♠", "D♠", "10♦"]
    assert [words.name_card(two, "en"), words.name_card(two, "fr")] == ["two of clubs", "deux de trèfle"]
    assert [words.typed(queen, "en"), words.typed(queen, "fr")] == ["qs", "dp"]


@given(LANGUAGES, st.lists(st.tuples(NUMBERS, SAY, st.sampled_from((" ", ",", ";", " + ", ", ")))), st.booleans())
def test_what_is_said_is_read(language: str, said: list[tuple[int, Any, str]], upper: bool) -> None:
    text = "".join(say(number, language) + separator for number, say, separator in said)
    assert words.read_cards(text.upper() if upper else text, language) == tuple(number for number, *_ in said)


@given(LANGUAGES, st.lists(NUMBERS, min_size=1), st.sampled_from((words.say_card, words.typed)))
def test_glued_cards_are_read(language: str, numbers: list[int], say: Any) -> None:
    if text := "".join(say(number, language) for number in numbers):
        assert text == "as" or words.read_cards(text, language) == tuple(numbers)


@given(LANGUAGES, TYPED)
def test_reading_cards_refuses_and_never_fails(language: str, text: str) -> None:
    read(text, language)
    words.looks_like_cards(text)
    words.other_reading(text, language, (1 << 52) - 1)


@pytest.mark.parametrize("mail", TABLES["commands"]["mail"])
def test_a_mail_of_commands(mail: dict[str, Any]) -> None:
    commands, unread = read_commands(mail["lines"], mail.get("subject", ""))
    assert [f"{command.name} {command.rest}" for command in commands] == mail["commands"]
    assert list(unread) == mail.get("unread", [])


@pytest.mark.parametrize("quote", ["", "> ", ">> "])
def test_the_clubs_own_letters_order_nothing(quote: str) -> None:
    lines = TABLES["commands"]["letters"]["lines"]
    assert read_commands([quote + line for line in lines], "")[0] == ()


@pytest.mark.parametrize(("lines", "expected"), TABLES["commands"]["languages"]["rows"])
def test_command_words_tell_the_language(lines: list[str], expected: str) -> None:
    assert (word_language(lines) or "") == expected


def test_every_command_word_works_alone() -> None:
    """All but two say enough by themselves."""
    more = {"call": " kitty", "bid": " 7"}
    for name, (_, english, french) in COMMANDS.items():
        for word in f"{english}, {french}".split(", "):
            line = word.capitalize() + more.get(name, "") + "!"
            assert [command.name for command in read_commands([line], "")[0]] == [name]
    assert (language_of("play"), language_of("Joue"), language_of("score"), language_of("x")) == (
        "en",
        "fr",
        None,
        None,
    )


@given(st.lists(TYPED), TYPED)
def test_reading_commands_never_fails(lines: list[str], subject: str) -> None:
    read_commands(lines, subject)
    word_language(lines)


@pytest.mark.parametrize(
    "piece", ["a ", "ah", "♥ ", "play ", "please ", ": ", ";", "7c;", "black ", " ", "re:", "l'", "[", "the ", "1"]
)
def test_long_lines_take_linear_time(piece: str) -> None:
    text = piece * 10_000
    start = time.process_time()
    read(text, "en")
    words.looks_like_cards(text)
    read_commands([text, text], "")
    read_commands([], text)
    assert time.process_time() - start < 4
