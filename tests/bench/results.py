"""Results recorded by the scorer's page in an evening with a history, beside a page that makes one insert."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

import django.test
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.bench import long, scene
from tests.bench.client import Client
from tests.bench.figures import Row
from tests.bench.load import Run, in_turn, rated
from tests.bench.processes import BARE, gunicorn
from tests.cast import Cast, Night
from tournaments.core.movement.seating import HEAD
from tournaments.phones.selectors import list_links
from tournaments.phones.services import links_make

GOAL, MOST_QUERIES = 0.20, 10
DEALS = 100
ENOUGH = 1500
"""So many results are more than are recorded by one client."""


def measure(
    cast: Cast,
    folder: Path,
    *,
    seconds: float = 4.0,
    sizes: Sequence[tuple[int, int]] = ((48, 8), (1000, 24)),
) -> Iterator[Row]:
    group = scene.named("Results, gunicorn")
    with gunicorn(folder) as ours, gunicorn(folder, **BARE) as bare:
        sam = scene.signed_in(ours.port, cast.sam)
        nights = {size: evenings(cast, *size) for size in sizes}
        runs = {
            f"{people:,} people, round {rounds}": Run([(sam, deals(sam, of))], 302)
            for (people, rounds), of in nights.items()
        }
        people, rounds = sizes[0]
        linked = evenings(cast, people, rounds)
        sent = deals(sam, linked, link=_links(ours.port, linked))
        runs[f"{people:,} people, round {rounds}, by the tables' links"] = Run([(sam, sent)], 302)
        plain = Run([(client := Client(bare.port), names(client))])
        in_turn([plain, *runs.values()], seconds)
        for what, run in runs.items():
            yield rated(group, what, run, plain, GOAL)
    yield from _counts(group, sizes, [_counted(cast.sam, of[-1]) for of in nights.values()])


def evenings(cast: Cast, people: int, rounds: int, many: int = 0) -> list[Night]:
    """So many evenings with a history, or as many as there must be that their last round has enough deals."""
    tables = people // 6
    enough = many or math.ceil(ENOUGH / DEALS / (tables - 1))
    return [long.evening(cast, people, rounds, deals=DEALS) for _evening in range(enough)]


def names(client: Client) -> Iterator[bytes]:
    """What the bare page is sent."""
    while True:
        yield client.form("/insert/", {"name": uuid4().hex})


Links = dict[tuple[int, int], dict[str, str]]
"""By evening and table, the cookie that the table's link gives a phone."""

NO_LINKS: Links = {}


def deals(
    client: Client, nights: Sequence[Night], at: int = 0, of: int = 1, link: Links = NO_LINKS
) -> Iterator[bytes]:
    """A client's deals, at every so many of the tables; everybody wins in turn, so that nobody goes broke.

    Each table's first deal belongs to its history.
    """
    tables = [(night, *table) for night in nights for table in _tables(night)][at::of]
    rounds = {night.evening.pk: night.round for night in nights}

    def sent(night: Night, table: int, players: list[int], deal: int) -> bytes:
        pk = night.evening.pk
        form, cookie = _form(players, deal), link.get((pk, table))
        if cookie is None:
            return client.form(reverse("deal", args=[pk, rounds[pk], table, deal]), form)
        path = reverse("score-deal", args=[rounds[pk], deal])
        return client.form(path, {**form, "of": f"{pk}-{table}"}, cookie)

    return (sent(*table, deal) for deal in range(2, DEALS + 1) for table in tables)


def _links(port: int, nights: Sequence[Night]) -> Links:
    found = {}
    for night in nights:
        links_make(night.by)
        for link in list_links(night.evening):
            client = Client(port)
            scanned = client.get(reverse("scan", args=[link.token]))
            client.close()
            found[night.evening.pk, link.table] = scanned.cookies
    return found


def _tables(night: Night) -> list[tuple[int, list[int]]]:
    """Who sits where, but for the head table, whose last deal rings the bell."""
    seats: dict[int, list[int]] = {}
    for entry, (position, _chair) in night.seats().items():
        seats.setdefault(position, []).append(entry)
    return [(table, seats[table]) for table in sorted(seats) if table != HEAD]


def _form(players: list[int], deal: int) -> dict[str, object]:
    winner, caller = players[deal % len(players)], players[(deal + 1) % len(players)]
    form: dict[str, object] = {f"counters-{entry}": 1 for entry in players}
    return form | {"winners": winner, "in_call": caller, "tally": "stakes", "request_key": uuid4()}


def _counts(group: str, sizes: Sequence[tuple[int, int]], counts: Sequence[tuple[int, int]]) -> Iterator[Row]:
    people = " and ".join(f"{people:,}" for people, _rounds in sizes)
    for what, found, most in zip(
        ("commits", "queries in all"), zip(*counts, strict=True), (1, MOST_QUERIES), strict=True
    ):
        measured = " and ".join(map(str, dict.fromkeys(found)))
        met = len(set(found)) == 1 and found[0] <= most
        yield Row(group, f"{what}, at {people} people", measured, "", f"the same, at most {most}", met)


def _counted(sam: User, night: Night) -> tuple[int, int]:
    """Of a result sent to the page: commits and queries."""
    client = django.test.Client(SERVER_NAME="localhost")
    client.force_login(sam)
    pk, round, players = night.evening.pk, night.round, night.table(HEAD)
    client.post(reverse("deal", args=[pk, round, HEAD, 2]), _form(players, 2))
    path, form = reverse("deal", args=[pk, round, HEAD, 3]), _form(players, 3)
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(path, form)
    assert answer.status_code == 302, answer.content.decode()
    said = [query["sql"] for query in captured.captured_queries]
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA")
    return said.count("COMMIT"), sum(not sql.startswith(control) for sql in said)
