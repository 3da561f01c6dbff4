"""Each process reports the difference between its machine's clock and the database's, for the doctor.

The reports go to the broker. With SQLite all processes are on one machine, and nothing is sent.
"""

import logging
import os
import socket
import threading

from django.conf import settings

EVERY = 10.0
"""Seconds between two reports."""

log = logging.getLogger(__name__)


def start(role: str) -> None:
    """Start to report in a thread of its own, so that a slow database or broker delays nothing else."""
    if settings.REDIS_URL and settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        name = f"{role} {os.getpid()} on {socket.gethostname()}"
        threading.Thread(target=_run, args=(name,), name="clock reports", daemon=True).start()


def _run(name: str) -> None:
    ended = threading.Event()
    while True:
        report(name)
        ended.wait(EVERY)


def report(name: str) -> None:
    """Send one report. An outage is only logged: the next report can succeed."""
    from django.db import connections

    from tournaments.base import fanout
    from tournaments.evening.selectors import program_clock

    try:
        fanout.report_clock(name, program_clock.measure_seconds_ahead())
    except Exception as error:
        log.debug("The clock could not be reported: %s", error)
    finally:
        connections.close_all()
