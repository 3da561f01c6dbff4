"""What it costs that a commit waits for the disk: results beside the same server that does not wait."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from django.urls import reverse

from tests.bench import scene
from tests.bench.client import Client
from tests.bench.figures import Row, median, ms, times
from tests.bench.processes import Server, uvicorn
from tests.bench.results import Run, Sent, deals, halls, in_turn, names
from tests.bench.settings import SYNCHRONOUS
from tests.cast import Cast

GROUP = "Disk, SQLite"
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}


def measure(
    cast: Cast, folder: Path, *, seconds: float = 3.0, tables: int = 40, clients: int = 8
) -> Iterator[Row]:
    cookies = scene.session_of(cast.sam)
    with ExitStack() as open_:
        waits = open_.enter_context(uvicorn(folder, **SETTINGS))
        not_ = open_.enter_context(uvicorn(folder, **SETTINGS, **{SYNCHRONOUS: "NORMAL"}))
        cookies["csrftoken"] = Client(waits.port).get(reverse("account_login")).cookie("csrftoken")

        def pair(*sent: tuple[Sent, Sent]) -> tuple[Run, Run]:
            def run(server: Server, which: int) -> Run:
                return Run([(Client(server.port, cookies), both[which]) for both in sent])

            return run(waits, 0), run(not_, 1)

        measured = {
            "one insert in one transaction, one client": pair((names(), names())),
            f"a result, {tables} tables, one client": pair(
                (deals(halls(cast, tables)), deals(halls(cast, tables)))
            ),
        }
        for what, runs in measured.items():
            in_turn(runs, seconds)
            yield _row(what, *runs)
        first, second = halls(cast, tables), halls(cast, tables)
        runs = pair(*((deals(first, n, clients), deals(second, n, clients)) for n in range(clients)))
        in_turn(runs, seconds)
        yield _row(f"a result, {tables} tables, {clients} clients", *runs)


def _row(what: str, waits: Run, not_: Run) -> Row:
    beside = f"{not_.rate:.0f}/s, {ms(median(not_.taken))}: {times(waits.rate / not_.rate)}"
    return Row(GROUP, what, f"{waits.rate:.0f}/s, {ms(median(waits.taken))} each", beside)
