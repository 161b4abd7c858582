"""A simple and honest opponent: ducks, covers the queen, gets rid of the dangerous cards, never illegal."""

from collections.abc import Callable

from pbem.cards import HEARTS, RANK_OF, SPADES, SUIT_BITS, SUIT_OF, Card, Cards, cards, each
from pbem.rules.table import Action, Ask, Ruleset
from pbem.rules.view import View

QUEEN = cards("QS QS")
ABOVE_QUEEN = cards("KS AS KS AS")
BELOW_QUEEN = SPADES & ~QUEEN & ~ABOVE_QUEEN


def answer(rules: Ruleset, view: View, ask: Ask) -> Action:
    """The bot's answer to one ask of its seat; always on the menu."""
    choose = CHOICES.get(ask.verb, _least)
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


def _bury(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    """High cards that cost nothing; what is buried counts for the burier."""
    cost = rules.scoring.cost
    return tuple(sorted(each(ask.menu), key=lambda card: (cost(card), -RANK_OF[card], card))[: ask.least])


def _play(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    fear, cost, played = rules.scoring.penalty, rules.scoring.cost, view.trick.played
    menu = list(each(ask.menu))
    if not played:
        safe = [card for card in menu if not 1 << card & (fear | ABOVE_QUEEN)] or menu
        return (min(safe, key=lambda card: (RANK_OF[card], card)),)
    led = SUIT_BITS[SUIT_OF[played[0]]]
    if not ask.menu & led:
        return (max(menu, key=lambda card: (cost(card), RANK_OF[card], card)),)
    best = max(RANK_OF[card] for card in played if 1 << card & led)
    ducks = [card for card in menu if RANK_OF[card] < best]
    if ducks:
        return (max(ducks, key=lambda card: (bool(1 << card & QUEEN & fear), RANK_OF[card])),)
    last = len(played) == rules.hands - 1
    safe = [card for card in menu if not 1 << card & QUEEN & fear] or menu
    clean = sum(map(cost, played)) <= 0
    return ((max if last and clean else min)(safe, key=lambda card: RANK_OF[card]),)


def _moon(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    """Adds to the others unless that makes one of them win (rules.md 2.7)."""
    side, sides = view.seat % rules.sides, rules.sides
    added = tuple(0 if seat % sides == side else view.stake for seat in range(rules.players))
    won = rules.end.after(rules, view.standing, added, view.number).winners
    return (1 if any(seat % sides != side for seat in won) else 0,)


def _refuse(rules: Ruleset, view: View, ask: Ask) -> tuple[int, ...]:
    return (1,)


CHOICES: dict[str, Callable[[Ruleset, View, Ask], tuple[int, ...]]] = {
    "pass": _pass,
    "replace": _pass,
    "bury": _bury,
    "queen": _refuse,
    "play": _play,
    "moon": _moon,
}
