"""Members and their addresses."""

import re
from typing import Any, NamedTuple

from email_validator import EmailNotValidError, validate_email
from sqlalchemy import Select, bindparam, func, select, update

from pbem.desk.club import Tx
from pbem.rules.table import Refusal
from pbem.store import tables as t
from pbem.store.tables import add

RESERVED = frozenset({"bot", "play", "postmaster", "everybody"})


class Member(NamedTuple):
    """A member as the desk knows him; `email` is where his letters go, empty for a bot."""

    id: int
    name: str
    language: str
    bot: bool
    mail: bool
    email: str = ""


def valid_email(text: str, domain: str) -> str:
    """The address in its one spelling; Refusal says what is wrong with it."""
    text = text.strip().strip("<>,;").lower()
    if text.rpartition("@")[2] == domain:
        raise Refusal("bad-address", given=text, why="that is one of our own addresses")
    try:
        found = validate_email(text, check_deliverability=False, test_environment=True, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Refusal("bad-address", given=text, why=str(error)) from None
    return (found.ascii_email or found.normalized).lower()


def _member_query() -> Select[Any]:
    """Members with the address that their letters go to: a verified one before others, the oldest first."""
    email = (
        select(t.address.c.email)
        .where(t.address.c.member == t.member.c.id)
        .order_by(t.address.c.verified.desc(), t.address.c.id)
        .limit(1)
        .correlate(t.member)
        .scalar_subquery()
    )
    c = t.member.c
    return select(c.id, c.name, c.language, c.bot, c.mail, func.coalesce(email, ""))


MEMBER = _member_query()
BY_ID = MEMBER.where(t.member.c.id == bindparam("number"))
BY_EMAIL = MEMBER.join(t.address, t.address.c.member == t.member.c.id).where(t.address.c.email == bindparam("email"))
BY_VERIFIED = BY_EMAIL.where(t.address.c.verified)


def member(tx: Tx, number: int) -> Member:
    """The member with this number."""
    return Member(*tx.db.execute(BY_ID, {"number": number}).one())


def by_email(tx: Tx, email: str, verified: bool = True) -> Member | None:
    """The member whose (verified) address this is."""
    row = tx.db.execute(BY_VERIFIED if verified else BY_EMAIL, {"email": email}).first()
    return Member(*row) if row else None


def by_name(tx: Tx, name: str) -> Member | None:
    """The member called so, in any case."""
    number = tx.db.execute(select(t.member.c.id).where(func.lower(t.member.c.name) == name.lower())).scalar()
    return None if number is None else member(tx, number)


def enrol(tx: Tx, email: str, language: str, verified: bool) -> Member:
    """A new member with one address, named after it."""
    stem = re.sub(r"[^\w-]", "", email.partition("@")[0].partition("+")[0])[:16].capitalize() or "Member"
    number = add(tx.db, t.member, name=free_name(tx, stem), language=language, joined=tx.now)
    own_address(tx, number, email, verified)
    return member(tx, number)


def enrol_bot(tx: Tx, name: str) -> Member:
    """The bot of this name; bots are members whose address is the server."""
    found = by_name(tx, name)
    if found is None:
        found = member(tx, add(tx.db, t.member, name=name, language="en", bot=True, mail=False, joined=tx.now))
    return found


def own_address(tx: Tx, number: int, email: str, verified: bool) -> None:
    """Gives an address to a member. An address that is somebody's already is refused; an unproved claim gives way."""
    row = tx.db.execute(select(t.address).where(t.address.c.email == email)).first()
    if row is None:
        add(tx.db, t.address, member=number, email=email, verified=verified, since=tx.now)
    elif row.member == number or not row.verified:
        values = {"member": number, "verified": verified or row.verified}
        tx.db.execute(update(t.address).where(t.address.c.id == row.id).values(values))
    else:
        raise Refusal("address-taken", given=email)


def free_name(tx: Tx, stem: str) -> str:
    """`stem`, or `stem2`, `stem3` … : the first that nobody bears."""
    if stem.lower() in RESERVED:
        stem += "1"
    name, count = stem, 1
    while by_name(tx, name) is not None:
        count += 1
        name = f"{stem}{count}"
    return name


def rename(tx: Tx, who: Member, name: str) -> None:
    """Changes what the table calls a member."""
    if not re.fullmatch(r"[^\W\d_][\w-]{0,15}", name) or name.lower() in RESERVED:
        raise Refusal("bad-name", given=name)
    other = by_name(tx, name)
    if other is not None and other.id != who.id:
        raise Refusal("name-taken", given=name)
    tx.db.execute(update(t.member).where(t.member.c.id == who.id).values(name=name))


def change(tx: Tx, who: Member, **values: object) -> None:
    """Sets a member's language, or whether he gets mail."""
    tx.db.execute(update(t.member).where(t.member.c.id == who.id).values(**values))
