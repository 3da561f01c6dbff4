"""How long the pages take that everybody in the hall asks for when something changed."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from django.urls import reverse

from tests.bench import scene
from tests.bench.client import Client
from tests.bench.figures import Row, ms
from tests.bench.load import asked, medians
from tests.bench.processes import uvicorn
from tests.cast import Cast, Night
from tournaments.bell.services.clock import clock_extend

GROUP = "Phones, uvicorn, SQLite"
AT_ONCE = 8


def measure(
    cast: Cast, folder: Path, *, sizes: Sequence[int] = (26, 200), rounds: int = 3, often: int = 9
) -> Iterator[Row]:
    with uvicorn(folder) as server:
        for players in sizes:
            night = scene.playing(cast, players, minutes=15)
            for _round in range(rounds):
                night.next_round()
            here = f"{players} players, round {rounds + 1}"
            code, entry, client = night.evening.join_code, night.table(2)[0], Client(server.port)
            for what, path in (
                ("player's phone", reverse("player", args=[code, entry])),
                ("projector", reverse("hall", args=[code])),
            ):
                first, again = medians(
                    often, partial(_after_a_change, night, client, path), partial(_part, client, path)
                )
                yield Row(GROUP, f"{what} after a change, {here}", f"{ms(first)}, again {ms(again)}")
            yield Row(GROUP, f"all {players} phones after a change", _everybody(night, server.port))


def _everybody(night: Night, port: int) -> str:
    """All players' phones ask as fast as they are answered, some at once."""
    paths = [reverse("player", args=[night.evening.join_code, entry]) for entry in night.seats()]

    def ask(number: int) -> None:
        client = Client(port)
        for path in paths[number::AT_ONCE]:
            _part(client, path)
        client.close()

    _change(night)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        began = time.monotonic()
        list(threads.map(ask, range(AT_ONCE)))
        lasted = time.monotonic() - began
    return f"{ms(lasted)}, {len(paths) / lasted:.0f}/s"


def _after_a_change(night: Night, client: Client, path: str) -> float:
    _change(night)
    return _part(client, path)


def _change(night: Night) -> None:
    clock_extend(night.by, round=night.round, seconds=1)


def _part(client: Client, path: str) -> float:
    """The part of the page that changes."""
    return asked(client, path, **{"hx-request": "true"})
