"""Sweeps without the broker: by the worker itself, and by beat while no worker sweeps.

The broker or the worker can stop. So in both processes a thread checks several times a second how long ago
the last sweep was, and sweeps itself if necessary. In the worker a second thread touches a file while the
first thread and the consumer of messages make progress. ``manage.py up`` and
``tournaments/management/processes/watch.py`` restart a worker whose file is old.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any

from celery import bootsteps
from django.conf import settings
from redis.exceptions import RedisError

from config.work import clock_reports

LOOK_EVERY = 0.25
"""Seconds between two checks of either thread."""

STUCK = 30.0
"""Seconds without progress after which a part is stuck. Longer than any wait for a lock."""

log = logging.getLogger(__name__)


_swept_at = -math.inf


def record_sweep() -> None:
    """Record a sweep by touching a file. ``manage.py up`` waits for the file; health checks read its age.

    Also tell the broker, so that the doctor on any machine can read the time.
    """
    from tournaments.base import fanout

    global _swept_at
    _swept_at = time.monotonic()
    touch("CLOCK_WORKS")
    with suppress(RedisError):
        fanout.report_sweep()


def measure_sweep_age() -> float:
    """Return the seconds since this process last swept."""
    return time.monotonic() - _swept_at


def touch(setting: str) -> None:
    """Touch the file that the setting names."""
    with suppress(OSError):  # without the folder nobody needs the file
        getattr(settings, setting).touch()


class WorkerPart(StrEnum):
    SWEEPER = "sweeper"
    CONSUMER = "consumer"


class Heartbeat:
    """When each part of the worker last made progress."""

    def __init__(self) -> None:
        self._last: dict[WorkerPart, float] = {}

    def note_progress(self, part: WorkerPart) -> None:
        self._last[part] = time.monotonic()

    def list_stuck_parts(self) -> list[WorkerPart]:
        """Return the parts that have begun, but made no progress for too long."""
        now = time.monotonic()
        return [part for part, last in self._last.items() if now - last > STUCK]


heartbeat = Heartbeat()


class Sweeper:
    """Sweeps if ``since``, the seconds since the last sweep, is too large. Logs a failure once."""

    def __init__(self, since: Callable[[], float], after: float, report: Callable[[], None]) -> None:
        self._since, self._after, self._done = since, after, report
        self._fails = False
        self._tried = -math.inf

    def run(self, stop_event: threading.Event) -> None:
        while not stop_event.wait(LOOK_EVERY):
            self.check_sweep()

    def check_sweep(self) -> None:
        heartbeat.note_progress(WorkerPart.SWEEPER)
        if time.monotonic() - self._tried >= self._after and self._since() >= self._after:
            self._sweep()
            self._tried = time.monotonic()

    def _sweep(self) -> None:
        import django
        from django.apps import apps
        from django.db import close_old_connections

        close_old_connections()
        try:
            if not apps.ready:  # beat sets up Django only when it must sweep
                django.setup()
            from tournaments.tasks import sweep

            sweep()
        except Exception:
            if not self._fails:
                log.exception("No sweep is possible; it is tried again and again.")
            self._fails = True
        else:
            self._fails = False
            self._done()
        finally:
            close_old_connections()


class WorkerClock(bootsteps.StartStopStep):
    """Starts both threads before the worker connects to the broker, which can be away."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, worker: Any, **more: Any) -> None:
        super().__init__(worker, **more)
        self._over = threading.Event()

    def start(self, worker: Any) -> None:
        sweeper = Sweeper(measure_sweep_age, settings.SWEEP_AFTER, record_sweep)
        _run_thread("sweeper", sweeper.run, self._over)
        _run_thread("heartbeat", _beat, self._over)
        clock_reports.start("worker")

    def stop(self, worker: Any) -> None:
        self._over.set()

    def terminate(self, worker: Any) -> None:
        self._over.set()


def stand_by() -> None:
    """Sweep in beat while no worker does, so that bells still ring."""
    from tournaments.base.fanout import get_sweep_age

    sweeper = Sweeper(get_sweep_age, settings.SWEEP_AFTER_NO_WORKER, lambda: None)
    _run_thread("sweeper", sweeper.run, threading.Event())
    clock_reports.start("beat")


def _run_thread(name: str, run: Callable[[threading.Event], None], stop_event: threading.Event) -> None:
    threading.Thread(target=run, args=(stop_event,), name=name, daemon=True).start()


def _beat(stop_event: threading.Event) -> None:
    while not stop_event.wait(LOOK_EVERY):
        if stuck := heartbeat.list_stuck_parts():
            log.error("The worker is stuck: %s.", ", ".join(stuck))
            return
        touch("WORKER_WORKS")
