"""An empty, migrated database that others are copied from: the migrations take seconds each time.

On SQLite it is a file, kept from run to run as long as no migration changes. On PostgreSQL it is a database
of the run's server. A backup that is restored there is first read into an SQLite file, which is a copy, too.
"""

import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_django
from django.conf import settings
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

from tournaments.management.backups import restore

ROOT = Path(__file__).parents[1]
NAME = "headtable_empty"
DECIDES = ("requirements-dev.lock", "config/settings.py", "*/migrations/*.py")
"""Files that the contents of a migrated database follow from."""


@pytest.fixture(scope="session")
def empty_file(request: pytest.FixtureRequest) -> Path:
    """The migrated SQLite file, to be copied and never written."""
    return _file(request.config)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest,
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: pytest_django.DjangoDbBlocker,
) -> None:
    """Let the test database begin as a copy."""
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.settings_dict["TEST"]["TEMPLATE"] = _database(request.config)
    _Copying.file = _file(request.config)
    for module in (migrate, restore):
        setattr(module, "MigrationExecutor", _Copying)  # noqa: B010 it is imported there, and not declared


class _Copying(MigrationExecutor):
    """Copies the file where all migrations are asked for on an empty SQLite database."""

    file: Path

    def migrate(
        self,
        targets: Any,
        plan: Any = None,
        state: Any = None,
        fake: bool = False,
        fake_initial: bool = False,
    ) -> ProjectState:
        if self.connection.vendor != "sqlite" or plan is None or len(plan) < len(self.loader.graph.nodes):
            return super().migrate(targets, plan, state, fake, fake_initial)
        self.connection.ensure_connection()
        with closing(sqlite3.connect(self.file)) as empty:
            empty.backup(self.connection.connection)
        found: ProjectState = self.loader.project_state(self.loader.graph.leaf_nodes())
        return found


def _file(config: pytest.Config) -> Path:
    with _alone(config) as folder:
        file: Path = folder / f"{_digest()}.sqlite3"
        if not file.exists():
            for old in folder.glob("*.sqlite3*"):
                old.unlink()
            made = folder / "made"
            _migrate(f"sqlite:///{made}", folder)
            with closing(sqlite3.connect(made)) as database:
                database.execute("PRAGMA journal_mode=DELETE")
            made.replace(file)
        return file


def _database(config: pytest.Config) -> str:
    with _alone(config) as folder, connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME])
        if not cursor.fetchone():
            cursor.execute(f"CREATE DATABASE {NAME}")
            _migrate(os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{NAME}", folder)
    return NAME


@contextmanager
def _alone(config: pytest.Config) -> Iterator[Path]:
    """The folder of what is kept; meanwhile no other process of a run is in here."""
    folder = config.rootpath / ".pytest_cache" / "empty"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _digest() -> str:
    found = hashlib.sha256()
    for pattern in DECIDES:
        for file in sorted(ROOT.glob(pattern)):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _migrate(address: str, folder: Path) -> None:
    """Migrate in a process of its own: what it imports and changes stays there."""
    given = {"DATABASE_URL": address, "HEADTABLE_DATA": str(folder), "SECRET_KEY": settings.SECRET_KEY}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **given}, check=True, stdin=subprocess.DEVNULL)
