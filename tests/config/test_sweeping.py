"""Sweeps: one waits at most, and processes make their own where nobody sends for one."""

import logging
import math
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import Celery
from django.conf import settings as project

from config.work import sweeping, sweeps
from config.work.celery_retry import Scheduler
from config.work.sweeping import Heartbeat, Sweeper, WorkerClock, WorkerPart
from tests.live.broker import Broker
from tests.waits import HUNG, in_time, until
from tournaments import tasks
from tournaments.base import fanout


@pytest.fixture
def broker(tmp_path: Path, settings) -> Iterator[Broker]:
    broker = Broker(tmp_path)
    settings.REDIS_URL = broker.url
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def beat(broker: Broker, settings, tmp_path: Path) -> Iterator[Scheduler]:
    settings.BEAT_WORKS = tmp_path / "beat-works"
    app = Celery("test", broker=broker.url.replace("unix:", "redis+socket:"), set_as_current=False)
    app.conf.beat_schedule = project.CELERY_BEAT_SCHEDULE
    app.conf.task_queues = project.CELERY_TASK_QUEUES
    app.conf.broker_transport_options = project.CELERY_BROKER_TRANSPORT_OPTIONS
    yield Scheduler(app)
    app.close()


def half_a_second_passes(beat: Scheduler) -> None:
    """The next sweep is due."""
    beat._make_due()
    beat._heap = None
    beat.tick()


def test_one_sweep_waits_however_long_there_is_no_worker(broker: Broker, beat: Scheduler) -> None:
    for _ in range(20):
        half_a_second_passes(beat)
    assert len(broker.waiting()) == 1


def test_once_it_is_taken_the_next_one_is_sent(broker: Broker, beat: Scheduler) -> None:
    half_a_second_passes(beat)
    fanout._connect_broker(broker.url).delete(sweeps.QUEUE)
    half_a_second_passes(beat)
    half_a_second_passes(beat)
    assert len(broker.waiting()) == 1


def test_beat_shows_at_each_turn_that_it_works(beat: Scheduler, settings) -> None:
    beat.tick()
    settings.BEAT_WORKS.unlink()
    assert 0 < beat.tick() <= 0.5
    assert settings.BEAT_WORKS.exists()


def test_a_clock_that_was_set_back_does_not_hold_up_beat(broker: Broker, beat: Scheduler) -> None:
    beat.tick()
    fanout._connect_broker(broker.url).delete(sweeps.QUEUE)
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now().replace(year=entry.default_now().year + 1)
    beat.tick()
    assert len(broker.waiting()) == 1


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was swept, and what was done after it; a sweep fails as long as this says so."""
    said: list[str] = []

    def sweep() -> None:
        if "away" in said:
            raise OSError("away")
        said.append("swept")

    monkeypatch.setattr(tasks, "sweep", sweep)
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)
    return said


@pytest.mark.parametrize(
    ("since", "made"), [(0.9, []), (1.0, ["swept", "done"]), (math.inf, ["swept", "done"])]
)
def test_a_sweep_is_made_where_nobody_has_sent_for_one(
    swept: list[str], since: float, made: list[str]
) -> None:
    sweeper = Sweeper(lambda: since, 1.0, lambda: swept.append("done"))
    sweeper.check_sweep()
    sweeper.check_sweep()  # at once: it has just been tried
    assert swept == made


def test_a_sweep_that_fails_is_logged_once(swept: list[str], caplog) -> None:
    sweeper = Sweeper(lambda: math.inf, 0.0, lambda: swept.append("done"))
    swept.append("away")
    with caplog.at_level(logging.ERROR):
        sweeper.check_sweep()
        sweeper.check_sweep()
    assert swept == ["away"]
    assert [record.getMessage() for record in caplog.records] == [
        "No sweep is possible; it is tried again and again."
    ]
    swept.clear()
    sweeper.check_sweep()
    assert swept == ["swept", "done"]


def test_how_long_ago_a_worker_swept(broker: Broker, settings) -> None:
    assert fanout.get_sweep_age() == math.inf
    fanout.report_sweep()
    assert fanout.get_sweep_age() >= 0
    assert in_time(fanout.get_sweep_age())
    broker.kill()
    assert fanout.get_sweep_age() == math.inf
    settings.REDIS_URL = ""
    assert fanout.get_sweep_age() == math.inf


def test_a_part_that_makes_no_progress_is_stuck() -> None:
    heartbeat = Heartbeat()
    assert heartbeat.list_stuck_parts() == []
    heartbeat.note_progress(WorkerPart.CONSUMER)
    heartbeat._last[WorkerPart.CONSUMER] -= 2 * sweeping.STUCK
    heartbeat.note_progress(WorkerPart.SWEEPER)
    assert heartbeat.list_stuck_parts() == [WorkerPart.CONSUMER]


def test_a_worker_sweeps_by_itself_and_shows_that_it_works(
    monkeypatch: pytest.MonkeyPatch, settings, tmp_path: Path
) -> None:
    """Until a part of it is stuck: then its file grows old."""
    settings.WORKER_WORKS = tmp_path / "worker-works"
    made = threading.Event()
    monkeypatch.setattr(sweeping, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(sweeping, "heartbeat", Heartbeat())
    monkeypatch.setattr(Sweeper, "_sweep", lambda _self: made.set())
    monkeypatch.setattr(sweeping, "_swept_at", -math.inf)
    step = WorkerClock(SimpleNamespace())
    step.start(None)
    try:
        assert made.wait(HUNG)
        until(settings.WORKER_WORKS.exists)
        monkeypatch.setattr(Sweeper, "_sweep", lambda _self: time.sleep(60))
        monkeypatch.setattr(sweeping, "STUCK", -1.0)
        until(lambda: not any(thread.name == "heartbeat" for thread in threading.enumerate()))
    finally:
        step.stop(None)
