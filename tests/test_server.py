"""The database that tests share with a server is emptied between them, while the server has it open."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server import fill


@pytest.fixture
def migrated(tmp_path: Path) -> Path:
    """A database with one row that a migration wrote."""
    path = tmp_path / "migrated.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "PRAGMA journal_mode = WAL;"
            "CREATE TABLE role (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);"
            "CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, role INTEGER REFERENCES role(id));"
            "INSERT INTO role (name) VALUES ('owner');"
        )
    return path


def test_what_tests_wrote_is_gone_and_no_number_comes_again(migrated: Path, tmp_path: Path):
    shared = Path(shutil.copy(migrated, tmp_path / "shared.sqlite3"))
    with closing(sqlite3.connect(shared, isolation_level=None)) as server:
        server.execute("UPDATE role SET name = 'changed'")
        server.executemany("INSERT INTO person (role) VALUES (?)", [(1,), (1,), (1,)])
        fill(shared, migrated)
        assert server.execute("SELECT id, name FROM role").fetchall() == [(1, "owner")]
        assert server.execute("SELECT count(*) FROM person").fetchone() == (0,)
        assert server.execute("INSERT INTO person (role) VALUES (1) RETURNING id").fetchone() == (4,)
