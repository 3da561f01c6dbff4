from tests.bell.services.test_clock_refusals import in_the_gap
from tests.services.cases import Case
from tests.services.timed import row
from tournaments.bell.services.clock import clock_begin
from tournaments.core.record import Stage

CASE = Case(clock_begin, scene=in_the_gap(60), body=lambda night: {"round": 2}, stages=(Stage.PLAYING,))


def test_it_works(night):
    night = in_the_gap(60)(night)
    line = clock_begin(night.by, round=2)
    assert (row(night).begun, line.payload) == (line, {"round": 2})


def test_the_first_round_begins_when_play_does(night):
    assert row(night(8, minutes=10, gap=60)).begun.verb == "play_begun"
