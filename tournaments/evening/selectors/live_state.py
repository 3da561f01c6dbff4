"""The state of an evening that every screen shows, the deciding clock, and the lengths of a club's rounds.

Rounds start and bells ring by the same clock in every process. The lengths of past rounds help to plan the
next evening.
"""

import os
import threading
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import FilteredRelation, Q

from tournaments.core.movement.clock import NOTHING, Clock, Hand
from tournaments.core.record import Stage
from tournaments.models import Evening, RoundRow

SECOND = timedelta(seconds=1)
NO_CLOCK = Clock()


@dataclass(frozen=True)
class Pulse:
    """The evening's last journal line, its stage, and its present round with the clock (0: no round)."""

    evening: int
    seq: int
    stage: str
    round: int = 0
    rung: bool = False
    clock: Clock = NO_CLOCK
    moves_at: datetime | None = None
    held: bool = False
    begun: bool = False

    def hand(self, now: datetime) -> Hand:
        """Return what the clock shows: nothing once the bell has rung."""
        return Hand.OFF if self.rung or self.stage != Stage.PLAYING else self.clock.hand(now)

    def shown(self, now: datetime) -> tuple[str, timedelta]:
        """Return what the clock shows, and how much is left of it. The same in clock.js: ``shown``."""
        if self.rung:
            return ("moves", self.moves_at - now) if self.moves_at else ("rung", NOTHING)
        hand, starts = self.hand(now), self.clock.starts_at
        return hand, starts - now if hand is Hand.WAITING and starts else self.clock.remaining(now)

    def figures(self, now: datetime) -> dict[str, str | int | bool | None]:
        """Return the pulse as plain values. Times are milliseconds since 1970, lengths milliseconds."""
        shown = self.hand(now) is not Hand.OFF
        return {
            "seq": self.seq,
            "stage": self.stage,
            "round": self.round,
            "rung": self.rung,
            "starts": _ms(self.clock.starts_at) if shown else None,
            "ends": _ms(self.clock.ends_at) if shown else None,
            "left": _length(self.clock.left) if shown else None,
            "moves": _ms(self.moves_at),
            "now": _ms(now),
        }


ROUND = (
    *("number", "rung", "closed", "starts_at", "ends_at", "left", "moves_at", "looked", "held", "begun"),
)


def pulses(evenings: Collection[int]) -> dict[int, Pulse]:
    """Return the pulse of each evening, in one query, so that line and round are of one moment.

    Rounds come in order, so that the last one stays.
    """
    played = FilteredRelation("rounds", condition=Q(rounds__void=None))
    rows = Evening.objects.filter(pk__in=evenings).annotate(round=played).order_by("round__number")
    found = rows.values("pk", "seq", "stage", *(f"round__{name}" for name in ROUND))
    return {row["pk"]: _pulse(row) for row in found}


def _pulse(row: Mapping[str, Any]) -> Pulse:
    """Return the pulse of a row. Announced moves are told only if nothing was written since."""
    if row["round__number"] is None:
        return Pulse(row["pk"], row["seq"], row["stage"])
    stands = row["round__closed"] is None and row["round__looked"] == row["seq"]
    return Pulse(
        evening=row["pk"],
        seq=row["seq"],
        stage=row["stage"],
        round=row["round__number"],
        rung=row["round__rung"] is not None,
        clock=Clock(row["round__starts_at"], row["round__ends_at"], row["round__left"]),
        moves_at=row["round__moves_at"] if stands else None,
        held=row["round__held"],
        begun=row["round__begun"] is not None,
    )


def pulse_of(evening: Evening) -> Pulse:
    """Return the evening's pulse now."""
    return pulses([evening.pk])[evening.pk]


def _ms(when: datetime | None) -> int | None:
    return None if when is None else round(when.timestamp() * 1000)


def _length(left: timedelta | None) -> int | None:
    return None if left is None else round(left / SECOND * 1000)


# On PostgreSQL the server's clock decides, for several machines may share the server. Its time is read once a
# second and carried on by this machine's steady clock, so that a wrong clock of this machine changes nothing.
# On SQLite all processes are on one machine, and its clock decides.
#
# Each reading tells how far the deciding clock is ahead of the steady one, which nobody can set. When this
# jumps, the deciding clock was set: ``clock_follow`` in ``evening/services/journal.py`` follows.
ASK_EVERY = 1.0
"""Seconds for which an answer of the server is carried on."""

STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Linux leaves the time in which a machine slept out of the other one; macOS does not."""

BOOT_ID, TIME_NAMESPACE = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/time")


@dataclass(frozen=True)
class Reading:
    """The time, and the seconds by which the deciding clock is ahead of this machine's steady clock."""

    now: datetime
    offset: float


def now() -> datetime:
    """Return the time by the clock that decides."""
    return read().now


def read() -> Reading:
    """Read the time, with the offset by which it was found."""
    if of_server():
        offset = _server.offset()
        return Reading(datetime.fromtimestamp(_steady() + offset, UTC), offset)
    return _of_machine()


def of_server() -> bool:
    """Return whether the database's server decides the time, and not this machine."""
    return connection.vendor == "postgresql"


def ahead() -> float:
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


def _of_machine() -> Reading:
    global _last
    before, wall, after = _steady(), time.time(), _steady()
    _last = _narrowed(_last, wall - after, wall - before)
    return Reading(datetime.fromtimestamp(wall, UTC), _last)


_last: float | None = None
"""The offset of this machine's clock as it was last found."""


def _narrowed(known: float | None, low: float, high: float) -> float:
    """Return the known offset if it lies between these two, else their middle.

    The two are as far apart as the reading took.
    """
    return known if known is not None and low <= known <= high else (low + high) / 2


class _Server:
    """The offset of the server's clock. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: object = None
        self._offset = self._asked = 0.0

    def offset(self) -> float:
        given = connection.settings_dict
        of = given["HOST"], given["PORT"], given["NAME"]
        with self._lock:
            known = self._of == of
            if known and _steady() - self._asked < ASK_EVERY:
                return self._offset
        before = _steady()
        server = _ask()
        after = _steady()
        with self._lock:
            last = self._offset if known else None
            self._of, self._asked = of, after
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


MOST = 120
"""So many rounds are looked at, the newest first."""


def round_lengths(evening: Evening) -> tuple[timedelta, ...]:
    """Return how long rounds took, from start to start, that were played as those of ``evening`` are.

    In the same club, game and format, with the same clock and as many deals; in one query.
    """
    rows = (
        RoundRow.objects.filter(void=None, evening__club=evening.club_id, evening__rehearsal_of=None)
        .filter(evening__game=evening.game, evening__format=evening.format)
        .order_by("-evening__held_on", "-evening", "-number")
        .values_list("evening", "journal__at", "evening__chosen__minutes", "evening__chosen__deals")
    )
    alike = (evening.settings.minutes, evening.settings.deals)
    same = [(of, at) for of, at, minutes, deals in rows[:MOST] if (minutes or 0, deals or 1) == alike]
    return tuple(later - at for (of, later), (before, at) in pairwise(same) if of == before)
