from accounts.errors import StaleError
from tests.cast import refused
from tests.services.cases import Case
from tests.services.timed import later, row, verbs
from tournaments.core.facts import Stage
from tournaments.services.journal import By
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.clock import clock_extend, clock_pause, clock_ring


def up(make, seconds=600):
    night = make(8, minutes=10)
    later(night, seconds)
    return night


CASE = Case(
    clock_ring,
    scene=up,
    body=lambda night: {"round": 1},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = up(night)
    line = clock_ring(By(night.evening.pk), round=1)
    assert row(night).rung.seq == line.seq + 1
    assert verbs(night)[-2:] == ["time_up", "bell_rung"]
    assert (line.actor, row(night).rung.actor) == (None, None)
    assert night.preview().still_out == (1, 2), "no deal begins after it; those under way are finished"


def test_not_before_its_time(night):
    night = up(night, 598)
    with refused("round", error=StaleError):
        clock_ring(night.by, round=1)


def test_once(night):
    night = up(night)
    clock_ring(night.by, round=1)
    for service in (clock_ring, bell_ring):
        with refused("round", "rung already", StaleError):
            service(night.by, round=1)


def test_not_after_a_change_that_came_first(night):
    for service, more in ((clock_extend, {"seconds": 60}), (bell_ring, {})):
        changed = up(night)
        service(changed.by, round=1, **more)
        with refused("round", error=StaleError):
            clock_ring(changed.by, round=1)
    standing = up(night, 300)
    clock_pause(standing.by, round=1)
    with refused("round", error=StaleError):
        clock_ring(standing.by, round=1)


def test_not_again_when_it_was_undone(night):
    night = up(night)
    clock_ring(night.by, round=1)
    bell_undo(night.because("two more deals"))
    with refused("round", error=StaleError):
        clock_ring(night.by, round=1)
