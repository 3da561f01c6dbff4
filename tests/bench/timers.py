"""How late the bell rings: forty halls whose clocks end one after another, and all at the same instant."""

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tests.bench import scene
from tests.bench.figures import Row, median, ms, percentile
from tests.bench.listeners import Listeners
from tests.bench.processes import uvicorn, worker
from tests.cast import Cast, Night
from tournaments.base.fanout import schedule_look
from tournaments.bell.services.clock import clock_start
from tournaments.console.live import PREFIX
from tournaments.models import RoundRow

GROUP = "Timers"
PLAYERS = 8
GOAL = 1.0
"""Seconds after the deadline at which every phone knows."""


def measure(cast: Cast, folder: Path, *, many: int = 40, seconds: int = 4) -> Iterator[Row]:
    with uvicorn(folder) as web, worker(folder):
        for what, start in (
            (f"{many} that end within {seconds} s", _one_by_one),
            (f"{many} that end at the same instant", _together),
        ):
            halls = [scene.playing(cast, PLAYERS, minutes=15) for _hall in range(many)]
            paths = [f"{PREFIX}{hall.evening.join_code}/" for hall in halls]
            with Listeners(web.port, paths) as listeners:
                listeners.first('"seq"')
                start(halls, seconds)
                heard = listeners.first('"rung":true', seconds + 10)
            yield from _rows(what, halls, {n: one.on for n, one in heard.items()})


def _one_by_one(halls: list[Night], seconds: int) -> None:
    for hall in halls:
        clock_start(hall.by, round=1, seconds=seconds)
        time.sleep(seconds / len(halls))


def _together(halls: list[Night], seconds: int) -> None:
    """The service counts whole seconds from now, so the very same instant is written by hand."""
    for hall in halls:
        clock_start(hall.by, round=1, seconds=60 * 60)
    end = timezone.now() + timedelta(seconds=seconds)
    for hall in halls:
        RoundRow.objects.filter(evening=hall.evening).update(ends_at=end)
        schedule_look(hall.evening.pk, end)


def _rows(what: str, halls: list[Night], heard: dict[int, float]) -> Iterator[Row]:
    late, known = [], []
    for number, hall in enumerate(halls):
        played = RoundRow.objects.select_related("rung").get(evening=hall.evening, number=1)
        if played.rung is None or played.ends_at is None or number not in heard:
            yield Row(GROUP, what, f"hall {number} never heard its bell", "", "", False)
            return
        late.append((played.rung.at - played.ends_at).total_seconds())
        known.append(heard[number] - played.ends_at.timestamp())
    goal = f"p95 ≤ {ms(GOAL)}"
    for which, values in (("bell rung", late), ("on the phones", known)):
        p50, p95 = median(values), percentile(values, 0.95)
        measured = f"p50 {ms(p50)}, p95 {ms(p95)}, last {ms(max(values))}"
        yield Row(GROUP, f"{what}: {which} after its time", measured, "", goal, p95 <= GOAL)
