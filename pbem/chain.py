"""A match's chain of secrets: one commitment, published before seats are known, vouches for every deal (play.md, 6).

Secret k is the SHA-256 of secret k+1; the commitment is the SHA-256 of secret 0. Telling secret k lets anybody check
that it was fixed from the start, and tells nothing of the secrets behind it.
"""

import hashlib
from functools import lru_cache

LENGTH = 500
"""More deals than any match has."""


def hashed(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


@lru_cache(4096)
def secret(seed: bytes, number: int) -> bytes:
    """The `number`-th secret of the chain that ends in `seed`; number 0 seats the players, 1 is the first deal's."""
    if not 0 <= number < LENGTH:
        raise ValueError(number)
    value = seed
    for _ in range(LENGTH - number):
        value = hashed(value)
    return value


def commitment(seed: bytes) -> str:
    """What is published before the seats are known, in hexadecimal."""
    return hashed(secret(seed, 0)).hex()


def seating(secret0: bytes, words: str, names: list[str]) -> list[str]:
    """The names in seat order: sorted by SHA-256 of `secret 0 || 0x00 || words || 0x00 || "seat" || 0x00 || name`."""
    return sorted(names, key=lambda name: hashed(b"\0".join((secret0, words.encode(), b"seat", name.encode()))))


def first_dealer(secret0: bytes, words: str, players: int) -> int:
    """The seat that deals first: SHA-256 of `secret 0 || 0x00 || words || 0x00 || "dealer"`, modulo the players."""
    return int.from_bytes(hashed(b"\0".join((secret0, words.encode(), b"dealer"))), "big") % players
