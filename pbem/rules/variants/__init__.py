"""One file a variant: the module `name` holds the function `name`. The folder is the registry."""

import pkgutil
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from pbem.rules.table import Refusal, Ruleset

ALIASES = {
    "hearts": "american",
    "coeurs": "american",
    "cœurs": "american",
    "coeur": "american",
    "classic": "american",
}
"""What people call a variant in a mail."""


def variant_names() -> list[str]:
    """Every variant's name, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


@lru_cache
def variant(name: str) -> Callable[..., Ruleset]:
    """The function that returns a variant's ruleset; its signature is the form of its house rules."""
    name = ALIASES.get(name.lower(), name.lower())
    if name not in variant_names():
        raise Refusal("unknown-variant", given=name, menu=variant_names())
    found: Callable[..., Ruleset] = getattr(import_module(f"{__name__}.{name}"), name)
    return found
