"""Making up a table: new, accept, decline, and the start when all are in."""

from collections.abc import Sequence

from sqlalchemy import select, update

from pbem import chain
from pbem.desk import letters, play
from pbem.desk.club import Tx
from pbem.desk.people import Member, by_email, by_name, enrol, enrol_bot, member, valid_email
from pbem.rules.options import form, ruleset
from pbem.rules.table import Refusal
from pbem.rules.variants import variant
from pbem.store import tables as t
from pbem.store.tables import add
from pbem.voice import club as voice

BOTS = ("Bot-Ada", "Bot-Blaise", "Bot-Carl", "Bot-Delia")
WITH = (" with ", " avec ")
LINKS = ("and", "et", "with", "avec", ",")


def propose(tx: Tx, host: Member, rest: str) -> int:
    """`new VARIANT [name=value …] with ann, bob@…, bot`: a table with its invitations. Returns the match number."""
    before, _, names = f" {rest} ".replace(WITH[1], WITH[0]).partition(WITH[0])
    words = before.split()
    options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    stray = [word for word in words[1:] if "=" not in word]
    if not words or not names.strip() or stray:
        raise Refusal("how-to-new", given=rest.strip())
    guests = _guests(tx, host, [name for name in names.replace(",", " ").split() if name.lower() not in LINKS])
    options.setdefault("players", str(len(guests) + 1))
    make = variant(words[0])
    rules = ruleset(make, options)
    if rules.players != len(guests) + 1:
        raise Refusal("wrong-table-size", variant=make.__name__, players=rules.players, given=len(guests) + 1)
    if options["players"] == form(make)["players"].default:
        del options["players"]
    return seat(tx, host, guests, make.__name__, options)


def seat(tx: Tx, host: Member, guests: Sequence[Member], name: str, options: dict[str, str]) -> int:
    """A table proposed by `host`; bots accept at once, people are asked."""
    written = " ".join(f"{option}={value}" for option, value in sorted(options.items()))
    seed = tx.club.dice(32)
    match = add(tx.db, t.match, variant=name, options=written, host=host.id, seed=seed, created=tx.now)
    for guest in (host, *guests):
        ready = guest.bot or guest.id == host.id
        add(tx.db, t.seat, match=match, member=guest.id, state="accepted" if ready else "invited")
    table = [host.name, *(guest.name for guest in guests)]
    for guest in guests:
        draft = voice.invitation(guest.language, match, host.name, table, name, written, chain.commitment(seed))
        if not guest.bot:
            letters.send(tx, f"invite/{match}/{guest.id}", "invite", guest, draft, match=match)
    _start_when_full(tx, match)
    return match


def accept(tx: Tx, who: Member, match: int, words: str) -> None:
    """A guest takes his seat, perhaps with words of his own for the shuffle."""
    row = _open_seat(tx, who, match)
    tx.db.execute(update(t.seat).where(t.seat.c.id == row).values(state="accepted", words=words.strip()[:80]))
    _start_when_full(tx, match)


def decline(tx: Tx, who: Member, match: int) -> None:
    """A guest does not play: the table is off, and the others are told."""
    row = _open_seat(tx, who, match)
    tx.db.execute(update(t.seat).where(t.seat.c.id == row).values(state="declined"))
    tx.db.execute(update(t.match).where(t.match.c.id == match).values(state="off", ended=tx.now))
    others = select(t.seat.c.member).where(t.seat.c.match == match, t.seat.c.member != who.id)
    for number in tx.db.execute(others).scalars().all():
        other = member(tx, number)
        letters.send(tx, f"off/{match}/{number}", "off", other, voice.off(other.language, match, who.name), match=match)


def invited(tx: Tx, who: Member) -> list[int]:
    """The tables that wait for this member's yes."""
    waiting = select(t.seat.c.match).join(t.match, t.match.c.id == t.seat.c.match)
    mine = (t.seat.c.member == who.id) & (t.seat.c.state == "invited") & (t.match.c.state == "invited")
    return list(tx.db.execute(waiting.where(mine).order_by(t.match.c.id)).scalars())


def _open_seat(tx: Tx, who: Member, match: int) -> int:
    state = tx.db.execute(select(t.match.c.state).where(t.match.c.id == match).with_for_update()).scalar()
    row = tx.db.execute(select(t.seat).where(t.seat.c.match == match, t.seat.c.member == who.id)).first()
    if row is None:
        raise Refusal("not-invited", match=match)
    if state != "invited" or row.state != "invited":
        raise Refusal("invitation-closed", match=match)
    return int(row.id)


def _guests(tx: Tx, host: Member, names: Sequence[str]) -> list[Member]:
    guests: list[Member] = []
    bots = [name for name in BOTS if name.lower() not in {name.lower() for name in names}]
    for name in names:
        if name.lower() == "bot":
            guest: Member | None = enrol_bot(tx, bots.pop(0)) if bots else None
        elif "@" in name:
            email = valid_email(name, tx.club.domain)
            guest = by_email(tx, email, verified=False) or enrol(tx, email, host.language, verified=False)
        else:
            guest = by_name(tx, name)
        if guest is None:
            raise Refusal("unknown-member", given=name)
        if guest.id == host.id or guest.id in {other.id for other in guests}:
            raise Refusal("seated-twice", given=name)
        guests.append(guest)
    return guests


def _start_when_full(tx: Tx, match: int) -> None:
    """All in: seats are drawn from the chain's first secret, and the cards are dealt."""
    seats = tx.db.execute(select(t.seat).where(t.seat.c.match == match)).all()
    if any(row.state != "accepted" for row in seats):
        return
    row = tx.db.execute(select(t.match).where(t.match.c.id == match)).one()
    names = {member(tx, seat.member).name: seat for seat in seats}
    words = " ".join(f"{name}:{seat.words}" for name, seat in sorted(names.items()) if seat.words)
    order = chain.seating(chain.secret(row.seed, 0), words, sorted(names))
    for number, name in enumerate(order):
        tx.db.execute(update(t.seat).where(t.seat.c.id == names[name].id).values(seat=number))
    tx.db.execute(update(t.match).where(t.match.c.id == match).values(state="playing", words=words, started=tx.now))
    play.begin(tx, match)
