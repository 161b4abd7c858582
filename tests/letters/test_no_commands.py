"""No line of an outgoing letter parses as a command, quoted or not (mail.md, section 1)."""

import email

from pbem.mail.reading import own_lines
from pbem.voice.commands import read_commands
from tests.club import TestClub
from tests.mails.clients import plain
from tests.stories.test_table import ANN, BOB, CHLOE, DENIS, STYLES, answer, join_all


def test_every_letter_of_a_story_is_no_command(club: TestClub) -> None:
    join_all(club)
    club.mail(ANN, f"new hearts limit=10 with {BOB}, {CHLOE}, {DENIS}")
    for guest in (BOB, CHLOE, DENIS):
        club.reply(guest, "accept")
    club.mail(ANN, "help")
    club.mail(CHLOE, "aide")
    club.reply(BOB, "2c")
    answered: set[bytes] = set()
    for _ in range(80):
        for sender in STYLES:
            letter = club.box(sender)[-1]
            if letter not in answered and (words := answer(club.text(sender))):
                answered.add(letter)
                club.reply(sender, words)
    kinds = set()
    for _, raw in club.capture.letters:
        text = plain(email.message_from_bytes(raw))
        kinds.add(str(email.message_from_bytes(raw)["Subject"]))
        for lines in (text.splitlines(), list(own_lines(text))):
            commands, _ = read_commands(lines, "")
            assert not commands, (commands, text)
        for line in text.splitlines():
            assert len(line) <= 72 or " " not in line.strip()[:72] or line.startswith("|"), line
    assert len(kinds) >= 10
