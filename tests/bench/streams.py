"""How soon every stream knows of something that was written, beside streams that do nothing else."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from django.db import transaction

from tests.bench import scene
from tests.bench.client import Client
from tests.bench.figures import Row, median, ms, percentile, times
from tests.bench.listeners import Listeners
from tests.bench.processes import Server, uvicorn
from tests.cast import Cast, Night
from tournaments.bell.services.clock import clock_extend, clock_start
from tournaments.console.live import PREFIX

GROUP = "Streams"
GOAL = 2.0
BETWEEN = 0.1
FRAME = (
    'data: {"seq":%d,"stage":"playing","round":1,"rung":false,"starts":1700000000000,"ends":1700000000000,'
)
FRAME += '"left":null,"moves":null,"now":1700000000000,"spread":16000}\n\n'


class Source(Protocol):
    """Where events come from: the address of its streams, and how to make one happen."""

    path: str

    def fire(self) -> tuple[float, str]:
        """When it had happened, and what tells that a stream knows of it."""


class Hall:
    """A round is given more time by another process, as its bell is rung by one: it comes by the broker."""

    def __init__(self, night: Night) -> None:
        self.night, self.path = night, f"{PREFIX}{night.evening.join_code}/"

    def fire(self) -> tuple[float, str]:
        committed: list[float] = []
        with transaction.atomic():
            transaction.on_commit(lambda: committed.append(time.monotonic()))
            line = clock_extend(self.night.by, round=1, seconds=60)
        return committed[0], f'"seq":{line.seq},'


class Bare:
    """A request with the bytes that every stream is sent."""

    path = f"{PREFIX}bare/"
    """The server counts it among its streams, as ours."""

    def __init__(self, server: Server) -> None:
        self.client, self.seq = Client(server.port), 0

    def fire(self) -> tuple[float, str]:
        self.seq += 1
        began = time.monotonic()
        self.client.post("/", (FRAME % self.seq).encode())
        return began, f'"seq":{self.seq},'


class Fan:
    """So many streams, open, and what was seen of them."""

    def __init__(self, server: Server, source: Source, size: int) -> None:
        self.source = source
        with Listeners(server.port, [source.path]) as one:  # so that all is loaded
            one.first('"seq"')
            before = server.memory
        self.listeners = Listeners(server.port, [source.path] * size)
        first = self.listeners.first('"seq"')
        _all(first, size)
        self.opened = max(heard.at for heard in first.values()) - self.listeners.began
        self.memory, self.threads = (server.memory - before) / size, server.threads
        self.seen: list[list[float]] = []

    def event(self) -> None:
        """Make it happen, and note after how long each stream knew."""
        time.sleep(BETWEEN)
        happened, tells = self.source.fire()
        heard = self.listeners.first(tells, 10)
        _all(heard, self.listeners.many)
        self.seen.append([one.at - happened for one in heard.values()])

    def at(self, share: float) -> float:
        """The time in which that share of the streams knew: the median event's."""
        return median(percentile(one, share) for one in self.seen)


def measure(
    cast: Cast, folder: Path, *, sizes: Sequence[int] = (500, 2000), events: int = 12
) -> Iterator[Row]:
    night = scene.playing(cast, 26, minutes=15)
    clock_start(night.by, round=1, seconds=60 * 60)
    for size in sizes:
        with ExitStack() as open_:
            ours = open_.enter_context(uvicorn(folder))
            bare = open_.enter_context(uvicorn(folder, "tests.bench.bare_streams:application"))
            fans = [Fan(ours, Hall(night), size), Fan(bare, Bare(bare), size)]
            for fan in fans:
                open_.enter_context(fan.listeners)
            for _event in range(events):  # in turn, so that what else the machine does meets both
                for fan in fans:
                    fan.event()
            yield from _rows(size, *fans)


def _rows(size: int, ours: Fan, bare: Fan) -> Iterator[Row]:
    for share, goal in ((0.5, 0.0), (0.99, GOAL)):
        mine, theirs = ours.at(share), bare.at(share)
        beside, met = f"{ms(theirs)}: {times(mine / theirs)}", mine / theirs <= goal if goal else None
        what = f"one event to {size:,} streams, p{share * 100:.0f}"
        yield Row(GROUP, what, ms(mine), beside, f"within {times(goal)}" if goal else "", met)
    for what, measured, beside in (
        ("opened at once, until each knows", ms(ours.opened), ms(bare.opened)),
        ("memory of each", f"{ours.memory / 1024:.1f} KiB", f"{bare.memory / 1024:.1f} KiB"),
        ("threads of the server", str(ours.threads or "–"), str(bare.threads or "–")),
    ):
        yield Row(GROUP, f"{size:,} streams, {what}", measured, beside)


def _all(heard: Mapping[int, object], size: int) -> None:
    if len(heard) < size:
        raise RuntimeError(f"{size - len(heard)} of {size} streams heard nothing.")
