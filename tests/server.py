"""A real Headtable to look at: uvicorn in a process of its own, over a database file of its own.

Where clocks are to ring there are a broker, a worker and its beat, too.
"""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from tests.live import processes
from tests.live.broker import Broker
from tests.waits import HUNG, until

ROOT = Path(__file__).parents[1]
LOOPBACK = ["--host", "127.0.0.1", "--port"]
UVICORN = ["uvicorn", "config.asgi:application", "--lifespan", "off", "--timeout-graceful-shutdown", "2"]


@dataclass(frozen=True)
class Site:
    """A running Headtable: its address, its database file and the log of its process.

    ``broker`` is the address of its broker, if it has one. A shared server's log is read from ``start``.
    """

    url: str
    database: Path
    log: Path
    broker: str = ""
    start: int = 0

    @property
    def logged(self) -> str:
        return self.log.read_bytes()[self.start :].decode()

    def failures(self) -> str:
        """The log, if there is an error in it."""
        return self.logged if "Traceback" in self.logged else ""


def migrate(database: Path) -> None:
    """Make an empty database."""
    with connected(database):
        call_command("migrate", verbosity=0)


def fill(database: Path, contents: Path) -> None:
    """Give the database the contents of another one, while a server has it open.

    Numbers of rows go on where they were: what a process remembers of a row is never another row's.
    """
    with closing(sqlite3.connect(database, timeout=HUNG, isolation_level=None)) as connection:
        connection.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;")
        connection.execute("ATTACH DATABASE ? AS other", [str(contents)])
        tables = "SELECT name FROM other.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        names = [name for (name,) in connection.execute(tables)]
        connection.execute("BEGIN IMMEDIATE")
        for name in names:
            connection.execute(f'DELETE FROM main."{name}"')  # noqa: S608 - the schema's own names
            connection.execute(f'INSERT INTO main."{name}" SELECT * FROM other."{name}"')  # noqa: S608
        connection.execute("COMMIT")


@contextmanager
def started(database: Path, *, port: str = "0", **environment: str) -> Iterator[Site]:
    """A server of the database on a free port."""
    folder = database.parent
    site_log = folder / "server.log"
    variables = {**os.environ, **_variables(database), **environment}
    with site_log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", *UVICORN, *LOOPBACK, port],
            cwd=ROOT,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        yield Site(_address(server, site_log), database, site_log, environment.get("REDIS_URL", ""))
    finally:
        server.terminate()
        try:
            server.wait(HUNG)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def serving(database: Path, **how: str) -> Iterator[Site]:
    """As ``started``; Django's ORM in this process works on the database, too."""
    with started(database, **how) as site, connected(database):
        yield site


@contextmanager
def broker(folder: Path) -> Iterator[str]:
    """A broker's address."""
    valkey = Broker(folder)
    try:
        valkey.start()
        yield valkey.url
    finally:
        valkey.kill()


@contextmanager
def clocks(site: Site) -> Iterator[None]:
    """Worker and beat, which ring the clocks of the site's database."""
    with processes.clock(
        site.database.with_suffix(".log"), **_variables(site.database), REDIS_URL=site.broker
    ):
        yield


def _variables(database: Path) -> dict[str, str]:
    return {
        "DATABASE_URL": f"sqlite:///{database}",
        "HEADTABLE_DATA": str(database.parent),
        "SECRET_KEY": settings.SECRET_KEY,
    }


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address that uvicorn writes once it listens."""
    found = until(
        lambda: re.search(r"running on (https?://[\d.]+:\d+)", log.read_text()),
        runs=lambda: server.poll() is None,
        said=log.read_text,
    )
    return str(found[1])


@contextmanager
def connected(database: Path) -> Iterator[None]:
    """Point Django's default connection in this thread at a SQLite file."""
    before = connections["default"]
    connections["default"] = type(before)({**before.settings_dict, "NAME": str(database)}, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before
