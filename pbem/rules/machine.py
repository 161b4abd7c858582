"""The only loop: deal out, ask, apply, settle, score. It names no variant."""

from collections.abc import Sequence

from pbem.cards import NAMES, Card, each
from pbem.rules.legality import forbids
from pbem.rules.numbers import Number
from pbem.rules.table import Action, Ask, Deal, Fact, Refusal, Ruleset, Standing


def deal_out(
    rules: Ruleset,
    number: int,
    dealer: int,
    order: Sequence[Card],
    standing: Standing,
    mixed: Sequence[Card] = (),
    opener: int = -1,
) -> tuple[Deal, tuple[Fact, ...]]:
    """A deal of the shuffled pack `order`, settled to its first ask. The kitty is drawn first, then one card at a
    time clockwise from the dealer's left (rules.md 2.1)."""
    hands, kitty, circle = [0] * rules.hands, rules.kitty, rules.rota(dealer, dealer)
    for step in range(rules.hands):
        for card in order[kitty + step :: rules.hands]:
            hands[circle[(step + 1) % rules.hands]] |= 1 << card
    drawn = sum(1 << card for card in order[:kitty])
    dealt = tuple(hands)
    deal = Deal(number, dealer, standing, dealt, dealt, (0,) * rules.hands, drawn, mixed=tuple(mixed), opener=opener)
    return settle(rules, deal)


def asks(rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
    """What is asked now, of whom; () when the deal is over."""
    return deal.waiting


def over(rules: Ruleset, deal: Deal) -> bool:
    """Whether the deal has been played out."""
    return deal.agenda == len(rules.phases)


def apply(rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, tuple[Fact, ...]]:
    """The deal after one answer, and what came of it. Raises Refusal for whatever is not on the menu."""
    ask = next((ask for ask in deal.waiting if ask.hand == action.hand and ask.verb == action.verb), None)
    if ask is None:
        raise _not_asked(rules, deal, deal.waiting, action)
    check(rules, deal, ask, action.picks)
    deal, facts = rules.phases[deal.agenda].take(rules, deal, action)
    deal, more = settle(rules, deal)
    return deal, facts + more


def settle(rules: Ruleset, deal: Deal) -> tuple[Deal, tuple[Fact, ...]]:
    """Closes every phase that asks nobody, until somebody is asked or the deal is over."""
    facts: tuple[Fact, ...] = ()
    while not over(rules, deal):
        if waiting := rules.phases[deal.agenda].asks(rules, deal):
            return deal._replace(waiting=waiting), facts
        deal, more = rules.phases[deal.agenda].close(rules, deal)
        deal, facts = deal._replace(agenda=deal.agenda + 1), facts + more
    return deal._replace(waiting=()), facts


def score(rules: Ruleset, deal: Deal) -> tuple[Number, ...]:
    """Every seat's points for a deal that is over."""
    return rules.scoring.score(rules, deal)


def close(rules: Ruleset, deal: Deal) -> tuple[tuple[Number, ...], Standing]:
    """The points of a deal that is over, and how the match stands after it."""
    points = rules.scoring.score(rules, deal)
    after = rules.end.after(rules, deal.standing, points, deal.number)
    won = rules.scoring.wins(deal)
    if won is None:
        return points, after
    party = tuple(seat for seat in range(rules.players) if seat % rules.sides == won % rules.sides)
    return points, after._replace(winners=party)


def check(rules: Ruleset, deal: Deal, ask: Ask, picks: tuple[int, ...]) -> None:
    """The one choke point of legality: refuses whatever an ask's menu does not allow, and says by which rule."""
    stray = next((pick for pick in picks if pick < 0 or not ask.menu >> pick & 1), None)
    if stray is None and ask.least <= len(picks) == len(set(picks)) <= ask.most:
        return
    if ask.none and not picks:
        return
    things = rules.phases[deal.agenda].things
    menu = [things[number] for number in each(ask.menu)]
    about = {"verb": ask.verb, "menu": menu, "least": ask.least, "most": ask.most}
    if len(set(picks)) < len(picks):
        raise Refusal("picked-twice", **about)
    if stray is None or not ask.least <= len(picks) <= ask.most:
        raise Refusal("wrong-number", given=len(picks), **about)
    known = 0 <= stray < len(things)
    about["pick"] = things[stray] if known else str(stray)
    held = known and things is NAMES and deal.hands[ask.hand] >> stray & 1
    if things is NAMES and not held:
        raise Refusal("not-your-card", **about)
    led = deal.trick.played[0] if deal.trick.played else None
    code = forbids(rules.filters, deal, deal.hands[ask.hand], stray) if held and ask.verb == "play" else "not-on-menu"
    raise Refusal(code, led=None if led is None else NAMES[led], **about)


def _not_asked(rules: Ruleset, deal: Deal, waiting: tuple[Ask, ...], action: Action) -> Refusal:
    """Why this answer fits no open ask: the deal is over, it is another's turn, or another verb is asked."""
    if not waiting:
        return Refusal("deal-over")
    own = next((ask for ask in waiting if ask.hand == action.hand), None)
    if own is not None:
        return Refusal("other-verb", verb=own.verb, given=action.verb)
    if any(said.hand == action.hand and said.verb == action.verb == waiting[0].verb for said in deal.said):
        return Refusal("already-answered", verb=action.verb)
    return Refusal("not-your-turn", hands=[ask.hand for ask in waiting], verb=waiting[0].verb)
