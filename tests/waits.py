"""How long tests wait, and how late something may be: the only file of the tests that judges by a clock.

A time-out keeps a hung test from waiting for ever. It is ``HUNG``, whatever is waited for.

A limit that judges is relative. It is the time for which the program itself waits, and ``STARTS`` times a
reference: what this machine needs, in the same run, to start a process. So a slow or busy machine has longer.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

HUNG = 300.0
"""Seconds after which what is waited for never comes. Only a test that fails waits so long."""

STARTS = 10
"""As long as so many starts of a process may take what is to be done in time."""

_references: list[float] = []
"""What a start has taken in this process of the run."""


def stopwatch() -> Callable[[], float]:
    """Start a stopwatch; return what tells the seconds since then."""
    began = time.monotonic()
    return lambda: time.monotonic() - began


def in_time(seconds: float, own: float = 0.0) -> bool:
    """Return whether this is no longer than the program's ``own`` waits and ``STARTS`` references.

    The reference is taken once. It is taken again if it does not suffice: the machine may be busier by now.
    """
    if not _references:
        _references.append(start_of_a_process())
    if not _within(seconds, own):
        _references.append(start_of_a_process())
    return _within(seconds, own)


def _within(seconds: float, own: float) -> bool:
    return seconds < own + STARTS * max(_references)


def start_of_a_process() -> float:
    """Return the seconds that this machine takes to start Python with the project's settings."""
    took = stopwatch()
    command = [sys.executable, "manage.py", "version"]
    environment = {**os.environ, "SECRET_KEY": "none", "DATABASE_URL": "sqlite://:memory:"}
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    return took()


def until(
    holds: Callable[[], Any],
    *,
    pause: float = 0.02,
    runs: Callable[[], bool] = lambda: True,
    said: Callable[[], str] = lambda: "",
) -> Any:
    """Wait until something holds, and return what that is; look every ``pause`` seconds.

    Raises AssertionError, with what was ``said``, if what must bring it about no longer ``runs``.
    """
    took = stopwatch()
    while not (found := holds()):
        assert runs(), f"it has ended:\n{said()}"
        assert took() < HUNG, f"it never was:\n{said()}"
        time.sleep(pause)
    return found
