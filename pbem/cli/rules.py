"""What the rules say, at the command line: legal cards, tricks, scores, variants and records (docs/notation.md)."""

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem import record as records
from pbem.cards import each
from pbem.rules import captures, notation, options
from pbem.rules.notation import read_card, write_card
from pbem.rules.numbers import plain, read_number, write_number, write_row
from pbem.rules.table import Refusal, Ruleset
from pbem.rules.variants import variant as find
from pbem.rules.variants import variant_names
from pbem.voice import rulebook
from pbem.voice.catalogue import LANGUAGES
from pbem.voice.letters import as_text

SENTENCES = {
    "opening-card": "the first lead of the deal is the lowest club in play",
    "opening-club": "the first lead of the deal is a club",
    "opening-heart": "the first lead of the deal is no heart",
    "must-follow": "the suit led must be followed",
    "first-trick": "no penalty card to the first trick",
    "first-trick-queen": "with nothing but penalty cards, the queen of spades goes to the first trick",
    "hearts-not-broken": "hearts are not broken yet",
    "exposed-waits": "an exposed card waits until its suit has been led",
    "queen-asap": "the queen of spades must go at the first chance",
    "not-your-card": "the hand does not hold this card",
    "unknown-card": "{given} is no card",
    "named-twice": "a card is named twice in {given}",
    "not-in-pack": "{cards} is not in this game's pack",
    "bad-position": "the position makes no sense at {given}",
    "bad-trick": "a trick has {players} cards, from a seat that there is; here are {given}",
    "bad-captures": "captures are told for {players} hands, with / between them; this does not fit: {given}",
    "pack-does-not-divide": "{cards} cards do not divide among {players} hands; name others to remove, or spare=kitty",
    "bad-totals": "totals are {players} numbers; here is {given}",
    "cards-missing": "nobody has taken {cards}",
    "no-moon-choice": "there is no such moon choice here: {given}",
    "unknown-variant": "no variant is called {given}; there are {menu}",
    "unknown-language": "no language is called {given}; there are {menu}",
    "unknown-option": "{given} is no option here; there are {menu}",
    "bad-option": "{option} cannot be {given}; it can be {menu}",
    "bad-record": "line {line} of the record makes no sense: {text}",
    "unreadable": "{given} cannot be read",
    "false-rules": "the edition or the pack is not that of these rules",
    "false-commitment": "the commitment is not the hash of the first secret",
    "false-chain": "the secret of deal {deal} is not of the chain",
    "false-seating": "the seats are not those that the secret draws",
    "false-dealt": "deal {deal}: the hands are not those that the secret deals",
    "false-play": "deal {deal}, trick {trick}: the play is not possible ({why})",
    "false-score": "deal {deal}: the score is {found}",
    "false-result": "the result is {found}",
    "false-end": "the match was over before deal {deal}",
}


def sentence(refusal: Refusal) -> str:
    """A refusal in words."""
    code = f"false-{refusal.about['what']}" if refusal.code == "record-disproved" else refusal.code
    about = {key: ", ".join(map(str, v)) if isinstance(v, list | tuple) else v for key, v in refusal.about.items()}
    return SENTENCES.get(code, code).format(**about)


def told(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with a refusal told in one sentence and exit code 2."""

    @wraps(command)
    def careful(**arguments: Any) -> None:
        try:
            command(**arguments)
        except Refusal as refusal:
            typer.echo(f"pbem: {sentence(refusal)}", err=True)
            raise typer.Exit(2) from None

    return careful


Variant = Annotated[str, typer.Option("--variant", "-v", help="The game; `pbem variants` lists them.")]
Options = Annotated[list[str], typer.Option("--option", "-o", help="A house rule, such as limit=50. May be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def _rules(variant: str, option: list[str]) -> Ruleset:
    return options.ruleset(find(variant), dict(pair.partition("=")[::2] for pair in option))


def _say(as_json: bool, data: Any, lines: list[str]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False) if as_json else "\n".join(lines))


@told
def legal(
    position: Annotated[str, typer.Argument(help="hand=..., trick=..., number=..., led=..., played=..., exposed=...")],
    variant: Variant = "american",
    option: Options = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Say which cards may be played in a position, and which rule forbids the others.

    Second to play on trick 1:  pbem legal "hand=QS,5H,KD trick=2C"

    On lead to trick 5, hearts not broken:  pbem legal "hand=QS,3H,9H number=5"

    With a house rule:  pbem legal -o hearts_or_queen=on "hand=QS,3H,9H number=5"
    """
    rules, place = _rules(variant, option), notation.parse(position)
    menu = notation.legal(rules, place)
    barred: dict[str, list[str]] = {}
    for card in each(dict(place.hands)[place.turn] & ~menu):
        barred.setdefault(notation.why(rules, place, card) or "", []).append(write_card(card))
    lawful = [write_card(card) for card in each(menu)]
    lines = [f"may play: {' '.join(lawful)}"]
    lines += [f"may not: {' '.join(cards)} ({sentence(Refusal(code))})" for code, cards in barred.items()]
    refused = {card: code for code, cards in barred.items() for card in cards}
    _say(
        as_json, {"position": notation.write(place), "legal": [*map(write_card, each(menu))], "refused": refused}, lines
    )


@told
def trick(
    trick: Annotated[str, typer.Argument(help="The cards in the order played, such as 9D,KD,AS,QS")],
    leader: Annotated[int, typer.Option("--leader", min=0, help="The seat that led.")] = 0,
    variant: Variant = "american",
    option: Options = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Say who takes a trick and what is in it.

    Seat 1 led the four of spades:  pbem trick --leader 1 4S,2S,QH,KS
    """
    rules = _rules(variant, option)
    cards = tuple(read_card(name) for name in trick.replace(",", " ").split())
    won = captures.taken(rules, leader, cards)
    who = f"seat {won.winner} takes the trick" if won.winner >= 0 else "nobody takes the trick, it is carried on"
    lines = [f"{who}: {write_number(won.points)} point{'s' * (won.points != 1)}"]
    lines += ["hearts are broken now"] if won.breaks else []
    _say(as_json, {**won._asdict(), "points": plain(won.points)}, lines)


@told
def score(
    taken: Annotated[str, typer.Argument(metavar="CAPTURES", help="Cards by seat: 2-6H / QS,7-8H / 9-AH / -")],
    totals: Annotated[str, typer.Option("--totals", help="The totals before the deal, by seat.")] = "",
    moon: Annotated[str | None, typer.Option("--moon", help="What a shooter who may choose says.")] = None,
    stage: Annotated[int, typer.Option(min=1, max=2, help="2 when points are taken off again (hartenjagen).")] = 1,
    variant: Variant = "american",
    option: Options = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Score a deal from what each hand has taken. Only the cards that count must be named; * is the rest of the pack.

    Five hearts, the queen and two hearts, six hearts, nothing:  pbem score "2-6H / QS,7-8H / 9-AH / -"

    A moon shot by seat 0:  pbem score --moon add --totals "40 50 60 70" "H*,QS / - / - / -"

    Cards laid open before play:  pbem score -v turbo "2-4H,QS,TC / * / - / - exposed=AH,TC"
    """
    rules = _rules(variant, option)
    try:
        before = tuple(map(read_number, totals.replace(",", " ").split()))
    except (ValueError, ZeroDivisionError):
        raise Refusal("bad-totals", players=rules.players, given=totals) from None
    piles = captures.read_captures(rules, taken)
    result = captures.score(rules, piles, before, moon, stage)
    shot = "moon" if piles.sun is None or not rules.scoring.tricks_count else "sun"
    lines = [f"points: {write_row(result.points)}", f"totals: {write_row(result.totals)}"]
    lines += [f"seat {result.shooter} shot the {shot}"] if result.shooter is not None else []
    lines += [f"the match is over: seat {' and seat '.join(map(str, result.winners))} won"] if result.over else []
    rows = {"points": [*map(plain, result.points)], "totals": [*map(plain, result.totals)]}
    _say(as_json, result._asdict() | rows, lines)


@told
def variants(
    name: Annotated[str | None, typer.Argument(help="One variant, with its options.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="en or fr.")] = "en",
    as_json: Json = False,
) -> None:
    """List the variants, or print one variant's rules with its options, their choices and defaults.

    All:  pbem variants

    One:  pbem variants american

    In French:  pbem variants gongzhu -l fr
    """
    if language not in LANGUAGES:
        raise Refusal("unknown-language", given=language, menu=LANGUAGES)
    if name is None:
        _say(as_json, variant_names(), [f"{one:24} {rulebook.title(one, language)}" for one in variant_names()])
        return
    found = find(name)
    form = options.form(found).values()
    data = {
        "name": found.__name__,
        "title": rulebook.title(found.__name__, language),
        "players": next((list(map(int, option.choices)) for option in form if option.name == "players"), []),
        "options": {option.name: {"default": option.default, "choices": option.choices} for option in form},
    }
    text = as_text(language, rulebook.rules_said(found.__name__, language), ())
    _say(as_json, data, text.removesuffix("\n-- \n").rstrip().splitlines())


@told
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for what is piped in.")],
    as_json: Json = False,
) -> None:
    """Prove a match record: commitment, secrets, seats, deals, play, scores and result.

    From a file:  pbem verify match.record
    """
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise Refusal("unreadable", given=file) from None
    record = records.parse(text)
    records.verify(record)
    lines = [
        f"proved: {', '.join(records.PROVED)}",
        f"{len(record.deals)} deal{'s' * (len(record.deals) != 1)}, totals {write_row(record.totals)}",
    ]
    lines += [f"won by {' and '.join(dict(record.tags)[f'Seat{seat}'] for seat in record.winners)}"] * bool(
        record.winners
    )
    _say(as_json, {"proved": records.PROVED, **records.as_json(record)}, lines)


def register(app: typer.Typer) -> None:
    """Hangs the commands of this room into the program."""
    for command in (legal, trick, score, variants, verify):
        app.command()(command)
