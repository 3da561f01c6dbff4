"""Scenes that many tests begin with are made once by the services; after that their rows are copied.

A process remembers which rows a scene added or changed. Where the same scene is asked for on the same
contents, as long after they were written, these rows are written again, with their times moved to now.
`FRESH_SCENES=1` plays every scene by the services again, as `make test-all` does.
"""

import os
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import DateTimeField, Model
from django.utils import timezone
from hypothesis import currently_in_test_context

from tournaments.models.evening import new_join_code

FRESH = os.environ.get("FRESH_SCENES") == "1"
APPS = ("accounts", "account", "games", "tournaments")

Row = tuple[Any, ...]
Contents = dict[str, dict[Any, Row]]
"""The rows of each table, by their primary key."""


@dataclass(frozen=True)
class Scene:
    """What a scene wrote, and when."""

    rows: dict[str, list[Row]]
    changed: dict[str, frozenset[Any]]
    """The keys of those that were there before it."""
    at: datetime


_scenes: dict[Hashable, Scene] = {}


def copied(request: pytest.FixtureRequest, make: Callable[[], object], *key: Hashable) -> None:
    """Make a scene, or copy what the same call wrote before. ``key`` tells scenes apart.

    Only rows are copied: what ``make`` returns is not. Tests that change the program itself, or that
    commit, always have their scenes made.
    """
    if FRESH or not connection.in_atomic_block or currently_in_test_context() or _patched(request):
        make()
        return
    before = _contents()
    known = (key, hash(frozenset(_state(before))))
    if scene := _scenes.get(known):
        _write(scene)
        return
    make()
    at = timezone.now()  # no row is of a later time, so no copy is of a time to come
    after = _contents()
    added = {
        table: [row for pk, row in rows.items() if before[table].get(pk) != row]
        for table, rows in after.items()
    }
    if all(before[table].keys() <= rows.keys() for table, rows in after.items()):
        rows = {table: rows for table, rows in added.items() if rows}
        changed = {table: frozenset(row[0] for row in rows[table]) & before[table].keys() for table in rows}
        _scenes[known] = Scene(rows, changed, at)


def _patched(request: pytest.FixtureRequest) -> bool:
    """Whether the test has changed the program or its settings so far."""
    used = getattr(request.node, "funcargs", {})
    patch, settings = used.get("monkeypatch"), used.get("settings")
    return bool((patch and (patch._setattr or patch._setitem)) or getattr(settings, "_to_restore", None))


@cache
def _models() -> list[type[Model]]:
    return [model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True)]


def _fields(model: type[Model]) -> list[Any]:
    """The model's columns, the primary key first."""
    meta = model._meta
    return [meta.pk, *(field for field in meta.local_concrete_fields if not field.primary_key)]


@cache
def _tables() -> dict[str, tuple[str, ...]]:
    """Each table of ours with its columns, the primary key first."""
    return {model._meta.db_table: tuple(str(field.column) for field in _fields(model)) for model in _models()}


@cache
def _questions() -> dict[str, str]:
    """The SQL that reads each table, in the order of its columns.

    PostgreSQL gives all but keys and times as text, and takes that back: so JSON can be compared, too.
    """
    plain = connection.vendor == "sqlite"
    asked = {}
    for model in _models():
        pk, *others = _fields(model)
        names = [f'"{pk.column}"']
        for field in others:
            as_is = plain or isinstance(field, DateTimeField)
            names.append(f'"{field.column}"' if as_is else f'"{field.column}"::text')
        table = model._meta.db_table
        asked[table] = f'SELECT {", ".join(names)} FROM "{table}"'  # noqa: S608
    return asked


def _contents() -> Contents:
    connection.ensure_connection()
    found: Contents = {table: {} for table in _tables()}
    for table in _written():
        rows = connection.connection.execute(_questions()[table])
        found[table] = {row[0]: tuple(row) for row in rows}
    return found


def _written() -> Iterable[str]:
    """The tables that have rows: on PostgreSQL it is quicker to ask for them first."""
    if connection.vendor == "sqlite":
        return _tables()
    asked = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in _tables())  # noqa: S608
    return [name for (name,) in connection.connection.execute(" UNION ALL ".join(asked))]


def _state(contents: Contents) -> Iterator[Hashable]:
    """What tells one state of the database from another: how long ago, and nothing that is drawn anew."""
    now = timezone.now()
    for table, columns in _tables().items():
        drawn = [name in ("join_code", "request_key", "token") for name in columns]
        for row in contents[table].values():
            yield (
                table,
                *(
                    None if new else now - _utc(value) if isinstance(value, datetime) else value
                    for value, new in zip(row, drawn, strict=True)
                ),
            )


def _utc(time: datetime) -> datetime:
    """SQLite's times have no zone."""
    return time.replace(tzinfo=UTC)


def _write(scene: Scene) -> None:
    passed = timezone.now() - scene.at
    cursor, mark = connection.connection.cursor(), "?" if connection.vendor == "sqlite" else "%s"
    for table, rows in scene.rows.items():
        columns = _tables()[table]
        names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join([mark] * len(columns))
        code = columns.index("join_code") if "join_code" in columns else None
        if before := [row[:1] for row in rows if row[0] in scene.changed[table]]:
            cursor.executemany(f'DELETE FROM "{table}" WHERE "{columns[0]}" = {mark}', before)  # noqa: S608
        cursor.executemany(
            f'INSERT INTO "{table}" ({names}) VALUES ({marks})',  # noqa: S608
            [_renewed(row, passed, code) for row in rows],
        )


def _renewed(row: Row, passed: timedelta, code: int | None) -> Row:
    """The row with its times moved on, and a join code that no other test had."""
    return tuple(
        new_join_code() if at == code else value + passed if isinstance(value, datetime) else value
        for at, value in enumerate(row)
    )
