"""Prepared queries: the SQL is built once for each kind of database, and then only the parameters change.

Django needs several times as long to build such a query as the database needs to answer it. Every page and
command reads an evening's facts.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, get_related_populators

PLACE = 2_026_112_613
"""The first parameter's placeholder while the SQL is built; others get the next numbers. No value is one."""

Converter = Callable[[Any, Any, Any], Any]
Rows = list[tuple[Any, ...]]
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class _Statement:
    """``sql`` with its ``params``, and converters from database values to Python values, by column.

    ``models``: makes model instances from rows; None for a ``values_list``.
    """

    sql: str
    params: tuple[Any, ...]
    converters: tuple[tuple[int, tuple[Converter, ...], Any], ...]
    models: Callable[[Rows], list[Any]] | None


def prepare_query(query: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """Return a function that takes the query's values and returns rows: models or ``values_list`` tuples.

    The caller must not change objects in the rows: equal values are one object.
    """
    made_for: dict[str, _Statement] = {}
    kinds = [parameter.annotation for parameter in signature(query).parameters.values()]
    places = tuple(kind(PLACE + n) for n, kind in enumerate(kinds))

    @wraps(query)
    def rows(*values: P.args, **_none: P.kwargs) -> list[R]:
        statement = made_for.get(connection.vendor)
        if statement is None:
            statement = made_for[connection.vendor] = _make_statement(cast(Any, query)(*places))
        by_place: dict[Any, Any] = dict(zip(places, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, [by_place.get(value, value) for value in statement.params])
            results: Any = cursor.fetchall()
        if statement.converters:
            results = _convert_rows(results, statement)
        return statement.models(results) if statement.models else results

    return rows


def _make_statement(query: QuerySet[Any, Any]) -> _Statement:
    compiler = query.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
    to_python = tuple((n, tuple(by), column) for n, (by, column) in converters.items())
    models = _make_model_reader(compiler) if query._iterable_class is ModelIterable else None
    return _Statement(sql, tuple(params), to_python, models)


def _make_model_reader(compiler: Any) -> Callable[[Rows], list[Any]]:
    """Return a function that makes model instances, with related models, as Django's own query does."""
    select, class_info, annotations = compiler.select, compiler.klass_info, compiler.annotation_col_map
    first, last = class_info["select_fields"][0], class_info["select_fields"][-1] + 1
    fields = [column.target.attname for column, _sql, _alias in select[first:last]]
    related = get_related_populators(class_info, select, connection.alias)  # type: ignore[call-arg]

    def models(rows: Rows) -> list[Any]:
        made_models = []
        for row in rows:
            made_models.append(
                model := class_info["model"].from_db(connection.alias, fields, row[first:last])
            )
            for populator in related:
                populator.populate(row, model)
            for name, column in annotations.items():
                setattr(model, name, row[column])
        return made_models

    return models


def _convert_rows(rows: Rows, statement: _Statement) -> Rows:
    """Return the rows with Python values. Equal values of a column become the same object.

    Each distinct value is converted once. Before, for 200 players and 16 rounds, half of the time went into
    empty lists.
    """
    columns: list[Iterable[Any]] = list(zip(*rows, strict=True))
    for n, converters, column in statement.converters if rows else ():
        by_value = {value: value for value in columns[n]}
        for value in by_value:
            for convert in converters:
                by_value[value] = convert(by_value[value], column, connection)
        columns[n] = map(by_value.__getitem__, columns[n])
    return list(zip(*columns, strict=True))
