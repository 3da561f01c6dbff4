"""The look at all clocks that the worker takes twice a second: a thousand rounds are open, one is due."""

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.bench import scene
from tests.bench.figures import Row, median, ms
from tests.cast import Cast
from tournaments.console.services import run_due_tasks
from tournaments.core.record import Stage
from tournaments.models import Evening, Journal, RoundRow

GROUP = "Sweep"


def measure(cast: Cast, _folder: Path, *, many: int = 1000, looks: int = 7) -> Iterator[Row]:
    now = timezone.now()
    evenings = Evening.objects.bulk_create(
        Evening(club=cast.club, name=f"Hall {n}", stage=Stage.PLAYING, seq=1) for n in range(many)
    )
    lines = Journal.objects.bulk_create(Journal(evening=hall, seq=1, verb="seated") for hall in evenings)
    RoundRow.objects.bulk_create(
        RoundRow(
            evening=line.evening,
            number=1,
            journal=line,
            begun=line,
            starts_at=now,
            ends_at=now + timedelta(hours=1),
        )
        for line in lines
    )
    idle, busy = [], []
    for _look in range(looks):
        idle.append(_look_takes(0))
        hall = scene.playing(cast, 8)
        RoundRow.objects.filter(evening=hall.evening).update(ends_at=now)
        busy.append(_look_takes(1))
    with CaptureQueriesContext(connection) as captured:
        run_due_tasks(timezone.now())
    asked = len(captured.captured_queries)
    yield Row(GROUP, f"{many:,} open rounds, none due", f"{ms(median(idle))}, {asked} query")
    yield Row(GROUP, f"{many:,} open rounds, one due: found and rung", ms(median(busy)))


def _look_takes(due: int) -> float:
    began = time.monotonic()
    assert run_due_tasks(timezone.now()) == due
    return time.monotonic() - began
