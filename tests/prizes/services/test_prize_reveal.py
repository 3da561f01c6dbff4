from importlib import import_module

import pytest
from django.apps import apps

from accounts.errors import StaleError
from tests.cast import refused
from tests.scoring.web.test_deals import correct
from tests.services.cases import Case
from tournaments.core.record import Stage
from tournaments.hall.presenters.published import load_announcement
from tournaments.models import Award, Journal, Result
from tournaments.prizes.services import prize_reveal, prizes_reveal_all

CASE = Case(
    prize_reveal,
    scene=lambda make: make(12, Stage.FINISHED),
    body=lambda night: {"prize": "booby"},
    stages=(Stage.FINISHED,),
)


@pytest.fixture
def finished(night):
    return night(12, Stage.FINISHED)


def told(night):
    """What the hall may know: each prize, and whether it is revealed."""
    return [
        (prize.title, prize.whom, bool(prize.revealed)) for prize in load_announcement(night.evening).prizes
    ]


def revealed():
    return set(Award.objects.exclude(revealed=None).values_list("result__version", "prize"))


def test_it_works(finished):
    line = prize_reveal(finished.by, prize="booby")
    assert line.payload == {"prizes": ["booby"]}
    assert list(Award.objects.filter(revealed=line).values_list("prize", flat=True)) == ["booby"]
    assert told(finished) == [
        ("Most yellow chips", "", False),
        ("Most counters", "lady", False),
        ("Most counters", "gentleman", False),
        ("Booby prize", "", True),
    ]
    with refused("prize", "already announced", error=StaleError):
        prize_reveal(finished.by, prize="booby")
    with refused("prize", "no such prize"):
        prize_reveal(finished.by, prize="counters")


def test_the_hall_learns_nothing_but_what_is_revealed(finished):
    """The standing comes with the last prize."""
    for prize, hidden in (("booby", 3), ("counters-gentleman", 2), ("yellow", 1)):
        prize_reveal(finished.by, prize=prize)
        result = load_announcement(finished.evening)
        assert (result.lines, bool(result.places), result.hidden) == ((), False, hidden)
        for one in result.prizes:
            assert bool(one.winners) == bool(one.names) == bool(one.why) == bool(one.revealed)
    prize_reveal(finished.by, prize="counters-lady")
    result = load_announcement(finished.evening)
    assert (len(result.lines), result.hidden) == (12, 0)
    assert result.newest is result.prizes[1]


def test_a_correction_keeps_what_is_revealed(finished):
    """The prize goes to somebody else by it, before the eyes of the hall; the others stay secrets."""
    line = prize_reveal(finished.by, prize="yellow")
    before = load_announcement(finished.evening).prizes[0].winners
    correct(finished, "Slip was read wrongly", table=1)
    result = load_announcement(finished.evening)
    assert Result.objects.count() == 2
    assert revealed() == {(1, "yellow"), (2, "yellow")}
    assert result.prizes[0].line == line.seq
    assert result.prizes[0].winners != before
    assert result.hidden == 3
    prizes_reveal_all(finished.by)
    correct(finished, "It was right", table=2)
    assert {prize for version, prize in revealed() if version == 3} == {
        *("yellow", "counters-lady", "counters-gentleman", "booby")
    }


def test_what_was_announced_before_there_was_revealing(finished):
    """Evenings of an older version are known to everybody."""
    correct(finished, "Slip was read wrongly", table=1)
    import_module("tournaments.migrations.0004_reveal_old_awards").reveal(apps, None)
    assert load_announcement(finished.evening).hidden == 0
    for award in Award.objects.select_related("result"):
        assert award.result is not None
        assert award.revealed_id == award.result.journal_id
    assert Journal.objects.filter(verb="prize_revealed").count() == 0
