from tests.services.cases import Case
from tournaments.attendance.services import entry_withdraw
from tournaments.core.record import Stage, StakeKind
from tournaments.evening.selectors.tables import load_scorer_table
from tournaments.models import RoundTable
from tournaments.seating.services import evening_start

CASE = Case(
    evening_start,
    scene=lambda make: make(12, Stage.SEATED),
    body=lambda night: {},
    stages=(Stage.SEATED,),
)


def test_it_works(night):
    night = night(12, Stage.SEATED)
    evening_start(night.by)
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.PLAYING
    assert {(s.kind, s.counters) for s in night.facts.stakes} == {(StakeKind.FIRST, 50)}
    assert len(night.facts.stakes) == 12


def test_one_withdrawn_leaves_enough(night):
    night = night(12, Stage.SEATED)
    entry_withdraw(night.by, entry=night.table(2)[0])
    evening_start(night.by)


def test_two_can_play_at_one_table(night):
    night = night(2, Stage.SEATED)
    evening_start(night.by)
    night.play(1)


def test_an_empty_chair_does_not_deal(night):
    night = night(12, Stage.SEATED)
    dealer = RoundTable.objects.get(position=2).dealer
    entry_withdraw(night.by, entry=night.table(2)[dealer - 1])
    evening_start(night.by)
    assert load_scorer_table(night.evening, 1, 2).find_dealer(1) == dealer % 4 + 1
