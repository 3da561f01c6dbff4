"""Results recorded by the scorer's page, beside a page that makes one insert on the same server."""

import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import django.test
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.bench import scene
from tests.bench.client import Client
from tests.bench.figures import Row, median, ms, times
from tests.bench.processes import uvicorn
from tests.cast import Cast, Night
from tournaments.core.movement.chairs import HEAD
from tournaments.facts.running.links import links_of
from tournaments.services.scoring.phones import links_make
from tournaments.views.scoring.phones import COOKIE

GOAL = 1 / 5
MOST_QUERIES = 10
DEALS = 100
ENOUGH = 3000
MOMENT = 0.25
BARE = "/bare/insert/"


def measure(
    cast: Cast,
    folder: Path,
    *,
    seconds: float = 3.0,
    sizes: Sequence[int] = (4, 400),
    clients: int = 8,
) -> Iterator[Row]:
    group = f"Results, {'PostgreSQL' if connection.vendor == 'postgresql' else 'SQLite'}"
    cookies = scene.session_of(cast.sam)
    with uvicorn(folder, DJANGO_SETTINGS_MODULE="tests.bench.settings") as server:
        cookies["csrftoken"] = Client(server.port).get(reverse("account_login")).cookie("csrftoken")

        def run(*sent: Sent) -> Run:
            return Run([(Client(server.port, cookies), one) for one in sent])

        alone = {f"{tables} tables, one client": run(deals(halls(cast, tables))) for tables in sizes}
        nights = halls(cast, sizes[0])
        link = _links(server.port, nights)
        alone[f"{sizes[0]} tables, one client by the tables' links"] = run(deals(nights, link=link))
        bare = run(names())
        in_turn([bare, *alone.values()], seconds)
        for what, made in alone.items():
            yield _row(group, what, made, bare, GOAL)
        tables = min(sizes[-1], 5 * clients)
        nights, bare = halls(cast, tables), run(*(names() for _n in range(clients)))
        made = run(*(deals(nights, n, clients) for n in range(clients)))
        in_turn([bare, made], seconds)
        yield _row(group, f"{tables} tables, {clients} clients", made, bare)
    yield from _counts(group, sizes, [_counted(cast.sam, _hall(cast, tables)) for tables in sizes])


def _hall(cast: Cast, tables: int) -> Night:
    return scene.playing(cast, scene.players_at(tables), deals=DEALS)


def halls(cast: Cast, tables: int) -> list[Night]:
    """So many halls that there are deals enough in them; all but the head table's are recorded."""
    return [_hall(cast, tables) for _hall_ in range(math.ceil(ENOUGH / DEALS / (tables - 1)))]


def _row(group: str, what: str, made: "Run", bare: "Run", goal: float = 0.0) -> Row:
    ratio = made.rate / bare.rate
    measured = f"{made.rate:.0f}/s, {ms(median(made.taken))} each"
    beside = f"{bare.rate:.0f}/s, {ms(median(bare.taken))}: {times(ratio)}"
    return Row(
        group,
        what,
        measured,
        beside,
        f"at least {times(goal)}" if goal else "",
        ratio >= goal if goal else None,
    )


def _counts(group: str, sizes: Sequence[int], counts: list[tuple[int, int, int]]) -> Iterator[Row]:
    tables = " and ".join(map(str, sizes))
    for what, found, most in (
        ("commits", [count[0] for count in counts], 1),
        ("queries of the service", [count[1] for count in counts], MOST_QUERIES),
        ("queries of the whole request", [count[2] for count in counts], 0),
    ):
        same = len(set(found)) == 1
        goal = f"the same, at most {most}" if most else "the same"
        measured = str(found[0]) if same else " and ".join(map(str, found))
        met = same and found[0] <= (most or found[0])
        yield Row(group, f"{what}, at {tables} tables", measured, "", goal, met)


Sent = Iterator[tuple[str, dict[str, object], dict[str, str]]]
"""Addresses, what is sent there, and cookies."""

Links = dict[tuple[int, int], dict[str, str]]
"""By evening and table, the cookie that the table's link gives a phone."""

NO_LINKS: Links = {}


def names() -> Sent:
    """What the bare page is sent."""
    while True:
        yield BARE, {"name": uuid4().hex}, {}


def deals(nights: Sequence[Night], client: int = 0, clients: int = 1, link: Links = NO_LINKS) -> Sent:
    """A client's deals, table by table; everybody wins in turn, so that nobody goes broke."""
    tables = [(night, *table) for night in nights for table in _tables(night)[client::clients]]
    for deal in range(1, DEALS + 1):
        for night, table, players in tables:
            path, form = _deal(night, table, deal, players)
            if cookie := link.get((night.evening.pk, table)):
                form["of"] = f"{night.evening.pk}-{table}"
                yield reverse("score-deal", args=[1, deal]), form, cookie
            else:
                yield path, form, {}


def _links(port: int, nights: Sequence[Night]) -> Links:
    found = {}
    for night in nights:
        links_make(night.by)
        for link in links_of(night.evening):
            client = Client(port)
            scanned = client.get(reverse("scan", args=[link.token]))
            client.close()
            found[night.evening.pk, link.table] = {COOKIE: scanned.cookie(COOKIE)}
    return found


def _tables(night: Night) -> list[tuple[int, list[int]]]:
    """Who sits where, but for the head table, whose last deal rings the bell."""
    seats: dict[int, list[int]] = {}
    for entry, (position, _chair) in night.seats().items():
        seats.setdefault(position, []).append(entry)
    return [(table, seats[table]) for table in sorted(seats) if table != HEAD]


def _deal(night: Night, table: int, deal: int, players: list[int]) -> tuple[str, dict[str, object]]:
    winner, caller = players[deal % len(players)], players[(deal + 1) % len(players)]
    form: dict[str, object] = {f"counters-{entry}": 1 for entry in players}
    form |= {"winners": winner, "in_call": caller, "tally": "stakes", "request_key": uuid4()}
    return reverse("deal", args=[night.evening.pk, 1, table, deal]), form


class Run:
    """Clients that send one thing after another, and how long each of their requests took."""

    def __init__(self, phones: list[tuple[Client, Sent]]) -> None:
        self.phones = phones
        self.taken: list[float] = []
        self.lasted = 0.0

    @property
    def rate(self) -> float:
        """Requests in a second."""
        return len(self.taken) / self.lasted

    def go_on(self, seconds: float) -> None:
        with ThreadPoolExecutor(len(self.phones)) as threads:
            began = time.monotonic()
            done = list(threads.map(lambda phone: _send(phone[0], phone[1], began + seconds), self.phones))
            self.lasted += time.monotonic() - began
        self.taken += [one for each in done for one in each]


def in_turn(runs: Sequence[Run], seconds: float) -> None:
    """Let each run so long, in turns of a moment, so that what else the machine does meets them all."""
    for run in runs:
        run.go_on(0)  # so that all is loaded
        run.taken.clear()
        run.lasted = 0.0
    for _turn in range(round(seconds / MOMENT)):
        for run in runs:
            run.go_on(MOMENT)


def _send(phone: Client, sent: Sent, end: float) -> list[float]:
    taken = []
    for path, form, cookies in sent:
        request = phone.form(path, form, cookies)
        began = time.monotonic()
        answer = phone.send(request)
        taken.append(time.monotonic() - began)
        if answer.status != (200 if path == BARE else 302):
            raise RuntimeError(f"{path}: {answer.status}\n{answer.body.decode()}")
        if time.monotonic() > end:
            break
    return taken


def _counted(sam: User, night: Night) -> tuple[int, int, int]:
    """Of a result sent to the page: commits, queries inside its transaction, queries in all."""
    client = django.test.Client(SERVER_NAME="localhost")
    client.force_login(sam)
    first, second = (_deal(night, 2, deal, night.table(2)) for deal in (1, 2))
    client.post(*first)
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(*second)
    assert answer.status_code == 302, answer.content.decode()
    said = [query["sql"] for query in captured.captured_queries]
    begin = next(place for place, sql in enumerate(said) if sql.startswith("BEGIN"))
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA")
    queries = [sql for sql in said if not sql.startswith(control)]
    inside = [sql for sql in said[begin : said.index("COMMIT")] if not sql.startswith(control)]
    return said.count("COMMIT"), len(inside), len(queries)
