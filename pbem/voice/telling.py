"""What has happened at a table and how it stands, as blocks: passes, bids, tricks, results, hands and scores."""

from itertools import groupby

from pbem.cards import bits, each
from pbem.rules.numbers import write_number
from pbem.rules.passing import CALLS, POOL
from pbem.rules.table import Action, Trick, who_played
from pbem.rules.view import View
from pbem.voice.letters import Block
from pbem.voice.page import Page, cards_said, hand_said, listed, scores
from pbem.voice.things import thing_said
from pbem.voice.words import say_card


def since(page: Page) -> list[Block]:
    """What has happened since the last letter: the rest of closed deals with their results, then this deal so far."""
    seen_deal, seen_turn = page.seen
    blocks: list[Block] = []
    if not seen_deal:
        seats = ", ".join(page.seat_at(step) for step in range(1, len(page.names)))
        blocks.append(Block(page.say("begin.seats", names=seats, match=page.number)))
        if page.rules.teams:
            blocks.append(Block(page.say("begin.partner", name=page.seat_at(page.rules.teams))))
        blocks.append(Block(page.say("begin.fair", commitment=page.commitment)))
    for view in page.views[max(seen_deal, 1) - 1 :]:
        first = _first_unseen(page, view, seen_turn) if view.number == seen_deal else 0
        if not first:
            blocks += _before_play(page, view)
        blocks += [_trick(page, view, number, trick) for number, trick in enumerate(view.tricks[first:], first + 1)]
        if view.number <= len(page.points):
            blocks += _result(page, view)
    return blocks


def now(page: Page) -> list[Block]:
    """The table as it stands: the trick so far, what lies open, the hand, the scores."""
    view, blocks = page.view, list[Block]()
    if view.trick.played:
        label = page.say("label.so-far", number=len(view.tricks) + 1)
        blocks.append(Block(_plays(page, view, view.trick), label=label, kind="fact"))
    if view.exposed:
        text = ", ".join(
            f"{page.hand_name(hand)} {cards_said(page.language, each(open_))}" for hand, open_ in view.exposed
        )
        blocks.append(Block(text, label=page.say("label.exposed"), kind="fact"))
    blocks += _kitty(page, view)
    for _, cards in view.dummies:
        blocks.append(Block(hand_said(page.language, cards), label=page.say("label.dummy"), kind="hand"))
    if view.blind:
        blocks.append(Block(page.say("hand.blind")))
    else:
        blocks.append(Block(hand_said(page.language, view.hand), label=page.say("label.hand"), kind="hand"))
    if any(view.points):
        blocks.append(scores(page, view.points[: len(page.names)], "label.taken"))
    if view.standing.stage == 2:
        blocks.append(Block(page.say("stage.down"), kind="fact"))
    blocks.append(scores(page, view.standing.totals, "label.totals"))
    return blocks


def _first_unseen(page: Page, view: View, turn: int) -> int:
    """The first trick that the reader had not played to in full when he had given so many answers."""
    left = turn - sum(1 for action in view.said if action.hand == view.seat)
    for number, trick in enumerate(view.tricks):
        hands = who_played(page.rules, view.dealer, trick)
        left -= sum(1 for hand in hands if hand == view.seat or hand >= len(page.names))
        if left < 0:
            return number
    return len(view.tricks)


def _before_play(page: Page, view: View) -> list[Block]:
    """Call, pass and auction, as far as they are over."""
    blocks = []
    for action in view.said:
        if action.verb == "call":
            called = thing_said("call", CALLS[action.picks[0]], page.language)
            text = page.say("call.told", name=page.names[action.hand], called=called)
            blocks.append(Block(text, label=page.say("label.call"), kind="fact"))
    blocks += _pass(page, view)
    bids = [action for action in view.said if action.verb == "bid"]
    if bids:
        text = ", ".join(f"{page.names[bid.hand]} {_bid(page, bid)}" for bid in bids)
        blocks.append(Block(text, label=page.say("label.bids"), kind="fact"))
    return blocks


def _bid(page: Page, bid: Action) -> str:
    return thing_said("bid", "pass" if bid.picks[0] == 0 else str(bid.picks[0] - 1), page.language)


def _pass(page: Page, view: View) -> list[Block]:
    """What this seat gave and received, or that nothing was passed."""
    own = next((action.picks for action in view.said if action.hand == page.seat and action.verb == "pass"), None)
    if view.blind:
        return []
    if not view.offsets:
        text = page.say("pass.held")
    elif own is None or (not view.received and own):
        return []
    elif not view.received:
        text = page.say("pass.nobody")
    else:
        text = page.say("pass.told", gave=_gave(page, view, own), got=_got(page, view))
    return [Block(text, label=page.say("label.pass"), kind="fact")]


def _gave(page: Page, view: View, picks: tuple[int, ...]) -> str:
    if not picks:
        return page.say("pass.forwarded")
    parts = []
    for offset, group in groupby(zip(view.offsets, picks, strict=True), lambda pair: pair[0]):
        cards = cards_said(page.language, sorted(card for _, card in group))
        key = "pass.to-pool" if offset == POOL else "pass.to"
        parts.append(page.say(key, cards=cards, name=page.seat_at(offset)))
    return listed(page, parts)


def _got(page: Page, view: View) -> str:
    parts = []
    for giver, _, cards in view.received:
        key = "pass.from-pool" if giver < 0 else "pass.from-self" if giver == page.seat else "pass.from"
        name = page.names[max(giver, 0)]
        parts.append(page.say(key, cards=cards_said(page.language, each(cards)), name=name))
    return listed(page, parts)


def _plays(page: Page, view: View, trick: Trick) -> str:
    hands = who_played(page.rules, view.dealer, trick)
    return ", ".join(
        f"{page.hand_name(hand)} {say_card(card, page.language)}"
        for hand, card in zip(hands, trick.played, strict=True)
    )


def _trick(page: Page, view: View, number: int, trick: Trick) -> Block:
    exposed = bits(card for _, cards in view.exposed for card in each(cards))
    points = page.rules.scoring.points(bits(trick.played), exposed)
    key = "trick.nothing" if points == 0 else "trick.point" if points == 1 else "trick.points"
    taken = page.say(key, points=write_number(points))
    winner = page.hand_name(trick.winner) if trick.winner >= 0 else ""
    text = page.say(
        "trick.told" if winner else "trick.carried", plays=_plays(page, view, trick), winner=winner, taken=taken
    )
    return Block(text, label=page.say("label.trick", number=number), kind="fact")


def _kitty(page: Page, view: View) -> list[Block]:
    if view.kitty_to < 0:
        return []
    if view.kitty:
        text = page.say("kitty.own", cards=cards_said(page.language, each(view.kitty)))
    else:
        text = page.say("kitty.other", name=page.hand_name(view.kitty_to))
    return [Block(text, label=page.say("label.kitty"), kind="fact")]


def _result(page: Page, view: View) -> list[Block]:
    """The points of a closed deal, the moon, and its secret."""
    blocks = []
    if view.shooter is not None:
        side = [
            name for seat, name in enumerate(page.names) if seat % page.rules.sides == view.shooter % page.rules.sides
        ]
        blocks.append(Block(page.say("result.moon", name=listed(page, side if page.rules.pooled else side[:1]))))
    blocks.append(scores(page, page.points[view.number - 1], "label.result", number=view.number))
    secret = page.secrets[view.number - 1]
    blocks.append(Block(secret, label=page.say("label.secret", number=view.number), kind="fact"))
    return blocks
