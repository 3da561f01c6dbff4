from tests.services.cases import Case
from tests.services.timed import later, left, pulse, row, waits, wakes
from tournaments.bell.services.clock import clock_pause, clock_resume
from tournaments.core.record import Stage

CASE = Case(
    clock_pause,
    scene=lambda make: make(8, minutes=10),
    body=lambda night: {"round": 1},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = night(8, minutes=10)
    later(night, 200)
    line = clock_pause(night.by, round=1)
    now = row(night)
    assert (now.starts_at, now.ends_at, now.warned) == (None, None, None)
    assert now.begun is not None, "play has begun, though its clock stands"
    assert round(now.left.total_seconds()) == 400
    assert line.payload == {"round": 1, "left": 400}
    later(night, 3600)
    assert (left(night), waits(night)) == (400, [])


def test_while_people_change_seats_the_whole_length_is_kept(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    later(night, 30)
    clock_pause(night.by, round=2)
    assert (left(night), wakes(night, 3600)) == (600, [0])
    clock_resume(night.by, round=2)
    assert left(night) == 600


def test_after_the_bell_people_are_not_moved_until_it_goes_on(night):
    night = night(8, auto_moves=30)
    night.play_round()
    assert wakes(night, 0) == [1]
    assert pulse(night).moves_at
    clock_pause(night.by, round=1)
    now = row(night)
    assert (now.held, now.moves_at, wakes(night, 600)) == (True, None, [0])
