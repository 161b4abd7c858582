"""What holds in every deal of every game, tried with random rules and random legal play."""

import random
from collections.abc import Iterator
from itertools import chain as joined
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem import match as matches
from pbem.cards import CLUBS, Cards, bits, each
from pbem.match import Match
from pbem.rules import machine
from pbem.rules.options import Option, form, ruleset
from pbem.rules.scoring import union
from pbem.rules.table import Action, Ask, Deal, Refusal, Ruleset
from pbem.rules.variants.american import american
from pbem.rules.view import view

SAMPLE = 50
"""Every action gets the cheap checks; the dear ones (all else refused, views) are done at one action in so many."""


def texts(option: Option) -> st.SearchStrategy[str]:
    """Any setting of an option, as the text that a host would write."""
    if option.choices == ("a whole number",):
        return st.integers(1, 120).map(str)
    if "," in option.choices[0]:
        return st.lists(st.sampled_from(option.choices[0].split(",")), max_size=5).map(",".join)
    return st.sampled_from(option.choices)


def playable(settings: dict[str, str]) -> bool:
    """Whether the house rules go together: three cannot pass across."""
    try:
        return bool(ruleset(american, settings))
    except Refusal:
        return False


SETTINGS = st.fixed_dictionaries({}, optional={name: texts(option) for name, option in form(american).items()})
SETTINGS = SETTINGS.filter(playable)


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
        # An exposure is asked of every hand, also of one that has nothing to expose: who is not asked would tell.
        assert ask.menu or ask.most == 0, "a menu is never empty"
        things, size = list(each(ask.menu)), ask.least + int(dice.random() * (ask.most - ask.least + 1))
        picks = (things[int(dice.random() * len(things))],) if size == 1 else tuple(dice.sample(things, size))
        action = Action(ask.hand, ask.verb, picks)
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
    places = (*deal.hands, *deal.taken, bits(deal.trick.played))
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
        if wrong is not None and len(wrong) != ask.most:
            refused(match, ask, wrong)
    for stranger in (
        Action(ask.hand, ask.verb, (999,)),
        Action(ask.hand, "sing", everything[:1]),
        Action(match.rules.players, ask.verb, everything[: ask.least]),
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
    assert view(rules, shuffled_unseen(rules, deal, seat, dice), seat) == view(rules, deal, seat)


def shuffled_unseen(rules: Ruleset, deal: Deal, seat: int, dice: random.Random) -> Deal:
    """The deal with all that `seat` may not know dealt anew: the others' cards, passes and open secret answers."""
    verb = rules.phases[deal.agenda].verb if deal.agenda < len(rules.phases) else ""
    seen = deal.hands[seat]
    for action in deal.said:
        if action.verb in ("pass", "expose") and (action.hand == seat or action.verb not in (verb, "pass")):
            seen |= bits(action.picks)
    if not deal.played:
        # Whose turn it is tells everybody who holds the lowest club.
        clubs = union(deal.hands) & CLUBS
        seen |= clubs & -clubs if verb == "play" else 0
    unseen = [card for hand in deal.hands for card in each(hand & ~seen)]
    dice.shuffle(unseen)
    hands: list[Cards] = []
    for hand in deal.hands:
        count = (hand & ~seen).bit_count()
        hands.append(hand & seen | bits(unseen[:count]))
        unseen = unseen[count:]
    told = {seat, (seat - view(rules, deal, seat).offset) % rules.players} if verb != "pass" else {seat}
    said = tuple(
        action
        if action.hand in told or action.verb not in (verb, "pass")
        else action._replace(picks=tuple(dice.sample(range(52), len(action.picks))))
        for action in deal.said
    )
    return deal._replace(hands=tuple(hands), dealt=tuple(dice.sample(hands, len(hands))), said=said)


def sums(rules: Ruleset, settings: dict[str, str]) -> set[int]:
    """What a deal's points may add up to."""
    whole = rules.scoring.points(rules.pack)
    bonus = rules.scoring.points(rules.scoring.bonus)
    stakes = {int(settings.get(name, usual)) for name, usual in (("moon_value", "26"), ("sun", "26"))}
    return {whole} | {bonus + stake * times for stake in stakes for times in (rules.players - 1, -1)}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SETTINGS, st.integers(0, 2**32))
def test_any_house_rules_and_any_play(settings: dict[str, str], seed: int) -> None:
    rules, dice = ruleset(american, settings), random.Random(seed)
    steps = list(played_out(rules, dice, deals=3, sample=7))
    match = steps[-1][0]
    assert {sum(points) for points in match.points} <= sums(rules, settings)
    start = matches.start(rules, match.seed)
    log = [action for _, action in steps[:-1]]
    assert matches.fold(start, log) == match, "the fold of the log is the live state"
    half = len(log) // 2
    assert matches.fold(start, log[:half]) == steps[half][0]


@pytest.mark.parametrize("seed", range(20))
def test_whole_matches_of_the_standard_game(seed: int) -> None:
    rules, dice = american(), random.Random(seed)
    for number in range(100):
        match, log = ended(played_out(rules, dice, deals=200, sample=SAMPLE))
        assert match.over
        assert not matches.asks(match)
        assert max(match.totals) >= rules.limit
        assert match.winners == tuple(s for s, total in enumerate(match.totals) if total == min(match.totals))
        assert match.totals == tuple(map(sum, zip(*match.points, strict=True)))
        assert {sum(points) for points in match.points} <= {26, 78, -26}
        if number % 20 == 0:
            assert matches.fold(matches.start(rules, match.seed), log) == match


@pytest.mark.parametrize("moon", ["choice", "add", "subtract", "add_unless_loses", "none"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_shot_moon_adds_up(players: Any, moon: Any) -> None:
    """Random play hardly ever shoots the moon, so here one hand holds all that wins."""
    rules = american(players=players, moon=moon, pass_cycle=(), opening="left_of_dealer", heart_leads="anytime")
    strong, size = [c for suit in (3, 2, 1, 0) for c in range(13 * suit + 12, 13 * suit - 1, -1)], 52 // players
    strong = [card for card in strong if rules.pack >> card & 1]
    hands = [strong[:size], strong[size:]]
    others = [hands[1][seat :: players - 1] for seat in range(players - 1)]
    order = list(joined.from_iterable(zip(hands[0], *others, strict=True)))
    deal, _ = machine.deal_out(rules, 1, 0, order, (0,) * players)
    while waiting := machine.asks(rules, deal):
        ask = waiting[0]
        best = max(each(ask.menu)) if ask.verb == "play" else 1
        deal, _ = machine.apply(rules, deal, Action(ask.hand, ask.verb, (best,)))
    shot = {"choice": -26, "subtract": -26, "none": 26}.get(moon, 26 * (players - 1))
    assert sum(machine.score(rules, deal)) == shot
