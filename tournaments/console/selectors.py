"""The query for what is due by now: rounds by their clock, and moves that are decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F, Q

from tournaments.core.movement.clock import LAST_MINUTE
from tournaments.core.record import Stage
from tournaments.models import RoundRow


class What(StrEnum):
    BEGIN = "begin"
    WARN = "warn"
    RING = "ring"
    LOOK = "look"  # something was written since the program last looked whether people can move
    MOVE = "move"


@dataclass(frozen=True)
class Due:
    evening: int
    round: int
    what: What
    looked: int
    seq: int
    """The evening's last journal line when this was found due."""


def due(now: datetime, evening: int | None = None) -> tuple[Due, ...]:
    """Return what is due in the evening, or in any, in one query."""
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
        Due(row.evening_id, row.number, what, row.looked, row.evening.seq)
        for row in rows.select_related("evening").order_by("ends_at", "pk")
        for what in _of(row, now)
    )


def _of(row: RoundRow, now: datetime) -> Iterator[What]:
    """Yield what is due in the row, in order. What should have been before the bell is left out."""
    warns_at = row.clock.warns_at
    if row.rung_id:
        yield What.LOOK if row.looked != row.evening.seq else What.MOVE
    elif row.ends_at is not None and row.ends_at <= now:
        yield What.RING
    else:
        if row.begun_id is None and row.starts_at is not None and row.starts_at <= now:
            yield What.BEGIN
        if row.warned_id is None and warns_at is not None and warns_at <= now:
            yield What.WARN
