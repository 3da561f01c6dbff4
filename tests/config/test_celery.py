"""The beat and the worker while the broker is away; with real processes: tests/faults."""

import logging
import subprocess
import sys
import time
from pathlib import Path

import pytest
from celery import signals
from celery.beat import Scheduler as PatientScheduler

from config.celery import app
from config.web import logs
from config.work.celery_retry import Scheduler
from tests.live.broker import Broker
from tournaments import tasks
from tournaments.base import fanout

ROOT = Path(__file__).parents[2]


@pytest.fixture
def sent(monkeypatch):
    """What beat sends; as long as there are ``errors`` they are raised instead, one after another."""

    class Sent(list):
        errors = []

    sent = Sent()

    def apply_async(_self, entry, **_more):
        if sent.errors:
            raise sent.errors.pop()
        sent.append(entry.name)

    monkeypatch.setattr(PatientScheduler, "apply_async", apply_async)
    monkeypatch.setattr(Scheduler, "producer", None)
    monkeypatch.setattr(Scheduler, "count_waiting", lambda _self, _queue: 0)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    return sent


def test_the_first_sweep_is_due_at_once_and_the_next_half_a_second_later(sent):
    beat = Scheduler(app)
    assert beat.tick() == 0
    assert sent == ["sweep"]
    assert 0.2 < beat.tick() <= 0.5
    assert sent == ["sweep"]


def test_what_cannot_be_sent_is_sent_once_the_broker_is_back(sent, caplog):
    sent.errors = [OSError("gone"), OSError("gone")]
    with caplog.at_level(logging.WARNING):
        Scheduler(app).tick()
    assert sent == ["sweep"]
    assert [record.getMessage() for record in caplog.records] == [
        "The broker does not answer: the beat waits for it. (gone)",
        "The broker is back: the beat goes on.",
    ]


@pytest.fixture
def swept(monkeypatch, settings, tmp_path):
    """The numbers that stood while sweeps were made; nothing is due in them."""
    numbers = []

    def run_due_tasks(_now):
        numbers.append(logs.number.get())
        return 0

    monkeypatch.setattr(tasks, "run_due_tasks", run_due_tasks)
    monkeypatch.setattr(tasks, "rehearsals_play", lambda _now: 0)
    monkeypatch.setattr(tasks, "ratings_follow", lambda: 0)
    monkeypatch.setattr(tasks, "follow_time_step", lambda *, keep: None)
    settings.CLOCK_WORKS = tmp_path / "clock-works"
    return numbers


def test_what_is_logged_in_a_task_bears_its_number(swept):
    done = tasks.sweep.apply()
    assert swept == [done.id]
    assert logs.number.get() == ""


def test_the_broker_remembers_when_the_last_sweep_was(swept, settings, tmp_path):
    broker = Broker(tmp_path)
    settings.REDIS_URL = broker.url
    try:
        broker.start()
        assert tasks.sweep.apply().successful()
        assert fanout.SWEPT_FOR - 2 < fanout._connect_broker(broker.url).ttl(fanout.SWEPT) <= fanout.SWEPT_FOR
        broker.kill()
        assert tasks.sweep.apply().successful()
    finally:
        broker.kill()


def test_a_sweep_leaves_a_trace(settings, tmp_path):
    """The health of a worker is how old this file is."""
    settings.CLOCK_WORKS = tmp_path / "clock"
    for name, there in (("tournaments.look", set()), ("tournaments.sweep", {"clock"})):
        signals.task_success.send(sender=app.tasks[name])
        assert {path.name for path in tmp_path.iterdir()} == there


def test_where_there_is_no_folder_for_it_none_is_left(settings, tmp_path):
    settings.CLOCK_WORKS = tmp_path / "nowhere" / "clock"
    signals.task_success.send(sender=app.tasks["tournaments.sweep"])
    assert not settings.CLOCK_WORKS.exists()


def test_the_end_of_a_process_takes_no_look_through_its_memory():
    """Worker and beat have 1.5 seconds to stop: docs/operator.md, "What runs"."""
    program = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count())); import config.celery"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) > 1000
