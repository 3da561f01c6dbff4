import pytest

from tests.cast import FIXED, refused
from tests.services.cases import Case
from tournaments.core.facts import Ending, Stage
from tournaments.core.movement.position import tables_seated
from tournaments.models import Journal, MoveRow, StakeRow
from tournaments.pages.running.people import levelling_of
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.people import player_drop, seat_keep
from tournaments.services.running.seats import tables_level
from tournaments.services.scoring.table_end import table_end


def uneven(make, **plays):
    """Tables of 4-6-6-4, and then three go home from the booby table."""
    night = make(20, **plays)
    for entry in night.table(4)[1:]:
        player_drop(night.by, entry=entry)
    return night


CASE = Case(tables_level, scene=uneven, body=lambda night: {}, stages=(Stage.PLAYING,))


def sizes(night):
    return [len(table.playing) for table in tables_seated(night.facts, night.round).values()]


def test_it_works(night):
    night = uneven(night)
    assert sizes(night) == [4, 6, 6, 1]
    second, third, held = night.table(2), night.table(3), night.held()
    line = tables_level(night.by)
    assert sizes(night) == [4, 4, 5, 4]
    seats = night.seats()
    assert [seats[entry] for entry in (third[5], second[5], second[4])] == [(4, 5), (4, 6), (4, 7)]
    assert night.held() == held
    moves = MoveRow.objects.filter(journal=line)
    assert {(move.why, move.by_hand) for move in moves} == {("levelled", True)}
    assert not StakeRow.objects.filter(journal=line).exists()


def test_the_round_is_played_as_they_sit_now(night):
    night = uneven(night)
    tables_level(night.by)
    booby = [entry for entry, (table, _chair) in night.seats().items() if table == 4]
    night.play(4)
    (pool,) = night.facts.pools
    assert {line.entry for line in pool.lines} < set(booby)
    for table in (1, 2, 3):
        night.play(table)
    night.decide()
    assert len(night.preview().bell.seats) == 17


def test_it_does_what_was_shown(night):
    night = uneven(night)
    shown = levelling_of(night.evening, night.facts)
    assert [size for _table, _now, size in shown.sizes] == [4, 4, 5, 4]
    tables_level(night.by)
    assert {one.entry: (one.table, one.chair) for one in shown.goes}.items() <= night.seats().items()


def test_what_was_changed_meanwhile_is_looked_at_again(night):
    night = uneven(night)
    seen = Journal.objects.filter(evening=night.evening).count()
    player_drop(night.by, entry=night.table(2)[0])
    with refused("seen", "changed meanwhile"):
        tables_level(night.by, seen=seen)
    tables_level(night.by, seen=seen + 1)


def test_who_keeps_the_seat_stays(night):
    night = uneven(night)
    second = night.table(2)
    seat_keep(night.by, entry=second[5], keeps=True)
    tables_level(night.by)
    seats = night.seats()
    assert [seats[entry][0] for entry in second] == [2, 2, 2, 4, 4, 2]


def test_level_tables_are_left_alone(night):
    night = night(20)
    with refused("table", "as level as they can be"):
        tables_level(night.by)
    player_drop(night.by, entry=night.table(3)[0])  # 4-6-5-4 is as level
    with refused("table", "as level as they can be"):
        tables_level(night.by)


def test_too_few_for_their_tables(night):
    night = night(12)
    for table in night.tables:
        player_drop(night.by, entry=night.table(table)[0])
        player_drop(night.by, entry=night.table(table)[1])
    with refused("table", "6 people are too few for 3 tables: close table 3"):
        tables_level(night.by)


def test_tables_that_have_played_stay_as_they_are(night):
    night = uneven(night)
    night.play(3)
    with refused("table", "Table 3 has a result"):
        tables_level(night.by)


def test_tables_that_nobody_leaves_or_comes_to_may_have_played(night):
    night = uneven(night, bell="hand")
    night.play(1)
    tables_level(night.by)
    assert sizes(night) == [4, 4, 5, 4]


def test_after_the_bell_its_moves_come_first(night):
    night = uneven(night)
    bell_ring(night.by, round=1)
    with refused("round", "bell has rung"):
        tables_level(night.by)


def test_undoing_the_last_bell_takes_it_back(night):
    night = night(20)
    before = night.seats()
    night.next_round()
    for entry in night.table(4)[1:]:
        player_drop(night.by, entry=entry)
    tables_level(night.by)
    bell_undo(night.because("too early"))
    assert night.seats() == before
    assert not MoveRow.objects.filter(why="levelled", void=None).exists()


@pytest.mark.thorough
def test_at_fixed_tables_before_they_have_begun(night):
    """The chairs of those who have gone are free again when the next game begins."""
    night = night(14, games=3, **FIXED)
    for entry in night.table(2)[1:4]:
        player_drop(night.by, entry=entry)
    with refused("table", "as level as they can be"):
        tables_level(night.by)
    night.next_round()
    assert sizes(night) == [7, 4]
    tables_level(night.by)
    assert sizes(night) == [6, 5]
    night.next_round()
    assert sizes(night) == [6, 5]


def test_a_whole_game_that_has_begun_stays_as_it_is(night):
    night = night(11, game="jabberwocky", **FIXED)
    assert sizes(night) == [3, 4, 4]
    for entry in night.table(1)[1:3]:
        player_drop(night.by, entry=entry)
    night.bid(3)
    with refused("table", "Table 3 has begun its game"):
        tables_level(night.by)


def test_bids_in_a_progressive_evening(night):
    night = night(10, game="blackout-nullo")
    assert sizes(night) == [5, 5]
    for entry in night.table(2)[2:]:
        player_drop(night.by, entry=entry)
    tables_level(night.by)
    assert sizes(night) == [4, 3]
    night.play_round()
    assert night.preview().ready


def test_a_table_that_stopped_is_left_alone(night):
    night = night(11, **FIXED)
    for entry in night.table(2)[1:4]:
        player_drop(night.by, entry=entry)
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    with refused("table", "Table 1 has begun its game"):
        tables_level(night.by)
