"""The tables. Times are whole seconds since 1970 (UTC); texts are as people wrote them."""

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field, SQLModel


class SecretRow(SQLModel, table=True):
    """The club's own keys: made once, never shown."""

    __tablename__ = "secret"
    name: str = Field(primary_key=True)
    value: bytes


class MemberRow(SQLModel, table=True):
    """A person, or a bot (a member whose address is the server)."""

    __tablename__ = "member"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    language: str = "en"
    bot: bool = False
    mail: bool = True
    """False once the member has stopped mail; never a resignation."""
    joined: int = Field(sa_type=BigInteger)


class AddressRow(SQLModel, table=True):
    """A mail address of a member; it speaks for him once it is verified by a reply."""

    __tablename__ = "address"
    id: int | None = Field(default=None, primary_key=True)
    email: str = Field(unique=True)
    member: int | None = Field(default=None, foreign_key="member.id", index=True)
    verified: bool = False
    since: int = Field(sa_type=BigInteger)


class MatchRow(SQLModel, table=True):
    """A table: variant and house rules, its chain's seed, and how far it has come."""

    __tablename__ = "match"
    id: int | None = Field(default=None, primary_key=True)
    variant: str
    options: str
    """House rules as `name=value` words."""
    state: str = Field(default="invited", index=True)
    """invited, playing, over or off."""
    host: int = Field(foreign_key="member.id")
    seed: bytes
    words: str = ""
    created: int = Field(sa_type=BigInteger)
    started: int | None = Field(default=None, sa_type=BigInteger)
    ended: int | None = Field(default=None, sa_type=BigInteger)


class SeatRow(SQLModel, table=True):
    """A chair at a match. `seat` is drawn when all have accepted."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("match", "member"),)
    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    member: int = Field(foreign_key="member.id", index=True)
    state: str = "invited"
    """invited, accepted or declined."""
    words: str = ""
    seat: int | None = None


class LogRow(SQLModel, table=True):
    """One action of a match: the truth, with the deal's secrets. Nothing here is updated or deleted."""

    __tablename__ = "log"
    __table_args__ = (UniqueConstraint("match", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id")
    number: int
    deal: int
    hand: int
    verb: str
    picks: str
    """Numbers of the verb's alphabet, separated by spaces."""
    by: str
    """member, server or bot."""
    post: int | None = Field(default=None, foreign_key="inbox.id")
    at: int = Field(sa_type=BigInteger)


class AskRow(SQLModel, table=True):
    """Projection: who is asked what, since when and until when. Rebuilt from the log by `pbem rebuild`."""

    __tablename__ = "ask"
    __table_args__ = (UniqueConstraint("match", "hand"),)
    id: int | None = Field(default=None, primary_key=True)
    match: int = Field(foreign_key="match.id", index=True)
    deal: int
    hand: int
    turn: int
    verb: str
    member: int = Field(foreign_key="member.id", index=True)
    since: int = Field(sa_type=BigInteger)
    due: int = Field(index=True, sa_type=BigInteger)
    nudges: int = 0


class InboxRow(SQLModel, table=True):
    """A mail as it came, for one envelope recipient: on disk before it is accepted."""

    __tablename__ = "inbox"
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    recipient: str
    sender: str
    raw: bytes
    at: int = Field(sa_type=BigInteger)
    state: str = Field(default="new", index=True)
    """new, done or shunted."""
    tries: int = 0
    outcome: str = ""


class OutboxRow(SQLModel, table=True):
    """A letter, complete but for MIME. `key` is unique, so the clock may write what is due twice."""

    __tablename__ = "outbox"
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    kind: str
    member: int | None = Field(default=None, foreign_key="member.id", index=True)
    match: int | None = Field(default=None, foreign_key="match.id")
    deal: int = 0
    turn: int = 0
    to: str
    language: str
    subject: str
    text: str
    html: str
    message_id: str = Field(index=True)
    in_reply_to: str = ""
    refs: str = ""
    token: str = Field(index=True)
    """SHA-256 of the token in its reply address, so that a reader of the table learns no address."""
    reply_to: str
    unsubscribe: str = ""
    state: str = Field(default="new", index=True)
    """new, sent or failed."""
    tries: int = 0
    due: int = Field(sa_type=BigInteger)
    created: int = Field(sa_type=BigInteger)
    sent: int | None = Field(default=None, sa_type=BigInteger)
    error: str = ""
