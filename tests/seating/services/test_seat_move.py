import pytest

from tests.services.cases import Case
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage
from tournaments.seating.services import seat_move, table_add

CASE = Case(
    seat_move,
    scene=lambda make: make(12),
    body=lambda night: {"entry": night.table(1)[0], "table": 3},
    stages=(Stage.SEATED, Stage.PLAYING),
    asks_reason=True,
)


@pytest.mark.parametrize(
    ("where", "there"),
    [({"table": 3}, (3, 5)), ({"table": 1, "chair": 7}, (1, 7))],
    ids=["any chair", "this one"],
)
def test_it_works(night, where, there):
    night = night(12)
    entry = night.table(1)[0]
    seat_move(night.because("wants a quiet table"), entry=entry, **where)
    assert night.seats()[entry] == there
    assert len(night.table(3)) == 4 + (there[0] == 3)


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
