"""What the program does by itself: once, in time, and nothing that changed meanwhile."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.errors import RuleError
from tests.cast import AT_THE_END, FIXED, Night, NightMaker, everything
from tests.services.timed import later, left, near, pulse, row, verbs, waits, wake
from tournaments.core.facts import Ending, Purpose, Stage
from tournaments.core.play import Format
from tournaments.core.settings import Unfinished
from tournaments.models import Evening, RoundRow
from tournaments.selectors.due import due
from tournaments.services import hours
from tournaments.services.bell import bell_ring, moves_apply
from tournaments.services.clock import clock_pause, clock_resume, clock_ring, clock_start, moves_announce
from tournaments.services.counts import Tally, TallyKind
from tournaments.services.cuts import cut_draw
from tournaments.services.deals import deal_correct
from tournaments.services.evenings import evening_change
from tournaments.services.hours import due_do
from tournaments.services.journal import By
from tournaments.services.people import player_drop
from tournaments.services.results import evening_settle
from tournaments.services.tables import table_count, table_end
from tournaments.services.undo import bell_undo, moves_replay

WHY = "rang too early"


def change(night: Night, **settings) -> None:
    night.evening.refresh_from_db()
    chosen = replace(night.evening.settings, **settings)
    evening_change(night.by, name="x", held_on=date(2026, 1, 8), settings=chosen)


# The clock


def test_a_round_by_the_clock(night):
    night = night(8, minutes=10, gap=60, auto_moves=20)
    began = Evening.objects.get().seq
    assert wake(night, 530) == 0
    assert wake(night, 10) == 1
    assert wake(night, 59) == 0
    assert wake(night, 1) == 1
    for table in night.tables:
        night.play(table)
    night.decide()
    played = Evening.objects.get().seq
    assert wake(night) == 1
    assert wake(night, 19) == 0
    assert wake(night, 1) == 1
    assert (night.round, left(night)) == (2, 600)
    assert wake(night, 59) == 0
    assert wake(night, 1) == 1
    assert wake(night, 540) == 1
    assert wake(night, 60) == 1
    assert verbs(night, began)[:3] == ["minute_left", "time_up", "bell_rung"]
    assert verbs(night, played) == [
        "moves_announced",
        "moves_applied",
        "round_begun",
        "minute_left",
        "time_up",
        "bell_rung",
    ]


def test_what_is_done_is_not_done_again(night):
    night = night(8, minutes=10)
    for seconds in (540, 60):
        assert wake(night, seconds) == 1
        before = everything()
        assert wake(night) == 0
        assert everything() == before


def test_nobody_was_there_for_a_whole_round(night):
    """Then the bell rings, and nothing is told that is over."""
    night = night(8, minutes=10, gap=60)
    night.next_round()
    seq = Evening.objects.get().seq
    assert wake(night, 3600) == 1
    assert verbs(night, seq) == ["time_up", "bell_rung"]


def test_nobody_was_there_for_most_of_a_round(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    seq = Evening.objects.get().seq
    assert wake(night, 620) == 2
    assert verbs(night, seq) == ["round_begun", "minute_left"]


@pytest.mark.parametrize("gap", [0, 30])
def test_one_minute_has_no_last_one(night, gap):
    night = night(8, minutes=1, gap=gap)
    night.next_round()
    seq = Evening.objects.get().seq
    for _ten_seconds in range(6 + gap // 10):
        wake(night, 10)
    assert verbs(night, seq) == ["round_begun"] * bool(gap) + ["time_up", "bell_rung"]


def test_the_journal_names_the_round_whose_people_moved(night):
    for settings in ({}, {"minutes": 10}):
        hall = night(8, **settings)
        hall.play_round()
        assert moves_apply(hall.by, round=1).payload == {"round": 1, "waiting": []}
        assert moves_replay(hall.because(WHY)).payload["round"] == 1
        assert bell_undo(hall.because(WHY)).payload["round"] == 1


def test_the_pulse_is_that_of_the_present_round(night):
    night = night(8, minutes=10)
    for number in (1, 2, 3):
        assert (pulse(night).round, pulse(night).rung) == (number, False)
        night.play_round()
        assert (pulse(night).round, pulse(night).rung) == (number, True)
        moves_apply(night.by, round=number)
    bell_undo(night.because(WHY))
    assert (pulse(night).round, pulse(night).clock) == (3, row(night).clock)


def test_without_a_gap_the_next_round_begins_with_the_moves(night):
    night = night(8, minutes=10, gap=0)
    night.next_round()
    assert row(night).begun.verb == "moves_applied"
    assert waits(night) == []


def test_the_head_table_rang_before(night):
    night = night(8, minutes=10)
    later(night, 100)
    night.play(1)
    assert night.preview().rung
    assert wake(night, 3600) == 0


def test_a_bell_of_the_clock_waits_for_the_tables(night):
    night = night(8, minutes=10)
    assert wake(night, 600) == 1
    for table in night.tables:
        night.play(table)
    night.decide()
    moves_apply(night.by, round=1)


def test_a_clock_in_other_settings_counts_from_the_next_round(night):
    night = night(8, minutes=10)
    change(night, minutes=20, gap=0)
    assert left(night) == 600
    night.next_round()
    assert left(night) == 1200
    change(night, minutes=0)
    assert wake(night, 1200) == 1, "a clock that runs goes on"
    night.play_round()
    moves_apply(night.by, round=2)
    assert row(night).ends_at is None
    clock_start(night.by, round=3, seconds=90)
    assert wake(night, 90) == 1


def test_games_at_fixed_tables_are_stopped_by_it(night):
    night = night(8, minutes=10, games=2, **FIXED)
    assert wake(night, 600) == 1
    assert night.preview().rung
    for table in night.tables:
        night.play_table(table)
    night.decide()
    moves_apply(night.by, round=1)
    assert left(night) == 600


def test_a_session_of_bids(night):
    night = night(8, game="seven-truf", minutes=10, rounds=2, auto_moves=5)
    assert wake(night, 600) == 1
    night.play_round()
    assert [wake(night), wake(night, 5)] == [1, 1]
    assert wake(night, 59) == 0
    assert wake(night, 1) == 1
    night.play_round()
    assert wake(night, 3600) == 0, "nobody moves after the last round"
    evening_settle(night.by, round=2)


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_no_clock_rings_when_play_is_over(night, stage):
    night = night(8, stage, minutes=10, auto_moves=5)
    assert wake(night, 3600) == 0
    assert pulse(night).figures(timezone.now())["ends"] is None


def test_settling_up_stops_the_clock_and_undoing_that_leaves_it_standing(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    assert wake(night, 160) == 1
    evening_settle(night.by, round=2)
    assert wake(night, 3600) == 0
    bell_undo(night.because(WHY))
    assert left(night) == 500
    assert wake(night, 3600) == 0
    clock_resume(night.by, round=2)
    assert wake(night, 500) == 1


# A bell that is undone


def test_of_the_clock(night):
    night = night(8, minutes=10)
    assert wake(night, 600) == 1
    later(night, 30)
    bell_undo(night.because(WHY))
    assert (left(night), row(night).left) == (0, timedelta())
    assert wake(night, 3600) == 0, "it does not ring again by itself"
    with pytest.raises(RuleError, match="more minutes first"):
        clock_resume(night.by, round=1)
    clock_start(night.by, round=1, seconds=60)
    assert wake(night, 60) == 1


def test_of_the_head_table_before_the_clock(night):
    night = night(8, minutes=10)
    later(night, 200)
    night.play(1)
    later(night, 100)
    line = bell_undo(night.because(WHY))
    assert left(night) == line.payload["left"] == 400
    clock_resume(night.by, round=1)
    assert [wake(night, 399), wake(night, 1)] == [1, 1]


def test_after_everybody_moved(night):
    night = night(8, minutes=10, gap=60)
    later(night, 200)
    night.next_round()
    later(night, 300)
    bell_undo(night.because(WHY))
    assert (night.round, left(night)) == (1, 400)
    assert wake(night, 3600) == 0
    assert RoundRow.objects.filter(void=None).count() == 1


def test_of_a_round_without_a_clock(night):
    night = night(8)
    bell_ring(night.by, round=1)
    line = bell_undo(night.because(WHY))
    assert "left" not in line.payload
    assert row(night).begun is None


def test_moves_that_were_announced_are_forgotten(night):
    night = night(8, auto_moves=30)
    night.play_round()
    assert wake(night) == 1
    bell_undo(night.because(WHY))
    now = row(night)
    assert (now.rung, now.moves_at, now.held) == (None, None, False)
    assert wake(night, 60) == 0
    bell_ring(night.by, round=1)
    night.decide()
    assert wake(night) == 1
    assert near(row(night).moves_at, timezone.now() + timedelta(seconds=30))


def test_a_replay_keeps_the_clock(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    assert wake(night, 60 + 560) == 2
    before = row(night)
    moves_replay(night.because(WHY))
    now = row(night)
    assert now.pk != before.pk
    assert (now.clock, now.begun, now.warned) == (before.clock, before.begun, before.warned)
    assert waits(night) == []
    assert wake(night, 40) == 1


def test_a_replay_in_the_gap_and_while_it_stands(night):
    night = night(8, minutes=10, gap=60)
    night.next_round()
    moves_replay(night.because(WHY))
    assert (left(night), row(night).begun) == (600, None)
    assert wake(night, 60) == 1
    clock_pause(night.by, round=2)
    moves_replay(night.because(WHY))
    assert (left(night), row(night).ends_at) == (600, None)


def test_a_replay_without_a_clock(night):
    night = night(8)
    night.next_round()
    change(night, minutes=10)
    moves_replay(night.because(WHY))
    assert row(night).clock == RoundRow().clock


# Moves by themselves


def ready(make: NightMaker, players: int = 8, **settings: Any) -> Night:
    night: Night = make(players, **{"auto_moves": 30, **settings})
    night.play_round()
    return night


def correct(night: Night) -> None:
    pool = next(pool for pool in night.facts.pools if pool.position == 2 and pool.round == night.round)
    players = [line.entry for line in pool.lines]
    net = Tally(TallyKind.NET, dict.fromkeys(players, -1) | {players[1]: 3})
    deal_correct(
        night.because("the second won"),
        round=pool.round,
        table=2,
        deal=1,
        base_version=pool.version,
        winners=[players[1]],
        in_call=[],
        tally=net,
    )


def test_what_is_corrected_meanwhile_is_looked_at_anew(night):
    night = ready(night)
    assert [wake(night), wake(night, 29)] == [1, 0]
    correct(night)
    assert pulse(night).moves_at is None, "it is not told any more that people move"
    assert wake(night, 1) == 1
    assert night.round == 1
    assert near(pulse(night).moves_at, timezone.now() + timedelta(seconds=30))
    assert wake(night, 30) == 1
    (winner,) = next(pool for pool in night.facts.pools if pool.position == 2).winners
    assert night.seats()[winner][0] == 1


def test_a_move_that_was_due_is_not_made_from_what_has_changed(night):
    """A worker has seen that it is due, and comes too late."""
    night = ready(night)
    wake(night)
    later(night, 30)
    (one,) = due(timezone.now(), night.evening.pk)
    player_drop(night.by, entry=night.table(2)[0])
    assert not hours._do(one)
    assert night.round == 1
    assert waits(night) == ["look"]


def test_a_look_that_comes_too_late_does_not_undo_another(night):
    night = ready(night)
    (one,) = due(timezone.now(), night.evening.pk)
    assert wake(night) == 1
    before = row(night).moves_at
    assert not hours._do(one)
    assert row(night).moves_at == before
    assert waits(night) == []


def looked(night: Night, monkeypatch) -> list[int]:
    """Counts the looks, for nothing is written of those in vain."""
    looks: list[int] = []

    def look(by: By, **more: int) -> None:
        looks.append(more["round"])
        moves_announce(by, **more)

    monkeypatch.setattr(hours, "moves_announce", look)
    return looks


def test_while_something_is_missing_it_looks_once_for_each_thing_written(night, monkeypatch):
    night = night(12, auto_moves=30)
    looks = looked(night, monkeypatch)
    night.play(1)
    for seconds in range(5):
        assert wake(night, seconds) == 0
    assert len(looks) == 1
    night.play(2)
    for _again in range(5):
        assert wake(night) == 0
    assert len(looks) == 2
    night.play(3)
    assert night.preview().cuts
    for _again in range(5):
        assert wake(night) == 0
    assert len(looks) == 3
    cut_draw(night.by, round=1, purpose=Purpose.DOWN, table=1)
    assert [wake(night), wake(night)] == [1, 0]
    assert len(looks) == 4


def test_it_waits_for_counts(night):
    night = night(12, auto_moves=30, **AT_THE_END)
    for table in night.tables:
        night.play(table)
    assert wake(night) == 0
    (need,) = night.preview().counts
    table_count(night.by, round=1, table=1, counts={e: 40 + n for n, e in enumerate(need.uncounted)})
    assert wake(night) == 1


def test_it_waits_for_a_table_that_cannot_finish(night):
    night = night(8, auto_moves=30, unfinished=Unfinished.CUT)
    night.play(1)
    night.cut(Purpose.DOWN, 1, dict(zip(night.table(1)[1:], ("KS", "QS", "JS"), strict=True)))
    assert wake(night) == 0
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    assert wake(night) == 0
    night.decide()
    assert wake(night) == 1


def test_held_before_it_was_announced(night):
    night = ready(night)
    clock_pause(night.by, round=1)
    assert [wake(night), wake(night, 60)] == [0, 0]
    correct(night)
    night.decide()
    assert [wake(night), wake(night, 60)] == [0, 0]
    clock_resume(night.by, round=1)
    assert [wake(night), wake(night, 30)] == [1, 1]


def test_by_hand_before_their_time(night):
    night = ready(night, minutes=10)
    assert wake(night) == 1
    moves_apply(night.by, round=1)
    assert wake(night, 30) == 0
    assert (night.round, pulse(night).moves_at) == (2, None)


def test_the_setting_is_changed_after_the_bell(night):
    night = ready(night, auto_moves=0)
    assert wake(night, 60) == 0
    change(night, auto_moves=10)
    assert wake(night) == 1
    change(night, auto_moves=0)
    assert pulse(night).moves_at is None
    assert wake(night, 60) == 0
    change(night, auto_moves=40)
    assert [wake(night), wake(night, 39), wake(night, 1)] == [1, 0, 1]


def test_after_the_last_round_nobody_is_moved(night):
    night = ready(night, rounds=1)
    assert [wake(night), wake(night, 60)] == [0, 0]
    evening_settle(night.by, round=1)


def test_games_at_fixed_tables_follow_one_another(night):
    night = ready(night, games=2, format=Format.FIXED)
    assert [wake(night), wake(night, 30)] == [1, 1]
    night.play_round()
    assert [wake(night), wake(night, 60)] == [0, 0]


def test_everybody_has_gone(night):
    night = night(8, auto_moves=30)
    bell_ring(night.by, round=1)
    for entry in night.seats():
        player_drop(night.by, entry=entry)
    assert [wake(night), wake(night, 60)] == [0, 0]


# Several evenings


def test_a_fault_in_one_evening_leaves_the_others_their_bell(night, monkeypatch, caplog):
    broken, sound = night(8, minutes=10), night(8, minutes=10)

    def ring(by, **more):
        if by.evening == broken.evening.pk:
            raise ZeroDivisionError("a fault of ours")
        return clock_ring(by, **more)

    monkeypatch.setattr(hours, "clock_ring", ring)
    for one in (broken, sound):
        later(one, 600)
    assert due_do(timezone.now()) == 1
    assert sound.preview().rung
    assert not broken.preview().rung
    assert "a fault of ours" in caplog.text
    monkeypatch.setattr(hours, "clock_ring", clock_ring)
    assert due_do(timezone.now()) == 1
    assert broken.preview().rung


def test_only_the_evening_that_is_meant(night):
    one, other = night(8, minutes=10), night(8, minutes=10)
    for each in (one, other):
        later(each, 600)
    assert due_do(timezone.now(), one.evening.pk) == 1
    assert not other.preview().rung


def test_the_longest_overdue_first(night):
    first, second = night(8, minutes=20), night(8, minutes=10)
    later(first, 1300)
    later(second, 650)
    assert [one.evening for one in due(timezone.now())] == [first.evening.pk, second.evening.pk]


def test_nothing_due_is_one_query(night):
    for _evening in range(3):
        night(8, minutes=10)
    with CaptureQueriesContext(connection) as queries:
        assert due_do(timezone.now()) == 0
    assert len(queries) == 1
