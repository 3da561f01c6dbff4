"""Many workers, and the hall meanwhile: each thing is done once. On PostgreSQL, and on a SQLite file."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from django.utils import timezone

from accounts.errors import RuleError, StaleError, StateError
from tests.scoring.services.test_deal_record import body
from tests.services.races.test_races import MANY, Call, at_once, conserved, no_gaps
from tests.services.timed import later, row, verbs, waits
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start
from tournaments.console.services import run_due_tasks
from tournaments.models import Journal, RoundRow
from tournaments.scoring.services.deals import deal_record
from tournaments.undo.services.undo import bell_undo, moves_replay

pytestmark = [
    pytest.mark.postgresql(every_case=True),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared", "whole"),
    pytest.mark.slow,
]


@pytest.fixture(autouse=True)
def nothing_went_wrong(caplog) -> Iterator[None]:
    yield
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def sweep() -> int:
    return run_due_tasks(timezone.now())


def test_one_bell(night):
    night = night(12, minutes=10)
    later(night, 600)
    assert sum(at_once([sweep] * MANY)) == 1
    assert Counter(verbs(night))["bell_rung"] == Counter(verbs(night))["time_up"] == 1
    assert waits(night) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("seconds", "verb"), [(60, "round_begun"), (600, "minute_left"), (30, "")], ids=["begin", "warn", "none"]
)
def test_each_is_told_once(night, seconds, verb):
    night = night(12, minutes=10, gap=60)
    night.next_round()
    if seconds > 60:
        later(night, 60)
        sweep()
    before = len(verbs(night))
    later(night, min(seconds, 545))
    assert sum(at_once([sweep] * MANY)) == bool(verb)
    assert verbs(night)[before:] == [verb] * bool(verb)


def test_one_announcement_and_one_move(night):
    night = night(12, auto_moves=30)
    night.play_round()
    assert sum(at_once([sweep] * MANY)) == 1
    assert row(night).moves_at
    later(night, 30)
    assert sum(at_once([sweep] * MANY)) == 1
    assert Counter(verbs(night))["moves_announced"] == Counter(verbs(night))["moves_applied"] == 1
    assert (night.round, waits(night)) == (2, [])


def test_one_move_whoever_makes_it(night):
    night = night(12, auto_moves=30)
    night.play_round()
    sweep()
    later(night, 30)
    by_hand = partial(moves_apply, night.keyed(), round=1)
    answers = at_once([sweep, partial(moves_apply, night.keyed(), round=1), by_hand, by_hand] * (MANY // 4))
    assert RoundRow.objects.count() == 2
    assert {type(answer) for answer in answers} <= {int, Journal, StaleError}


def test_the_bell_of_the_clock_the_head_table_and_the_organiser_is_one(night):
    night = night(12, minutes=10)
    later(night, 600)
    head = body(night, 1)
    calls: list[Call] = [
        sweep,
        partial(bell_ring, night.keyed(), round=1),
        partial(deal_record, night.keyed(), **head),
        partial(clock_extend, night.keyed(), round=1, seconds=1),
    ]
    answers = at_once(calls * (MANY // 4))
    assert {type(answer) for answer in answers} <= {int, Journal, RuleError, StaleError, StateError}
    assert Counter(verbs(night))["bell_rung"] == 1


def test_a_bell_and_its_undoing(night):
    night = night(12, minutes=10)
    later(night, 600)
    undo = partial(bell_undo, night.because("x"), round=1)
    at_once([sweep, undo] * (MANY // 2))
    counts = Counter(verbs(night))
    assert counts["bell_rung"] == 1
    assert (row(night).rung is None) == (counts["bell_undone"] == 1)
    assert sweep() == 0


def test_a_storm(night):
    """Whatever the hall does while many workers sweep, a bell rings once for each time it is undone."""
    night = night(12, minutes=10, gap=20, auto_moves=5)
    chance = Random(11)
    for _wave in range(3):
        number, why = night.round, night.because("x")
        calls: list[Call] = []
        for _call in range(MANY):
            told = body(night, chance.choice(night.tables))
            some: list[Call] = [
                *[sweep] * 4,
                partial(clock_pause, night.keyed(), round=number),
                partial(clock_resume, night.keyed(), round=number),
                partial(clock_extend, night.keyed(), round=number, seconds=30),
                partial(clock_start, night.keyed(), round=number, seconds=1),
                partial(deal_record, night.keyed(), **told),
                partial(bell_ring, night.keyed(), round=number),
                partial(bell_undo, why, round=number),
                partial(moves_apply, night.keyed(), round=number),
                partial(moves_replay, why, discard=True),
            ]
            calls.append(chance.choice(some))
        answers = at_once(calls)
        assert {type(answer) for answer in answers} <= {int, Journal, RuleError, StaleError, StateError}
        later(night, chance.choice([5, 20, 600]))
        sweep()
        counts = Counter(verbs(night))
        rung = RoundRow.objects.filter(void=None, rung__isnull=False).count()
        assert counts["bell_rung"] == rung + counts["bell_undone"]
        conserved(night)
        no_gaps(night)
