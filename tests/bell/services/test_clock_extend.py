from datetime import timedelta

from tests.services.cases import Case
from tests.services.timed import later, left, row, waits, wakes
from tournaments.bell.services.clock import clock_extend, clock_pause
from tournaments.core.record import Stage

CASE = Case(
    clock_extend,
    scene=lambda make: make(8, minutes=10),
    body=lambda night: {"round": 1, "seconds": 120},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = night(8, minutes=10)
    before = row(night)
    line = clock_extend(night.by, round=1, seconds=120)
    now = row(night)
    assert (now.starts_at, now.ends_at) == (before.starts_at, before.ends_at + timedelta(minutes=2))
    assert (now.begun, line.payload["seconds"]) == (before.begun, 120)


def test_while_it_stands(night):
    night = night(8, minutes=10)
    clock_pause(night.by, round=1)
    clock_extend(night.by, round=1, seconds=120)
    assert (left(night), row(night).ends_at) == (720, None)


def test_when_its_time_is_up_and_nobody_rang(night):
    night = night(8, minutes=10)
    later(night, 700)
    assert waits(night) == ["ring"]
    clock_extend(night.by, round=1, seconds=120)
    assert (left(night), waits(night)) == (120, [])


def test_in_the_gap_people_may_still_change_seats(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    clock_extend(night.by, round=2, seconds=120)
    assert (left(night), row(night).begun) == (720, None)
    assert wakes(night, 60) == [1]
    assert row(night).begun.verb == "round_begun"
