"""The bell of a large hall, and the next game drawn and saved: over HTTP."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from uuid import uuid4

import django.test
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.bench import long, scene
from tests.bench.client import Client
from tests.bench.figures import Row, median, ms, times
from tests.bench.load import timed
from tests.bench.processes import uvicorn
from tests.cast import Cast, Night

BELL = 0.5
"""Seconds for the preview and the moves of 1,000 people."""
PEER = {48: 0.102, 200: 1.232, 1000: 49.975}
"""Seconds of the nearest peer's Swiss draw, measured once: docs/bench.md."""
FASTER: dict[str, dict[int, int]] = {"swiss": {48: 5, 1000: 100}, "rotation": {48: 3, 1000: 60}}


def measure(
    cast: Cast,
    folder: Path,
    *,
    sizes: Sequence[int] = (100, 1000),
    rounds: int = 12,
    drawn: Sequence[int] = (48, 200, 1000),
    games: int = 3,
) -> Iterator[Row]:
    bell, draw = (scene.named(what) for what in ("Bell, uvicorn", "Draw, uvicorn"))
    with uvicorn(folder) as server:
        alice = scene.signed_in(server.port, cast.alice)
        counts = []
        for people in sizes:
            night = long.evening(cast, people, rounds)
            turns = [_turn(alice, night) for _game in range(games)]
            looked, applied = (median(each) for each in zip(*turns, strict=True))
            both = looked + applied
            goal, met = (f"≤ {ms(BELL)}", both <= BELL) if people == max(sizes) else ("", None)
            what = f"{people:,} people, preview {ms(looked)} and moves {ms(applied)}"
            yield Row(bell, what, ms(both), "", goal, met)
            counts.append(_queries(cast, night))
        measured, at = " and ".join(map(str, dict.fromkeys(counts))), " and ".join(map(str, sizes))
        yield Row(bell, f"queries of both, at {at} people", measured, "", "the same", len({*counts}) == 1)
        for format, faster in FASTER.items():
            for people in drawn:
                halls = [scene.playing(cast, people, format, f"{n}", games=8, people=5) for n in range(games)]
                took = median(_drawn(alice, night) for night in halls)
                yield _beside_the_peer(draw, f"{format}, {people:,} people", took, people, faster)


def _turn(alice: Client, night: Night) -> tuple[float, float]:
    """A round is played and rung; the seconds of the page that shows the moves, and of making them."""
    _rung(alice, night)
    looked, page = timed(alice, alice.request("GET", reverse("evening", args=[night.evening.pk])))
    (seen,) = re.findall(rb'name="seen" value="(\d+)"', page.body)
    return looked, _applied(alice, night, seen=seen.decode(), request_key=uuid4())


def _drawn(alice: Client, night: Night) -> float:
    """A round is played and rung; the seconds of drawing the next one and saving it."""
    _rung(alice, night)
    return _applied(alice, night)


def _rung(alice: Client, night: Night) -> None:
    long.play(night)
    pk, round = night.evening.pk, night.round
    alice.send(alice.form(reverse("bell-ring", args=[pk, round])))
    alice.send(alice.form(reverse("cuts-draw", args=[pk])))


def _applied(alice: Client, night: Night, **fields: object) -> float:
    pk, round = night.evening.pk, night.round
    took, answer = timed(alice, alice.form(reverse("moves-apply", args=[pk, round]), fields))
    if night.round != round + 1:
        page = alice.get(reverse("evening", args=[pk]))
        raise RuntimeError(f"{answer.head}\n{page.body.decode()}")
    return took


def _queries(cast: Cast, night: Night) -> int:
    """Of the page that shows the moves and of making them, by a process that has seen nothing of them."""
    client = django.test.Client(SERVER_NAME="localhost")
    client.force_login(cast.alice)
    long.play(night)
    pk, round = night.evening.pk, night.round
    client.post(reverse("bell-ring", args=[pk, round]))
    client.post(reverse("cuts-draw", args=[pk]))
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("evening", args=[pk]))
        client.post(reverse("moves-apply", args=[pk, round]))
    return len(queries)


def _beside_the_peer(group: str, what: str, took: float, people: int, faster: Mapping[int, int]) -> Row:
    peer = PEER.get(people)
    if peer is None:
        return Row(group, what, ms(took))
    least = faster.get(people)
    goal, met = ("", None) if least is None else (f"at least {least} ×", peer / took >= least)
    return Row(group, what, ms(took), f"{ms(peer)}: {times(peer / took)} faster", goal, met)
