"""The standing of a large hall after a long evening: computed, shown, and asked for again."""

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import django.test
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from tests.bench import long
from tests.bench.figures import Row, ms, times
from tests.cast import Cast, Night
from tournaments.core.evening import Facts
from tournaments.core.record import StakeKind
from tournaments.core.results.standings import standing
from tournaments.facts.running.evening import load_facts
from tournaments.models import DealLine, EntryRow

COMPUTED, SHOWN, MOST_QUERIES = 2.0, 2.5, 6
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def measure(
    cast: Cast, folder: Path, *, sizes: Sequence[int] = (100, 1000), rounds: int = 24, asked: int = 15
) -> Iterator[Row]:
    group = f"Standings, {NAMES[connection.vendor]}, {rounds} rounds"
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)  # as config/asgi.py
    counts = []
    for players in sizes:
        of = _Hall(cast, long.evening(cast, players, rounds))
        here, goals = f"{players:,} players", (COMPUTED, SHOWN) if players == max(sizes) else (None, None)
        ours, plain = in_turn(of.computed, of.folded, asked)
        yield beside(group, f"computed from what is in memory, {here}", ours, plain, goals[0])
        ours, plain = in_turn(of.page, of.bare, asked)
        yield beside(group, f"the page, {here}", ours, plain, goals[1])
        with CaptureQueriesContext(connection) as queries:
            of.tag = of.page().headers["ETag"]
        counts.append(len(queries))
        again, _nothing = in_turn(of.page, int, asked)
        yield Row(group, f"the page again, nothing changed, {here}", f"{ms(again)}, {of.page().status_code}")
    same = len(set(counts)) == 1
    yield Row(
        group,
        f"queries of the page, at {' and '.join(f'{players:,}' for players in sizes)} players",
        str(counts[-1]) if same else ", ".join(map(str, counts)),
        goal=f"the same, at most {MOST_QUERIES}",
        met=same and counts[0] <= MOST_QUERIES,
    )


class _Hall:
    """One evening, in the ways in which it is measured. ``tag``: the page that the browser has."""

    def __init__(self, cast: Cast, night: Night) -> None:
        self.settings, self.pk = night.evening.settings, night.evening.pk
        self.path, self.facts = reverse("standings", args=[self.pk]), load_facts(self.pk)
        self.client, self.tag = django.test.Client(SERVER_NAME="localhost"), ""
        self.client.force_login(cast.alice)

    def computed(self) -> None:
        standing(self.facts, Counter(chip.entry for chip in self.facts.chips.taken))

    def page(self) -> Any:
        return self.client.get(self.path, headers={"if-none-match": self.tag})

    def folded(self) -> None:
        folded(self.facts)

    def bare(self) -> None:
        bare(self.pk)


def beside(group: str, what: str, ours: float, plain: float, goal: float | None) -> Row:
    """In a small hall what every page costs is most of it, and there is no goal."""
    ratio = ours / plain
    shown = ms(ours), f"{ms(plain)}: {times(ratio)}"
    return Row(group, what, *shown, f"within {times(goal)}" if goal else "", ratio <= goal if goal else None)


def in_turn(ours: Callable[[], object], plain: Callable[[], object], asked: int) -> tuple[float, float]:
    """How long each takes at its quickest, for what else the machine does can only add to it; in turns."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _time in range(asked):
        for which, run in enumerate((ours, plain)):
            began = time.perf_counter()
            run()
            taken[which].append(time.perf_counter() - began)
    return min(taken[0]), min(taken[1])


# What stands beside it: the same figures by the shortest way


def folded(facts: Facts) -> list[tuple[object, ...]]:
    """Of everybody: place, figures and table, and which figure sets the next below; from the facts."""
    held, fresh, chips, tables = dict[int, int](), dict[int, int](), dict[int, int](), dict[int, int]()
    for stake in facts.stakes:
        held[stake.entry] = held.get(stake.entry, 0) + stake.counters
        if stake.kind is StakeKind.FRESH:
            fresh[stake.entry] = fresh.get(stake.entry, 0) + 1
    last = max(seat.round for seat in facts.seats)
    for seat in facts.seats:
        if seat.round == last:
            tables[seat.entry] = seat.position
    for pool in facts.pools:
        for line in pool.lines:
            held[line.entry] = held.get(line.entry, 0) + (line.counters or 0)
            if line.won and pool.position == 1:
                chips[line.entry] = chips.get(line.entry, 0) + 1
    rows = _placed(held, chips)
    return [
        (*row, fresh.get(row[1], 0), tables.get(row[1]), "net" if row[2] != below[2] else "yellow")
        for row, below in zip(rows, [*rows[1:], rows[-1]], strict=True)
    ]


def _placed(held: dict[int, int], chips: dict[int, int]) -> list[tuple[int, int, int, int]]:
    best = sorted(held, key=lambda entry: (-held[entry], -chips.get(entry, 0)))
    rows: list[tuple[int, int, int, int]] = []
    for at, entry in enumerate(best, start=1):
        figures = held[entry], chips.get(entry, 0)
        place = rows[-1][0] if rows and rows[-1][2:] == figures else at
        rows.append((place, entry, *figures))
    return rows


def bare(evening: int) -> str:
    """The same lines loaded, added up and written as rows of a table."""
    names = dict(EntryRow.objects.filter(evening=evening).values_list("id", "name"))
    held, chips = dict.fromkeys(names, 50), dict[int, int]()
    lines = DealLine.objects.filter(version__deal__round__evening=evening, version__deal__void=None)
    for entry, counters, won, position in lines.order_by().values_list(
        "entry", "counters", "won", "version__deal__position"
    ):
        held[entry] += counters or 0
        if won and position == 1:
            chips[entry] = chips.get(entry, 0) + 1
    return "".join(
        f"<tr><td>{place}</td><td>{escape(names[entry])}</td><td>{yellow}</td><td>{net}</td></tr>"
        for place, entry, net, yellow in _placed(held, chips)
    )
