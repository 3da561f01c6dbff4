"""What a season's table shows of each evening beside a name."""

from tests.core.races import race
from tournaments.core.leagues.points import Member
from tournaments.core.leagues.rules import Absence, Rules, Scheme
from tournaments.core.leagues.standing import State, rank_season
from tournaments.core.leagues.working import Cell, build_cells

TABLE = (10, 6, 4, 3)
A, B = 1, 2
"""Two divisions."""


def cells(rules, evenings, people=None, divisions=(), division=None):
    """Everybody's cells of all these evenings, by player."""
    rows = [row for row in rank_season(rules, evenings, people or {}, divisions) if row.division == division]
    found = build_cells(rows, range(len(evenings)))
    return {row.player: list(line) for row, line in zip(rows, found, strict=True)}


def test_dropped_missed_and_best():
    evenings = [race(1, {1: 1, 2: 2}), race(2, {2: 1, 3: 2}), race(3, {1: 2, 2: 1})]
    found = cells(Rules(table=TABLE, best=2), evenings)
    assert found[1] == [
        Cell(State.COUNTED, 10, best=True),
        Cell(State.MISSED, absent=True),
        Cell(State.COUNTED, 6),
    ]
    assert found[2] == [
        Cell(State.DROPPED, 6),
        Cell(State.COUNTED, 10, best=True),
        Cell(State.COUNTED, 10, best=True),
    ]
    assert found[3][1] == Cell(State.COUNTED, 6)  # the only one is nobody's best


def test_what_a_missed_evening_gives_and_the_fewest_points():
    rules = Rules(scheme=Scheme.LOW, absence=Absence.EVENING, drop=1)
    found = cells(rules, [race(1, {1: 1, 2: 2}), race(2, {1: 1}), race(3, {1: 2, 2: 1})])
    assert found[1][2] == Cell(State.DROPPED, 2)
    assert [cell.best for cell in found[1]] == [True, True, False]
    assert found[2] == [
        Cell(State.DROPPED, 2),
        Cell(State.ABSENT, 2, absent=True),
        Cell(State.COUNTED, 1, best=True),
    ]


def test_an_evening_of_another_division_is_empty():
    people = {1: Member(A), 2: Member(B)}
    evenings = [race(1, {1: 1, 2: 2}), race(2, {2: 1, 1: 2}, division=B)]
    found = cells(Rules(table=TABLE), evenings, people, (A, B), A)
    assert found == {1: [Cell(State.COUNTED, 10), Cell(None, absent=True)]}
