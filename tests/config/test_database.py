"""How the database is reached: one that does not answer is given up in seconds."""

import json
import re
import socket
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import pre_migrate

from accounts.unlimited import LIMITS as NAMES
from accounts.unlimited import lift_limits
from tests.commands.running import ROOT, python
from tests.waits import in_time, stopwatch

pytestmark = pytest.mark.postgresql


def options(folder: Path, url: str) -> dict[str, Any]:
    """What connections are opened with where the environment names this database."""
    program = (
        "import json; from config import settings as s; print(json.dumps(s.DATABASES['default']['OPTIONS']))"
    )
    found: dict[str, Any] = json.loads(python(folder, "-c", program, DATABASE_URL=url).stdout)
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
        given = options(tmp_path, "postgres://club@db/club")
        took = stopwatch()
        with pytest.raises(psycopg.errors.ConnectionTimeout):
            psycopg.connect(dbname="club", user="club", **where, **given)
        assert in_time(took(), own=given["connect_timeout"])


LIMITS = {"LOCK_TIMEOUT": "3", "STATEMENT_TIMEOUT": "4", "IDLE_IN_TRANSACTION_TIMEOUT": "6"}
SETS = "-c lock_timeout=3000 -c statement_timeout=4000 -c idle_in_transaction_session_timeout=6000"


def test_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in LIMITS.items():
        monkeypatch.setenv(name, seconds)
    assert options(tmp_path, "sqlite:///x")["timeout"] == 3
    url = "postgres://club@db/club"
    assert options(tmp_path, url)["options"] == SETS
    mine = "-c lock_timeout=9"
    assert options(tmp_path, f"{url}?options={quote(mine)}")["options"] == f"{SETS} {mine}", (
        "the last one counts"
    )


def test_a_phone_is_answered_before_it_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LIMITS:
        monkeypatch.delenv(name, raising=False)
    script = (ROOT / "static/js/phones/entries.js").read_text()
    (patience,) = re.findall(r"const PATIENCE = (\d+);", script)
    assert options(tmp_path, "sqlite:///x")["timeout"] * 1000 < int(patience)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such limits")
class TestOnPostgreSQL:
    def limits(self) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting(name) FROM unnest(%s::text[]) AS name", [list(NAMES)])
            return [value for (value,) in cursor.fetchall()]

    def test_what_takes_long_has_none(self) -> None:
        before = self.limits()
        assert "0" not in before
        with lift_limits():
            assert self.limits() == ["0"] * len(NAMES)
        assert self.limits() == before

    def test_nor_has_a_migration(self) -> None:
        before, seen = self.limits(), list[list[str]]()

        def look(**_: Any) -> None:
            seen.append(self.limits())

        later = apps.get_app_config("tournaments")
        pre_migrate.connect(look, sender=later)
        try:
            call_command("migrate", verbosity=0)
        finally:
            pre_migrate.disconnect(look, sender=later)
        assert seen == [["0"] * len(NAMES)]
        assert self.limits() == before
