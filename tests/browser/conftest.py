"""Browser tests drive Chromium against a real server, over a database file of its own.

A test asks for `site`: `site.url` is the server's address, and while the test has `site`, Django's ORM
and our services work on the server's database, to set a scene up and to look at what came of it. With
`windows` it opens a browser window for each person. An error in the server's log or in a window's
console fails the test.

Each pytest process has one Chromium and one server with its broker. The server's database is emptied for
each test, or once for a module whose scenes are made by a fixture on `stage`.
"""

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.test import override_settings
from playwright.sync_api import expect, sync_playwright

from accounts.models import User
from tests import chromium
from tests.browser.eyes import Eyes
from tests.browser.listening import Live, live_of
from tests.browser.patience import MARK, Chromium, patience
from tests.browser.scenes import SceneFile, Scenes
from tests.browser.windows import TIMEOUT, Windows
from tests.server import Site, broker, clocks, connected, fill, migrate, serving, started

expect.set_options(timeout=TIMEOUT)

MISSING = f"there is no Chromium on PATH ({', '.join(chromium.NAMES)})"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and leave them out where there is no Chromium."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("browser")
            if not chromium.find():
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    """Chromium, started anew where it was ended."""
    with sync_playwright() as playwright:
        shared = Chromium(
            lambda: playwright.chromium.launch(
                executable_path=chromium.find(), args=[*chromium.arguments(), MARK]
            )
        )
        yield shared
        shared.close()


@pytest.fixture(autouse=True)
def not_for_ever() -> Iterator[None]:
    """Whatever hangs in Chromium fails after a while."""
    with patience():
        yield


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Path]:
    """Yield an empty, migrated database file, for each server to copy.

    Playwright keeps an event loop in this thread, beside which Django's ORM would refuse to work.
    """
    if connections["default"].vendor != "sqlite":
        pytest.skip("browser tests run on SQLite; DATABASE_URL names another database")
    path = tmp_path_factory.mktemp("migrated") / "headtable.sqlite3"
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        migrate(path)
        yield path


class House:
    """The server that the tests of this process share, one after the other."""

    def __init__(self, site: Site, migrated: Path) -> None:
        self.server, self._migrated, self._lent = site, migrated, False

    @contextmanager
    def lend(self, contents: Path | None = None) -> Iterator[Site]:
        """The server, empty or with these contents; fails if it logged an error meanwhile."""
        if self._lent:
            raise RuntimeError("this module's scenes are on the server: `site` would take them away")
        self._lent = True
        try:
            fill(self.server.database, contents or self._migrated)
            site = replace(self.server, start=self.server.log.stat().st_size)
            with connected(site.database), override_settings(REDIS_URL=site.broker):
                yield site
        finally:
            self._lent = False
        blame(site)


@pytest.fixture(scope="session")
def house(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    database = Path(shutil.copy(migrated, folder))
    hosts = f"127.0.0.1,{chromium.HALL}"
    with broker(folder) as url, started(database, REDIS_URL=url, ALLOWED_HOSTS=hosts) as site:
        yield House(site, migrated)


@pytest.fixture
def site(house: House) -> Iterator[Site]:
    """The server, with nothing in its database; what the test itself writes is told to it, too."""
    with house.lend() as site:
        yield site


@pytest.fixture(scope="module")
def stage(house: House) -> Iterator[Site]:
    """The same for a whole module, whose scenes are made once."""
    with house.lend() as site:
        yield site


@pytest.fixture(scope="session")
def played(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> SceneFile:
    """Made by the first process of the run that asks for them: it takes ten seconds."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if own.name.startswith("popen-") else own
    database, places = folder / "scenes.sqlite3", folder / "scenes.json"
    with (folder / "scenes.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with connected(Path(shutil.copy(migrated, database)) if not places.exists() else database):
            if not places.exists():
                connection.cursor().execute("PRAGMA synchronous=OFF")
                places.write_text(json.dumps(Scenes().places))
            return SceneFile(database, json.loads(places.read_text()), User.objects.get(email=Scenes.OWNER))


@pytest.fixture(scope="module")
def scenes(house: House, played: SceneFile) -> Iterator[tuple[Site, SceneFile]]:
    """An evening at each stage, and a league, on the server for a whole module."""
    with house.lend(played.database) as site:
        yield site, played


@pytest.fixture(scope="module")
def stranger(browser: Chromium, scenes: tuple[Site, SceneFile]) -> Iterator[Eyes]:
    """Looks at the scenes without signing in."""
    windows = Windows(browser, scenes[0].url)
    yield Eyes(windows, scenes[1].places)
    windows.close()


@pytest.fixture(scope="module")
def owner(browser: Chromium, scenes: tuple[Site, SceneFile]) -> Iterator[Eyes]:
    """Looks at the scenes as the club's owner."""
    windows = Windows(browser, scenes[0].url)
    yield Eyes(windows, scenes[1].places, user=scenes[1].owner)
    windows.close()


@pytest.fixture
def windows(browser: Chromium, site: Site) -> Iterator[Windows]:
    """Browser windows onto the test's server."""
    yield from opened(browser, site)


@pytest.fixture
def live(windows: Windows) -> Live:
    """An evening that is played."""
    return live_of(windows)


@pytest.fixture(scope="module")
def ringing(house: House) -> Iterator[None]:
    """A worker rings the clocks of all evenings on the server."""
    with clocks(house.server):
        yield


@pytest.fixture
def rings(ringing: None, live: Live) -> Live:
    """An evening where the clock rings."""
    return live


def watched(database: Path, **environment: str) -> Iterator[Site]:
    """Serve the database by a server of its own; fail if that logged an error."""
    with serving(database, **environment) as site:
        yield site
    blame(site)


def served(migrated: Path, folder: Path, **environment: str) -> Iterator[Site]:
    """Serve a copy of the empty database by a server of its own."""
    yield from watched(Path(shutil.copy(migrated, folder)), **environment)


def blame(site: Site) -> None:
    if errors := site.failures():
        pytest.fail(f"the server logged an error:\n{errors}")


def opened(browser: Chromium, site: Site) -> Iterator[Windows]:
    """Windows onto a server; fail if one of them complained or talked to anybody else."""
    windows = Windows(browser, site.url)
    yield windows
    windows.close()
    if errors := windows.errors():
        pytest.fail("\n".join(["the windows complained:", *errors]))
