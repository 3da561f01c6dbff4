"""Evenings of bids for the core's tests, written as on a score sheet.

``1:2/3=-2`` is player 1, who bid two, won three tricks, and has two points less for it; ``w`` after it
marks the best on the deal.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tests.core.score_sheets import Sheet
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.registry import build_play
from tournaments.core.record import DealPart, Pool

PART = re.compile(r"(\d+):(\d+)/(\d+)(?:=(-?\d+))?(w?)")


def play(game: str, format: str = "fixed", **options: Any) -> Play:
    return build_play(game, options, format)


def deal(
    number: int,
    written: str,
    round: int = 1,
    position: int = 1,
    call: Mapping[str, Any] | None = None,
    seq: int | None = None,
) -> Pool:
    """A deal of bids as it was written down, by default as the journal's hundredth line and so on."""
    lines = []
    for part in written.split():
        found = PART.fullmatch(part)
        assert found, part
        entry, bid, tricks = (int(found[n]) for n in (1, 2, 3))
        score = int(found[4]) if found[4] else None
        lines.append(
            DealPart(entry, won=bool(found[5]), in_call=bid == tricks, bid=bid, tricks=tricks, score=score)
        )
    return Pool(
        round, position, number, tuple(lines), 100 * round + number if seq is None else seq, call=call or {}
    )


def evening(played: Play, deals: Iterable[Pool], *tables: Iterable[int]) -> Facts:
    """An evening in its first round, with these people at its tables, from the head down."""
    sheet = Sheet(Facts(play=played)).open(1)
    for position, people in enumerate(tables, start=1):
        sheet.start(*people).seat(1, position, *people)
    return replace(sheet.facts, stakes=(), pools=tuple(deals))
