"""How the memory of a web process grows: evenings of 12 rounds one after another, for ten minutes."""

import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Row, median
from tests.bench.memory import evenings, resident
from tests.bench.processes import uvicorn
from tests.cast import Cast

GOAL = 0.05
WARM_UP = 0.2
"""The part of the time after which memory should stay."""
FEW = 5


def measure(cast: Cast, folder: Path, *, minutes: float = 10.0) -> Iterator[Row]:
    with uvicorn(folder) as server:
        hall, began, seen = evenings(cast, server.port), time.monotonic(), list[tuple[float, float]]()
        while not seen or seen[-1][0] < minutes:
            next(hall)
            seen.append(((time.monotonic() - began) / 60, resident(server.pid)))
    after = [memory for at, memory in seen if at > WARM_UP * minutes] or [seen[-1][1]]
    warm, last = median(after[:FEW]), median(after[-FEW:])
    growth = last / warm - 1
    yield Row(
        "Soak, uvicorn, SQLite",
        f"memory of the web process after {len(seen)} evenings in {minutes:g} minutes",
        f"{last:.1f} MiB: {growth:+.1%}",
        f"{warm:.1f} MiB after {WARM_UP * minutes:g} minutes",
        f"at most {GOAL:+.0%}",
        growth <= GOAL,
    )
