"""A simple and honest opponent: ducks, covers the queen, gets rid of the dangerous cards, never illegal."""

from pbem.cards import HEARTS, RANK_OF, SPADES, SUIT_BITS, SUIT_OF, Card, Cards, cards, each
from pbem.rules.table import Action, Ask, Ruleset
from pbem.rules.view import View

QUEEN = cards("QS")
ABOVE_QUEEN = cards("KS AS")
BELOW_QUEEN = SPADES & ~QUEEN & ~ABOVE_QUEEN


def answer(rules: Ruleset, view: View, ask: Ask) -> Action:
    """The bot's answer to one ask of its seat; always on the menu."""
    choose = {"pass": _pass, "play": _play, "moon": _moon}.get(ask.verb, _least)
    return Action(ask.hand, ask.verb, choose(rules, view, ask))


def _least(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    return tuple(each(ask.menu))[: ask.least]


def _danger(view: View, card: Card, fear: Cards) -> tuple[int, int]:
    """How much a bot wants to be rid of a card: the queen and what may catch her first, then high cards."""
    guarded = (view.hand & BELOW_QUEEN).bit_count() >= 4
    bit = 1 << card
    lady = 2 if bit & QUEEN & fear and not guarded else 1 if bit & ABOVE_QUEEN and fear & QUEEN and not guarded else 0
    return lady, RANK_OF[card] + (2 if bit & HEARTS & fear else 0)


def _pass(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    fear = rules.scoring.penalty
    worst = sorted(each(ask.menu), key=lambda card: (_danger(view, card, fear), card), reverse=True)
    return tuple(worst[: ask.least])


def _play(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    fear, played = rules.scoring.penalty, view.trick.played
    menu = list(each(ask.menu))
    if not played:
        safe = [card for card in menu if not 1 << card & (fear | ABOVE_QUEEN)] or menu
        return (min(safe, key=lambda card: (RANK_OF[card], card)),)
    led = SUIT_BITS[SUIT_OF[played[0]]]
    if not ask.menu & led:
        costly = [card for card in menu if 1 << card & fear]
        return (max(costly or menu, key=lambda card: (rules.scoring.points(1 << card), RANK_OF[card], card)),)
    best = max(card for card in played if 1 << card & led)
    ducks = [card for card in menu if card < best]
    if ducks:
        queen = [card for card in ducks if 1 << card & QUEEN]
        return (queen[0] if queen else max(ducks),)
    last = len(played) == rules.players - 1
    safe = [card for card in menu if not 1 << card & QUEEN] or menu
    clean = not any(1 << card & fear for card in played)
    return (max(safe) if last and clean else min(safe),)


def _moon(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    """Adds to the others unless that makes one of them win (rules.md 2.7)."""
    stake = rules.scoring.points(rules.scoring.penalty)
    after = [total + (0 if seat == view.seat else stake) for seat, total in enumerate(view.totals)]
    ends = max(after) >= rules.limit
    return (1 if ends and min(after) < after[view.seat] else 0,)
