"""The tables that a backup carries, and their rows as plain values that are the same from every database."""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BinaryField, Field, JSONField, Model
from django.utils.duration import duration_string

APPS = ("accounts", "account", "games", "tournaments", "sessions")
"""Whose tables are carried: ours, allauth's with the addresses, and who is signed in. Groups, rights and the
admin's log stay behind: they point at numbers that each database gives by itself."""

PASSING = frozenset(
    {
        *("accounts.answer", "tournaments.clockreference"),
        *("tournaments.clubratings", "tournaments.ratedevening", "tournaments.ratingrow"),
        "tournaments.comparison",
    }
)
"""Ours, but of use for a while and here only: what programs were answered, how clocks stand; and ratings
and comparisons, which are made anew."""

SIGN_INS = "sessions.session"
"""The table by whose rows people are signed in."""

AT_ONCE, PICTURES_AT_ONCE = 2000, 20
"""Rows that are in memory at a time: of most tables, and of one with pictures."""

Columns = Sequence["Field[Any, Any]"]


def carried(apps: Apps) -> list[type[Model]]:
    """Every table to carry, by the models of today or by those of an older version."""
    ours = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS and not model._meta.proxy and model._meta.label_lower not in PASSING
    ]
    return [model for model in ours if not (model._meta.auto_created and _leads_out(model))]


def _leads_out(model: type[Model]) -> bool:
    """Whether the pairs are with something that stays behind."""
    related = (field.related_model for field in model._meta.local_concrete_fields)
    return any(isinstance(to, type) and to._meta.app_label not in APPS for to in related)


def columns(model: type[Model]) -> Columns:
    return model._meta.local_concrete_fields


def rows(model: type[Model], using: str = DEFAULT_DB_ALIAS) -> Iterator[Sequence[Any]]:
    """All rows as Python's values, in the order of their numbers, read as they are asked for."""
    names = [field.attname for field in columns(model)]
    every = model._base_manager.using(using).order_by("pk")
    return every.values_list(*names).iterator(chunk_size=at_once(columns(model)))


def at_once(columns: Columns) -> int:
    """How many rows of these columns are in memory at a time."""
    return PICTURES_AT_ONCE if any(isinstance(field, BinaryField) for field in columns) else AT_ONCE


def insert(
    connection: BaseDatabaseWrapper, model: type[Model], into: Columns, rows: Iterable[Sequence[Any]]
) -> None:
    """Write the rows as they are, with their numbers. Whatever the database refuses is a DatabaseError."""
    quote, coming = connection.ops.quote_name, iter(rows)
    names = ", ".join(quote(str(field.column)) for field in into)
    places = ", ".join(["%s"] * len(into))
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608 - our names
    with connection.cursor() as cursor:
        while some := list(islice(coming, at_once(into))):
            cursor.executemany(sql, [_prepared(connection, into, row) for row in some])


def _prepared(connection: BaseDatabaseWrapper, into: Columns, row: Sequence[Any]) -> list[Any]:
    return [field.get_db_prep_save(value, connection) for field, value in zip(into, row, strict=True)]


def _plain(value: Any) -> str:
    """What JSON has no way to write, exactly: to the microsecond."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_string(value)
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, (bytes, memoryview)):
        return b64encode(value).decode()  # as a BinaryField reads it
    raise TypeError(f"a column of {type(value).__name__} cannot be carried yet")


written = json.JSONEncoder(default=_plain, separators=(",", ":")).encode
"""A row as a line of JSON."""


def read(into: Columns, line: bytes) -> list[Any]:
    """A row from its line. ValueError, TypeError or ValidationError if the line holds no such values."""
    if not isinstance(values := json.loads(line), list):
        raise ValueError("a row is a list")
    return [
        value if value is None or isinstance(field, JSONField) else field.to_python(value)
        for field, value in zip(into, values, strict=True)
    ]
