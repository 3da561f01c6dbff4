"""What the tests of several commands stand on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

from tests.commands.laptops import KEY, data
from tournaments.management import restore


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """This laptop's data folder."""
    with data(tmp_path / "here", KEY):
        yield tmp_path / "here"


@pytest.fixture(scope="session")
def migrated(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup, django_db_blocker
) -> tuple[Path, ProjectState]:
    """An empty database of this version, as migrations make it, and what they then know of the models."""
    file = tmp_path_factory.mktemp("migrated") / "aside.sqlite3"
    with django_db_blocker.unblock(), restore.named(restore.OURS, file) as aside:
        executor = MigrationExecutor(aside)
        return file, executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def migrated_before(migrated: tuple[Path, ProjectState], monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup of this very version is put into a copy of that: all migrations take seconds each time.

    Those of an older version are run, and all where the command is typed in a process of its own.
    """
    file, state = migrated

    class Copying(MigrationExecutor):
        def migrate(self, targets: Any, plan: Any = None, *args: Any, **more: Any) -> ProjectState:
            if plan is None or len(plan) < len(self.loader.graph.nodes):
                return super().migrate(targets, plan, *args, **more)
            self.connection.ensure_connection()
            with closing(sqlite3.connect(file)) as empty:
                empty.backup(self.connection.connection)
            return state

    monkeypatch.setattr(restore, "MigrationExecutor", Copying)
