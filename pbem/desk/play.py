"""A match in play: load and fold, answer, let the server and the bots play on, write to those who are asked."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from pbem import bots
from pbem import match as game
from pbem.desk import letters, people
from pbem.desk.club import Tx
from pbem.desk.people import Member
from pbem.match import Match
from pbem.post import Post
from pbem.record import record, write
from pbem.rules.options import ruleset
from pbem.rules.table import Action, Refusal, who_played
from pbem.rules.variants import variant
from pbem.store import tables as t
from pbem.voice import table as voice


class Asked(NamedTuple):
    """An open ask as the projection keeps it: which answer of its hand it waits for, since when and until when."""

    deal: int
    turn: int
    since: int
    due: int
    nudges: int = 0


class Table(NamedTuple):
    """A match with its people in seat order, as it stands now. `logged` counts its log entries; `asked` holds the
    open asks by hand."""

    number: int
    variant: str
    options: dict[str, str]
    members: tuple[Member, ...]
    match: Match
    logged: int
    asked: dict[int, Asked]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    def seat(self, who: Member) -> int:
        """The seat of a member; Refusal when he does not sit here."""
        for seat, sitting in enumerate(self.members):
            if sitting.id == who.id:
                return seat
        raise Refusal("not-at-table", match=self.number)


MATCH = select(t.match).where(t.match.c.id == bindparam("number")).with_for_update()
SEATED = (
    people.MEMBER.add_columns(*(t.ask.c[column] for column in Asked._fields))
    .join(t.seat, t.seat.c.member == t.member.c.id)
    .outerjoin(t.ask, (t.ask.c.match == t.seat.c.match) & (t.ask.c.hand == t.seat.c.seat))
    .where(t.seat.c.match == bindparam("number"))
    .order_by(t.seat.c.seat)
)
ENTRIES = (
    select(t.log.c.hand, t.log.c.verb, t.log.c.picks)
    .where(t.log.c.match == bindparam("number"), t.log.c.number >= bindparam("since"))
    .order_by(t.log.c.number)
)
LOG = insert(t.log)
ANSWERED = delete(t.ask).where(t.ask.c.match == bindparam("number"), t.ask.c.hand == bindparam("seat"))
ASK = insert(t.ask)
WAITING = select(t.ask).where(t.ask.c.member == bindparam("number")).order_by(t.ask.c.id)


def load(tx: Tx, number: int) -> Table:
    """A match folded from its log, its row locked so that one match has one writer."""
    row = tx.db.execute(MATCH, {"number": number}).first()
    if row is None or row.state not in ("playing", "over"):
        raise Refusal("no-such-match", match=number)
    seated = tx.db.execute(SEATED, {"number": number}).all()
    own = len(Member._fields)
    options = dict(word.split("=", 1) for word in row.options.split())
    logged, match = tx.club.folded.get(number, (0, None))
    if match is None:
        match = game.start(ruleset(variant(row.variant), options), row.seed, row.words)
    entries = tx.db.execute(ENTRIES, {"number": number, "since": logged}).all()
    match = game.fold(match, (Action(hand, verb, _picks(picks)) for hand, verb, picks in entries))
    logged += len(entries)
    tx.club.folded[number] = (logged, match)
    members = tuple(Member(*sitting[:own]) for sitting in seated)
    asked = {hand: Asked(*sitting[own:]) for hand, sitting in enumerate(seated) if sitting.due is not None}
    return Table(number, row.variant, options, members, match, logged, asked)


def _picks(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def begin(tx: Tx, number: int) -> None:
    """The first deal is dealt: forced plays and bots go first, then everybody hears."""
    _go_on(tx, load(tx, number), ())


def answer(tx: Tx, table: Table, actions: Sequence[Action], by: str, post: int | None = None) -> Table:
    """A seat's answers, as many as are legal; all that follows from them. Raises the refusal when none was."""
    after, done, _, refusal = game.play_while_valid(table.match, actions)
    if refusal is not None and not done:
        raise refusal
    entries = [(table.match.deal.number, action, by, post) for action in done]
    return _go_on(tx, table._replace(match=after), entries, before=table.match)


def _go_on(
    tx: Tx, table: Table, entries: Sequence[tuple[int, Action, str, int | None]], before: Match | None = None
) -> Table:
    """Server plays and bots until a person is asked; then log, projection and letters, in this one transaction."""
    match, entries = table.match, list(entries)
    while not match.over:
        action, by = game.forced(match), "server"
        if action is None:
            ask = next((ask for ask in game.asks(match) if table.members[ask.seat].bot), None)
            if ask is None:
                break
            action, by = bots.answer(match.rules, game.view(match, ask.seat), ask), "bot"
        entries.append((match.deal.number, action, by, None))
        match, _ = game.apply(match, action)
    written = [
        {
            "match": table.number,
            "number": number,
            "deal": deal,
            "hand": action.hand,
            "verb": action.verb,
            "picks": " ".join(map(str, action.picks)),
            "by": by,
            "post": post,
            "at": tx.now,
        }
        for number, (deal, action, by, post) in enumerate(entries, table.logged)
    ]
    if written:
        tx.db.execute(LOG, written)
    table = project(tx, table._replace(match=match, logged=table.logged + len(entries)))
    _write(tx, table, closed=before is not None and len(match.points) > len(before.points))
    return table


def own_turn(match: Match, seat: int) -> int:
    """How many answers a seat has given in the open deal, those for a dummy counted for every seat: with the deal's
    number this names its ask."""
    deal, rules = match.deal, match.rules
    hands = [hand for trick in (*deal.tricks, deal.trick) for hand in who_played(rules, deal.dealer, trick)]
    plays = sum(1 for hand in hands if hand == seat or hand >= rules.players)
    return plays + sum(1 for action in deal.said if action.hand == seat)


def project(tx: Tx, table: Table, since: dict[tuple[int, int, int], int] | None = None) -> Table:
    """Who is asked what, since when and until when. An ask that stands keeps its clock."""
    deal, asked, new = table.match.deal.number, dict[int, Asked](), list[dict[str, Any]]()
    for hand, verb in ((ask.seat, ask.verb) for ask in game.asks(table.match)):
        turn, old = own_turn(table.match, hand), table.asked.get(hand)
        if old is not None and (old.deal, old.turn) == (deal, turn):
            asked[hand] = old
            continue
        start = (since or {}).get((deal, hand, turn), tx.now)
        asked[hand] = Asked(deal, turn, start, start + tx.club.allowance)
        about = {"match": table.number, "hand": hand, "verb": verb, "member": table.members[hand].id}
        new.append(about | asked[hand]._asdict())
    for hand, old in table.asked.items():
        if asked.get(hand) is not old:
            tx.db.execute(ANSWERED, {"number": table.number, "seat": hand})
    if new:
        tx.db.execute(ASK, new)
    if table.match.over:
        over = (t.match.c.id == table.number) & (t.match.c.state != "over")
        tx.db.execute(update(t.match).where(over).values(state="over", ended=tx.now))
    return table._replace(asked=asked)


def _write(tx: Tx, table: Table, closed: bool) -> None:
    """Turn letters to those who are asked; at the end of a deal or match everybody hears."""
    for hand, person in enumerate(table.members):
        if person.bot:
            continue
        if table.match.over:
            over_letter(tx, table, hand)
        elif hand in table.asked:
            turn_letter(tx, table, hand, table.asked[hand].due)
        elif closed:
            news_letter(tx, table, hand)


SEEN = (
    select(t.outbox.c.deal, t.outbox.c.turn)
    .where(t.outbox.c.match == bindparam("number"), t.outbox.c.member == bindparam("member"), t.outbox.c.deal > 0)
    .order_by(t.outbox.c.id.desc())
    .limit(1)
)


def _seen(tx: Tx, table: Table, hand: int) -> tuple[int, int]:
    """Deal and turn that the member's last letter of this match was about."""
    row = tx.db.execute(SEEN, {"number": table.number, "member": table.members[hand].id}).first()
    return (row[0], row[1]) if row else (0, 0)


def page(tx: Tx, table: Table, hand: int) -> voice.Page:
    """The match as letters to this hand may tell it."""
    language = table.members[hand].language
    return voice.page(language, table.number, table.names, hand, table.match, _seen(tx, table, hand))


def turn_letter(tx: Tx, table: Table, hand: int, due: int, key: str = "turn", answers: Post | None = None) -> None:
    """What a hand is asked now, with all that it needs to answer."""
    deal, turn = table.match.deal.number, own_turn(table.match, hand)
    draft = voice.turn(page(tx, table, hand), due, kind=key.partition("/")[0])
    letter = f"{key}/{table.number}/{deal}/{hand}/{turn}"
    letters.send(
        tx, letter, "turn", table.members[hand], draft, match=table.number, deal=deal, turn=turn, answers=answers
    )


def news_letter(tx: Tx, table: Table, hand: int) -> None:
    """A deal has closed and this hand is not on move: the result and the new hand."""
    deal, turn = table.match.deal.number, own_turn(table.match, hand)
    draft = voice.news(page(tx, table, hand))
    letters.send(tx, f"deal/{table.number}/{deal}/{hand}", "news", table.members[hand], draft, table.number, deal, turn)


def over_letter(tx: Tx, table: Table, hand: int) -> None:
    """The final letter, with the record and its secrets."""
    draft = voice.over(page(tx, table, hand), record_text(table))
    letters.send(tx, f"over/{table.number}/{hand}", "over", table.members[hand], draft, match=table.number)


def record_text(table: Table) -> str:
    """The match record of all closed deals."""
    return write(record(table.match, table.variant, table.options, table.names, {"Match": str(table.number)}))


def waiting(tx: Tx, who: Member) -> list[Any]:
    """The asks that are open for a member, oldest first."""
    return list(tx.db.execute(WAITING, {"number": who.id}).all())


def matches(tx: Tx, who: Member) -> list[int]:
    """The matches that a member plays in now."""
    mine = select(t.seat.c.match).join(t.match, t.match.c.id == t.seat.c.match)
    return list(
        tx.db.execute(
            mine.where(t.seat.c.member == who.id, t.match.c.state == "playing").order_by(t.match.c.id)
        ).scalars()
    )


def since(tx: Tx, number: int) -> dict[tuple[int, int, int], int]:
    """When each open ask began, told from the log alone: at the last entry that changed who is asked.

    In a phase that asks several at once this is the entry that opened the phase; else it is the last entry.
    """
    table = load(tx, number)
    c = t.log.c
    entries = tx.db.execute(select(c.deal, c.verb, c.at).where(c.match == number).order_by(c.number)).all()
    opened = tx.db.execute(select(t.match.c.started).where(t.match.c.id == number)).scalar_one()
    deal = table.match.deal.number
    asked = {(deal, ask.seat, own_turn(table.match, ask.seat)): ask.verb for ask in game.asks(table.match)}
    times = {}
    for key, verb in asked.items():
        earlier = [entry.at for entry in entries if verb == "play" or (entry.deal, entry.verb) != (deal, verb)]
        times[key] = earlier[-1] if earlier else opened
    return times
