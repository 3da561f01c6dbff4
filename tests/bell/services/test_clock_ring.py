from tests.bell.services.test_clock_refusals import after
from tests.services.cases import Case
from tests.services.timed import row, verbs
from tournaments.bell.services.clock import clock_ring
from tournaments.core.record import Stage
from tournaments.evening.services.journal import RequestedBy

CASE = Case(clock_ring, scene=after(600), body=lambda night: {"round": 1}, stages=(Stage.PLAYING,))


def test_it_works(night):
    night = after(600)(night)
    line = clock_ring(RequestedBy(night.evening.pk), round=1)
    assert row(night).rung.seq == line.seq + 1
    assert verbs(night)[-2:] == ["time_up", "bell_rung"]
    assert (line.actor, row(night).rung.actor) == (None, None)
    assert night.preview().still_out == (1, 2), "no deal begins after it; those under way are finished"
