from datetime import timedelta

from tests.bell.services.test_clock_refusals import PAUSED, after
from tests.services.cases import Case
from tests.services.timed import later, left, pulse, row, waits, wakes
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume
from tournaments.core.record import Stage

CASE = Case(clock_resume, scene=after(200, PAUSED), body=lambda night: {"round": 1}, stages=(Stage.PLAYING,))


def test_it_works(night):
    night = after(200, PAUSED)(night)
    later(night, 3600)
    line = clock_resume(night.by, round=1)
    now = row(night)
    assert (now.starts_at, now.left) == (line.at, None)
    assert now.begun.seq < line.seq, "play had begun before the pause"
    assert left(night) == line.payload["left"] == 400
    assert now.ends_at - line.at < timedelta(seconds=401)


def test_the_last_minute_is_told_once_whatever_is_paused(night):
    night = night(8, minutes=10)
    assert wakes(night, 560) == [1]
    assert row(night).warned is not None
    for _again in range(3):
        clock_pause(night.by, round=1)
        clock_resume(night.by, round=1)
        assert waits(night) == []
    clock_extend(night.by, round=1, seconds=10)
    assert waits(night) == [], "50 seconds are the same last minute"
    clock_extend(night.by, round=1, seconds=300)
    assert wakes(night, 300) == [1], "of more than a minute there is a last one again"


def test_people_are_moved_again(night):
    night = night(8, auto_moves=30)
    night.play_round()
    clock_pause(night.by, round=1)
    assert (wakes(night, 0), pulse(night).is_held) == ([0], True)
    clock_resume(night.by, round=1)
    assert waits(night) == ["look"]
    assert (wakes(night, 0, 29, 1), night.round) == ([1, 0, 1], 2)
