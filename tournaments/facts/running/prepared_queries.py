"""Queries of which nothing but a number changes.

Django takes several times as long to put one together as the database does to answer it, and an evening's
facts are read for every page and command: so its SQL is made once for each kind of database, and kept.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.db import connection
from django.db.models import QuerySet

PLACE = -7_202_611_190_425_377
"""Stands for the number while a query is put together: nobody's number."""

Converter = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class _Made:
    """``sql`` with what it is ``given``, and how the database's values of some columns become Python's."""

    sql: str
    given: tuple[Any, ...]
    converters: tuple[tuple[int, tuple[Converter, ...], Any], ...]


def prepared(query: Callable[[int], QuerySet[Any, Any]]) -> Callable[[int], list[tuple[Any, ...]]]:
    """The rows of a ``values_list`` about the number it is called with; nobody changes what is in them."""
    made_for: dict[str, _Made] = {}

    @wraps(query)
    def rows(number: int) -> list[tuple[Any, ...]]:
        made = made_for.get(connection.vendor)
        if made is None:
            made = made_for[connection.vendor] = _make(query(PLACE))
        with connection.cursor() as cursor:
            cursor.execute(made.sql, [number if value == PLACE else value for value in made.given])
            found = cursor.fetchall()
        return _converted(found, made) if made.converters else found

    return rows


def _make(query: QuerySet[Any, Any]) -> _Made:
    compiler = query.query.get_compiler(connection=connection)
    sql, given = compiler.as_sql()
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
    return _Made(sql, given, tuple((n, tuple(by), column) for n, (by, column) in converters.items()))


def _converted(found: list[tuple[Any, ...]], made: _Made) -> list[tuple[Any, ...]]:
    """Return the rows with Python's values, which equal values of a column share.

    Each distinct value is converted once: of 200 players' 16 rounds, half the time went into empty lists.
    """
    rows = [list(row) for row in found]
    for n, converters, column in made.converters:
        known: dict[Any, Any] = {}
        for row in rows:
            value = row[n]
            if value not in known:
                known[value] = value
                for convert in converters:
                    known[value] = convert(known[value], column, connection)
            row[n] = known[value]
    return [tuple(row) for row in rows]
