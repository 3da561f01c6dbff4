"""Browser tests drive Chromium against a real server, over a database file of its own.

A test asks for `site`: `site.url` is the server's address, and while the test has `site`, Django's ORM
and our services work on the server's database, to set a scene up and to look at what came of it. With
`windows` it opens a browser window for each person. An error in the server's log or in a window's
console fails the test.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, expect

from tests import chromium
from tests.browser.listening import Live, live_of
from tests.browser.patience import MARK, Chromium, patience
from tests.browser.server import Site, clocks, migrate, serving
from tests.browser.windows import TIMEOUT, Windows

# What another process writes is shown with the next beat, which can be as far away as Playwright is patient.
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
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    switches = [*chromium.arguments(), MARK]
    return {**browser_type_launch_args, "executable_path": chromium.find(), "args": switches}


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[[], Browser]) -> Iterator[Chromium]:
    """Chromium, started anew where it was ended."""
    shared = Chromium(launch_browser)
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


@pytest.fixture
def site(migrated: Path, tmp_path: Path) -> Iterator[Site]:
    """A server of the test's own."""
    yield from served(migrated, tmp_path)


@pytest.fixture
def windows(browser: Chromium, site: Site) -> Iterator[Windows]:
    """Browser windows onto the test's server."""
    yield from opened(browser, site)


@pytest.fixture
def ringing(migrated: Path, tmp_path: Path, settings: Any) -> Iterator[Site]:
    """A server of the test's own whose clocks ring; what the test itself writes is told to it, too."""
    database = Path(shutil.copy(migrated, tmp_path))
    with clocks(database) as settings.REDIS_URL:
        yield from watched(database, REDIS_URL=settings.REDIS_URL)


@pytest.fixture
def live(windows: Windows) -> Live:
    """An evening that is played; what a test writes is told with the stream's beat."""
    return live_of(windows)


@pytest.fixture
def ringing_windows(browser: Chromium, ringing: Site) -> Iterator[Windows]:
    """Browser windows onto the server whose clocks ring."""
    yield from opened(browser, ringing)


@pytest.fixture
def rings(ringing_windows: Windows) -> Live:
    """An evening where the clock rings, and what a test writes is told at once."""
    return live_of(ringing_windows)


def served(migrated: Path, folder: Path) -> Iterator[Site]:
    """Serve a copy of the empty database."""
    yield from watched(Path(shutil.copy(migrated, folder)))


def watched(database: Path, **environment: str) -> Iterator[Site]:
    """Serve the database; fail if the server logged an error."""
    with serving(database, **environment) as site:
        yield site
    if errors := site.failures():
        pytest.fail(f"the server logged an error:\n{errors}")


def opened(browser: Chromium, site: Site) -> Iterator[Windows]:
    """Windows onto a server; fail if one of them complained or talked to anybody else."""
    windows = Windows(browser, site.url)
    yield windows
    windows.close()
    if errors := windows.errors():
        pytest.fail("\n".join(["the windows complained:", *errors]))
