"""The match record: what was played, with the secrets that prove it, as a text that anyone can read and check.

It is to a match what PGN is to a game of chess (docs/notation.md). Only closed deals are told, so the record of a
match in play gives nothing away.
"""

from collections.abc import Iterable, Mapping

from pbem import chain
from pbem.match import Match
from pbem.record.proof import PROVED, Proof, dealt, lines, pack_tags, verify
from pbem.record.text import ClosedDeal, Line, Record, as_json, parse, write

__all__ = ["PROVED", "ClosedDeal", "Line", "Proof", "Record", "as_json", "parse", "record", "verify", "write"]


def record(
    match: Match, variant: str, options: Mapping[str, str], names: Iterable[str], more: Mapping[str, str] | None = None
) -> Record:
    """The record of a match's closed deals. `names` are the members in seat order, `more` tags of the caller's own."""
    told = {
        **(more or {}),
        "Variant": variant,
        "Edition": str(match.rules.edition),
        "Options": " ".join(f"{name}={text.replace(' ', ',')}" for name, text in options.items()),
        **pack_tags(match.rules.pack),
        **{f"Seat{seat}": name for seat, name in enumerate(names)},
        "Commitment": chain.commitment(match.seed),
        "Words": match.words,
        "Seating": chain.secret(match.seed, 0).hex(),
    }
    deals = (
        ClosedDeal(
            chain.secret(match.seed, deal.number).hex(), dealt(match.rules, deal), lines(match.rules, deal), points
        )
        for deal, points in zip(match.deals, match.points, strict=False)
    )
    return Record(tuple(told.items()), tuple(deals), match.totals, match.winners)
