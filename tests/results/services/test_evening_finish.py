import pytest

from tests.cast import AT_THE_END, refused
from tests.services.cases import Case, correct_deal
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import cut_record
from tournaments.core.record import Purpose, Stage
from tournaments.models import Award, Result
from tournaments.results.services import evening_finish, evening_settle, final_count
from tournaments.scoring.services.counts import Tally, TallyKind

pytestmark = pytest.mark.postgresql

CASE = Case(
    evening_finish,
    scene=lambda make: make(12, Stage.SETTLING),
    body=lambda night: {},
    stages=(Stage.SETTLING,),
)


def test_it_works(night):
    night = night(12, Stage.SETTLING)
    evening_finish(night.by)
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.FINISHED
    result = Result.objects.get()
    assert (result.version, result.game, result.chosen) == (1, "draw-poker", night.evening.chosen)
    assert sum(row.net or 0 for row in result.settlements.all()) == 600
    assert sum(row.yellow or 0 for row in result.settlements.all()) == 1
    prizes = ["yellow", "counters-lady", "counters-gentleman", "booby"]
    assert list(Award.objects.values_list("prize", flat=True)) == prizes
    assert all(award.winners.count() for award in Award.objects.all())


def test_while_somebody_is_not_counted_it_is_refused(night):
    night = night(4, **AT_THE_END)
    night.play(1)
    evening_settle(night.by, round=1)
    first, *others = night.table(1)
    final_count(night.by, counts=dict.fromkeys(others, 40))
    with refused("counters", "Not counted yet"):
        evening_finish(night.by)
    final_count(night.by, counts={first: 79})
    with refused("counters", "Counters expected: 200. Difference: 1"):
        evening_finish(night.by)
    final_count(night.by, counts={first: 80})
    evening_finish(night.by)


def test_while_counters_are_below_nothing_it_is_refused(night):
    """Round 1 is corrected: who then lost all they had has a negative balance."""
    night = night(4, stake=2)
    first, second, third, fourth = night.table(1)
    night.next_round()
    night.play(1, winner=third)
    night.decide()
    evening_settle(night.by, round=2)
    correct_deal(night, first, Tally(TallyKind.NET, {first: 2, second: -2, third: 0, fourth: 0}))
    with refused("counters", "-1 counters after round 2"):
        evening_finish(night.by)


def test_while_a_yellow_chip_is_not_cut_for_it_is_refused(night):
    night = night(4)
    first, second, *_others = night.table(1)
    night.play(1, winners=(first, second))
    evening_settle(night.by, round=1)
    with refused("cards", "yellow chip of round 1"):
        evening_finish(night.by)
    cut_record(night.by, round=1, purpose=Purpose.CHIP, table=1, deal=1, cards={first: "2S", second: "3S"})
    evening_finish(night.by)


def test_an_evening_that_nobody_played_can_be_finished(night):
    night = night(4)
    evening_settle(night.by, round=1)
    player_drop(night.by, entry=night.table(1)[0])
    evening_finish(night.by)
    assert Result.objects.get().settlements.count() == 4
