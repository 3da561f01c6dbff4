"""Many clients record results at once: in one evening, across evenings, and all tables of one evening."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from tests.bench import results, scene
from tests.bench.client import Client
from tests.bench.figures import Row, median, ms, percentile, times
from tests.bench.load import Run, in_turn, rated, timed
from tests.bench.processes import BARE, gunicorn
from tests.cast import Cast

TOGETHER, APART, TAIL = 1.4, 1.7, 5.0
"""At least so many times the rate of one client, in one evening and across; p99 at most so many times p50."""
WITHIN, DONE = 2.0, 3.0
"""Seconds in which all tables of an evening send a result, and in which all are recorded."""


def measure(
    cast: Cast,
    folder: Path,
    *,
    seconds: float = 4.0,
    clients: int = 16,
    rounds: int = 8,
    tables: int = 167,
    waves: int = 3,
) -> Iterator[Row]:
    group = scene.named("Results at once, gunicorn")
    people = scene.players_at(clients + 1)
    with gunicorn(folder) as ours, gunicorn(folder, **BARE) as bare:
        sam = scene.signed_in(ours.port, cast.sam)
        (night,), apart = (results.evenings(cast, people, rounds, many=many) for many in (1, clients))
        phones = [Client(ours.port, sam.cookies) for _client in range(clients)]
        one = Run([(sam, results.deals(sam, results.evenings(cast, people, rounds, many=1)))], 302)
        together = Run(
            [(phone, results.deals(phone, [night], n, clients)) for n, phone in enumerate(phones)], 302
        )
        across = Run(
            [(phone, results.deals(phone, [one])) for phone, one in zip(phones, apart, strict=True)], 302
        )
        plain = Run([(phone := Client(bare.port), results.names(phone)) for _client in range(clients)])
        in_turn([one, together, across, plain], seconds)
        for what, run, least in (
            ("in one evening", together, TOGETHER),
            (f"in {clients} evenings", across, APART),
        ):
            yield rated(group, f"{clients} clients {what}, beside one client", run, one, least)
            p50, p99 = median(run.taken), percentile(run.taken, 0.99)
            shown = f"p50 {ms(p50)}, p99 {ms(p99)}: {times(p99 / p50)}"
            yield Row(
                group, f"{clients} clients {what}", shown, "", f"within {times(TAIL)}", p99 / p50 <= TAIL
            )
        yield rated(group, f"bare inserts of {clients} clients, beside one client's results", plain, one)
        yield _wave(group, cast, sam, tables, waves)


def _wave(group: str, cast: Cast, sam: Client, tables: int, waves: int) -> Row:
    """All tables but the head table send a deal, at times that are spread evenly; the slowest wave counts."""
    (night,) = results.evenings(cast, scene.players_at(tables + 1), 2, many=1)
    phones = [Client(sam.port, sam.cookies) for _table in range(tables)]
    sent = [results.deals(phone, [night], n, tables) for n, phone in enumerate(phones)]
    lasted, taken = list[float](), list[float]()
    for wave in range(waves):
        requests = [next(one) for one in sent]
        when = [WITHIN * n / tables for n in range(tables)]
        Random(wave).shuffle(when)
        began = time.monotonic() + 0.2

        def send(phone: Client, request: bytes, after: float, began: float = began) -> tuple[float, float]:
            time.sleep(max(0.0, began + after - time.monotonic()))
            took, answer = timed(phone, request)
            if answer.status != 302:
                raise RuntimeError(f"{answer.head}\n{answer.body.decode()}")
            return took, time.monotonic()

        with ThreadPoolExecutor(tables) as threads:
            done = list(threads.map(send, phones, requests, when))
        taken += [took for took, _end in done]
        lasted.append(max(end for _took, end in done) - began)
    shown = f"{max(lasted):.2f} s, each p50 {ms(median(taken))}, p99 {ms(percentile(taken, 0.99))}"
    what = f"{tables} tables of one evening within {WITHIN:.0f} s: all done"
    return Row(group, what, shown, "", f"≤ {DONE:.0f} s", max(lasted) <= DONE)
