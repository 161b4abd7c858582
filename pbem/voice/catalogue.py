"""The club's sentences, by key and language, from gettext catalogues that are read as they stand in the tree."""

import gettext
import io
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent / "locale"


@cache
def translations(language: str) -> gettext.GNUTranslations:
    """A language's catalogue."""
    with (LOCALE / language / "LC_MESSAGES" / "pbem.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def say(language: str, key: str, **about: Any) -> str:
    """The sentence for `key`, its {placeholders} filled in. A missing key is a bug and raises KeyError."""
    text = translations(language).gettext(key)
    if text == key:
        raise KeyError(key)
    return text.format(**about)
