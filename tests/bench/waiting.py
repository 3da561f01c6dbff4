"""What waits over all clubs in the administration: the first look at many new results, and later looks."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from django.urls import reverse

from accounts.clubs.services import club_create
from accounts.models import Club, Player, User
from tests.bench import scene, season
from tests.bench.figures import Row, ms
from tests.bench.load import asked, medians
from tests.bench.processes import uvicorn
from tests.cast import Cast
from tournaments.core.record import Stage
from tournaments.models import Evening

QUERIES = 30
PEOPLE = 26


def measure(
    cast: Cast, folder: Path, *, clubs: int = 30, evenings: int = 200, often: int = 7
) -> Iterator[Row]:
    User.objects.filter(pk=cast.alice.pk).update(is_staff=True, is_superuser=True)
    made(cast, clubs, evenings)
    path, group = reverse("admin:tournaments_evening_waiting"), scene.named("What waits, uvicorn")
    counts = [scene.queries(cast, path) for _look in range(2)]
    for what, count in zip(("first look", "again"), counts, strict=True):
        told = f"queries, {clubs} clubs, {evenings} evenings, {what}"
        yield Row(group, told, str(count), "", f"at most {QUERIES}", count <= QUERIES)
    with uvicorn(folder) as server:
        alice = scene.signed_in(server.port, cast.alice)
        (took,) = medians(often, lambda: asked(alice, path))
    yield Row(group, f"a look, {clubs} clubs, {evenings} evenings", ms(took))


def made(cast: Cast, clubs: int, evenings: int) -> None:
    """Make evenings of many clubs: every fifth is still under way."""
    random = Random(clubs)
    for number in range(clubs):
        club = club_create(owner=cast.alice, name=f"Club {number}")
        Player.objects.bulk_create(Player(club=club, name=f"p{n:02}") for n in range(PEOPLE))
    everybody = {club: list(club.players.all()) for club in Club.objects.filter(name__startswith="Club ")}
    for number in range(evenings):
        club = list(everybody)[number % clubs]
        evening = season.played(cast, number, everybody[club], random)
        stage = Stage.PLAYING if number % 5 == 4 else Stage.FINISHED
        Evening.objects.filter(pk=evening.pk).update(club=club, stage=stage)
