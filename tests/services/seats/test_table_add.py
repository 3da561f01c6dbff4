import pytest

from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.chance import in_drawn_order
from tournaments.core.facts import Stage
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.people import Arrival, people_check_in
from tournaments.services.running.seats import table_add

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
    assert (new.position, new.dealer) == (4, in_drawn_order([1, 2, 3, 4], line.payload["seed"])[0])
    night.play_round()


def test_with_people_who_wait(night):
    night = night(7)
    people_check_in(night.by, people=[Arrival("Nell"), Arrival("Ned"), Arrival("Nat")])
    night.next_round()
    waiting = [night.entry(name) for name in ("Nell", "Ned", "Nat")]
    table_add(night.because("three more"), entries=waiting)
    assert night.table(2) == waiting
    assert [night.held()[entry] for entry in waiting] == [50, 50, 50]


@pytest.mark.parametrize("players", [0, 2, 8])
def test_too_few_or_too_many_are_refused(night, players):
    night = night(27)
    people = [entry for position in night.tables for entry in night.table(position)]
    with refused("entries", "from 3 to 7"):
        table_add(night.because("a whim"), entries=people[:players])


def test_nobody_counts_twice(night):
    night = night(15)
    with refused("entries", "from 3 to 7"):
        table_add(night.because("a whim"), entries=night.table(2)[:1] * 3)


def test_other_tables_keep_enough(night):
    night = night(12)
    with refused("entries", "Table 1 would have too few"):
        table_add(night.because("a whim"), entries=night.table(1)[:3])


def test_strangers_are_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)
    night = night(15)
    with refused("entry", "not waiting"):
        table_add(night.because("a whim"), entries=[*night.table(2)[:3], theirs[0]])


def test_after_the_bell_it_is_refused(night):
    night = night(15)
    bell_ring(night.by, round=1)
    with refused("round", "has rung"):
        table_add(night.because("a whim"), entries=night.table(2)[:4])
