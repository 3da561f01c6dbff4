import pytest

from tests.cast import FIXED, refused
from tests.services.cases import Case
from tournaments.attendance.presenters.people import preview_levelling
from tournaments.attendance.services import player_drop, seat_keep
from tournaments.core.movement.seating import build_seated_tables
from tournaments.core.record import Stage
from tournaments.models import Journal, MoveRow, StakeRow
from tournaments.seating.services import tables_level
from tournaments.undo.services.undo import bell_undo


def uneven(make, *acts, **plays):
    """Tables of 4-6-6-4, and then three go home from the booby table."""
    night = make(20, **plays)
    for entry in night.table(4)[1:]:
        player_drop(night.by, entry=entry)
    for act in acts:
        act(night)
    return night


CASE = Case(tables_level, scene=uneven, body=lambda night: {}, stages=(Stage.PLAYING,))


def sizes(night):
    return [len(table.playing) for table in build_seated_tables(night.facts, night.round).values()]


def test_it_works(night):
    night = uneven(night)
    assert sizes(night) == [4, 6, 6, 1]
    second, third, held = night.table(2), night.table(3), night.held()
    line = tables_level(night.by)
    assert sizes(night) == [4, 4, 5, 4]
    seats = night.seats()
    assert [seats[entry] for entry in (third[5], second[5], second[4])] == [(4, 5), (4, 6), (4, 7)]
    assert night.held() == held
    assert set(MoveRow.objects.filter(journal=line).values_list("why", "by_hand")) == {("levelled", True)}
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
    shown = preview_levelling(night.evening, night.facts)
    assert [size for _table, _now, size in shown.sizes] == [4, 4, 5, 4]
    tables_level(night.by)
    assert {one.entry: (one.table, one.chair) for one in shown.goes}.items() <= night.seats().items()


def test_what_was_changed_meanwhile_is_looked_at_again(night):
    night = uneven(night)
    seen = Journal.objects.filter(evening=night.evening).count()
    player_drop(night.by, entry=night.table(2)[0])
    with refused("seen", "changed since you opened the page"):
        tables_level(night.by, seen=seen)
    tables_level(night.by, seen=seen + 1)


def test_who_keeps_the_seat_stays(night):
    night = uneven(night)
    second = night.table(2)
    seat_keep(night.by, entry=second[5], keeps=True)
    tables_level(night.by)
    seats = night.seats()
    assert [seats[entry][0] for entry in second] == [2, 2, 2, 4, 4, 2]


def test_tables_that_nobody_leaves_or_comes_to_may_have_played(night):
    night = uneven(night, bell="hand")
    night.play(1)
    tables_level(night.by)
    assert sizes(night) == [4, 4, 5, 4]


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
    with refused("table", "The tables are level"):
        tables_level(night.by)
    night.next_round()
    assert sizes(night) == [7, 4]
    tables_level(night.by)
    assert sizes(night) == [6, 5]
    night.next_round()
    assert sizes(night) == [6, 5]


def test_bids_in_a_progressive_evening(night):
    night = night(10, game="blackout-nullo")
    assert sizes(night) == [5, 5]
    for entry in night.table(2)[2:]:
        player_drop(night.by, entry=entry)
    tables_level(night.by)
    assert sizes(night) == [4, 3]
    night.play_round()
    assert night.preview().ready
