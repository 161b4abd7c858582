"""The door: one mail comes in, one transaction goes out. Who writes, about which letter, and what is asked?"""

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, select

from pbem.cards import ROOK, STANDARD, bits, each
from pbem.desk import letters, people, play, tables
from pbem.desk.club import Club, Tx, token_hash
from pbem.desk.people import Member
from pbem.match import asks
from pbem.post import Post
from pbem.rules.table import CARD_THINGS, Action, Ask, Refusal
from pbem.store import tables as t
from pbem.store.engine import savepoint
from pbem.voice import club as voice
from pbem.voice import rulebook
from pbem.voice import table as table_voice
from pbem.voice.catalogue import LANGUAGES, say
from pbem.voice.commands import Command, read_commands, word_language
from pbem.voice.letters import Block
from pbem.voice.rook import read_rook
from pbem.voice.things import ANSWERS, Answer, read_thing, thing_said
from pbem.voice.words import fold, name_card, other_reading, read_cards, typed

DAY = 24 * 3600
_c = t.outbox.c
LETTER: Select[Any] = select(_c.id, _c.kind, _c.member, _c.match, _c.deal, _c.turn, _c.to, _c.language).where(
    _c.token == bindparam("token")
)


class Visit(NamedTuple):
    """A member's mail in hand: the transaction, who, which letter it answers, and the inbox row."""

    tx: Tx
    who: Member
    letter: Row[Any] | None
    post: Post
    inbox: int


class Said(NamedTuple):
    """What a command came to: words for `done`, and blocks to show."""

    done: str = ""
    show: tuple[Block, ...] = ()


def handle(tx: Tx, post: Post, inbox: int) -> str:
    """Acts on one mail; returns a word for the log on how it ended, never with a card in it."""
    if post.automatic:
        return f"automatic: {post.automatic}"
    if post.sender is None:
        return "sender unclear"
    token = token_in(post.recipient)
    if token is None:
        return _at_front_desk(tx, post, post.sender, inbox)
    letter = tx.db.execute(LETTER, {"token": token_hash(token)}).first()
    if letter is None:
        return "unknown token"
    if letter.kind in ("confirm", "address"):
        return _confirm(tx, post.sender, letter)
    who = people.by_email(tx, post.sender)
    if who is None or who.id != letter.member:
        if letter.kind == "invite" and post.sender == letter.to:
            people.own_address(tx, letter.member, post.sender, verified=True)
            who = people.member(tx, letter.member)
        else:
            return _wrong_sender(tx, letter)
    return _serve(Visit(tx, who, letter, post, inbox))


def token_in(recipient: str) -> str | None:
    """The token in an address of ours, or None for the front desk."""
    local = recipient.partition("@")[0].lower()
    return local.partition("+")[2] or None


def knows(club: Club, recipient: str) -> bool:
    """Whether an envelope recipient is one of ours: asked at RCPT, so that unknown ones are refused there."""
    local, _, domain = recipient.lower().rpartition("@")
    if domain != club.domain:
        return False
    name, _, token = local.partition("+")
    if name == "play" and token:
        return club.made(token)
    return name in ("play", "postmaster", "bounce")


def _at_front_desk(tx: Tx, post: Post, sender: str, inbox: int) -> str:
    """A mail to play@: a member's, by In-Reply-To perhaps about a letter; else a stranger is asked to confirm."""
    who = people.by_email(tx, sender)
    if who is not None:
        ids = [message for message in post.references if message.endswith(f"@{tx.club.domain}>")]
        about = select(t.outbox).where(t.outbox.c.message_id.in_(ids), t.outbox.c.member == who.id)
        letter = tx.db.execute(about.order_by(t.outbox.c.id.desc())).first() if ids else None
        return _serve(Visit(tx, who, letter, post, inbox))
    try:
        email = people.valid_email(sender, tx.club.domain)
    except Refusal as refusal:
        return refusal.code
    language = word_language((*post.lines, post.subject)) or tx.club.language
    key = f"confirm/{email}/{tx.now // DAY}"
    letters.send(tx, key, "confirm", email, voice.confirm(language, tx.club.domain), answers=post, language=language)
    return "asked to confirm"


def _confirm(tx: Tx, sender: str, letter: Row[Any]) -> str:
    """A reply to a signed address from the very address it was sent to: it is his."""
    if sender != letter.to:
        return "confirmed by another address"
    if letter.kind == "address":
        people.own_address(tx, letter.member, sender, verified=True)
        who = people.member(tx, letter.member)
    elif people.by_email(tx, sender) is not None:
        return "confirmed already"
    else:
        known = people.by_email(tx, sender, verified=False)
        if known is not None:
            people.own_address(tx, known.id, sender, verified=True)
        who = known or people.enrol(tx, sender, letter.language, verified=True)
    letters.send(tx, f"welcome/{sender}", "welcome", who, voice.welcome(who.language, who.name, tx.club.front_desk))
    return "confirmed"


def _wrong_sender(tx: Tx, letter: Row[Any]) -> str:
    """A token alone never plays: the owner is told, once a day."""
    if letter.member is not None:
        owner = people.member(tx, letter.member)
        key = f"stranger/{owner.id}/{tx.now // DAY}"
        letters.send(tx, key, "stranger", owner, voice.stranger(owner.language, letter.match))
    return "sender is not the member"


def _serve(visit: Visit) -> str:
    """A member's commands, one after another, to the first refusal; then one answer where one is due."""
    tx, post = visit.tx, visit.post
    commands, unread = read_commands(post.lines, post.subject)
    done: list[str] = []
    show: list[Block] = []
    refused: Block | None = None
    if not commands and not unread:
        refused = voice.refusal(visit.who.language, Refusal("nothing-read"))
    for command in commands:
        try:
            if visit.letter is None and command.name not in OPEN:
                raise Refusal("reply-to-letter")
            with savepoint(tx.db):
                said = COMMANDS.get(command.name, _cannot)(visit, command)
        except Refusal as refusal:
            refused = voice.refusal(visit.who.language, refusal)
            break
        if said.done:
            done.append(said.done)
        show += said.show
    if refused is not None or unread or show or (done and not any(command.name in QUIET for command in commands)):
        more = [*show, *(_state(visit) if refused is not None or unread else ())]
        who = people.member(tx, visit.who.id)
        subject = post.subject.removeprefix("Re: ") or say(who.language, "subject.your-mail")
        draft = voice.answer(who.language, subject[:80], done, refused, unread if not done else (), more)
        deal, turn = _asked_now(visit)
        match = visit.letter.match if visit.letter is not None else None
        key = f"answer/{visit.inbox}"
        letters.send(tx, key, "answer", who, draft, match=match, deal=deal, turn=turn, answers=post)
    return "refused" if refused is not None else "done" if commands else "not read"


OPEN = frozenset({"join", "new", "help", "rules", "status", "hand", "score", "resend"})
"""Commands that a mail to the front desk may give: From alone proves nothing, so whatever plays a card or changes a
member must answer a letter, which only he has. What these show goes to the registered address."""
NOTHING = ("nothing", "none", "rien", "aucune", "no")
QUIET = frozenset({"pass", "play", "cards", "expose", "bury", "replace", "accept", *ANSWERS})
"""Commands whose success needs no receipt: the next letter shows it."""


def _asked_now(visit: Visit) -> tuple[int, int]:
    """Deal and turn of the member's open ask at the letter's table, so that an answer can be answered in turn."""
    if visit.letter is not None and visit.letter.match is not None:
        for ask in play.waiting(visit.tx, visit.who):
            if ask.match == visit.letter.match:
                return ask.deal, ask.turn
    return 0, 0


def _state(visit: Visit) -> tuple[Block, ...]:
    """What the member is asked at the table that this mail is about, if anything."""
    try:
        table = _table(visit)
    except Refusal:
        return ()
    seat = table.seat(visit.who)
    ask = table.asked.get(seat)
    if ask is None:
        return ()
    page = play.page(visit.tx, table, seat)._replace(seen=(ask.deal, ask.turn))
    return table_voice.turn(page, ask.due, kind="state").blocks


def _table(visit: Visit) -> play.Table:
    """The match that this mail is about: the letter's, or the only one that asks the member something."""
    if visit.letter is not None and visit.letter.match is not None:
        return play.load(visit.tx, visit.letter.match)
    asked = play.waiting(visit.tx, visit.who)
    if len(asked) != 1:
        raise Refusal("which-table" if asked else "nothing-asked")
    return play.load(visit.tx, asked[0].match)


def _answer(visit: Visit, command: Command) -> Said:
    """Pass, play, bare cards and moon words: an answer to the ask that the letter names."""
    table = _table(visit)
    seat = table.seat(visit.who)
    ask = table.asked.get(seat)
    if ask is None:
        raise _not_asked(table)
    letter = visit.letter
    if letter is not None and letter.deal and (letter.deal, letter.turn) != (ask.deal, ask.turn):
        raise Refusal("stale", match=table.number)
    open_ask = next(one for one in asks(table.match) if one.seat == seat)
    action = _action(visit, command, open_ask, table)
    play.answer(visit.tx, table, [action], "member", visit.inbox)
    return Said(done=say(visit.who.language, "done.answered", match=table.number))


def _action(visit: Visit, command: Command, ask: Ask, table: play.Table) -> Action:
    """What the words answer, whether or not it is what is asked: legality has one door of its own."""
    meant = ANSWERS.get(command.name, Answer(ask.verb if command.name == "cards" else command.name))
    if command.name == "pass" and ask.verb == "bid" and not command.rest:
        meant = Answer("bid", "pass")
    if meant.verb != ask.verb:
        raise Refusal("no-passing" if meant.verb == "pass" else "other-verb", verb=ask.verb, given=meant.verb)
    things = next(phase.things for phase in table.match.rules.phases if phase.verb == ask.verb)
    if things is CARD_THINGS:
        none = meant.thing == "forward" or (ask.least == 0 and fold(command.rest) in NOTHING)
        return Action(ask.hand, ask.verb, () if none else _picks(visit, command.rest, ask, table))
    thing = meant.thing or read_thing(ask.verb, command.rest)
    if thing not in things:
        language = visit.who.language
        menu = [thing_said(ask.verb, things[number], language) for number in each(ask.menu)]
        raise Refusal("no-such-thing", given=command.rest, menu=menu)
    return Action(ask.hand, ask.verb, (things.index(thing),))


def _picks(visit: Visit, text: str, ask: Ask, table: play.Table) -> tuple[int, ...]:
    """The cards that a line names; a twin is taken where the menu has only that one. Suggests, never re-interprets."""
    picks: list[int] = []
    language = visit.who.language
    hand = table.match.deal.hands[ask.hand]
    if table.match.rules.pack >> ROOK:
        return read_rook(text)
    cards = read_cards(text, language)
    held = bits(cards) & ~hand
    if held:
        other = other_reading(text, language, hand)
        if other is not None and len(cards) == 1:
            raise Refusal(
                "other-reading",
                card=name_card(cards[0], language),
                other=name_card(other, language),
                typed=typed(other, language),
            )
    for card in cards:
        twin = card + STANDARD
        picks.append(twin if (card in picks or not ask.menu >> card & 1) and ask.menu >> twin & 1 else card)
    return tuple(picks)


def _not_asked(table: play.Table) -> Refusal:
    if table.match.over:
        return Refusal("match-over", match=table.number)
    waiting = ", ".join(sorted({table.names[hand] for hand in table.asked}))
    return Refusal("not-your-turn-now", match=table.number, waiting=waiting)


def _new(visit: Visit, command: Command) -> Said:
    match = tables.propose(visit.tx, visit.who, command.rest)
    begun = match in play.matches(visit.tx, visit.who)  # all bots: the first letter says so already
    return Said() if begun else Said(done=say(visit.who.language, "done.new", match=match))


def _invitation(visit: Visit) -> int:
    if visit.letter is not None and visit.letter.kind == "invite":
        return int(visit.letter.match)
    open_ones = tables.invited(visit.tx, visit.who)
    if len(open_ones) != 1:
        raise Refusal("no-invitation")
    return open_ones[0]


def _accept(visit: Visit, command: Command) -> Said:
    match = _invitation(visit)
    words = command.rest.partition("with ")[2] or command.rest.partition("avec ")[2]
    tables.accept(visit.tx, visit.who, match, words)
    return Said(done=say(visit.who.language, "done.accepted", match=match))


def _decline(visit: Visit, command: Command) -> Said:
    match = _invitation(visit)
    tables.decline(visit.tx, visit.who, match)
    return Said(done=say(visit.who.language, "done.declined", match=match))


def _status(visit: Visit, command: Command) -> Said:
    """Every table of the member: what is asked, or who is waited for."""
    tx, blocks = visit.tx, list[Block]()
    for number in play.matches(tx, visit.who):
        table = play.load(tx, number)
        page = play.page(tx, table, table.seat(visit.who))
        ask = table.asked.get(page.seat)
        page = page._replace(seen=(table.match.deal.number, play.own_turn(table.match, page.seat)))
        blocks += table_voice.turn(page, ask.due, kind="state").blocks if ask else table_voice.waits(page)
    return Said(show=tuple(blocks) or (Block(say(visit.who.language, "state.none")),))


def _help(visit: Visit, command: Command) -> Said:
    return Said(show=voice.help_blocks(visit.who.language))


def _rules(visit: Visit, command: Command) -> Said:
    """`rules VARIANT`, or in reply to a letter about a table, the rules that are played there; else all games."""
    language, name = visit.who.language, command.rest.strip()
    if name:
        return Said(show=rulebook.rules_said(name, language))
    if visit.letter is not None and visit.letter.match is not None:
        try:
            table = play.load(visit.tx, visit.letter.match)
        except Refusal:
            return Said(show=rulebook.list_said(language))
        return Said(show=rulebook.rules_said(table.variant, language, table.options))
    return Said(show=rulebook.list_said(language))


def _language(visit: Visit, command: Command) -> Said:
    wanted = command.rest.strip().lower()[:2]
    if wanted not in LANGUAGES:
        raise Refusal("unknown-language", given=command.rest, menu=list(LANGUAGES))
    people.change(visit.tx, visit.who, language=wanted)
    return Said(done=say(wanted, "done.language"))


def _name(visit: Visit, command: Command) -> Said:
    people.rename(visit.tx, visit.who, command.rest.strip())
    return Said(done=say(visit.who.language, "done.name", name=command.rest.strip()))


def _addresses(visit: Visit, command: Command) -> Said:
    """`addresses add x@y`: a letter there, which its owner answers."""
    what, _, email = command.rest.strip().partition(" ")
    if what.lower() not in ("add", "ajoute") or not email:
        raise Refusal("how-to-addresses")
    email = people.valid_email(email, visit.tx.club.domain)
    if people.by_email(visit.tx, email) is not None:
        raise Refusal("address-taken", given=email)
    who, key = visit.who, f"address/{visit.who.id}/{email}/{visit.tx.now // DAY}"
    draft = voice.confirm_address(who.language, who.name)
    letters.send(visit.tx, key, "address", who._replace(email=email, mail=True), draft)
    return Said(done=say(who.language, "done.address", email=email))


def _mail(on: bool) -> Callable[[Visit, Command], Said]:
    def set_mail(visit: Visit, command: Command) -> Said:
        people.change(visit.tx, visit.who, mail=on)
        return Said(done=say(visit.who.language, "done.mail-on" if on else "done.mail-off"))

    return set_mail


def _join(visit: Visit, command: Command) -> Said:
    return Said(done=say(visit.who.language, "done.joined", name=visit.who.name))


def _cannot(visit: Visit, command: Command) -> Said:
    raise Refusal("unknown-command", given=command.line[:60])


COMMANDS: dict[str, Callable[[Visit, Command], Said]] = {
    "join": _join,
    "new": _new,
    "accept": _accept,
    "decline": _decline,
    "pass": _answer,
    "play": _answer,
    "cards": _answer,
    "expose": _answer,
    "bury": _answer,
    "replace": _answer,
    **dict.fromkeys(ANSWERS, _answer),
    "status": _status,
    "hand": _status,
    "score": _status,
    "resend": _status,
    "help": _help,
    "rules": _rules,
    "language": _language,
    "name": _name,
    "addresses": _addresses,
    "stop-mail": _mail(False),
    "start-mail": _mail(True),
}
