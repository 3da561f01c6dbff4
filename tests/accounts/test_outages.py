"""Which errors of the database pass by themselves, and which are bugs. Each is raised by a database."""

import sqlite3
from contextlib import closing, suppress

import pytest
from django.db import Error, InterfaceError, OperationalError, ProgrammingError, connection

from accounts.outages import BusyError, Outage, find_outage
from tournaments.evening.selectors import program_clock

STATES = {
    "lock_not_available": Outage.BUSY,
    "query_canceled": Outage.BUSY,
    "deadlock_detected": Outage.BUSY,
    "serialization_failure": Outage.BUSY,
    "disk_full": Outage.FULL,
    "io_error": Outage.FULL,
    "out_of_memory": Outage.FULL,
    "read_only_sql_transaction": Outage.READ_ONLY,
    "too_many_connections": Outage.AWAY,
    "admin_shutdown": Outage.AWAY,
    "cannot_connect_now": Outage.AWAY,
    "connection_failure": Outage.AWAY,
    "unique_violation": None,
    "undefined_column": None,
    "division_by_zero": None,
}


def raised(sql: str) -> Error:
    with pytest.raises(Error) as caught, connection.cursor() as cursor:
        cursor.execute(sql)
    return caught.value


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such states")
class TestPostgreSQL:
    @pytest.mark.parametrize(("state", "outage"), STATES.items())
    def test_by_its_state(self, state, outage):
        error = raised(f"DO $$ BEGIN RAISE 'x' USING ERRCODE = '{state}'; END $$")
        assert find_outage(error) is outage

    def test_a_statement_that_takes_too_long(self):
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 10")
            try:
                assert find_outage(raised("SELECT pg_sleep(5)")) is Outage.BUSY
            finally:
                cursor.execute("RESET statement_timeout")

    def test_a_connection_that_is_ended_under_a_statement(self):
        try:
            assert find_outage(raised("SELECT pg_terminate_backend(pg_backend_pid())")) is Outage.AWAY
            assert find_outage(raised("SELECT 1")) is Outage.AWAY, "and stays so until it is opened anew"
        finally:
            connection.close()

    def test_a_connection_that_is_ended_before_the_clock_is_read(self, monkeypatch):
        """It was answered with 500: the clock is read past Django's cursor, which knows such errors."""
        monkeypatch.setattr(program_clock, "_server", program_clock._Server())
        connection.ensure_connection()
        ended = f"SELECT pg_terminate_backend({connection.connection.info.backend_pid}, 5000)"
        try:
            with closing(connection.copy()) as another, another.cursor() as cursor:
                cursor.execute(ended)
            with pytest.raises(OperationalError) as caught:
                program_clock.read_time()
            assert find_outage(caught.value) is Outage.AWAY
        finally:
            connection.close()


@pytest.mark.parametrize(
    ("sql", "outage"),
    [
        ("INSERT INTO t VALUES (zeroblob(99999))", Outage.FULL),
        ("SELECT * FROM nowhere", None),
        ("INSERT INTO u VALUES (1)", None),
    ],
)
def test_sqlite_by_its_code(sql, outage):
    raw = sqlite3.connect(":memory:")
    raw.executescript(
        "CREATE TABLE t (a); CREATE TABLE u (a UNIQUE); INSERT INTO u VALUES (1); PRAGMA max_page_count=1"
    )
    error = OperationalError("x")
    with suppress(sqlite3.Error):
        try:
            raw.execute(sql)
        except sqlite3.Error as cause:
            error.__cause__ = cause
            raise
    assert error.__cause__
    assert find_outage(error) is outage
    raw.close()


def test_what_is_known_by_its_kind():
    assert find_outage(BusyError("x")) is Outage.BUSY
    assert find_outage(InterfaceError("connection already closed")) is Outage.AWAY


@pytest.mark.parametrize("error", [ValueError("x"), OperationalError("x"), ProgrammingError("x"), None])
def test_all_else_is_a_bug(error):
    assert find_outage(error) is None
