"""How the database is reached: one that does not answer is given up in seconds."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

pytestmark = pytest.mark.postgresql

ROOT = Path(__file__).parents[2]


def options(folder: Path, url: str) -> dict[str, Any]:
    """What connections are opened with where the environment names this database."""
    program = (
        "import json; from config import settings as s; print(json.dumps(s.DATABASES['default']['OPTIONS']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "HEADTABLE_DATA": str(folder), "DATABASE_URL": url},
        capture_output=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("host", ["db.example:5432", "%2Frun%2Fpostgresql"])
def test_postgresql_is_not_waited_for_long(tmp_path: Path, host: str) -> None:
    found = options(tmp_path, f"postgres://club@{host}/club?sslmode=prefer&tcp_user_timeout=9000")
    assert (found["connect_timeout"], found["sslmode"], found["tcp_user_timeout"]) == (5, "prefer", 9000)
    assert found["keepalives_idle"] + found["keepalives_count"] * found["keepalives_interval"] < 20


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("family", ["inet", "unix"])
def test_one_that_takes_connections_and_never_answers(tmp_path: Path, family: str) -> None:
    with socket.socket(socket.AF_INET if family == "inet" else socket.AF_UNIX) as silent:
        where: dict[str, Any] = {"host": str(tmp_path), "port": 5432}
        if family == "inet":
            silent.bind(("127.0.0.1", 0))
            where = dict(zip(("host", "port"), silent.getsockname(), strict=True))
        else:
            silent.bind(str(tmp_path / ".s.PGSQL.5432"))
        silent.listen()
        began = time.monotonic()
        with pytest.raises(psycopg.errors.ConnectionTimeout):
            psycopg.connect(
                dbname="club", user="club", **where, **options(tmp_path, "postgres://club@db/club")
            )
        assert time.monotonic() - began < 10
