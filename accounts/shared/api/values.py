"""Serializers made from values: one field for each name in ``@answers``, by its type hint.

A model row is such a value too: the model gives the types of its columns.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from django.db import models
from rest_framework import serializers

from accounts.answers import MEMBERS, get_answer_fields
from accounts.shared.api.fields import Value

Answer = serializers.Serializer[Any]
Field: TypeAlias = serializers.Field[Any, Any, Any, Any]
FIELDS: dict[Any, Callable[..., Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
    bool | int | str: Value,
}
"""The serializer field for a type hint, with or without None. Other apps add fields for their own types."""
COLUMNS: Mapping[type[Any], Any] = {
    models.IntegerField: int,
    models.ForeignKey: int,
    models.CharField: str,
    models.BooleanField: bool,
    models.DateTimeField: datetime,
    models.DateField: date,
}
"""The type of a column. DateTimeField comes first, because it is also a DateField."""
WORDS = StrEnum, models.TextChoices


class Derived(Answer):
    # A serializer made from a value. An error in a property is raised: the framework would send null
    # instead. No docstring here: the API's description would show it for every value without one.

    def to_representation(self, instance: Any) -> Any:
        values = ((field, _get_value(instance, str(field.source))) for field in self.fields.values())
        return {
            field.field_name: None if value is None else field.to_representation(value)
            for field, value in values
        }


def _get_value(instance: Any, source: str) -> Any:
    """Return the value for a field: an attribute, or with ``*`` the whole instance."""
    return instance if source == "*" else getattr(instance, source)


def answer(value: type, to: str = MEMBERS, /, **own: Callable[..., Field]) -> type[Answer]:
    """Return the serializer of ``value`` for this kind of reader.

    ``own``: serializer fields for names whose hint is not enough. TypeError if a name has no serializer
    field, or if these readers do not see a name in ``own``.
    """
    return _make_answer(value, to, **own)


@cache
def _make_answer(value: type, to: str, **own: Callable[..., Field]) -> type[Answer]:
    noted = get_answer_fields(value, to)
    if unseen := own.keys() - set(noted.names):
        raise TypeError(f"{value.__name__}: {to} do not see {', '.join(unseen)}")
    fields: dict[str, Any] = {"__doc__": noted.description or None, "__module__": value.__module__}
    for name in noted.names:
        key, column = name.removesuffix("_"), _read_columns(value).get(name)
        source = column.attname if column and name not in own else name  # for a foreign key the number
        options = {} if key == source else {"source": source}
        fields[key] = own[name](**options) if name in own else _make_value_field(value, name, to, options)
    return type(noted.component, (Derived,), fields)


def _make_value_field(value: type, name: str, to: str, options: Mapping[str, str]) -> Any:
    try:
        return _make_field(_read_hint(value, name), to, **options)
    except TypeError as error:
        raise TypeError(f"{value.__name__}.{name}: {error}") from error


def _read_columns(value: type) -> Mapping[str, Any]:
    """Return a model's columns by name; {} for any other class."""
    return (
        {column.name: column for column in value._meta.concrete_fields}
        if issubclass(value, models.Model)
        else {}
    )


def _read_hint(value: type, name: str) -> Any:
    """Return the type of a field, column or property."""
    if column := _read_columns(value).get(name):
        return _read_column_type(column)
    attribute = getattr(value, name, None)
    getter = (
        attribute.fget
        if isinstance(attribute, property)
        else attribute.func
        if isinstance(attribute, cached_property)
        else None
    )
    return get_type_hints(getter)["return"] if getter else get_type_hints(value)[name]


def _read_column_type(column: Any) -> Any:
    """Return the Python type of a column; for one with choices, its words."""
    hint = next((hint for kind, hint in COLUMNS.items() if isinstance(column, kind)), type(column))
    if column.choices:
        words = [word for word, _label in column.flatchoices]
        hint = Literal[tuple([""] * (column.blank and "" not in words) + words)]
    return hint | None if column.null else hint


def _make_field(hint: Any, to: str, **options: Any) -> Any:
    """Return the serializer field for this type. TypeError if there is none."""
    if hint in FIELDS:
        return FIELDS[hint](**options)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        parts = [part for part in get_args(hint) if part is not NoneType]
        return _make_field(Union[tuple(parts)], to, allow_null=True, **options)  # noqa: UP007
    if get_origin(hint) in (tuple, list, Sequence):
        (part, *_more) = get_args(hint)
        if _is_value(part):
            return answer(part, to)(many=True, **options)
        return serializers.ListField(child=_make_field(part, to), **options)
    if _is_value(hint):
        return answer(hint, to)(**options)
    if get_origin(hint) is Literal:
        return serializers.ChoiceField([*get_args(hint)], **options)
    if get_origin(hint) is Mapping:
        return serializers.DictField(child=_make_field(get_args(hint)[1], to), **options)
    if isinstance(hint, type) and issubclass(hint, WORDS):
        return serializers.ChoiceField([*map(str, hint)], **options)
    raise TypeError(f"nothing shows {hint}")


def _is_value(hint: Any) -> bool:
    """Return whether the hint is a class of ours with fields: no enum of words, and not in ``FIELDS``."""
    return isinstance(hint, type) and hint not in FIELDS and not issubclass(hint, WORDS)
