import pytest

from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.services.running.people import Arrival, people_check_in, player_drop
from tournaments.services.running.seats import seat_move, table_add

CASE = Case(
    seat_move,
    scene=lambda make: make(12),
    body=lambda night: {"entry": night.table(1)[0], "table": 3},
    stages=(Stage.SEATED, Stage.PLAYING),
    asks_reason=True,
)


def test_it_works(night):
    night = night(12)
    entry = night.table(1)[0]
    seat_move(night.because("wants a quiet table"), entry=entry, table=3)
    assert night.seats()[entry] == (3, 5)
    assert (len(night.table(1)), len(night.table(3))) == (3, 5)


def test_to_a_chair_that_was_named(night):
    night = night(12)
    entry = night.table(1)[0]
    seat_move(night.because("near the fire"), entry=entry, table=1, chair=7)
    assert night.seats()[entry] == (1, 7)


@pytest.mark.thorough
def test_who_waits_is_seated_and_staked(night):
    night = night(7)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    nell = night.entry("Nell")
    table_add(night.because("eight of us"), entries=night.table(1)[:3])
    seat_move(night.because("there is room"), entry=nell, table=1)
    assert night.seats()[nell][0] == 1
    assert night.held()[nell] == 50


@pytest.mark.parametrize(
    ("where", "field", "says"),
    [
        ({"table": 4}, "table", "no table 4"),
        ({"table": 0}, "table", "no table"),
        ({"table": 10**30}, "table", "no table"),
        ({"table": 3, "chair": 1}, "chair", "swap the two"),
        ({"table": 3, "chair": 8}, "chair", "from 1 to 7"),
        ({"table": 3, "chair": 0}, "chair", "from 1 to 7"),
        ({"table": 3, "chair": -1}, "chair", "from 1 to 7"),
    ],
)
def test_a_place_that_is_none_is_refused(night, where, field, says):
    night = night(12)
    with refused(field, says):
        seat_move(night.because("a whim"), entry=night.table(1)[0], **where)


def test_a_full_table_takes_nobody_in(night):
    night = night(15)
    assert [len(night.table(position)) for position in night.tables] == [4, 7, 4]
    with refused("table", "Table 2 is full"):
        seat_move(night.because("a whim"), entry=night.table(1)[0], table=2)


def test_a_table_must_not_be_left_with_too_few(night):
    night = night(12)
    player_drop(night.by, entry=night.table(1)[3])
    with refused("entry", "Table 1 would have too few"):
        seat_move(night.because("a whim"), entry=night.table(1)[0], table=3)


@pytest.mark.thorough
def test_who_is_not_here_is_not_seated(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = night(12)
    gone = night.table(2)[0]
    player_drop(night.by, entry=gone)
    people_check_in(night.by, people=[Arrival("Nell")])
    for entry in (theirs, gone, night.entry("Nell"), 10**6):
        with refused("entry", "not waiting"):
            seat_move(night.because("a whim"), entry=entry, table=3)


def test_seats_that_were_played_in_stay(night):
    night = night(12)
    night.play(3)
    with refused("table", "Table 3 has a result"):
        seat_move(night.because("a whim"), entry=night.table(1)[0], table=3)
