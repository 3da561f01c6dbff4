"""One evening's row is locked by somebody who does not let go: the other evenings go on."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.services.timed import later, verbs
from tests.stuck import held
from tests.waits import HUNG
from tournaments.console.services import run_due_tasks

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no locks of rows"),
]


def aside(call: Callable[[], Any]) -> Any:
    """What the call answers in a thread of its own. TimeoutError if it hangs."""

    def run() -> Any:
        try:
            return call()
        finally:
            connection.close()

    threads = ThreadPoolExecutor(1)
    try:
        return threads.submit(run).result(HUNG)
    finally:
        threads.shutdown(wait=False)


def sweep() -> int:
    return run_due_tasks(timezone.now())


def test_the_bell_of_every_other_evening_rings(night, caplog):
    """The locked evening is first in the order in which bells are due."""
    stuck, others = night(8, minutes=10), [night(8, minutes=10) for _ in range(2)]
    later(stuck, 700)
    for other in others:
        later(other, 601)
    with held(stuck.evening):
        assert aside(sweep) == len(others)
        for other in others:
            assert verbs(other)[-2:] == ["time_up", "bell_rung"]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert verbs(stuck)[-1] not in ("time_up", "bell_rung")
    assert aside(sweep) == 1
    assert verbs(stuck)[-2:] == ["time_up", "bell_rung"]


def test_an_evening_whose_lock_is_let_go_within_a_moment_rings_in_the_same_sweep(night, monkeypatch):
    """A result that is being written must not put off a bell until the next sweep."""
    only = night(8, minutes=10)
    later(only, 601)
    with ThreadPoolExecutor(1) as threads:
        with held(only.evening):
            swept = threads.submit(aside, sweep)
            assert not swept.done()
        assert swept.result(HUNG) == 1
