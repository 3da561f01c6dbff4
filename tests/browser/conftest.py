"""Browser tests drive Chromium against a real server, over a database file of its own.

A test asks for `page` (Playwright's) and `site`: `site.url` is the server's address, and while the test has
`site`, Django's ORM and our services work on the server's database, to set a scene up and to look at what
came of it. A traceback in the server's log fails the test.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from tests import chromium

ROOT = Path(__file__).parents[2]
LOOPBACK = ["--host", "127.0.0.1", "--port", "0"]
UVICORN = ["uvicorn", "config.asgi:application", "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
SECONDS = 30
MISSING = f"there is no Chromium on PATH ({', '.join(chromium.NAMES)})"


@dataclass(frozen=True)
class Site:
    """A running Headtable: its address, its database file and the log of its process."""

    url: str
    database: Path
    log: Path


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and leave them out where there is no Chromium."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")
            if not chromium.find():
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium.find(), "args": chromium.arguments()}


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Path]:
    """Yield an empty, migrated database file, for each test's server to copy.

    Playwright keeps an event loop in this thread, beside which Django's ORM would refuse to work.
    """
    path = tmp_path_factory.mktemp("migrated") / "headtable.sqlite3"
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with _connected(path):
            call_command("migrate", verbosity=0)
        yield path


@pytest.fixture
def site(migrated: Path, tmp_path: Path) -> Iterator[Site]:
    """Start uvicorn on a free port, over a database of its own, and connect this process to that database."""
    database = Path(shutil.copy(migrated, tmp_path))
    log = tmp_path / "server.log"
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "HEADTABLE_DATA": str(tmp_path),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    with log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", *UVICORN, *LOOPBACK],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        with _connected(database):
            yield Site(_address(server, log), database, log)
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
    if "Traceback" in log.read_text():
        pytest.fail(f"the server logged an error:\n{log.read_text()}")


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address that uvicorn writes once it listens."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and server.poll() is None:
        if found := re.search(r"running on (http://[\d.]+:\d+)", log.read_text()):
            return found[1]
        time.sleep(0.02)
    raise RuntimeError(f"uvicorn did not start:\n{log.read_text()}")


@contextmanager
def _connected(database: Path) -> Iterator[None]:
    """Point Django's default connection in this thread at a SQLite file."""
    before = connections["default"]
    if before.vendor != "sqlite":
        pytest.skip("browser tests run on SQLite; DATABASE_URL names another database")
    connections["default"] = type(before)({**before.settings_dict, "NAME": str(database)}, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = before
