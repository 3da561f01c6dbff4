from tests.services.cases import Case
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.chance import order_by_lot
from tournaments.core.record import Stage
from tournaments.seating.services import table_add

CASE = Case(
    table_add,
    scene=lambda make: make(15),
    body=lambda night: {"entries": night.table(2)[:4]},
    stages=(Stage.PLAYING,),
    asks_reason=True,
)


def test_it_works(night):
    night = night(15)
    people = night.table(2)[:4]
    line = table_add(night.because("too crowded"), entries=people)
    assert night.tables == [1, 2, 3, 4]
    assert night.table(4) == people
    assert len(night.table(2)) == 3
    new = night.facts.tables[-1]
    assert (new.position, new.dealer) == (4, order_by_lot([1, 2, 3, 4], line.payload["seed"])[0])
    night.play_round()


def test_with_people_who_wait(night):
    night = night(7)
    people_check_in(night.by, people=[Arrival("Nell"), Arrival("Ned"), Arrival("Nat")])
    night.next_round()
    waiting = [night.entry(name) for name in ("Nell", "Ned", "Nat")]
    table_add(night.because("three more"), entries=waiting)
    assert night.table(2) == waiting
    assert [night.held()[entry] for entry in waiting] == [50, 50, 50]
