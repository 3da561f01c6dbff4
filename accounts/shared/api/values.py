"""Answers made from values: a field for each name that ``@answers`` notes, by its type hint.

A row of a model is such a value, too: its columns have their types from the model.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from django.db import models
from rest_framework import serializers

from accounts.answers import MEMBERS, answer_fields
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
"""What shows a hint, as a whole or without its None. Other apps add what shows values of their own."""
COLUMNS: Mapping[type[Any], Any] = {
    models.IntegerField: int,
    models.ForeignKey: int,
    models.CharField: str,
    models.BooleanField: bool,
    models.DateTimeField: datetime,
    models.DateField: date,
}
"""The type of a column; a time is also a day, and so stands first."""
WORDS = StrEnum, models.TextChoices


class Derived(Answer):
    # An answer made from a value. An error in a property stays one: the framework would send null for it.
    # A docstring would stand in the description of every value that has none.

    def to_representation(self, instance: Any) -> Any:
        values = ((field, _value_of(instance, str(field.source))) for field in self.fields.values())
        return {
            field.field_name: None if value is None else field.to_representation(value)
            for field, value in values
        }


def _value_of(instance: Any, source: str) -> Any:
    """Return what a field shows: an attribute, or with ``*`` the whole value."""
    return instance if source == "*" else getattr(instance, source)


def answer(value: type, to: str = MEMBERS, /, **own: Callable[..., Field]) -> type[Answer]:
    """Return the serializer of such values for this kind of reader.

    ``own``: what shows a field, where its hint does not say so. TypeError at a field that nothing shows, and
    at one of ``own`` that these readers do not see.
    """
    return _make_answer(value, to, **own)


@cache
def _make_answer(value: type, to: str, **own: Callable[..., Field]) -> type[Answer]:
    noted = answer_fields(value, to)
    if unseen := own.keys() - set(noted.names):
        raise TypeError(f"{value.__name__}: {to} do not see {', '.join(unseen)}")
    fields: dict[str, Any] = {"__doc__": noted.description or None, "__module__": value.__module__}
    for name in noted.names:
        key, column = name.removesuffix("_"), _columns(value).get(name)
        source = column.attname if column and name not in own else name  # of a foreign key the number
        options = {} if key == source else {"source": source}
        fields[key] = own[name](**options) if name in own else _field(value, name, to, options)
    return type(noted.component, (Derived,), fields)


def _field(value: type, name: str, to: str, options: Mapping[str, str]) -> Any:
    try:
        return _field_of(_hint(value, name), to, **options)
    except TypeError as error:
        raise TypeError(f"{value.__name__}.{name}: {error}") from error


def _columns(value: type) -> Mapping[str, Any]:
    """Return the columns of a model by name; of another value none."""
    return (
        {column.name: column for column in value._meta.concrete_fields}
        if issubclass(value, models.Model)
        else {}
    )


def _hint(value: type, name: str) -> Any:
    """Return the type of a field or a column, or what a property returns."""
    if column := _columns(value).get(name):
        return _column(column)
    attribute = getattr(value, name, None)
    getter = (
        attribute.fget
        if isinstance(attribute, property)
        else attribute.func
        if isinstance(attribute, cached_property)
        else None
    )
    return get_type_hints(getter)["return"] if getter else get_type_hints(value)[name]


def _column(column: Any) -> Any:
    """Return the type of a column; of one with choices the words that it may have."""
    hint = next((hint for kind, hint in COLUMNS.items() if isinstance(column, kind)), type(column))
    if column.choices:
        words = [word for word, _label in column.flatchoices]
        hint = Literal[tuple([""] * (column.blank and "" not in words) + words)]
    return hint | None if column.null else hint


def _field_of(hint: Any, to: str, **options: Any) -> Any:
    """Return what shows values of this type. TypeError if nothing does."""
    if hint in FIELDS:
        return FIELDS[hint](**options)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        parts = [part for part in get_args(hint) if part is not NoneType]
        return _field_of(Union[tuple(parts)], to, allow_null=True, **options)  # noqa: UP007
    if get_origin(hint) in (tuple, list, Sequence):
        (part, *_more) = get_args(hint)
        if _is_value(part):
            return answer(part, to)(many=True, **options)
        return serializers.ListField(child=_field_of(part, to), **options)
    if _is_value(hint):
        return answer(hint, to)(**options)
    if get_origin(hint) is Literal:
        return serializers.ChoiceField([*get_args(hint)], **options)
    if get_origin(hint) is Mapping:
        return serializers.DictField(child=_field_of(get_args(hint)[1], to), **options)
    if isinstance(hint, type) and issubclass(hint, WORDS):
        return serializers.ChoiceField([*map(str, hint)], **options)
    raise TypeError(f"nothing shows {hint}")


def _is_value(hint: Any) -> bool:
    """Return whether it is a class of our own with fields: no words, and nothing that ``FIELDS`` shows."""
    return isinstance(hint, type) and hint not in FIELDS and not issubclass(hint, WORDS)
