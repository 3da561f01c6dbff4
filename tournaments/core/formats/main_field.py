"""A knockout: who can still win it, and how far everybody came.

It is read from the seats as they were sat in, not from results, so that a correction made later sends
nobody back whose game has begun.
"""

from collections.abc import Iterable, Mapping

from tournaments.core.evening import Facts
from tournaments.core.movement import position
from tournaments.core.ranking.game import Game
from tournaments.core.record import EveningRecord


def main_tables(facts: EveningRecord, number: int) -> tuple[int, ...]:
    """The tables of game ``number`` that play to win; the others play for consolation."""
    main = next((played.main for played in facts.rounds if played.number == number), 0)
    tables = position.positions(facts, number)
    return tuple(table for table in tables if not main or table <= main)


def byes(facts: EveningRecord, number: int) -> tuple[int, ...]:
    """Who goes on without playing game ``number``: of the first all for whom the draw had no seat."""
    if number == 1:
        seated = {seat.entry for seat in position.seats_of(facts, 1)}
        return tuple(entry for entry in position.expected(facts, 1) if entry not in seated)
    return next((played.byes for played in facts.rounds if played.number == number), ())


def in_it(facts: EveningRecord, number: int) -> frozenset[int]:
    """Who plays to win in game ``number``, or has a bye in it."""
    main = set(main_tables(facts, number))
    seated = {seat.entry for seat in position.seats_of(facts, number) if seat.position in main}
    return frozenset(seated.union(byes(facts, number)))


def final(facts: EveningRecord, number: int) -> bool:
    """Whether one table plays game ``number`` to win, and nobody has a bye."""
    return len(main_tables(facts, number)) == 1 and not byes(facts, number)


def eliminated(facts: Facts, number: int) -> frozenset[int]:
    """Who is here and plays neither to win in game ``number``, nor for consolation."""
    if facts.settings.consolation or not number:
        return frozenset()
    here = position.presences(facts, number + 1)
    return frozenset(entry for entry, state in here.items() if state.plays) - in_it(facts, number)


def reached(facts: EveningRecord) -> Mapping[int, int]:
    """The last game that each played to win, or had a bye in; 0: came too late to."""
    found = {seat.entry: 0 for seat in facts.seats}
    for played in facts.rounds:
        found |= dict.fromkeys(in_it(facts, played.number), played.number)
    return found


def stages(facts: EveningRecord, played: Iterable[Game]) -> dict[tuple[int, int], int]:
    """Return what each gained in each game that they played to win, by game and entry."""
    main = {played.number: set(main_tables(facts, played.number)) for played in facts.rounds}
    return {
        (game.round, entry): points
        for game in played
        if game.table in main[game.round]
        for entry, points in game.gained.items()
    }
