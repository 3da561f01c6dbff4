"""A person's record in a club of many results, as a process shows it that has shown none yet."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from django.core.management import call_command
from django.urls import reverse

from accounts.models import Player
from tests.bench import scene, season
from tests.bench.figures import Row, median, ms
from tests.bench.load import asked
from tests.bench.processes import uvicorn
from tests.cast import Cast
from tournaments.models import Settlement

GOAL = 0.15


def measure(
    cast: Cast, folder: Path, *, evenings: int = 57, people: int = 1000, often: int = 3
) -> Iterator[Row]:
    season.made(cast, evenings, people, present=1.0)
    call_command("ratings", stdout=sys.stderr)  # the rows go to stdout
    everybody = list(Player.objects.filter(club=cast.club).order_by("-pk")[:people])
    person = everybody[-1]
    path = reverse("player-record", args=[cast.club.pk, person.pk])
    results = Settlement.objects.count()
    first, after = list[float](), list[float]()
    for process in range(often):
        with uvicorn(folder) as server:
            alice = scene.signed_in(server.port, cast.alice)
            asked(alice, reverse("home"))  # so that Django has loaded what all pages need
            first.append(asked(alice, path))
            season.played(cast, evenings + process, everybody, Random(process))
            after.append(asked(alice, path))
    group = scene.named("Record, uvicorn")
    for what, took in (("the first page of a new process", first), ("after another evening", after)):
        yield Row(
            group, f"{what}, {results:,} results", ms(median(took)), "", f"≤ {ms(GOAL)}", median(took) <= GOAL
        )
