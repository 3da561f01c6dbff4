"""The clock for starts of rounds and bells. It is the same in every process.

On PostgreSQL it is the server's clock, because several machines may share the server. It is requested once a
second. In between, this machine's steady clock measures the time, so a wrong clock of this machine has no
effect. On SQLite all processes are on one machine, and its clock decides.

Each reading contains the offset of the deciding clock to the steady clock, which nobody can set. If the
offset jumps, somebody has set the deciding clock; ``evening/services/journal.py`` handles that.
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
"""Seconds for which the server's last answer is used."""

STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""On Linux, CLOCK_MONOTONIC leaves out the time in which a machine sleeps. On macOS it does not."""

BOOT_ID, TIME_NAMESPACE = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/time")


@dataclass(frozen=True)
class ClockReading:
    """The time, and by how many seconds the deciding clock is ahead of this machine's steady clock."""

    now: datetime
    offset: float


def read_time() -> datetime:
    """Return the time that counts for all processes: the database server's, else this machine's."""
    return read().now


def read() -> ClockReading:
    """Read the time by the deciding clock, with its offset to the steady clock."""
    if is_server_time():
        offset = _server.measure_offset()
        return ClockReading(datetime.fromtimestamp(_read_steady() + offset, UTC), offset)
    return _read_machine()


def is_server_time() -> bool:
    """Return whether the database server's clock decides, and not this machine's."""
    return connection.vendor == "postgresql"


def measure_seconds_ahead() -> float:
    """Return by how many seconds this machine's clock is ahead of the deciding clock."""
    return time.time() - read_time().timestamp()


@cache
def identify_machine() -> str:
    """Return an id of this machine since its last start, or "". Processes of one id share a steady clock."""
    try:
        return f"{BOOT_ID.read_text().strip()} {os.readlink(TIME_NAMESPACE)}"
    except OSError:
        return ""


def _read_steady() -> float:
    return time.clock_gettime(STEADY)


def _read_machine() -> ClockReading:
    global _last
    before, wall, after = _read_steady(), time.time(), _read_steady()
    _last = _narrow_offset(_last, wall - after, wall - before)
    return ClockReading(datetime.fromtimestamp(wall, UTC), _last)


_last: float | None = None
"""The last offset of this machine's clock to its steady clock."""


def _narrow_offset(offset: float | None, low: float, high: float) -> float:
    """Return the known offset if it lies between ``low`` and ``high``, else their middle.

    The two differ by the time that the reading took.
    """
    return offset if offset is not None and low <= offset <= high else (low + high) / 2


class _Server:
    """The offset of the server's clock. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: object = None
        self._offset = self._asked = 0.0

    def measure_offset(self) -> float:
        settings = connection.settings_dict
        address = settings["HOST"], settings["PORT"], settings["NAME"]
        with self._lock:
            is_known = self._of == address
            if is_known and _read_steady() - self._asked < ASK_EVERY:
                return self._offset
        before = _read_steady()
        server = _ask()
        after = _read_steady()
        with self._lock:
            last = self._offset if is_known else None
            self._of, self._asked = address, after
            self._offset = _narrow_offset(last, server - after, server - before)
            return self._offset


def _ask() -> float:
    """Return the server's time. Without Django's cursor, it does not count as a query of the page."""
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float")
        ((seconds,),) = cursor.fetchall()
    return float(seconds)


_server = _Server()
