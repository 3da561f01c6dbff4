"""Many phones and laptops at once: the database's locks and constraints settle who was first."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from random import Random
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as project
from django.db import connection

from accounts import limits as accounts_limits
from accounts.errors import RuleError, StaleError, StateError
from accounts.models import Player
from tests.cast import Night
from tests.examples import AT_ONCE
from tests.scoring.services.test_deal_record import body
from tests.waits import HUNG
from tournaments.attendance.services import Arrival, people_check_in, player_drop, seat_keep
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.record import Stage, StakeKind
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import evening_create
from tournaments.models import (
    Deal,
    DealVersion,
    Evening,
    Journal,
    MoveRow,
    StakeRow,
)
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.seating.services import seats_swap, tables_level
from tournaments.undo.services.undo import bell_undo, moves_replay

RACE = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.usefixtures("whole"),
    pytest.mark.skipif(
        connection.vendor != "postgresql",
        reason="on SQLite one writes at a time; the PostgreSQL run of the suite covers races",
    ),
]
"""The marks of every race."""
pytestmark = [pytest.mark.postgresql(every_case=True), *RACE]

MANY = AT_ONCE
Call = Callable[[], Any]


def at_once(calls: Sequence[Call]) -> list[Any]:
    """What each call answers, or how it was refused; all start together, each on its own connection.

    However slowly a busy machine lets them come on, the evening does not count as stuck.
    """
    start = Barrier(len(calls))

    def run(call: Call) -> Any:
        try:
            connection.ensure_connection()
            start.wait(HUNG)
            return call()
        except RuleError as refusal:
            return refusal
        finally:
            connection.close()

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(len(calls)) as threads:
        patch.setattr(accounts_limits, "PATIENCE", project.LIMITS.lock)
        return list(threads.map(run, calls))


def one_won(answers: Sequence[Any], error: type[RuleError] = StaleError) -> Journal:
    """The journal line of the one that was first; all the others were refused."""
    lines = [answer for answer in answers if isinstance(answer, Journal)]
    refusals = [answer for answer in answers if isinstance(answer, error)]
    assert (len(lines), len(refusals)) == (1, len(answers) - 1)
    return lines[0]


def same_answer(answers: Sequence[Any]) -> None:
    assert {type(answer) for answer in answers} == {Journal}
    assert len({answer.pk for answer in answers}) == 1


def no_gaps(night: Night) -> None:
    seqs = list(Journal.objects.filter(evening=night.evening).values_list("seq", flat=True))
    assert seqs == list(range(1, Evening.objects.get(pk=night.evening.pk).seq + 1))


def conserved(night: Night) -> None:
    held = [counters or 0 for counters in night.held().values()]
    assert sum(held) == ledger.count_on_tables(night.facts, night.evening.settings)


def test_the_same_result_many_times(night):
    night = night(12)
    by, same = night.keyed(), body(night, 1)
    same_answer(at_once([lambda: deal_record(by, **same)] * MANY))
    assert (Deal.objects.count(), DealVersion.objects.count()) == (1, 1)
    assert Journal.objects.filter(verb="bell_rung").count() == 1


def test_many_conflicting_results_of_a_deal(night):
    night = night(12)
    players = night.table(2)
    bodies = [
        night.told(2, [players[n % 4]], dict.fromkeys(players, -1) | {players[n % 4]: 3}) for n in range(MANY)
    ]
    answers = at_once([partial(deal_record, night.keyed(), **b) for b in bodies])
    line = one_won(answers)
    (pool,) = night.facts.pools
    assert pool.winners == {bodies[answers.index(line)]["winners"][0]}
    assert DealVersion.objects.get().journal == line


def test_some_send_again_and_some_send_otherwise(night):
    night = night(12)
    keys = [night.keyed() for _phone in range(4)]
    same = body(night)
    answers = at_once([partial(deal_record, keys[n % 4], **same) for n in range(MANY)])
    lines = {answer.pk for answer in answers if isinstance(answer, Journal)}
    assert len(lines) == 1
    assert sum(isinstance(answer, Journal) for answer in answers) == MANY // 4
    assert sum(isinstance(answer, StaleError) for answer in answers) == MANY - MANY // 4
    other = body(night, in_call=[])
    winner = next(by for by, answer in zip(keys, answers, strict=False) if isinstance(answer, Journal))
    refusals = at_once([lambda: deal_record(winner, **other)] * 4)
    assert {refusal.field for refusal in refusals} == {"request_key"}


def test_every_table_at_once_loses_nothing(night):
    night = night(4 + 6 * 8 + 4)
    tables = night.tables
    bodies = [body(night, table) for table in tables for _scorer in range(MANY // len(tables))]
    answers = at_once([partial(deal_record, night.keyed(), **b) for b in bodies])
    assert sum(isinstance(answer, Journal) for answer in answers) == len(tables) == 10
    assert {pool.position for pool in night.facts.pools} == set(tables)
    assert Journal.objects.filter(verb="bell_rung").count() == 1


def test_the_hand_and_the_head_tables_pool_ring_at_once(night):
    night = night(12)
    head = body(night, 1)
    calls = [lambda: bell_ring(night.keyed(), round=1), lambda: deal_record(night.keyed(), **head)]
    answers = at_once(calls * (MANY // 2))
    assert Deal.objects.count() == 1
    assert Journal.objects.filter(verb="bell_rung").count() == 1
    assert 1 <= sum(isinstance(answer, Journal) for answer in answers) <= 2


def test_many_corrections(night):
    night = night(12)
    night.next_round()
    deal = next(pool for pool in night.facts.pools if pool.position == 2)
    players = [line.entry for line in deal.lines]

    calls = []
    for n in range(MANY):
        told = night.told(2, [players[n % 4]], dict.fromkeys(players, -1) | {players[n % 4]: 3}, round=1)
        calls.append(partial(deal_correct, night.because(f"scorer {n}"), **told, base_version=1))
    one_won(at_once(calls))
    assert list(DealVersion.objects.filter(deal__position=2).values_list("version", flat=True)) == [1, 2]


def test_undone_and_replayed_and_played_at_once(night):
    night = night(12)
    night.next_round()
    why, deals = night.because("a mistake"), [body(night, table) for table in night.tables]
    calls: list[Call] = [
        *[lambda: bell_undo(why, round=1)] * 10,
        *[lambda: moves_replay(why, round=1)] * 10,
        *[partial(deal_record, night.keyed(), **b) for b in deals for _again in range(6)],
    ]
    at_once(Random(7).sample(calls, len(calls)))
    rounds = night.facts.rounds
    assert len(rounds) == (1 if Journal.objects.filter(verb="bell_undone").exists() else 2)
    assert all(pool.round <= len(rounds) for pool in night.facts.pools)


def test_a_person_comes_and_goes_once(night):
    night = night(12)
    people = [Arrival("Nell")]
    one_won(at_once([lambda: people_check_in(night.keyed(), people=people)] * MANY), RuleError)
    assert Player.objects.filter(name="Nell").count() == 1
    gone = night.table(2)[0]
    one_won(at_once([lambda: player_drop(night.keyed(), entry=gone)] * MANY), RuleError)
    assert StakeRow.objects.filter(kind=StakeKind.DEPARTURE).count() == 1


def test_one_person_comes_to_two_evenings_at_once(night, cast):
    halls = [night(4, Stage.CHECK_IN), night(4, Stage.CHECK_IN)]
    calls = [partial(people_check_in, hall.keyed(), people=[Arrival("Nell")]) for hall in halls]
    assert {type(answer) for answer in at_once(calls)} == {Journal}
    assert Player.objects.filter(club=cast.club, name="Nell").count() == 1


def test_an_evening_is_planned_once(cast):
    key = uuid4()
    given = {"actor": cast.bob, "club": cast.club, "name": "Thursday", "settings": Settings()}
    answers = at_once([lambda: evening_create(**given, held_on=date(2026, 1, 8), key=key)] * MANY)
    assert len({answer.pk for answer in answers}) == 1
    assert Evening.objects.count() == 1


def test_a_storm(night):
    """Whatever many people do at once, nobody sits twice, and no counter is made or lost."""
    night = night(24)
    chance = Random(7)
    for _wave in range(3):
        entries = list(night.seats())
        calls: list[Call] = []
        for _person in range(MANY):
            table, one, other = chance.choice(night.tables), *chance.sample(entries, 2)
            told = body(night, table)
            calls.append(
                chance.choice(
                    [
                        partial(deal_record, night.keyed(), **told),
                        partial(deal_record, night.keyed(), **told),
                        partial(player_drop, night.keyed(), entry=one),
                        partial(seat_keep, night.keyed(), entry=one, keeps=True),
                        partial(seats_swap, night.because("x"), first=one, second=other),
                        partial(bell_ring, night.keyed(), round=night.round),
                        partial(moves_apply, night.keyed(), round=night.round),
                        partial(bell_undo, night.because("x"), discard=True),
                    ]
                )
            )
        answers = at_once(calls)
        assert {type(answer) for answer in answers} <= {Journal, RuleError, StaleError, StateError}
        seats = [seat.entry for seat in night.facts.seats if seat.round == night.round]
        assert len(set(seats)) == len(seats)
        conserved(night)
        no_gaps(night)


def test_tables_made_level_by_two_at_once(night):
    """One levels them; for the others there is nothing left to do, or they look again."""
    night = night(20)
    for entry in night.table(4)[1:]:
        player_drop(night.by, entry=entry)
    seen, people = Journal.objects.filter(evening=night.evening).count(), set(night.seats())
    answers = at_once([partial(tables_level, night.keyed()) for _laptop in range(MANY // 2)])
    line = one_won(answers, RuleError)
    assert MoveRow.objects.filter(why="levelled", void=None).count() == 3
    assert {move.journal_id for move in MoveRow.objects.filter(why="levelled")} == {line.pk}
    assert set(night.seats()) == people
    refusals = at_once([partial(tables_level, night.keyed(), seen=seen) for _laptop in range(MANY // 2)])
    assert {type(refusal) for refusal in refusals} == {StaleError}


def test_a_result_while_tables_are_made_level(night):
    """Whoever is first: a table with a result keeps its people, or they have moved and it is refused."""
    night = night(20, bell="hand")
    for entry in night.table(4)[1:]:
        player_drop(night.by, entry=entry)
    result = body(night, 3)
    answers = at_once([partial(tables_level, night.keyed()), partial(deal_record, night.keyed(), **result)])
    levelled = MoveRow.objects.filter(why="levelled", void=None).exists()
    played = Deal.objects.filter(void=None, position=3).exists()
    assert levelled is not played
    assert sum(isinstance(answer, Journal) for answer in answers) == 1
