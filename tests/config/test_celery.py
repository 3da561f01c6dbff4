"""The beat and the worker while the broker is away; with real processes: tests/faults."""

import logging
import time

import pytest
from celery.beat import Scheduler as PatientScheduler

from config.celery import app
from config.patience import Scheduler


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
