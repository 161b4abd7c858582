"""Short stories of one table: what people do wrong, and what the club does about it."""

import email
from email.message import EmailMessage

import pytest
from sqlalchemy import func, select

from pbem.cli.tools import rebuild_asks
from pbem.desk import play
from pbem.store import tables as t
from pbem.voice.words import other_reading, say_card
from pbem.web import create_app
from tests.club import TestClub
from tests.mails.clients import reply_to
from tests.stories.test_whole_match import STYLES, answer, join_all

ANN, BOB, CHLOE, DENIS = STYLES


@pytest.fixture
def table(club: TestClub) -> TestClub:
    """Ann's table, dealt: all four are asked to pass."""
    join_all(club)
    club.mail(ANN, f"new hearts with {BOB}, {CHLOE}, {DENIS}")
    for guest in (BOB, CHLOE, DENIS):
        club.reply(guest, "ok" if STYLES[guest][0] == "en" else "oui", STYLES[guest][1][0])
    return club


@pytest.fixture
def played(table: TestClub) -> TestClub:
    """The same, with the pass done: one of the four is on move."""
    for sender in STYLES:
        table.reply(sender, answer(table.text(sender)) or "")
    return table


def loaded(club: TestClub) -> play.Table:
    with club.club.work() as tx:
        return play.load(tx, 1)


def on_move(club: TestClub) -> str:
    """Who is asked to play."""
    with club.club.store.read() as db:
        members = select(t.address.c.email).join(t.ask, t.ask.c.member == t.address.c.member)
        return str(db.execute(members).scalars().one())


NEW_ANSWERED = 1
"""Ann's `new` had an answer; the stories count from there."""


def count(club: TestClub, kind: str) -> int:
    with club.club.store.read() as db:
        return int(db.execute(select(func.count()).where(t.outbox.c.kind == kind)).scalar_one())


def test_nobody_sees_what_he_receives_before_all_have_passed(table: TestClub) -> None:
    before = {sender: len(table.box(sender)) for sender in STYLES}
    for sender in (DENIS, ANN, CHLOE):
        table.reply(sender, answer(table.text(sender)) or "")
    assert {sender: len(table.box(sender)) for sender in STYLES} == before
    table.reply(BOB, answer(table.text(BOB)) or "")
    told = "received" if STYLES[on_move(table)][0] == "en" else "reçu"
    assert told in table.text(on_move(table))


def test_a_pass_of_two_cards_is_refused_with_the_cards_to_choose_from(table: TestClub) -> None:
    two = " ".join((answer(table.text(BOB)) or "").split()[:2])
    table.reply(BOB, two)
    assert "Not done: You named 2, and 3 are wanted" in table.text(BOB)
    table.reply(BOB, answer(table.text(BOB)) or "")
    assert count(table, "answer") == NEW_ANSWERED + 1


def test_a_card_that_somebody_else_holds_is_refused(played: TestClub) -> None:
    mover = on_move(played)
    held = loaded(played)
    seat = next(ask for ask in play.game.asks(held.match)).hand
    foreign = next(card for card in range(52) if not held.match.deal.hands[seat] >> card & 1)
    language = STYLES[mover][0]
    played.reply(mover, say_card(foreign, language))
    assert ("You do not hold" if language == "en" else "Vous n'avez pas") in played.text(mover).replace("\n", " ")


def test_who_is_not_on_move_is_told_whom_the_table_waits_for(played: TestClub) -> None:
    waiting = next(sender for sender in (ANN, BOB) if sender != on_move(played))
    played.mail(waiting, "2c", to=str(played.last(waiting)["Reply-To"]))
    assert "Not done: It is not your turn in match 1: we wait for" in played.text(waiting).replace("\n", " ")


def test_a_letter_whose_question_is_answered_plays_nothing(played: TestClub) -> None:
    """Two plays later the first letter of the seat is old; a card in reply to it is not played on the new question."""
    mover = on_move(played)
    old = played.box(mover)[-1]
    played.reply(mover, answer(played.text(mover)) or "")
    for _ in range(30):
        if on_move(played) == mover:
            break
        sender = on_move(played)
        played.reply(sender, answer(played.text(sender)) or "")
    before = loaded(played).logged
    played.reply(mover, answer(played.text(mover)) or "", letter=old)
    assert loaded(played).logged == before
    assert ("answered since" if STYLES[mover][0] == "en" else "déjà réglée") in played.text(mover).replace("\n", " ")


def test_the_same_mail_twice_acts_once(played: TestClub) -> None:
    mover = on_move(played)
    raw = reply_to(played.box(mover)[-1], answer(played.text(mover)) or "", "gmail-en", mover)
    to = str(email.message_from_bytes(raw)["To"])
    played.send(mover, to, raw)
    logged = loaded(played).logged
    played.send(mover, to, raw.replace(b"MIME-Version", b"X-Again: 1\r\nMIME-Version"))
    assert loaded(played).logged == logged
    assert count(played, "answer") == NEW_ANSWERED


def test_somebody_else_with_the_token_plays_nothing_and_the_owner_hears(played: TestClub) -> None:
    mover = on_move(played)
    thief = next(sender for sender in STYLES if sender != mover)
    before = loaded(played).logged
    played.mail(thief, answer(played.text(mover)) or "", to=str(played.last(mover)["Reply-To"]))
    assert loaded(played).logged == before
    assert count(played, "stranger") == 1


def test_an_ambiguous_code_is_not_reinterpreted_but_the_other_reading_suggested(played: TestClub) -> None:
    """`7C` is seven of clubs in English and seven of hearts in French (play.md, section 2, rule 4)."""
    for _ in range(60):
        mover = on_move(played)
        language = STYLES[mover][0]
        held = loaded(played)
        hand = held.match.deal.hands[next(iter(play.game.asks(held.match))).hand]
        texts = [f"{rank}{suit}" for rank in "23456789" for suit in "C"] + ["KD", "DK", "TD", "DT"]
        clash = next((text for text in texts if other_reading(text, language, hand) is not None), None)
        if clash is not None:
            played.reply(mover, clash)
            text = played.text(mover).replace("\n", " ")
            assert ("If you mean the" if language == "en" else "Si vous pensez à") in text
            assert loaded(played).logged == held.logged
            return
        played.reply(mover, answer(played.text(mover)) or "")
    pytest.fail("no clash came up")


def test_two_languages_in_one_line_show_both_readings(table: TestClub) -> None:
    table.reply(BOB, "pass qs 7p 2c")
    text = table.text(BOB).replace("\n", " ")
    assert "mixes English and French cards" in text
    assert "In English it reads" in text


def test_prose_alone_is_answered_and_nothing_happens(played: TestClub) -> None:
    mover = on_move(played)
    before = loaded(played).logged
    played.reply(mover, "I shall think about it over the weekend, what a hand!")
    assert loaded(played).logged == before
    assert count(played, "answer") == NEW_ANSWERED + 1


def test_nudges_at_half_and_four_fifths_then_the_bot_moves_and_all_are_told(played: TestClub) -> None:
    mover, before = on_move(played), loaded(played).logged
    played.pass_hours(23)
    assert len([raw for raw in played.box(mover) if b"Reminder" in raw or b"Rappel" in raw]) == 0
    played.pass_hours(1.5)
    played.pass_hours(0.1)
    assert count(played, "turn") == 5 + 1
    played.pass_hours(14)
    assert count(played, "turn") == 5 + 2
    played.pass_hours(10)
    assert loaded(played).logged > before
    assert count(played, "expired") == 4
    assert on_move(played) != mover or loaded(played).match.deal.tricks


def test_a_stranger_must_answer_from_his_own_address_before_he_is_a_member(club: TestClub) -> None:
    club.mail("eve@far.test", "join")
    club.mail("mallory@far.test", "yes", to=str(club.last("eve@far.test")["Reply-To"]))
    with club.club.store.read() as db:
        assert db.execute(select(func.count()).select_from(t.member)).scalar_one() == 0
    club.reply("eve@far.test", "yes")
    assert "Welcome, Eve" in club.text("eve@far.test")


def test_a_second_address_speaks_once_it_has_answered(played: TestClub) -> None:
    played.mail(ANN, "addresses add ann@work.test")
    assert "must be a reply to one of our letters" in played.text(ANN).replace("\n", " ")
    played.reply(ANN, "addresses add ann@work.test")
    played.reply("ann@work.test", "yes", "outlook-en")
    played.mail("ann@work.test", "status")
    assert "match 1" in played.text(ANN)


def test_stopping_mail_by_one_click_keeps_the_seat(played: TestClub) -> None:
    mover = on_move(played)
    link = str(played.last(mover)["List-Unsubscribe"]).split(">")[0].lstrip("<")
    path = link.removeprefix("http://hearts.test")
    client = create_app(played.club).test_client()
    assert client.get(path).status_code == 200
    with played.club.store.read() as db:
        assert db.execute(select(func.count()).where(t.member.c.mail.is_(False))).scalar_one() == 0
    assert client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    with played.club.store.read() as db:
        assert db.execute(select(func.count()).where(t.member.c.mail.is_(False))).scalar_one() == 1
        assert db.execute(select(func.count()).select_from(t.ask)).scalar_one() == 1
    played.reply(mover, answer(played.text(mover)) or "")
    assert loaded(played).logged > 5


def test_a_declined_invitation_ends_the_table_and_the_others_hear(club: TestClub) -> None:
    join_all(club)
    club.mail(ANN, f"new hearts limit=50 with {BOB}, {CHLOE}, bot")
    assert "limit=50" in club.text(BOB)
    club.reply(BOB, "decline")
    assert "Bob does not play" in club.text(ANN)
    assert "Bob ne joue pas" in club.text(CHLOE)


def test_house_rules_that_do_not_exist_are_refused_with_those_that_do(club: TestClub) -> None:
    join_all(club)
    for words, told in (
        ("new hearts moon=maybe with bot, bot, bot", "choice add subtract add_unless_loses flip_sign win none"),
        ("new hearts jokers=on with bot, bot, bot", "There are: bonus boost9 deals exact"),
        ("new poker with bot, bot, bot", "There are: american"),
        ("new hearts with bot, bot", ""),
        ("new hearts with nobody", "Nobody here is called nobody"),
    ):
        club.mail(ANN, words)
        assert told in club.text(ANN).replace("\n", " ")


def test_a_forged_sender_without_the_letter_plays_nothing(played: TestClub) -> None:
    """Anybody can write Ann's address into From: a card counts only in reply to a letter."""
    mover, before = on_move(played), loaded(played).logged
    played.mail(mover, answer(played.text(mover)) or "")
    assert loaded(played).logged == before
    assert count(played, "answer") == NEW_ANSWERED + 1


def test_automatic_mail_is_never_answered(played: TestClub) -> None:
    mover = on_move(played)
    before = len(played.capture.letters)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Auto-Submitted"] = mover, str(played.last(mover)["Reply-To"]), "auto-replied"
    mail["Message-ID"] = "<away@one.test>"
    mail.set_content(answer(played.text(mover)) or "")
    played.send(mover, str(mail["To"]), mail.as_bytes())
    assert len(played.capture.letters) == before


def test_unknown_addresses_are_refused_at_rcpt(club: TestClub) -> None:
    club.line.ehlo()
    assert club.line.docmd("MAIL", "FROM:<x@y.test>")[0] == 250
    for local in ("nobody", "play+aaaaaaaaaaaaaaaaaaaa"):
        assert club.line.docmd("RCPT", f"TO:<{local}@hearts.test>")[0] == 550
    assert club.line.docmd("RSET")[0] == 250


def test_rebuilding_the_projection_changes_nothing(played: TestClub) -> None:
    mover = on_move(played)
    played.time += 500
    played.reply(mover, answer(played.text(mover)) or "")
    with played.club.work() as tx:
        assert rebuild_asks(tx) == 0
