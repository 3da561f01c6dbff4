"""The clock by which rounds start and bells ring: the same in every process.

On PostgreSQL it is the server's, for several machines may share it. It is asked for once a second and carried
on by this machine's steady clock, so that a wrong clock of this machine changes nothing. On SQLite all
processes are on one machine, and its clock counts.

Each reading tells how far that clock is ahead of the steady one, which nobody can set. When this jumps, the
deciding clock was set: ``evening/services/journal.py`` follows.
"""

import os
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.db import connection

ASK_EVERY = 1.0
"""Seconds for which an answer of the server is carried on."""

STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Linux leaves the time in which a machine slept out of the other one; macOS does not."""

BOOT_ID, TIME_NAMESPACE = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/time")


@dataclass(frozen=True)
class ClockReading:
    """The time, and the seconds by which the deciding clock is ahead of this machine's steady clock."""

    now: datetime
    offset: float


def now() -> datetime:
    """Return the time by the clock that decides."""
    return read().now


def read() -> ClockReading:
    """Read the time, with the offset by which it was found."""
    if of_server():
        offset = _server.offset()
        return ClockReading(datetime.fromtimestamp(_steady() + offset, UTC), offset)
    return _of_machine()


def of_server() -> bool:
    """Return whether the database's server decides the time, and not this machine."""
    return connection.vendor == "postgresql"


def seconds_ahead() -> float:
    """Return the seconds by which this machine's clock is ahead of the one that decides."""
    return time.time() - now().timestamp()


@cache
def machine() -> str:
    """Identify this machine since its last start: its processes share a steady clock. Empty if unknown."""
    try:
        return f"{BOOT_ID.read_text().strip()} {os.readlink(TIME_NAMESPACE)}"
    except OSError:
        return ""


def _steady() -> float:
    return time.clock_gettime(STEADY)


def _of_machine() -> ClockReading:
    global _last
    before, wall, after = _steady(), time.time(), _steady()
    _last = _narrowed(_last, wall - after, wall - before)
    return ClockReading(datetime.fromtimestamp(wall, UTC), _last)


_last: float | None = None
"""The offset of this machine's clock as it was last found."""


def _narrowed(offset: float | None, low: float, high: float) -> float:
    """Return the known offset if it lies between these two, else their middle.

    The two are as far apart as the reading took.
    """
    return offset if offset is not None and low <= offset <= high else (low + high) / 2


class _Server:
    """The offset of the server's clock. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: object = None
        self._offset = self._asked = 0.0

    def offset(self) -> float:
        settings = connection.settings_dict
        address = settings["HOST"], settings["PORT"], settings["NAME"]
        with self._lock:
            is_known = self._of == address
            if is_known and _steady() - self._asked < ASK_EVERY:
                return self._offset
        before = _steady()
        server = _ask()
        after = _steady()
        with self._lock:
            last = self._offset if is_known else None
            self._of, self._asked = address, after
            self._offset = _narrowed(last, server - after, server - before)
            return self._offset


def _ask() -> float:
    """Ask the server for its time, past Django's cursor, so that it is no query of the page or command."""
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float")
        ((seconds,),) = cursor.fetchall()
    return float(seconds)


_server = _Server()
