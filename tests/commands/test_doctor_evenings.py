"""The doctor's look at the evenings: each fact that was changed behind Headtable's back is found."""

import pytest
from django.db.models import F

from tests.cast import AT_THE_END
from tests.commands.test_doctor_checks import look, only
from tests.recordings import recorded
from tournaments.core.record import Stage
from tournaments.management.doctor.database import CheckState
from tournaments.models import Award, DealLine, Evening, Journal, Result, Settlement, StakeRow

pytestmark = pytest.mark.postgresql

WELL, DOUBT, WRONG = CheckState.WELL, CheckState.DOUBT, CheckState.WRONG


def found(night) -> list[tuple[CheckState, str]]:
    """What is not well with the evening."""
    *wrong, last = look("evenings", night.evening.pk)
    assert last.says == f"{0 if wrong else 1} of 1 are consistent."
    return [(one.state, one.says) for one in wrong]


@pytest.mark.parametrize("stage", list(Stage))
def test_well_at_any_stage(night, stage):
    night = night(12, stage)
    assert found(night) == []
    only("journals", WELL, "")


@pytest.mark.parametrize(
    "plays",
    [
        {"game": "blackout"},
        {"game": "oh-well", "format": "fixed"},
        {"format": "swiss"},
        {"game": "seven-truf", "format": "knockout"},
        {"game": "three-stake-brag", **AT_THE_END},
        AT_THE_END,
    ],
    ids=str,
)
def test_well_whatever_is_played(night, plays):
    assert found(night(10, Stage.FINISHED, **plays)) == []


def test_well_where_it_was_played_elsewhere(cast):
    assert found(recorded(cast)) == []


def test_each_is_looked_at(night):
    night(8, Stage.FINISHED)
    night(8)
    only("evenings", WELL, "2 of 2 are consistent.")


def test_there_is_no_such_evening(db):
    (one,) = look("evenings", 77)
    assert (one.state, one.says) == (WRONG, "There is no evening 77.")


class TestJournals:
    def test_a_line_is_missing(self, night):
        night = night(8, Stage.CHECK_IN)
        line = Journal.objects.create(evening=night.evening, seq=night.evening.seq + 2, verb="renamed")
        Evening.objects.filter(pk=night.evening.pk).update(seq=line.seq)
        says = f"is at line {line.seq}, but its journal has {line.seq - 1} lines, the last is {line.seq}."
        only("journals", WRONG, says)

    def test_the_evening_is_ahead_or_behind(self, night):
        night = night(8)
        seq = night.evening.seq
        for wrong in (seq + 1, seq - 1):
            Evening.objects.filter(pk=night.evening.pk).update(seq=wrong)
            only(
                "journals",
                WRONG,
                f"Evening {night.evening.pk} is at line {wrong}, but its journal has {seq} lines",
            )

    def test_none_at_all(self, cast):
        Evening.objects.create(club=cast.club, name="By hand")
        only("journals", WRONG, "is at line 0, but its journal has 0 lines")


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        "stored",
        [
            {"chosen": {"stake": "many"}},
            {"chosen": {"no_such_setting": 1}},
            {"chosen": [1]},
            {"options": {"hook": "sideways"}},
            {"game": "tiddlywinks"},
            {"format": "league"},
        ],
        ids=str,
    )
    def test_settings_options_game_and_format(self, night, stored):
        night = night(8)
        Evening.objects.filter(pk=night.evening.pk).update(**stored)
        ((state, says),) = found(night)
        assert state is WRONG
        assert f"Evening {night.evening.pk} cannot be read" in says

    def test_the_others_are_looked_at_all_the_same(self, night):
        first, _second = night(8), night(8)
        Evening.objects.filter(pk=first.evening.pk).update(chosen={"stake": None})
        one, last = look("evenings")
        assert (one.state, last.says) == (WRONG, "1 of 2 are consistent.")


class TestCounters:
    def test_a_stake_that_grew(self, night):
        """While an evening is played a count may be wrong; once it is finished nothing may."""
        for stage, state in ((Stage.PLAYING, DOUBT), (Stage.FINISHED, WRONG)):
            at = night(8, stage)
            stake = StakeRow.objects.filter(round__evening=at.evening)[0]
            StakeRow.objects.filter(pk=stake.pk).update(counters=stake.counters + 7)
            assert any(said is state and "Difference: 7." in says for said, says in found(at))


class TestResults:
    @pytest.fixture
    def finished(self, night):
        return night(12, Stage.FINISHED)

    def named(self, night, *what: str) -> None:
        ((state, says),) = found(night)
        assert state is WRONG
        assert says.endswith(f"version 1, does not match its data: {', '.join(what)}.")

    def test_somebodys_figure(self, finished):
        row = Settlement.objects.select_related("entry").first()
        assert row
        for name in ("place", "fresh", "yellow", "net"):
            before = getattr(row, name)
            Settlement.objects.filter(pk=row.pk).update(**{name: before + 1})
            self.named(finished, row.entry.name)
            Settlement.objects.filter(pk=row.pk).update(**{name: before})
        assert found(finished) == []

    def test_somebody_is_missing(self, finished):
        row = Settlement.objects.select_related("entry").first()
        assert row
        row.delete()
        self.named(finished, row.entry.name)

    def test_an_award_that_is_gone(self, finished):
        Award.objects.get(prize="counters-lady").delete()
        self.named(finished, "counters-lady")

    def test_an_award_to_somebody_else(self, finished):
        award = Award.objects.filter(winners__isnull=False).first()
        assert award
        award.winners.clear()
        self.named(finished, award.prize)

    def test_no_result_at_all(self, finished):
        Result.objects.all().delete()
        ((state, says),) = found(finished)
        assert (state, says) == (WRONG, f"Evening {finished.evening.pk} is finished, but has no result.")

    def test_a_deal_that_was_changed_without_a_correction(self, finished):
        """Two of a deal's lines, so that the law of counters still holds."""
        first, second = DealLine.objects.filter(version__deal__position=1).select_related("entry")[:2]
        for line, more in ((first, 3), (second, -3)):
            DealLine.objects.filter(pk=line.pk).update(counters=F("counters") + more)
        ((state, says),) = found(finished)
        assert state is WRONG
        assert first.entry.name in says
        assert second.entry.name in says
