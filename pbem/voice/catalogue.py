"""The club's sentences, by key and language, from gettext catalogues that are read as they stand in the tree."""

import gettext
import io
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent / "locale"


@cache
def translations(language: str) -> gettext.GNUTranslations:
    """A language's catalogues, all in one."""
    whole = Catalog(locale=language)
    for path in sorted((LOCALE / language / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                whole[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def say(language: str, key: str, **about: Any) -> str:
    """The sentence for `key`, its {placeholders} filled in. A missing key is a bug and raises KeyError."""
    text = translations(language).gettext(key)
    if text == key:
        raise KeyError(key)
    return text.format(**about)
