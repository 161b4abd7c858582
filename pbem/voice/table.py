"""Letters about a match in play. No decisions, and never a card that the reader's view does not hold."""

from pbem.voice.asking import asked
from pbem.voice.catalogue import say
from pbem.voice.letters import Block, Draft
from pbem.voice.page import Page, listed, moment, page, scores
from pbem.voice.telling import now, since

__all__ = ["Page", "expired", "moment", "news", "over", "page", "turn", "waits"]


def turn(page: Page, due: int, kind: str = "turn") -> Draft:
    """What this seat is asked, with all that it needs to answer. `kind` is turn, nudge or state."""
    view = page.view
    ask = view.asks[0]
    about = {"match": page.number, "deal": view.number, "trick": len(view.tricks) + 1}
    subject = page.say(f"subject.{ask.verb}", **about)
    if kind == "nudge":
        subject = page.say("subject.nudge", subject=subject)
    what = page.say("what.dummy" if ask.hand >= len(page.names) else f"what.{ask.verb}", **about)
    opening = page.say(f"opening.{kind}", name=page.names[page.seat], what=what)
    due_line = Block(page.say(f"due.{ask.verb}", moment=moment(page.language, due)))
    return Draft(subject, (Block(opening[0].upper() + opening[1:]), *since(page), *now(page), *asked(page), due_line))


def news(page: Page) -> Draft:
    """A deal has closed; somebody else is on move."""
    view = page.view
    waiting = ", ".join(page.names[seat] for seat in view.waiting if seat != page.seat)
    subject = page.say("subject.news", match=page.number, deal=view.number)
    opening = Block(page.say("news.opening", name=page.names[page.seat], waiting=waiting))
    return Draft(subject, (opening, *since(page), *now(page)))


def waits(page: Page) -> tuple[Block, ...]:
    """How the table stands for a seat that is not asked anything."""
    waiting = ", ".join(page.names[seat] for seat in page.view.waiting if seat != page.seat)
    return (Block(page.say("state.waits", match=page.number, waiting=waiting)), *since(page), *now(page))


def over(page: Page, record: str) -> Draft:
    """The end: who won and why, the last deal, and the record that proves it all."""
    end = page.rules.end
    names = listed(page, [page.names[seat] for seat in page.winners])
    shot = page.rules.scoring.wins_at_once and page.view.shooter in page.winners
    reason = page.say("end.shot" if shot else f"end.{end.reason}", limit=end.limit)
    key = "over.shared" if len(page.winners) > 1 else "over.won"
    best = page.say("best.shot" if shot else f"best.{end.best}")
    blocks = (
        Block(page.say(key, names=names, match=page.number, reason=reason, best=best)),
        *since(page),
        scores(page, page.totals, "label.final"),
        Block(page.say("over.record")),
        Block(kind="verbatim", lines=tuple(record.rstrip().splitlines())),
    )
    return Draft(page.say("subject.over", match=page.number, names=names), blocks)


def expired(language: str, match: int, name: str, own: bool, verb: str) -> Draft:
    """The time for one answer is over and the bot gave it; it does not say which card, the next letter shows that."""
    text = say(language, "expired.own" if own else "expired.other", name=name, match=match)
    return Draft(say(language, "subject.expired-told", match=match, name=name), (Block(text),))
