"""A real Headtable to look at: uvicorn in a process of its own, over a database file of its own.

Where clocks are to ring there are a broker, a worker and its beat, too.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from tests.live import processes
from tests.live.broker import Broker

ROOT = Path(__file__).parents[2]
LOOPBACK = ["--host", "127.0.0.1", "--port"]
UVICORN = ["uvicorn", "config.asgi:application", "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
SECONDS = 30


@dataclass(frozen=True)
class Site:
    """A running Headtable: its address, its database file and the log of its process."""

    url: str
    database: Path
    log: Path

    def failures(self) -> str:
        """The log, if there is an error in it."""
        log = self.log.read_text()
        return log if "Traceback" in log else ""


def migrate(database: Path) -> None:
    """Make an empty database."""
    with connected(database):
        call_command("migrate", verbosity=0)


@contextmanager
def serving(database: Path, *, port: str = "0", **environment: str) -> Iterator[Site]:
    """Serve the database on a free port; Django's ORM in this process works on it, too."""
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
        with connected(database):
            yield Site(_address(server, site_log), database, site_log)
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def clocks(database: Path) -> Iterator[str]:
    """Whatever rings the database's clocks; yields the broker's address for REDIS_URL."""
    broker = Broker(database.parent)
    try:
        broker.start()
        with processes.clock(database.with_suffix(".log"), **_variables(database), REDIS_URL=broker.url):
            yield broker.url
    finally:
        broker.kill()


def _variables(database: Path) -> dict[str, str]:
    return {
        "DATABASE_URL": f"sqlite:///{database}",
        "HEADTABLE_DATA": str(database.parent),
        "SECRET_KEY": settings.SECRET_KEY,
    }


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address that uvicorn writes once it listens."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and server.poll() is None:
        if found := re.search(r"running on (http://[\d.]+:\d+)", log.read_text()):
            return found[1]
        time.sleep(0.02)
    raise RuntimeError(f"uvicorn did not start:\n{log.read_text()}")


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
