"""Pages that a browser has already, beside ready bytes of the same server."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path

from django.db import connection
from django.urls import reverse

from tests.bench import long, scene
from tests.bench.client import Client
from tests.bench.figures import Row
from tests.bench.load import Run, in_turn, rated
from tests.bench.processes import BARE, BARE_PAGES, gunicorn, uvicorn
from tests.cast import Cast

GOAL = 0.60


def measure(
    cast: Cast, folder: Path, *, seconds: float = 3.0, people: int = 200, rounds: int = 16
) -> Iterator[Row]:
    """On PostgreSQL with gunicorn, else with uvicorn."""
    night = long.evening(cast, people, rounds)
    many = connection.vendor == "postgresql"
    group = scene.named(f"Unchanged pages, {'gunicorn' if many else 'uvicorn'}")
    with ExitStack() as open_:
        ours = open_.enter_context(gunicorn(folder) if many else uvicorn(folder))
        bare = open_.enter_context(gunicorn(folder, **BARE) if many else uvicorn(folder, BARE_PAGES, **BARE))
        alice, phone, plain = scene.signed_in(ours.port, cast.alice), Client(ours.port), Client(bare.port)
        runs = {
            "organiser's page": _again(alice, reverse("evening", args=[night.evening.pk])),
            "standings": _again(alice, reverse("standings", args=[night.evening.pk])),
            "hall": _again(phone, reverse("hall", args=[night.evening.join_code]), {"hx-request": "true"}),
        }
        ready = Run([(plain, repeat(plain.request("GET", "/ready/")))])
        in_turn([ready, *runs.values()], seconds)
        for what, run in runs.items():
            yield rated(group, f"{what}, {people} people, round {rounds}: {run.status}", run, ready, GOAL)


def _again(client: Client, path: str, headers: dict[str, str] | None = None) -> Run:
    """The same page again, by its ETag."""
    named = {"if-none-match": client.get(path, **(headers or {})).header("etag"), **(headers or {})}
    request = client.request("GET", path, headers=named)
    return Run([(client, repeat(request))], client.send(request).status)
