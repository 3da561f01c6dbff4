from dataclasses import replace

import pytest

from tests.cast import refused
from tests.services.cases import Case
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Stage, StakeKind
from tournaments.evening.selectors.evening import AtLine
from tournaments.models import MoveRow, SeatRow


def decided(make, **settings):
    night = make(12, **settings)
    night.play_round()
    return night


CASE = Case(moves_apply, scene=decided, body=lambda night: {"round": 1}, stages=(Stage.PLAYING,))


def test_it_works(night):
    night = decided(night)
    bell = night.preview().bell
    moves_apply(night.by, round=1)
    assert [played.closed for played in night.facts.rounds] == [True, False]
    assert night.seats() == {entry: (place.table, place.chair) for entry, place in bell.seats.items()}
    moves = MoveRow.objects.filter(by_hand=False)
    assert [(row.entry_id, row.why) for row in moves] == [(move.entry, move.why.code) for move in bell.moves]
    assert len(bell.moves) == 3
    assert SeatRow.objects.filter(void=None, round__number=2).count() == 12


def test_the_broke_take_a_fresh_stake_and_change_seats(night):
    night = night(12, stake=10)
    winner, broke, *others = night.table(2)
    night.record(2, [winner], {winner: 10, broke: -10, **dict.fromkeys(others, 0)})
    for table in (1, 3):
        night.play(table)
    night.decide()
    moves_apply(night.by, round=1)
    (fresh,) = [stake for stake in night.facts.stakes if stake.kind is StakeKind.FRESH]
    assert (fresh.entry, fresh.round, fresh.counters) == (broke, 2, 10)
    assert night.seats()[broke][0] == 3
    assert sum(night.held().values()) == 130


@pytest.mark.thorough
def test_the_tables_close_up_where_nobody_is_left(night):
    """All four of table 2 go home: table 3 is table 2 from the next round on."""
    night = night(16)
    assert [len(night.table(table)) for table in night.tables] == [4, 4, 4, 4]
    gone, third, booby = night.table(2), night.table(3), night.table(4)
    for entry in gone:
        player_drop(night.by, entry=entry)
    for table in (1, 3, 4):
        night.play(table)
    assert night.preview().still_out == ()
    night.decide()
    moves_apply(night.by, round=1)
    assert night.tables == [1, 2, 3]
    assert [len(night.table(table)) for table in night.tables] == [4, 4, 4]
    assert third[0] in night.table(1)
    assert set(third[1:]) | {booby[0]} == set(night.table(2))
    closing = MoveRow.objects.filter(why="closed_up")
    assert {(row.from_position, row.to_position) for row in closing} == {(3, 2), (4, 3)}
    assert all(row.from_chair == row.to_chair for row in closing)
    night.next_round()
    assert night.tables == [1, 2, 3]


def test_the_head_table_can_be_left_by_all(night):
    night = night(12)
    second = night.table(2)
    for entry in night.table(1):
        player_drop(night.by, entry=entry)
    for table in (2, 3):
        night.play(table)
    bell_ring(night.by, round=1)
    night.decide()
    assert night.preview().bell.chip is None
    moves_apply(night.by, round=1)
    assert night.tables == [1, 2]
    assert set(night.table(1)) >= {second[0]}
    night.next_round()


def test_when_nobody_is_left_it_is_refused(night):
    night = night(4)
    for entry in night.table(1):
        player_drop(night.by, entry=entry)
    bell_ring(night.by, round=1)
    assert night.preview().ready
    with refused("round", "Nobody plays any more"):
        moves_apply(night.by, round=1)
    night.finish()


def test_an_evening_read_before_counts_only_if_nothing_was_written_since(night):
    night = decided(night)
    winner, other, *rest = night.table(2)
    read = AtLine(night.evening, night.evening.seq)
    assert read.preview.bell.seats[winner].table == 1
    night.correct(2, [other], {other: 1, winner: -1, **dict.fromkeys(rest, 0)})
    moves_apply(replace(night.by, before=read), round=1)
    assert (night.seats()[winner][0], night.seats()[other][0]) == (2, 1)


def test_an_evening_read_before_is_of_the_same_evening(night):
    night, another = decided(night), decided(night)
    read = AtLine(another.evening, night.evening.seq)
    moves_apply(replace(night.by, before=read), round=1)
    assert set(night.seats()) == set(night.facts.starters)
