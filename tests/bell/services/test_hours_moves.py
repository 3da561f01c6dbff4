"""People are moved by the program: once everything is decided, and never from what has changed."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.cast import AT_THE_END, Night, NightMaker
from tests.services.timed import change, later, near, pulse, row, waits, wake, wakes
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, cut_draw, moves_apply
from tournaments.bell.services.clock import clock_pause, clock_resume, moves_announce
from tournaments.console import services as console_services
from tournaments.console.selectors import find_due_tasks
from tournaments.core.record import Purpose
from tournaments.evening.services.journal import RequestedBy
from tournaments.scoring.services.deals import table_count


def ready(make: NightMaker, players: int = 8, **settings: Any) -> Night:
    night: Night = make(players, **{"auto_moves": 30, **settings})
    night.play_round()
    return night


def correct(night: Night) -> None:
    players = night.table(2)
    night.correct(2, players[1:2], dict.fromkeys(players, -1) | {players[1]: 3})


def test_what_is_corrected_meanwhile_is_looked_at_anew(night):
    night = ready(night)
    assert wakes(night, 0, 29) == [1, 0]
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
    (one,) = find_due_tasks(timezone.now(), night.evening.pk)
    player_drop(night.by, entry=night.table(2)[0])
    assert not console_services._do(one)
    assert night.round == 1
    assert waits(night) == ["look"]


def test_a_look_that_comes_too_late_does_not_undo_another(night):
    night = ready(night)
    (one,) = find_due_tasks(timezone.now(), night.evening.pk)
    assert wake(night) == 1
    before = row(night).moves_at
    assert not console_services._do(one)
    assert row(night).moves_at == before
    assert waits(night) == []


def looked(night: Night, monkeypatch) -> list[int]:
    """Counts the looks, for nothing is written of those in vain."""
    looks: list[int] = []

    def look(by: RequestedBy, **more: int) -> None:
        looks.append(more["round"])
        moves_announce(by, **more)

    monkeypatch.setattr(console_services, "moves_announce", look)
    return looks


def test_while_something_is_missing_it_looks_once_for_each_thing_written(night, monkeypatch):
    night = night(12, auto_moves=30)
    looks = looked(night, monkeypatch)
    night.play(1)
    assert (wakes(night, *range(5)), len(looks)) == ([0] * 5, 1)
    night.play(2)
    assert (wakes(night, *[0] * 5), len(looks)) == ([0] * 5, 2)
    night.play(3)
    assert night.preview().cuts
    assert (wakes(night, *[0] * 5), len(looks)) == ([0] * 5, 3)
    cut_draw(night.by, round=1, purpose=Purpose.DOWN, table=1)
    assert wakes(night, 0, 0) == [1, 0]
    assert len(looks) == 4


def test_it_waits_for_counts(night):
    night = night(12, auto_moves=30, **AT_THE_END)
    for table in night.tables:
        night.play(table)
    assert wake(night) == 0
    (need,) = night.preview().counts
    table_count(night.by, round=1, table=1, counts={e: 40 + n for n, e in enumerate(need.uncounted)})
    assert wake(night) == 1


def test_held_before_it_was_announced(night):
    night = ready(night)
    clock_pause(night.by, round=1)
    assert wakes(night, 0, 60) == [0, 0]
    correct(night)
    night.decide()
    assert wakes(night, 0, 60) == [0, 0]
    clock_resume(night.by, round=1)
    assert wakes(night, 0, 30) == [1, 1]


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
    assert wakes(night, 0, 39, 1) == [1, 0, 1]


def test_games_at_fixed_tables_follow_one_another(night):
    night = ready(night, games=2, format="fixed")
    assert wakes(night, 0, 30) == [1, 1]
    night.play_round()
    assert wakes(night, 0, 60) == [0, 0]


def test_everybody_has_gone(night):
    night = night(8, auto_moves=30)
    bell_ring(night.by, round=1)
    for entry in night.seats():
        player_drop(night.by, entry=entry)
    assert wakes(night, 0, 60) == [0, 0]
