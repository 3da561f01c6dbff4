"""Queries do not grow with the hall: as many at 40 tables as at 4.

Left out of the count: BEGIN, COMMIT and SAVEPOINT; and of a bulk insert all statements but the first,
for a database takes only so many values in one (SQLite in Django: 999), so a larger hall needs more
of the same statement. A batch is an INSERT that follows another of the same text up to its values.
"""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.bids import taken, told
from tests.cast import AT_THE_END, FIXED, Night
from tests.scoring.services.test_deal_record import body
from tests.services.timed import later, verbs
from tournaments.bell.services.bell import moves_apply
from tournaments.console.services import run_due_tasks
from tournaments.core.formats.preview import build_preview
from tournaments.evening.selectors.evening import load_facts, load_live_state, load_live_states
from tournaments.scoring.services.bids import bids_record, score_correct, score_record
from tournaments.scoring.services.counts import Tally, deal_withdraw
from tournaments.scoring.services.deals import deal_record

pytestmark = pytest.mark.slow

SMALL, LARGE = 4 + 2 * 6 + 4, 4 + 38 * 6 + 4
"""Players at 4 and at 40 tables."""

CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def counted(queries: CaptureQueriesContext) -> list[str]:
    """The queries that count, in order."""
    found: list[str] = []
    batch = ""
    for query in queries.captured_queries:
        sql = query["sql"]
        if sql.startswith(CONTROL):
            continue
        before, batch = (
            batch,
            sql.split(" VALUES ")[0].split(" SELECT ")[0] if sql.startswith("INSERT") else "",
        )
        if not batch or batch != before:
            found.append(sql)
    return found


def queries_of(run, *args, **kwargs) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        run(*args, **kwargs)
    return counted(queries)


def as_many(most: int, *queries: list[str]) -> None:
    """As many queries in the small hall as in the large one."""
    small, large = queries
    assert len(small) == len(large) <= most, "\n".join(large)


def preview(night: Night) -> None:
    build_preview(load_facts(night.evening.pk), 2)


def recorded(night: Night, table: int = 2, **more: Any) -> list[str]:
    return queries_of(deal_record, night.by, **body(night, table, **more))


def a_round_later(night: Night) -> Night:
    """Some history, so that a query for each round or deal would show."""
    night.next_round()
    return night


def both(make, **settings) -> tuple[Night, Night]:
    """A small hall and a large one, a round later."""
    small, large = (a_round_later(make(players, **settings)) for players in (SMALL, LARGE))
    assert (len(small.tables), len(large.tables)) == (4, 40)
    return small, large


BY_THE_CLOCK = {"minutes": 10, "gap": 60, "auto_moves": 30}


@pytest.mark.parametrize(("settings", "most"), [({}, 10), (BY_THE_CLOCK, 8)], ids=["", "by the clock"])
def test_a_deal_is_recorded_in_ten_queries_at_most(night, settings, most):
    small, large = both(night, **settings)
    as_many(most, recorded(small), recorded(large))
    as_many(10, recorded(small, 1), recorded(large, 1))  # at the head table the bell rings too


def test_where_deals_are_not_counted(night):
    small, large = (recorded(night(players, **AT_THE_END), tally=Tally()) for players in (SMALL, LARGE))
    as_many(10, small, large)


def test_the_preview_reads_a_fixed_number_of_times(night):
    halls = both(night)
    for hall in halls:
        for table in hall.tables:
            hall.play(table)
    as_many(11, *(queries_of(preview, hall) for hall in halls))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "settings", [{}, AT_THE_END, {"stake": 1}], ids=["counted", "at the end", "all broke"]
)
def test_moves_are_applied_in_a_fixed_number(night, settings):
    halls = both(night, **settings)
    for hall in halls:
        hall.play_round()
    as_many(30, *(queries_of(moves_apply, hall.by, round=2) for hall in halls))


# The clock


def sweep(hall: Night) -> None:
    run_due_tasks(timezone.now(), hall.evening.pk)


def test_what_the_program_does_by_itself(night):
    """A look at who is due; then to begin, to warn, to ring, to announce and to move."""
    small, large = both(night, **BY_THE_CLOCK)
    steps = [("", 0, 1), ("round_begun", 60, 7), ("minute_left", 545, 7), ("time_up", 60, 8)]
    moves = [("moves_announced", 0, 18), ("", 0, 1), ("moves_applied", 30, 32)]
    for verb, seconds, most in [*steps, *moves]:
        asked = []
        for hall in (small, large):
            if verb == "moves_announced":
                hall.play_round()
            later(hall, seconds)
            before = len(verbs(hall))
            asked.append(queries_of(sweep, hall))
            assert verbs(hall)[before:][:1] == [verb] * bool(verb)
        few, many = asked
        assert len(few) == len(many) <= most, f"{verb}: {len(few)}, {len(many)}\n" + "\n".join(many)


def test_nothing_due_in_any_evening_is_one_query(night):
    for _evening in range(4):
        night(8, **BY_THE_CLOCK)
    assert len(queries_of(run_due_tasks, timezone.now())) == 1


def test_the_pulses_of_all_evenings_are_one_query(night):
    halls = [a_round_later(night(8, **BY_THE_CLOCK)) for _evening in range(3)]
    assert len(queries_of(load_live_states, [hall.evening.pk for hall in halls])) == 1
    assert len(queries_of(load_live_state, halls[0].evening)) == 1


# Bids: 7 Truf is for four, so 16 people are 4 tables and 160 are 40

SESSION, GAMES = {"game": "seven-truf"}, {"game": "seven-truf", **FIXED}


def halls(make, chosen) -> tuple[Night, Night]:
    """Four tables and forty, a round or, at two of the tables, a deal on."""
    found = []
    for players in (16, 160):
        hall = make(players, **chosen)
        if hall.evening.play.format.plays_games:
            hall.score(1)
            hall.score(2)
        else:
            a_round_later(hall)
        found.append(hall)
    small, large = found
    assert (len(small.tables), len(large.tables)) == (4, 40)
    return small, large


def sheet(hall: Night, table: int) -> dict[str, Any]:
    at = hall.at(table)
    said = told(at)
    where = {"round": hall.round, "table": table, "deal": at.next_number}
    return {**where, "bids": said, "result": taken(at, said)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("chosen", [SESSION, GAMES], ids=["session", "fixed"])
def test_bids_and_tricks_are_recorded_in_twelve_queries_at_most(night, chosen):
    small_and_large = halls(night, chosen)
    for table in (2, 1):
        rings = table == 1 and chosen is SESSION  # which takes a journal line and the round's row
        bids, scores, corrected, withdrawn = list[list[str]](), list[list[str]](), list[list[str]](), []
        for hall in small_and_large:
            whole, why = sheet(hall, table), hall.because("a slip")
            won = whole.pop("result")
            bids.append(queries_of(bids_record, hall.by, **whole))
            scores.append(queries_of(score_record, hall.by, **whole, result=won))
            corrected.append(queries_of(score_correct, why, **whole, result=won, base_version=1))
            if not rings:
                del whole["bids"]
                withdrawn.append(queries_of(deal_withdraw, why, **whole))
        for most, found in ((12, bids), (12 + rings, scores), (30, corrected), (12, withdrawn)):
            if found:
                as_many(most, *found)


@pytest.mark.thorough
def test_the_preview_and_the_moves_of_bids(night):
    small, large = halls(night, SESSION)
    for hall in (small, large):
        hall.play_round()
    as_many(11, queries_of(preview, small), queries_of(preview, large))
    as_many(30, *(queries_of(moves_apply, hall.by, round=2) for hall in (small, large)))


def test_the_last_deal_of_the_last_table_rings_in_a_fixed_number(night):
    asked = []
    for players in (28, 280):
        hall = night(players, game="caller-clag", options={"deals": 1}, **FIXED)
        *others, last = hall.tables
        for table in others:
            hall.score(table)
        asked.append(queries_of(score_record, hall.by, **sheet(hall, last)))
        assert hall.preview().rung
    as_many(25, *asked)
