"""Letters into the outbox: each has a unique key, a Message-ID and a reply address made from it."""

from sqlalchemy import bindparam, select

from pbem.desk.club import Tx, token_hash
from pbem.desk.people import Member
from pbem.post import Post
from pbem.store import tables as t
from pbem.store.tables import add_once
from pbem.voice.catalogue import say
from pbem.voice.letters import Draft, as_html, as_text


def send(
    tx: Tx,
    key: str,
    kind: str,
    who: Member | str,
    draft: Draft,
    match: int | None = None,
    deal: int = 0,
    turn: int = 0,
    answers: Post | None = None,
    language: str = "",
) -> bool:
    """Puts a letter into the outbox, once. To a member it goes by his address, to a stranger (`who` a text) as given.

    A letter of a match joins the thread that the member has of it, an answer the thread of the mail it answers.
    A member who stopped mail gets none but answers to his own mails.
    """
    person = who if isinstance(who, Member) else None
    if person is not None and (not person.email or not (person.mail or answers)):
        return False
    token = tx.club.token(key)
    language = language or (person.language if person else tx.club.language)
    reply_to = f"play+{token}@{tx.club.domain}"
    unsubscribe = f"{tx.club.web}/stop/{token}" if person else ""
    footer = [say(language, "footer.private" if person else "footer.stranger")]
    if person:
        footer.append(say(language, "footer.stop", url=unsubscribe))
    before, refs = _thread(tx, person, match, answers)
    return add_once(
        tx.db,
        t.outbox,
        key=key,
        kind=kind,
        member=person.id if person else None,
        match=match,
        deal=deal,
        turn=turn,
        to=person.email if person else who,
        language=language,
        subject=draft.subject,
        text=as_text(language, draft.blocks, footer),
        html=as_html(language, draft.blocks, footer, draft.subject, reply_to),
        message_id=tx.club.message_id(key),
        in_reply_to=before,
        refs=refs,
        token=token_hash(token),
        reply_to=reply_to,
        unsubscribe=unsubscribe,
        due=tx.now,
        created=tx.now,
    )


THREAD = (
    select(t.outbox.c.message_id)
    .where(t.outbox.c.member == bindparam("member"), t.outbox.c.match == bindparam("number"))
    .order_by(t.outbox.c.id.desc())
    .limit(3)
)


def _thread(tx: Tx, person: Member | None, match: int | None, answers: Post | None) -> tuple[str, str]:
    """In-Reply-To and References."""
    if answers is not None and answers.message_id:
        return answers.message_id, " ".join((*answers.references[-5:], answers.message_id))
    if person is None or match is None:
        return "", ""
    ids = list(tx.db.execute(THREAD, {"member": person.id, "number": match}).scalars())[::-1]
    return (ids[-1], " ".join(ids)) if ids else ("", "")
