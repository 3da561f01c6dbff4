"""A database that threads and processes share, as in earnest: a SQLite file of the test's own, or PostgreSQL.

Other tests on SQLite have theirs in memory, where two connections do not wait for one another.
"""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.db import connection, connections

from tests.server import connected


@pytest.fixture
def shared(transactional_db, empty_file, tmp_path, monkeypatch) -> Iterator[str]:
    """Django works on a shared database; its DATABASE_URL."""
    if connection.vendor != "sqlite":
        its = connection.settings_dict
        yield f"postgres://{its['USER']}@{quote(its['HOST'], safe='')}/{its['NAME']}"
        return
    path = tmp_path / "hall.sqlite3"
    path.write_bytes(empty_file.read_bytes())
    # Taken back before anybody closes the database in memory: it would be closed in earnest by this name.
    with monkeypatch.context() as patch, connected(path):
        patch.setitem(connections.settings["default"], "NAME", str(path))
        yield f"sqlite:///{path}"
