"""One line for a position, for adjudication, bug reports and tests (docs/notation.md): `turn=1 hand=KD,5H,QS trick=2C`.

Positions and sets of cards are read leniently and written in one canonical way.
"""

import re
from itertools import groupby
from typing import NamedTuple

from pbem import cards as pack
from pbem.cards import COLOURS, LABELS, NAMES, PACK_52, RANKS, ROOK, STANDARD, SUIT_BITS, SUITS, Card, Cards, each
from pbem.rules import legality, machine
from pbem.rules.scoring import union
from pbem.rules.table import Action, Deal, Refusal, Ruleset, Standing, Trick

RUN = re.compile(r"([2-9TJQKA]|10)-([2-9TJQKA]|10)([CDHS])")
SEAT_HAND = re.compile(r"hand([0-9]?)")


class Position(NamedTuple):
    """What must be known to say what `turn` may play. A trick that is not told of was led like the first `led`."""

    turn: int
    hands: tuple[tuple[int, Cards], ...]
    """The known hands by seat; that of `turn` is one of them."""
    trick: tuple[Card, ...] = ()
    number: int = 1
    led: str = ""
    """The suits led to earlier tricks."""
    played: Cards = 0
    """Cards that earlier tricks are known to have held."""
    exposed: Cards = 0


def read_card(text: str) -> Card:
    """The card `text` names; a second pack's ends in `'`, as in the shuffle."""
    try:
        card = pack.card(text.rstrip("'"))
        return card + STANDARD * (text.endswith("'") and card < STANDARD)
    except KeyError:
        raise Refusal("unknown-card", given=text) from None


def read_suit(letter: str) -> int:
    """The suit or colour of a letter, by its place."""
    places = SUITS + COLOURS
    if letter not in places:
        raise Refusal("unknown-card", given=letter)
    return places.index(letter) % len(SUITS)


def write_card(card: Card) -> str:
    """The card's name as `read_card` reads it."""
    return LABELS[card]


def read_cards(text: str, of: Cards = PACK_52) -> Cards:
    """The set that `5H,7-9H,S*` names: cards, runs, and every card of a suit of the pack `of`. `-` is no card."""
    found = 0
    for token in text.upper().replace(" ", ",").split(","):
        if token in ("", "-"):
            continue
        if run := RUN.fullmatch(token):
            low, high = (read_card(rank + run[3]) for rank in run.groups()[:2])
            more = pack.bits(range(low, high + 1))
        else:
            whole = len(token) == 2 and token[1] == "*" and token[0] in SUITS + COLOURS
            more = SUIT_BITS[read_suit(token[0])] & of if whole else 1 << read_card(token)
        if not more or found & more:
            raise Refusal("named-twice" if more else "unknown-card", given=token)
        found |= more
    return found


def write_cards(cards: Cards, of: Cards = PACK_52) -> str:
    """The one canonical text of a set; three cards or more in a row become a run."""
    words = []
    for suit, letter in zip(SUIT_BITS, SUITS, strict=True):
        held = cards & suit & PACK_52
        if held.bit_count() > 2 and held == suit & of:
            words.append(f"{letter}*")
            continue
        for _, group in groupby(enumerate(each(held)), lambda pair: pair[1] - pair[0]):
            run = [card for _, card in group]
            whole = [f"{RANKS[run[0] % 13]}-{NAMES[run[-1]]}"]
            words += whole if len(run) > 2 else [NAMES[card] for card in run]
    return ",".join(words + [write_card(card) for card in each(cards & ~PACK_52)]) or "-"


def in_pack(rules: Ruleset, cards: Cards) -> Cards:
    """The cards, if the game is played with all of them."""
    if strange := cards & ~rules.pack:
        raise Refusal("not-in-pack", cards=write_cards(strange))
    return cards


def parse(text: str) -> Position:
    """The position that a line of `key=value` fields tells, in any order."""
    fields: dict[str, str] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        if key in fields or not value or not (key in _FIELDS or SEAT_HAND.fullmatch(key)):
            raise Refusal("bad-position", given=word)
        fields[key] = value
    trick = tuple(read_card(name) for name in fields.get("trick", "").split(",") if name not in ("", "-"))
    turn = _number(fields, "turn", len(trick))
    told = [(int(key[4:] or turn), read_cards(value)) for key, value in fields.items() if SEAT_HAND.fullmatch(key)]
    hands = dict(told)
    played, exposed = (read_cards(fields.get(key, "-")) for key in ("played", "exposed"))
    led = fields.get("led", "").replace("-", "").upper()
    for letter in led:
        read_suit(letter)
    if turn not in hands or len(hands) < len(told):
        raise Refusal("bad-position", given=f"hand{turn}=?")
    seen = [*hands.values(), played, *(1 << card for card in trick)]
    if sum(cards.bit_count() for cards in seen) > union(seen).bit_count():
        raise Refusal("named-twice", given=text)
    return Position(turn, tuple(sorted(hands.items())), trick, _number(fields, "number", 1), led, played, exposed)


def write(position: Position) -> str:
    """The one canonical line of a position: what is as usual is left out."""
    usual, trick = Position(len(position.trick), ()), ",".join(write_card(card) for card in position.trick)
    words = [f"turn={position.turn}"] * (position.turn != usual.turn)
    words += [f"hand={write_cards(cards)}" for seat, cards in position.hands if seat == position.turn]
    words += [f"hand{seat}={write_cards(cards)}" for seat, cards in position.hands if seat != position.turn]
    words += [f"trick={trick}"] * bool(trick) + [f"number={position.number}"] * (position.number != usual.number)
    words += [f"led={position.led}"] * bool(position.led)
    sets = (("played", position.played), ("exposed", position.exposed))
    return " ".join(words + [f"{key}={write_cards(cards)}" for key, cards in sets if cards])


def position(rules: Ruleset, deal: Deal) -> Position:
    """The position of a deal in which a card is to be played; it holds every hand, so it is not for players."""
    (ask,) = machine.asks(rules, deal)
    letters = COLOURS if rules.pack >> ROOK else SUITS
    led = "".join(letters[pack.SUIT_OF[trick.played[0]]] for trick in deal.tricks)
    before = deal.played & ~pack.bits(deal.trick.played)
    hands = tuple(enumerate(deal.hands))
    return Position(ask.hand, hands, deal.trick.played, len(deal.tricks) + 1, led, before, deal.exposed)


def legal(rules: Ruleset, position: Position) -> Cards:
    """What may be played in the position."""
    deal = _deal(rules, position)
    return legality.legal(rules.filters, deal, deal.hands[position.turn])


def why(rules: Ruleset, position: Position, card: Card) -> str | None:
    """The code of the rule that forbids the card; None when it may be played."""
    deal = _deal(rules, position)
    hand = deal.hands[position.turn]
    if not hand >> card & 1:
        return "not-your-card"
    lawful = legality.legal(rules.filters, deal, hand) >> card & 1
    return None if lawful else legality.forbids(rules.filters, deal, hand, card)


_FIELDS = frozenset({"turn", "trick", "number", "led", "played", "exposed"})


def _number(fields: dict[str, str], key: str, usual: int) -> int:
    text = fields.get(key, str(usual))
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Refusal("bad-position", given=f"{key}={text}")
    return int(text)


def _deal(rules: Ruleset, position: Position) -> Deal:
    """A deal that stands as the position tells, as far as legal play can see."""
    count, before = rules.hands, position.number - 1
    trick = pack.bits(position.trick)
    in_pack(rules, union(cards for _, cards in position.hands) | trick | position.played | position.exposed)
    seats = [seat for seat, _ in position.hands]
    longest = 2 * count if rules.boost else count
    if len(position.trick) >= longest or max(seats) >= count:
        raise Refusal("bad-position", given=write(position))
    if len(position.led) > before or (position.played and not before) or before >= rules.pack.bit_count() // count:
        raise Refusal("bad-position", given=f"number={position.number}")
    hands = dict(position.hands)
    # Of an earlier trick, legal play looks at the suit led alone; a trick of which nothing is told opened the deal.
    led = position.led + (position.led or "C")[0] * (before - len(position.led))
    first = ROOK if rules.pack >> ROOK else 0
    tricks = tuple(Trick(-1, (first + read_suit(suit) * (14 if first else 13),), -1) for suit in led)
    place = len(position.trick) % count
    leader = next(hand for hand in range(count) if rules.rota(0, hand)[place] == position.turn)
    said = (Action(position.turn, "expose", tuple(each(position.exposed))),) * bool(position.exposed)
    return Deal(
        number=1,
        dealer=0,
        standing=Standing((0,) * rules.players),
        dealt=(0,) * count,
        hands=tuple(hands.get(seat, 0) for seat in range(count)),
        taken=(0,) * count,
        said=said,
        trick=Trick(leader, position.trick),
        tricks=tricks,
        played=position.played | trick | pack.bits(trick.played[0] for trick in tricks),
    )
