"""What every use case is handed: the club's settings and keys, and a transaction with its time."""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from pbem.match import Match
from pbem.store import tables as t
from pbem.store.engine import Store
from pbem.store.tables import add_once


@dataclass(frozen=True, slots=True)
class Club:
    """The house as a use case needs it. Time and dice are functions, so that tests bring their own."""

    store: Store
    domain: str
    web: str
    key: bytes
    now: Callable[[], int]
    dice: Callable[[int], bytes]
    """As many random bytes as asked for, from the operating system."""
    allowance: int = 48 * 3600
    """Seconds for one answer."""
    language: str = "en"
    folded: dict[int, tuple[int, Match]] = field(default_factory=dict)
    """Matches as they stood after so many log entries; only ever a shorter way to the same fold."""

    @contextmanager
    def work(self) -> Iterator["Tx"]:
        """One use case, one transaction: all of it is kept, or nothing."""
        try:
            with self.store.write() as connection:
                yield Tx(connection, self.now(), self)
        except BaseException:
            self.folded.clear()
            raise

    def mac(self, purpose: str, text: str) -> bytes:
        """A keyed hash that only this club can make."""
        return hmac.new(self.key, f"{purpose}\0{text}".encode(), hashlib.sha256).digest()

    def token(self, letter_key: str) -> str:
        """The opaque word in a letter's reply address: 100 bits, lower-case base32. Its end proves its beginning."""
        word = _base32(self.mac("reply", letter_key))[:14]
        return word + self._proof(word)

    def made(self, token: str) -> bool:
        """Whether a token is one of ours, told without asking the database; which letter it names, only that knows."""
        return hmac.compare_digest(token[14:].encode(), self._proof(token[:14]).encode())

    def _proof(self, word: str) -> str:
        return _base32(self.mac("proof", word))[:6]

    def message_id(self, letter_key: str) -> str:
        """A letter's Message-ID, the same however often it is sent."""
        return f"<{self.mac('message', letter_key).hex()[:32]}@{self.domain}>"

    @property
    def front_desk(self) -> str:
        """The address that everybody may write to."""
        return f"play@{self.domain}"


@dataclass(frozen=True, slots=True)
class Tx:
    """A transaction in progress."""

    db: Connection
    now: int
    club: Club


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().lower()


def token_hash(token: str) -> str:
    """What the outbox keeps of a token."""
    return hashlib.sha256(token.lower().encode()).hexdigest()


def club_key(store: Store, dice: Callable[[int], bytes]) -> bytes:
    """The club's secret key: made at the first start, the same for every server on this database."""
    with store.write() as connection:
        add_once(connection, t.secret, name="club", value=dice(32))
        return bytes(connection.execute(select(t.secret.c.value).where(t.secret.c.name == "club")).scalar_one())
