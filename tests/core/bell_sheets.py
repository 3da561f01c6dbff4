"""Score sheets as they are drawn in the tests, read into tables for the bell.

One line a table, the head table first; one player a chair, from chair 1. ``12:40c`` is player 12 with
40 counters, who was in the call; ``?`` was not counted, ``.`` is an empty chair. Letters: ``w`` won the
last pool, ``c`` in the call, ``k`` keeps their seat, ``x`` dropped out, ``s`` took a fresh stake between the
round's deals. ``void`` begins a table that could not finish.
"""

import re

from tournaments.core.movement.bell import Bell, Limits, SeatedPlayer, SeatedTable, build_bell
from tournaments.core.reasons import Reason
from tournaments.core.record import Cut, Purpose
from tournaments.core.settings import AllCalled

PLAYER = re.compile(r"(\d+):(-?\d+|\?)([wckxs]*)")


def sheet(drawing: str) -> tuple[SeatedTable, ...]:
    """The tables of a drawing."""
    return tuple(_table(line.split()) for line in drawing.strip().splitlines())


def _table(marks: list[str]) -> SeatedTable:
    void = marks[0] == "void"
    players, winners, callers = [], set(), set()
    for chair, mark in enumerate(marks[1:] if void else marks, start=1):
        if mark == ".":
            continue
        found = PLAYER.fullmatch(mark)
        assert found, mark
        entry, counters, letters = int(found[1]), found[2], found[3]
        left, keeps = "x" in letters, "k" in letters
        held = None if counters == "?" else int(counters)
        players.append(SeatedPlayer(entry, chair, held, keeps, left, "s" in letters))
        winners |= {entry} if "w" in letters else set()
        callers |= {entry} if "c" in letters else set()
    return SeatedTable(tuple(players), frozenset(winners), frozenset(callers), void, deal=1)


def cut(purpose: Purpose, position: int, *attempts: str, deal: int = 0) -> Cut:
    """A recorded cut; an attempt is written "11 KD, 14 4S"."""
    made = tuple(
        tuple((int(entry), card) for entry, card in (pair.split() for pair in attempt.split(",")))
        for attempt in attempts
    )
    return Cut(1, position, purpose, made, deal)


def ring(
    drawing: str, *cuts: Cut, all_called: AllCalled = AllCalled.STAY, most: int = 7, stakes: bool = True
) -> Bell:
    """The bell over a drawing, with the cuts made."""
    limits = Limits(3, most)
    return build_bell(sheet(drawing), cuts=cuts, all_called=all_called, limits=limits, stakes=stakes)


def moves(rung: Bell) -> list[str]:
    """The moves as "who: table.chair-table.chair code", in order."""
    return [
        f"{m.entry}: {m.start.table}.{m.start.chair}-{m.end.table}.{m.end.chair} {m.why.code}"
        for m in rung.moves
        if m.start and m.end
    ]


def codes(rung: Bell, *entries: int) -> list[str]:
    """The codes of these players' verdicts."""
    return [rung.verdicts[entry].code for entry in entries]


def why(rung: Bell, entry: int) -> Reason:
    """The reason of the player's last move."""
    return next(move.why for move in reversed(rung.moves) if move.entry == entry)
