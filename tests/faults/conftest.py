"""Fault tests: real processes, killed in the middle of evenings, on a database file of their own.

`hall` is one `manage.py up` for all of them, with Django's ORM and our services in this process on its
database and its broker. What was measured is listed at the end of the run.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from config.celery import app
from tests.cast import Cast, make_cast
from tests.commands.running import PATIENT, Up, stopped_in_time
from tests.faults.hall import Phone, Scene, Screen, in_play
from tests.server import connected
from tests.sessions import ticket

TIMES = int(os.environ.get("FAULT_TIMES", "1"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("fault")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each as often as it is asked for: ``make test-all`` wants five times."""
    if "again" in metafunc.fixturenames:
        metafunc.parametrize("again", range(1, TIMES + 1))


@dataclass
class Hall:
    """A running Headtable, and who is there."""

    folder: Path
    up: Up = field(init=False)
    cast: Cast = field(init=False)
    cookie: str = field(init=False)

    def open(self) -> None:
        self.up = Up(self.folder, "--no-demo", SECRET_KEY=settings.SECRET_KEY, **PATIENT)
        self.up.wait_for("The clock rings the bell.")

    def close(self) -> None:
        assert stopped_in_time(self.up.stop())
        assert "Traceback" not in self.up.said, self.up.said

    def scenes(self, count: int) -> list[Scene]:
        """Evenings in play, each with a screen that listens and a phone that sends results."""
        made = []
        for _ in range(count):
            night = in_play(self.cast)
            screen = Screen(self.up.port, night.evening.join_code)
            made.append(Scene(night, screen, Phone(self.up.port, night, self.cookie)))
        return made


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Hall]:
    if connections["default"].vendor != "sqlite":
        pytest.skip("fault tests run on SQLite; DATABASE_URL names another database")
    hall = Hall(tmp_path_factory.mktemp("hall"))
    try:
        hall.open()
        with (
            pytest.MonkeyPatch.context() as patch,
            django_db_blocker.unblock(),
            connected(hall.up.data / "headtable.sqlite3"),
        ):
            patch.setattr(settings, "REDIS_URL", hall.up.broker_url)
            patch.setattr(app.conf, "broker_url", hall.up.broker_url.replace("unix:", "redis+socket:"))
            hall.cast = make_cast()
            hall.cookie = ticket(hall.cast.alice)
            yield hall
        hall.close()
    finally:
        hall.up.leave()
