from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.models import RoundRow, SeatRow
from tournaments.services.running.people import entry_withdraw
from tournaments.services.running.seats import seats_draw

CASE = Case(
    seats_draw,
    scene=lambda make: make(12, Stage.CHECK_IN),
    body=lambda night: {"seed": "7"},
    stages=(Stage.CHECK_IN, Stage.SEATED),
)


def test_it_works(night):
    night = night(27, Stage.CHECK_IN)
    line = seats_draw(night.by, seed="7")
    assert [len(night.table(position)) for position in night.tables] == [4, 6, 6, 7, 4]
    assert sorted(night.seats()) == sorted(entry.id for entry in night.facts.entries)
    assert line.payload["seed"] == "7"
    assert line.payload["why"] == "sizes_nearest"
    assert [table.position for table in night.facts.tables] == night.tables
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SEATED


def test_the_seed_repeats_the_draw(night):
    night = night(26, Stage.CHECK_IN)
    seed = seats_draw(night.by).payload["seed"]
    first = night.seats()
    seats_draw(night.by, seed="another")
    assert night.seats() != first
    seats_draw(night.by, seed=seed)
    assert night.seats() == first


def test_a_new_draw_takes_the_old_one_back(night):
    night = night(12, Stage.SEATED)
    entry_withdraw(night.by, entry=night.table(1)[0])
    seats_draw(night.by)
    assert len(night.seats()) == 11
    assert RoundRow.objects.filter(void=None).count() == 1
    assert SeatRow.objects.filter(void=None).count() == 11
    assert SeatRow.objects.count() == 23
