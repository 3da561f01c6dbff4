"""How long the pages take that everybody asks for when something changed."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from django.urls import reverse

from tests.bench import scene
from tests.bench.client import Client
from tests.bench.figures import Row, median, ms
from tests.bench.processes import uvicorn
from tests.cast import Cast, Night
from tournaments.services.running.clock import clock_extend

GROUP = "Pages"
AT_ONCE = 8
AGAIN = {"hx-request": "true"}


def measure(
    cast: Cast, folder: Path, *, sizes: Sequence[int] = (26, 200), rounds: int = 3, asked: int = 9
) -> Iterator[Row]:
    with uvicorn(folder) as server:
        for players in sizes:
            night = scene.playing(cast, players, minutes=15)
            for _round in range(rounds):
                night.next_round()
            here = f"{players} players, round {rounds + 1}"
            for what, client, path, headers in _pages(cast, night, server.port):
                _ask(client, path, headers)
                new, same, size = [], [], 0
                for _time in range(asked):
                    _change(night)
                    taken, size = _ask(client, path, headers)
                    new.append(taken)
                    same.append(_ask(client, path, headers)[0])
                client.close()
                measured = f"{ms(median(new))}, again {ms(median(same))}, {size / 1024:.0f} KiB"
                yield Row(GROUP, f"{what} after a change, {here}", measured)
            yield Row(GROUP, f"all {players} phones after a change", _everybody(night, server.port))


def _pages(cast: Cast, night: Night, port: int) -> Iterator[tuple[str, Client, str, dict[str, str]]]:
    code, entry = night.evening.join_code, night.table(2)[0]
    yield "player's phone", Client(port), reverse("player", args=[code, entry]), AGAIN
    yield "projector", Client(port), reverse("hall", args=[code]), AGAIN
    alice = Client(port, scene.session_of(cast.alice))
    yield "organiser's page", alice, reverse("evening", args=[night.evening.pk]), {}


def _everybody(night: Night, port: int) -> str:
    """All players' phones ask as fast as they are answered, some at once."""
    paths = [reverse("player", args=[night.evening.join_code, entry]) for entry in night.seats()]
    clients = [Client(port) for _n in range(AT_ONCE)]

    def ask(number: int) -> None:
        for path in paths[number::AT_ONCE]:
            _ask(clients[number], path, AGAIN)
        clients[number].close()

    _change(night)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        began = time.monotonic()
        list(threads.map(ask, range(AT_ONCE)))
        lasted = time.monotonic() - began
    return f"{ms(lasted)}, {len(paths) / lasted:.0f}/s"


def _change(night: Night) -> None:
    clock_extend(night.by, round=night.round, seconds=1)


def _ask(client: Client, path: str, headers: dict[str, str]) -> tuple[float, int]:
    """How long it took, and how much came."""
    began = time.monotonic()
    answer = client.get(path, **headers)
    taken = time.monotonic() - began
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}\n{answer.body.decode()}")
    return taken, len(answer.body)
