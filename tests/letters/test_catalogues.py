"""Catalogues: English and French complete, nothing fuzzy, the same placeholders, every refusal has its sentence."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pbem.rules.options import form
from pbem.rules.variants import variant, variant_names
from pbem.voice.catalogue import LANGUAGES, LOCALE

ROOT = Path(__file__).parents[2]
PLACEHOLDER = re.compile(r"\{(\w+)\}")
REFUSAL = re.compile(r'(?:Refusal|Filter)\(\s*"([a-z0-9-]+)"')
CATALOGUES = {
    language: {
        message.id: message
        for path in (LOCALE / language / "LC_MESSAGES").glob("*.po")
        for message in read_po(path.open("rb"), locale=language)
    }
    for language in LANGUAGES
}
KEYS = sorted({message.id for catalogue in CATALOGUES.values() for message in catalogue.values() if message.id})
CODES = sorted(
    {
        code
        for room in ("rules", "desk", "voice", "match.py")
        for path in ([ROOT / "pbem" / room] if room.endswith(".py") else (ROOT / "pbem" / room).rglob("*.py"))
        for code in REFUSAL.findall(path.read_text())
        if path.name not in ("notation.py", "captures.py")
    }
)


@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_in_every_language_with_the_same_placeholders(key: str) -> None:
    found = {language: catalogue.get(key) for language, catalogue in CATALOGUES.items()}
    for language, message in found.items():
        assert message is not None, f"{key} is missing in {language}"
        assert message.string, f"{key} is empty in {language}"
        assert not message.fuzzy, f"{key} is fuzzy in {language}"
    assert len({frozenset(PLACEHOLDER.findall(str(message.string))) for message in found.values()}) == 1


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_its_sentence(code: str) -> None:
    assert f"refusal.{code}" in KEYS


@pytest.mark.parametrize("name", variant_names())
def test_every_variant_and_house_rule_is_described(name: str) -> None:
    wanted = {f"variant.{name}.title", f"variant.{name}.about", *(f"option.{option}" for option in form(variant(name)))}
    assert not wanted - set(KEYS)
