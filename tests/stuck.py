"""A row that somebody holds: a second connection has locked it, and does not end its transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connections
from django.db.models import Model

from config.database import set_limits


@contextmanager
def held(row: Model) -> Iterator[int]:
    """Lock the row by a connection of its own, whose process id is yielded; on SQLite all is locked."""
    other = connections.create_connection("default")
    cursor = other.cursor()
    try:
        if other.vendor == "sqlite":
            cursor.execute("BEGIN IMMEDIATE")
            yield 0
        else:
            table = other.ops.quote_name(row._meta.db_table)
            cursor.execute("BEGIN")
            cursor.execute(f"SELECT pg_backend_pid() FROM {table} WHERE id = %s FOR UPDATE", [row.pk])  # noqa: S608
            yield cursor.fetchone()[0]
        cursor.execute("ROLLBACK")
    finally:
        other.close()


LOCK = 0.3
"""Seconds that a test waits for a lock."""


@pytest.fixture
def impatient(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every connection that is opened from now on, and this thread's, waits for a lock for a moment."""
    settings.LIMITS = replace(settings.LIMITS, lock=LOCK)
    chosen = connections.settings["default"]
    options = {name: value for name, value in chosen["OPTIONS"].items() if name != "options"}
    changed = {**chosen, "OPTIONS": options}
    set_limits(changed, settings.LIMITS)
    monkeypatch.setitem(chosen, "OPTIONS", changed["OPTIONS"])
    monkeypatch.setitem(connections["default"].settings_dict, "OPTIONS", changed["OPTIONS"])
    connections["default"].close()
    yield
    connections["default"].close()


@contextmanager
def read_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever connects to the database can only read it."""
    with monkeypatch.context() as patch, _opened_anew():
        for chosen in (connections.settings["default"], connections["default"].settings_dict):
            options = dict(chosen["OPTIONS"])
            if "init_command" in options:
                options["init_command"] += "PRAGMA query_only=1;"
            else:
                options["options"] += " -c default_transaction_read_only=on"
            patch.setitem(chosen, "OPTIONS", options)
        yield


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever connects to the database finds nothing there."""
    with monkeypatch.context() as patch, _opened_anew():
        for chosen in (connections.settings["default"], connections["default"].settings_dict):
            for name in ("NAME", "HOST"):
                patch.setitem(chosen, name, "/nowhere/x")
        yield


@contextmanager
def full() -> Iterator[None]:
    """The database finds no room for a line of a journal."""

    def fill(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith('INSERT INTO "tournaments_journal"'):
            return execute(sql, params, many, context)
        if context["connection"].vendor == "sqlite":
            raw = context["cursor"].connection
            before = raw.execute("PRAGMA max_page_count").fetchone()[0]
            raw.execute("PRAGMA max_page_count=1")  # no more than there are
            try:
                return execute(
                    "INSERT INTO limits VALUES ('x', zeroblob(9000000), '2030-01-01')", None, False, context
                )
            finally:
                raw.execute(f"PRAGMA max_page_count={before}")
        refuse = "DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
        return execute(refuse, None, False, context)

    with connections["default"].execute_wrapper(fill):
        yield


@contextmanager
def _opened_anew() -> Iterator[None]:
    """Around a change of the settings: what is opened before, and after, does not know of it."""
    connections["default"].close()
    try:
        yield
    finally:
        connections["default"].close()
