from tests.bell.services.test_clock_refusals import after
from tests.services.cases import Case
from tests.services.timed import row
from tournaments.bell.services.clock import clock_warn
from tournaments.core.record import Stage

CASE = Case(clock_warn, scene=after(545), body=lambda night: {"round": 1}, stages=(Stage.PLAYING,))


def test_it_works(night):
    night = after(545)(night)
    line = clock_warn(night.by, round=1)
    assert (row(night).warned, line.payload) == (line, {"round": 1})
