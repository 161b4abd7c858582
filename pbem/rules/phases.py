"""The verbs of a deal. A phase is over when it asks nobody; there are no flags and no transition tables."""

from dataclasses import dataclass

from pbem import cards as pack
from pbem.cards import CLUBS, Cards
from pbem.rules.legality import legal
from pbem.rules.scoring import Points
from pbem.rules.table import CARD_THINGS, Action, Ask, Deal, Fact, Ruleset, Trick

Facts = tuple[Fact, ...]

OFFSETS = {"L": 1, "R": -1, "L2": 2, "R2": -2}
"""Where a packet goes, in seats clockwise; `A` (across) is half the table and `H` holds."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Everybody picks cards in secret; all move at once when the last has answered (rules.md 2.2)."""

    cycle: tuple[str, ...]
    count: int
    verb: str = "pass"
    things: tuple[str, ...] = CARD_THINGS

    def direction(self, number: int) -> str:
        """The cycle's entry for the `number`-th deal, `H` when nothing is passed."""
        return self.cycle[(number - 1) % len(self.cycle)] if self.cycle else "H"

    def offset(self, number: int, players: int) -> int:
        """How many seats clockwise the packets of this deal travel; 0 when the deal is held."""
        code = self.direction(number)
        return players // 2 if code == "A" else OFFSETS.get(code, 0) % players

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        if not self.offset(deal.number, rules.players):
            return ()
        answered = deal.answers(self.verb)
        return tuple(
            Ask(hand, self.verb, cards, self.count, self.count)
            for hand, cards in enumerate(deal.hands)
            if hand not in answered
        )

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), (
            Fact("passed", action.hand, pack.bits(action.picks), only=action.hand),
        )

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        offset = self.offset(deal.number, rules.players)
        if not offset:
            return deal, (Fact("held", -1),)
        hands, facts = list(deal.hands), []
        for hand, action in deal.answers(self.verb).items():
            packet, target = pack.bits(action.picks), (hand + offset) % rules.players
            hands[hand] &= ~packet
            hands[target] |= packet
            facts.append(Fact("received", target, packet, number=hand, only=target))
        return deal._replace(hands=tuple(hands)), tuple(facts)


@dataclass(frozen=True, slots=True)
class Expose:
    """Everybody may lay some of the named cards open, in secret and at once (rules.md 3.7)."""

    cards: Cards
    verb: str = "expose"
    things: tuple[str, ...] = CARD_THINGS

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        answered = deal.answers(self.verb)
        return tuple(
            Ask(hand, self.verb, held & self.cards, 0, (held & self.cards).bit_count())
            for hand, held in enumerate(deal.hands)
            if hand not in answered
        )

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), ()

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, tuple(
            Fact("exposed", hand, pack.bits(action.picks))
            for hand, action in deal.answers(self.verb).items()
            if action.picks
        )


@dataclass(frozen=True, slots=True)
class Play:
    """Trick after trick until the hands are empty. `opening` says who leads first (rules.md 2.3)."""

    opening: str = "lowest_club"
    verb: str = "play"
    things: tuple[str, ...] = CARD_THINGS

    def leader(self, rules: Ruleset, deal: Deal) -> int:
        """The hand that leads to the first trick; found after passing."""
        if self.opening.startswith("left_of_dealer"):
            return (deal.dealer + 1) % rules.players
        lowest = [(clubs & -clubs, hand) for hand, held in enumerate(deal.hands) if (clubs := held & CLUBS)]
        return min(lowest)[1]

    def turn(self, rules: Ruleset, deal: Deal) -> int:
        """The hand that plays next."""
        trick = deal.trick
        leader = trick.leader if trick.leader >= 0 else self.leader(rules, deal)
        return (leader + len(trick.played)) % rules.players

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        hand = self.turn(rules, deal) if any(deal.hands) else -1
        if hand < 0:
            return ()
        return (Ask(hand, self.verb, legal(rules.filters, deal, deal.hands[hand]), 1, 1),)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        hand, card = action.hand, action.picks[0]
        bit = 1 << card
        hands = (*deal.hands[:hand], deal.hands[hand] & ~bit, *deal.hands[hand + 1 :])
        played = (*deal.trick.played, card)
        leader = deal.trick.leader if deal.trick.played else hand
        facts = [Fact("played", hand, bit)]
        if bit & rules.breakers and not deal.played & rules.breakers:
            facts.append(Fact("broken", hand, bit))
        if len(played) < rules.players:
            deal = deal._replace(hands=hands, trick=Trick(leader, played), played=deal.played | bit)
            return deal, tuple(facts)
        winner = (leader + rules.winner(played)) % rules.players
        won = pack.bits(played)
        if deal.kitty and not any(deal.taken):
            won |= deal.kitty
        taken = (*deal.taken[:winner], deal.taken[winner] | won, *deal.taken[winner + 1 :])
        facts.append(Fact("took", winner, won, rules.scoring.points(won)))
        return (
            deal._replace(
                hands=hands,
                taken=taken,
                trick=Trick(winner, ()),
                tricks=(*deal.tricks, Trick(leader, played, winner)),
                played=deal.played | bit,
            ),
            tuple(facts),
        )

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, ()


@dataclass(frozen=True, slots=True)
class ChooseMoon:
    """Whoever shot the moon says whether to add to the others or to subtract (rules.md 2.7, `choice`)."""

    scoring: Points
    verb: str = "moon"
    things: tuple[str, ...] = ("add", "subtract")

    def asks(self, rules: Ruleset, deal: Deal) -> tuple[Ask, ...]:
        shooter = self.scoring.shooter(deal)
        if shooter is None or deal.answers(self.verb):
            return ()
        return (Ask(shooter, self.verb, 0b11, 1, 1),)

    def take(self, rules: Ruleset, deal: Deal, action: Action) -> tuple[Deal, Facts]:
        return deal._replace(said=(*deal.said, action)), (Fact("chose", action.hand, number=action.picks[0]),)

    def close(self, rules: Ruleset, deal: Deal) -> tuple[Deal, Facts]:
        return deal, ()


def highest_of_led_suit(played: tuple[int, ...]) -> int:
    """Which of the cards played, counted from the leader, wins the trick. Cards of a suit are numbered by rank."""
    led = pack.SUIT_OF[played[0]]
    return played.index(max(card for card in played if pack.SUIT_OF[card] == led))
