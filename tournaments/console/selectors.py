"""The query for tasks due now: rounds by their clock, and moves that are decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F, Q

from tournaments.core.movement.clock import LAST_MINUTE
from tournaments.core.record import Stage
from tournaments.models import RoundRow


class DueKind(StrEnum):
    BEGIN = "begin"
    WARN = "warn"
    RING = "ring"
    LOOK = "look"  # a line was written since the last check whether people can move
    MOVE = "move"


@dataclass(frozen=True)
class DueTask:
    evening: int
    round: int
    kind: DueKind
    last_look: int
    seq: int
    """The evening's last journal line when the task was found due."""


def find_due_tasks(now: datetime, evening: int | None = None) -> tuple[DueTask, ...]:
    """Return the due tasks of the evening, or of all evenings, in one query."""
    ringing = Q(rung=None, ends_at__lte=now)
    warning = Q(rung=None, warned=None, ends_at__lte=now + LAST_MINUTE, ends_at__gt=now) & Q(
        starts_at__lt=F("ends_at") - LAST_MINUTE
    )
    beginning = Q(rung=None, begun=None, starts_at__lte=now)
    moving = Q(rung__isnull=False, held=False, evening__chosen__auto_moves__gt=0) & (
        ~Q(looked=F("evening__seq")) | Q(moves_at__lte=now)
    )
    rows = RoundRow.objects.filter(void=None, closed=None, evening__stage=Stage.PLAYING)
    rows = rows.filter(ringing | warning | beginning | moving)
    if evening is not None:
        rows = rows.filter(evening=evening)
    return tuple(
        DueTask(row.evening_id, row.number, kind, row.looked, row.evening.seq)
        for row in rows.select_related("evening").order_by("ends_at", "pk")
        for kind in _list_due_kinds(row, now)
    )


def _list_due_kinds(row: RoundRow, now: datetime) -> Iterator[DueKind]:
    """Yield the due tasks of the round, in order. After the bell's time, skip its start and its warning."""
    warns_at = row.clock.warns_at
    if row.rung_id:
        yield DueKind.LOOK if row.looked != row.evening.seq else DueKind.MOVE
    elif row.ends_at is not None and row.ends_at <= now:
        yield DueKind.RING
    else:
        if row.begun_id is None and row.starts_at is not None and row.starts_at <= now:
            yield DueKind.BEGIN
        if row.warned_id is None and warns_at is not None and warns_at <= now:
            yield DueKind.WARN
