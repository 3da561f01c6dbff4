"""The clock that decides was set: running rounds keep their remaining time.

Every process compares that clock with its machine's steady one, before each command and each sweep. Whoever
notices a step first moves the times of all running rounds by it and writes a line into each evening, in one
transaction under the lock of the references. A process that notices it later finds there that it was done.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from tournaments.base import outbox
from tournaments.core.movement.clock import LAST_MINUTE
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.program_clock import Reading
from tournaments.models import ClockReference, Evening, Journal, RoundRow

STEP = 0.5
"""Seconds from which a difference is a step, and no inexact reading."""

DRIFT = 0.2
"""Seconds by which two machines' clocks come apart until the reference is written anew."""

FORGOTTEN = timedelta(days=30)

log = logging.getLogger(__name__)


@dataclass
class _Known:
    """What this process knows: the offset that it last saw, and the one that it last wrote or read."""

    seen: float | None = None
    stored: float | None = None


_known = _Known()


def clock_follow(*, keep: bool = False) -> datetime:
    """The time, after running rounds have followed a step of the clock, if there was one.

    ``keep``: the worker's, which also keeps the reference for processes that start later.
    """
    reading = program_clock.read()
    seen, stored = _known.seen, _known.stored
    if (
        (seen is not None and abs(reading.offset - seen) >= STEP)
        or (keep and stored is None)
        or (keep and stored is not None and abs(reading.offset - stored) >= DRIFT)
    ):
        _catch_up(reading)
    _known.seen = reading.offset
    return reading.now


@transaction.atomic
def _catch_up(reading: Reading) -> None:
    machine = program_clock.machine()
    kept = dict(ClockReference.objects.select_for_update().values_list("machine", "offset"))
    before = kept.get(machine, _known.seen) if machine else _known.seen
    step = 0.0 if before is None else reading.offset - before
    if abs(step) >= STEP:
        log.warning("The clock was set by %+.1f s: running rounds keep their remaining time.", step)
        ClockReference.objects.exclude(machine=machine).update(offset=F("offset") + step)
        _shift(timedelta(seconds=step), reading.now)
    if machine:
        ClockReference.objects.filter(seen_at__lt=reading.now - FORGOTTEN).delete()
        ClockReference.objects.update_or_create(machine=machine, defaults={"offset": reading.offset})
    _known.stored = reading.offset


def _shift(step: timedelta, now: datetime) -> None:
    """Move what is to come in every running round. Moves that were announced are announced anew."""
    runs = Q(rung=None, ends_at__isnull=False) | Q(rung__isnull=False, moves_at__isnull=False)
    rows = RoundRow.objects.filter(runs, void=None, closed=None, evening__stage=Stage.PLAYING)
    for pk in sorted(rows.values_list("evening", flat=True)):
        evening = Evening.objects.select_for_update().filter(pk=pk).first()
        row = rows.filter(evening=evening).first()
        if evening is None or row is None:  # somebody wrote meanwhile, or threw a rehearsal away
            continue
        evening.seq += 1
        evening.save(update_fields=["seq"])
        payload = {"round": row.number, "seconds": round(step.total_seconds())}
        Journal.objects.create(evening=evening, seq=evening.seq, verb="clock_set", at=now, payload=payload)
        wakes = []
        if row.rung_id is None and row.ends_at is not None:
            row.starts_at = row.starts_at + step if row.starts_at else None
            row.ends_at += step
            row.save(update_fields=["starts_at", "ends_at"])
            wakes = [when for when in (row.ends_at - LAST_MINUTE, row.ends_at) if when > now]
        outbox.tell(evening.pk, evening.seq, wakes)
