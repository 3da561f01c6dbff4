"""Answers made from values: a field for each name that ``@answers`` notes, by its type hint."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

from accounts.answers import MEMBERS, seen
from tournaments.base.api.answers import (
    Answer,
    At,
    Exact,
    Figure,
    FigureOrPlace,
    MetricFigure,
    Seconds,
    Somebody,
    Why,
)
from tournaments.base.words import Worded
from tournaments.core.movement.chairs import Place
from tournaments.evening.presenters import movers

Field: TypeAlias = serializers.Field[Any, Any, Any, Any]
FIELDS: Mapping[Any, Callable[..., Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
    timedelta: Seconds,
    int | Fraction: Exact,
    Figure: MetricFigure,
    Figure | Place: FigureOrPlace,
    Worded: Why,
    Place: At,
    movers.Somebody: Somebody,
}
"""What shows a hint, as a whole or without its None."""


class Derived(Answer):
    # An answer made from a value. An error in a property stays one: the framework would send null for it.
    # A docstring would stand in the description of every value that has none.

    def to_representation(self, instance: Any) -> Any:
        seen = ((field, getattr(instance, str(field.source))) for field in self.fields.values())
        return {
            field.field_name: None if value is None else field.to_representation(value)
            for field, value in seen
        }


class Ids(serializers.ListField):
    """The numbers of stored things, in place of all that is seen of them."""

    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> Any:
        return [one.id for one in value]


def answer(value: type, to: str = MEMBERS, /, **own: Callable[..., Field]) -> type[Answer]:
    """Return the serializer of such values for this kind of reader, the same one each time.

    ``own``: what shows a field, where its hint does not say so. TypeError at a field that nothing shows, and
    at one of ``own`` that these readers do not see.
    """
    return _answer(value, to, **own)


@cache
def _answer(value: type, to: str, **own: Callable[..., Field]) -> type[Answer]:
    about = seen(value, to)
    if unseen := own.keys() - set(about.names):
        raise TypeError(f"{value.__name__}: {to} do not see {', '.join(unseen)}")
    fields: dict[str, Any] = {"__doc__": about.about or None, "__module__": value.__module__}
    for name in about.names:
        sent = name.removesuffix("_")
        how = {} if sent == name else {"source": name}
        fields[sent] = own[name](**how) if name in own else _field(value, name, to, how)
    return type(about.component, (Derived,), fields)


def _field(value: type, name: str, to: str, how: Mapping[str, str]) -> Any:
    try:
        return _shown(_hint(value, name), to, **how)
    except TypeError as error:
        raise TypeError(f"{value.__name__}.{name}: {error}") from error


def _hint(value: type, name: str) -> Any:
    """Return the type of a field, or what a property returns."""
    made = getattr(value, name, None)
    of = made.fget if isinstance(made, property) else made.func if isinstance(made, cached_property) else None
    return get_type_hints(of)["return"] if of else get_type_hints(value)[name]


def _shown(hint: Any, to: str, **how: Any) -> Any:
    """Return what shows values of this type. TypeError if nothing does."""
    if hint in FIELDS:
        return FIELDS[hint](**how)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        some = [each for each in get_args(hint) if each is not NoneType]
        return _shown(Union[tuple(some)], to, allow_null=True, **how)  # noqa: UP007
    if get_origin(hint) in (tuple, list, Sequence):
        (each, *_more) = get_args(hint)
        if _is_value(each):
            return answer(each, to)(many=True, **how)
        return serializers.ListField(child=_shown(each, to), **how)
    if _is_value(hint):
        return answer(hint, to)(**how)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return serializers.ChoiceField([*map(str, hint)], **how)
    raise TypeError(f"nothing shows {hint}")


def _is_value(hint: Any) -> bool:
    """Whether it is a class of our own with fields: no enum, and nothing that ``FIELDS`` shows."""
    return isinstance(hint, type) and hint not in FIELDS and not issubclass(hint, StrEnum)
