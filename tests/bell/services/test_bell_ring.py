from tests.services.cases import Case
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Stage
from tournaments.models import Journal

CASE = Case(bell_ring, scene=lambda make: make(12), body=lambda night: {"round": 1}, stages=(Stage.PLAYING,))


def test_it_works(night):
    night = night(12)
    line = bell_ring(night.by, round=1)
    (played,) = night.facts.rounds
    assert played.rung_seq == line.seq + 1
    assert Journal.objects.get(seq=line.seq + 1).payload == {"round": 1}
