"""What holds in every deal of every variant, tried with random rules and random legal play."""

import random
from collections.abc import Callable, Iterator
from itertools import chain as joined
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem import match as matches
from pbem.cards import CLUBS, Cards, bits, cards, each
from pbem.match import Match
from pbem.rules import machine
from pbem.rules.options import Option, form, ruleset
from pbem.rules.scoring import union
from pbem.rules.table import Action, Ask, Deal, Refusal, Ruleset, Standing
from pbem.rules.variants import variant, variant_names
from pbem.rules.view import view

SAMPLE = 50
"""Every action gets the cheap checks; the dear ones (all else refused, views) are done at one action in so many."""
TABLES = [(name, size) for name in variant_names() for size in form(variant(name))["players"].choices]

each_table = pytest.mark.parametrize(("name", "size"), TABLES, ids=[f"{name}-{size}" for name, size in TABLES])


def texts(option: Option) -> st.SearchStrategy[str]:
    """Any setting of an option, as the text that a host would write."""
    if option.choices == ("a whole number",):
        return st.integers(1, 120).map(str)
    if option.choices == ("cards",):
        return st.sampled_from(["AH", "QS,AH", "2C,2D", "2C"])
    if "," in option.choices[0]:
        return st.lists(st.sampled_from(option.choices[0].split(",")), max_size=5).map(",".join)
    return st.sampled_from(option.choices)


@st.composite
def house_rules(draw: st.DrawFn, name: str) -> dict[str, str]:
    """House rules that go together: what does not is left out, one after another."""
    options = list(form(variant(name)).values())
    given = {option.name: draw(texts(option)) for option in draw(st.lists(st.sampled_from(options), max_size=6))}
    while True:
        try:
            ruleset(variant(name), given)
        except Refusal:
            given.popitem()
        else:
            return given


def played_out(rules: Ruleset, dice: random.Random, deals: int, sample: int) -> Iterator[tuple[Match, Action]]:
    """A match of at most so many deals in random legal play, checked as it goes; yields each action and what it met."""
    match, count = matches.start(rules, dice.randbytes(32)), 0
    while not match.over and len(match.points) < deals:
        waiting = matches.asks(match)
        assert waiting, "somebody is asked until it is over"
        assert cards_conserved(rules, match.deal)
        if count % sample == 0:
            assert_only_the_menu_is_accepted(match, dice.choice(waiting))
            assert_sees_no_secret(rules, match.deal, dice.randrange(rules.players), dice)
        ask = dice.choice(waiting)
        assert ask.menu, "a menu is never empty"
        things, size = list(each(ask.menu)), ask.least + int(dice.random() * (ask.most - ask.least + 1))
        size *= not (ask.none and dice.random() < 0.3)
        action = Action(ask.hand, ask.verb, tuple(dice.sample(things, size)))
        yield match, action
        match, _ = matches.apply(match, action)
        count += 1
    yield match, Action(-1, "", ())


def ended(steps: Iterator[tuple[Match, Action]]) -> tuple[Match, list[Action]]:
    """The last match of a play, and its log."""
    log = []
    for match, action in steps:  # noqa: B007
        log.append(action)
    return match, log[:-1]


def cards_conserved(rules: Ruleset, deal: Deal) -> bool:
    """Whether every card of the pack is in one place, and in one only."""
    # As many bits as cards, and their sum is the pack: no bit can have been carried, so every card is there once.
    trick = bits(deal.trick.played)
    carried = deal.played & ~union((*deal.taken, trick))
    places = (*deal.hands, *deal.taken, trick, carried, deal.kitty)
    return sum(places) == rules.pack and sum(map(int.bit_count, places)) == rules.pack.bit_count()


def assert_only_the_menu_is_accepted(match: Match, ask: Ask) -> None:
    size = len(match.rules.phases[match.deal.agenda].things)
    spare = tuple(each(ask.menu))[: max(ask.least - 1, 0)]
    for pick in range(-1, size + 1):
        if pick in spare:
            continue
        picks = (*spare, pick)
        if pick >= 0 and ask.menu >> pick & 1:
            machine.apply(match.rules, match.deal, Action(ask.hand, ask.verb, picks))
        else:
            refused(match, ask, picks)
    everything = tuple(each(ask.menu))
    for wrong in (everything[: ask.least - 1] if ask.least else None, (*everything, *everything)[: ask.most + 1]):
        if wrong is not None and len(wrong) != ask.most and not (ask.none and not wrong):
            refused(match, ask, wrong)
    for stranger in (
        Action(ask.hand, ask.verb, (999,)),
        Action(ask.hand, "sing", everything[:1]),
        Action(match.rules.hands, ask.verb, everything[: ask.least]),
    ):
        with pytest.raises(Refusal):
            matches.apply(match, stranger)


def refused(match: Match, ask: Ask, picks: tuple[int, ...]) -> None:
    """Asks the machine's one check of legality, which spares the time of finding the ask anew."""
    try:
        machine.check(match.rules, match.deal, ask, picks)
    except Refusal:
        return
    raise AssertionError(f"not refused: {ask} {picks}")


def assert_sees_no_secret(rules: Ruleset, deal: Deal, seat: int, dice: random.Random) -> None:
    hidden = shuffled_unseen(rules, deal, seat, dice)
    assert view(rules, hidden, seat) == view(rules, deal, seat)


def shuffled_unseen(rules: Ruleset, deal: Deal, seat: int, dice: random.Random) -> Deal:
    """The deal with all that `seat` may not know dealt anew: cards in others' hands, in the kitty and buried, and the
    answers that are nobody else's business. What is asked is asked anew, since who is asked may tell of a hand."""
    seen = known(rules, deal, seat)
    places = [*deal.hands, deal.kitty, *(taken & ~deal.played for taken in deal.taken)]
    unseen = [card for place in places for card in each(place & ~seen)]
    dice.shuffle(unseen)
    moved: list[Cards] = []
    for place in places:
        count = (place & ~seen).bit_count()
        moved.append(place & seen | bits(unseen[:count]))
        unseen = unseen[count:]
    hands = tuple(moved[: rules.hands])
    taken = tuple(old & deal.played | new for old, new in zip(deal.taken, moved[rules.hands + 1 :], strict=True))
    fresh = deal._replace(hands=hands, kitty=moved[rules.hands], taken=taken)
    phase = rules.phases[deal.agenda] if deal.agenda < len(rules.phases) else None
    if phase is not None and phase.secrecy in ("sealed", "hidden"):
        others = tuple(ask for ask in phase.asks(rules, fresh) if ask.seat != seat)
        own = tuple(ask for ask in deal.waiting if ask.seat == seat)
        return fresh._replace(waiting=own + others)
    menus = tuple(ask if ask.seat == seat else ask._replace(menu=0) for ask in deal.waiting)
    return fresh._replace(waiting=menus)


def known(rules: Ruleset, deal: Deal, seat: int) -> Cards:
    """The cards whose place this seat knows, or that everybody can infer from who is asked to open."""
    seen = deal.played
    if not rules.phases[min(deal.agenda, len(rules.phases) - 1)].blind:
        seen |= deal.hands[seat]
    seen |= deal.taken[seat]
    if rules.open_dummy is not None and rules.open_dummy(deal):
        seen |= union(deal.hands[rules.players :])
    phase = rules.phases[deal.agenda] if deal.agenda < len(rules.phases) else None
    for action in deal.said:
        if action.hand == seat or (action.verb == "expose" and (phase is None or phase.verb != "expose")):
            seen |= bits(action.picks) if action.verb in ("pass", "expose", "bury", "replace") else 0
    for packet in view(rules, deal, seat).received:
        seen |= packet.cards
    if phase is None:
        return rules.pack
    if phase.verb == "play" and not deal.played:
        clubs = union(deal.hands) & CLUBS
        seen |= (clubs & -clubs) | cards("2S")
    if phase.verb == "moon":
        return rules.pack
    return seen


def each_settled(rules: Ruleset, match: Match) -> Iterator[tuple[Deal, tuple[Any, ...]]]:
    return zip(match.deals, match.points, strict=False)


def one_seat_a_side(rules: Ruleset, points: tuple[Any, ...]) -> Any:
    return sum(points[: rules.sides]) if rules.pooled else sum(points)


@each_table
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.integers(0, 2**32))
def test_any_house_rules_and_any_play(name: str, size: str, data: st.DataObject, seed: int) -> None:
    given_ = data.draw(house_rules(name)) | {"players": size}
    try:
        rules = ruleset(variant(name), given_)
    except Refusal:
        return
    steps = list(played_out(rules, random.Random(seed), deals=2, sample=9))
    match = steps[-1][0]
    start = matches.start(rules, match.seed)
    log = [action for _, action in steps[:-1]]
    assert matches.fold(start, log) == match, "the fold of the log is the live state"
    half = len(log) // 2
    assert matches.fold(start, log[:half]) == steps[half][0]


@each_table
def test_whole_matches_end_and_add_up(name: str, size: str) -> None:
    rules, dice = ruleset(variant(name), {"players": size}), random.Random(f"{name}{size}")
    for number in range(6):
        match, log = ended(played_out(rules, dice, deals=500, sample=SAMPLE))
        assert match.over
        assert not matches.asks(match)
        assert {seat % rules.sides for seat in match.winners} <= set(range(rules.sides))
        for deal, points in each_settled(rules, match):
            allowed = SUMS.get(name, plain_sum)(rules, deal)
            assert one_seat_a_side(rules, points) in allowed, (deal.number, points)
        if number == 0:
            assert matches.fold(matches.start(rules, match.seed), log) == match


def plain_sum(rules: Ruleset, deal: Deal) -> set[Any]:
    """All cards' worth; or the bonus cards' and a moon's, added to all others or taken off the shooter."""
    scoring = rules.scoring
    whole, bonus = scoring.points(rules.pack), scoring.points(scoring.bonus & rules.pack)
    if scoring.shooter(deal) is None:
        return {whole}
    stake = scoring.stake(deal)
    others = (rules.sides if rules.pooled else rules.players) - 1
    return {bonus + stake * others, bonus - stake, bonus}


def turbo_sum(rules: Ruleset, deal: Deal) -> set[Any]:
    """Recounted card by card: hearts, queen and jack, each double when laid open; the ten multiplies."""
    open_, total = deal.exposed, 0
    for taken in deal.taken:
        heart = 1 + bool(open_ & cards("AH"))
        bad = heart * sum(1 for card in each(taken) if 26 <= card < 39)
        bad += 13 * (1 + bool(open_ & cards("QS"))) * bool(taken & cards("QS"))
        bad *= -1 if not (scored := cards("QS") | bits(range(26, 39))) & ~taken else 1
        good = -10 * (1 + bool(open_ & cards("JD"))) * bool(taken & cards("JD"))
        times = (2 if not open_ & cards("TC") else 4) if taken & cards("TC") else 1
        assert scored
        total += (bad + good) * times
    return {total}


def gongzhu_sum(rules: Ruleset, deal: Deal) -> set[Any]:
    """Recounted rank by rank."""
    worth = {12: 50, 11: 40, 10: 30, 9: 20, **dict.fromkeys(range(3, 9), 10)}
    open_, total = deal.exposed, 0
    for taken in deal.taken:
        hearts = [card - 26 for card in each(taken) if 26 <= card < 39]
        red = -sum(worth.get(rank, 0) for rank in hearts) * (1 + bool(open_ & cards("AH")))
        pig = -100 * bool(taken & cards("QS")) * (1 + bool(open_ & cards("QS")))
        turned = -1 if len(hearts) == 13 else 1
        sheep = 100 * bool(taken & cards("JD")) * (1 + bool(open_ & cards("JD")))
        ten = (1 + bool(open_ & cards("TC"))) * bool(taken & cards("TC"))
        alone = not hearts and not taken & cards("QS JD")
        total += 50 * ten if alone else (turned * (red + pig) + sheep) * (2 * ten or 1)
    return {total}


def complex_sum(rules: Ruleset, deal: Deal) -> set[Any]:
    """Recounted: a heart 1, the queen 13i, the jack -10, the ten of clubs times 2i; moons by the scoring itself."""
    if rules.scoring.shooter(deal) is not None:
        return {sum(rules.scoring.score(rules, deal))}
    total = 0j
    for taken in deal.taken:
        points = sum(1 for card in each(taken) if 26 <= card < 39) + 13j * bool(taken & cards("QS"))
        total += (points - 10 * bool(taken & cards("JD"))) * (2j if taken & cards("TC") else 1)
    return {total}


def golden_sum(rules: Ruleset, deal: Deal) -> set[Any]:
    taker = next(taken for taken in deal.taken if taken & cards("Y10"))
    red = rules.scoring.points(taker) + 10
    return {27 - min(10, red.real)}


def dummy3_sum(rules: Ruleset, deal: Deal) -> set[Any]:
    """The dummy's points count for nobody, and the bid is added."""
    bids = [action.picks[0] - 1 for action in deal.said if action.verb == "bid" and action.picks[0]]
    bid = max(bids, default=0)
    shot = {26 * 2 + bid, -26 + bid} if rules.scoring.shooter(deal) is not None else set[int]()
    return {26 - rules.scoring.points(deal.taken[3]) + bid} | shot


SUMS: dict[str, Callable[[Ruleset, Deal], set[Any]]] = {
    "turbo": turbo_sum,
    "gongzhu": gongzhu_sum,
    "complex": complex_sum,
    "golden_ten": golden_sum,
    "super": lambda rules, deal: {0},
    "dummy3": dummy3_sum,
}
"""Where a deal's points are no plain sum of cards."""


@pytest.mark.parametrize("seed", range(10))
def test_many_matches_of_the_standard_game(seed: int) -> None:
    rules, dice = ruleset(variant("american"), {}), random.Random(seed)
    for _ in range(200):
        match, _ = ended(played_out(rules, dice, deals=200, sample=10**9))
        assert max(map(int, match.totals)) >= 100
        assert match.winners == tuple(s for s, total in enumerate(match.totals) if total == min(map(int, match.totals)))
        assert {sum(map(int, points)) for points in match.points} <= {26, 78, -26}


@pytest.mark.parametrize("moon", ["choice", "add", "subtract", "add_unless_loses", "none"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_shot_moon_adds_up(players: int, moon: str) -> None:
    """Random play hardly ever shoots the moon, so here one hand holds all that wins."""
    rules = variant("american")(
        players=players, moon=moon, pass_cycle=(), opening="left_of_dealer", heart_leads="anytime"
    )
    strong, size = [c for suit in (3, 2, 1, 0) for c in range(13 * suit + 12, 13 * suit - 1, -1)], 52 // players
    strong = [card for card in strong if rules.pack >> card & 1]
    hands = [strong[:size], strong[size:]]
    others = [hands[1][seat :: players - 1] for seat in range(players - 1)]
    order = list(joined.from_iterable(zip(hands[0], *others, strict=True)))
    deal, _ = machine.deal_out(rules, 1, 0, order, Standing((0,) * players))
    while waiting := machine.asks(rules, deal):
        ask = waiting[0]
        best = max(each(ask.menu)) if ask.verb == "play" else 1
        deal, _ = machine.apply(rules, deal, Action(ask.hand, ask.verb, (best,)))
    shot = {"choice": -26, "subtract": -26, "none": 26}.get(moon, 26 * (players - 1))
    assert sum(machine.score(rules, deal)) == shot
