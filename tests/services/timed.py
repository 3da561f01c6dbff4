"""Time passes in an evening: services take the time themselves, so what is written is set back instead."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from tests.cast import Night
from tournaments.console.selectors import find_due_tasks
from tournaments.console.services import run_due_tasks
from tournaments.evening.selectors.evening import LiveState, load_live_state
from tournaments.evening.services.evenings import evening_change
from tournaments.models import Journal, RoundRow

TIMES = ("starts_at", "ends_at", "moves_at")


def later(night: Night, seconds: float) -> None:
    """So many seconds pass."""
    back = timedelta(seconds=seconds)
    RoundRow.objects.filter(evening=night.evening).update(**{name: F(name) - back for name in TIMES})
    Journal.objects.filter(evening=night.evening).update(at=F("at") - back)


def row(night: Night) -> Any:
    """The evening's present round; what a test reads of it is there."""
    return RoundRow.objects.filter(evening=night.evening, void=None).order_by("-number")[0]


def left(night: Night) -> int:
    """Seconds left on its clock, to the nearest."""
    remaining: timedelta = row(night).clock.measure_remaining(timezone.now())
    return round(remaining.total_seconds())


def pulse(night: Night) -> LiveState:
    return load_live_state(night.evening)


def wake(night: Night, seconds: float = 0) -> int:
    """So many seconds pass, then the program does what is due; how much was done."""
    later(night, seconds)
    return run_due_tasks(timezone.now(), night.evening.pk)


def wakes(night: Night, *seconds: float) -> list[int]:
    return [wake(night, each) for each in seconds]


def waits(night: Night) -> list[str]:
    return [str(one.kind) for one in find_due_tasks(timezone.now(), night.evening.pk)]


def verbs(night: Night, since: int = 0) -> list[str]:
    """What the journal says after that line."""
    lines = Journal.objects.filter(evening=night.evening, seq__gt=since)
    return list(lines.order_by("seq").values_list("verb", flat=True))


def near(one: datetime | None, other: datetime, seconds: float = 2.0) -> bool:
    return one is not None and abs((one - other).total_seconds()) < seconds


def change(night: Night, **settings: Any) -> None:
    """The organiser sets these otherwise."""
    night.evening.refresh_from_db()
    chosen = replace(night.evening.settings, **settings)
    evening_change(night.by, name="x", held_on=date(2026, 1, 8), settings=chosen)
