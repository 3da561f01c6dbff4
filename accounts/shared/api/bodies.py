"""Bodies of requests, derived from the signatures of services."""

from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from django.db.models import Model
from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import DateField, Field

from accounts.arguments import Limits
from accounts.shared.api.fields import MISSING, Body, ByNumber, Flag, Id, OneOf, Several, Text, Whole

NO_LIMITS = Limits()


class Day(DateField):
    """A day, as 2026-01-31."""

    default_error_messages = {
        **MISSING,
        "invalid": _("Enter a date, such as 2026-01-31."),
        "datetime": _("Enter a date, such as 2026-01-31."),
        "date": _("Enter a date, such as 2026-01-31."),
    }

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str):
            self.fail("invalid", format="")
        return super().to_internal_value(value)


def arguments_of(service: Callable[..., Any]) -> Mapping[str, tuple[Any, Limits, Any]]:
    """Return the type, limits and default of each argument that may be sent: the others have no limits.

    TypeError at one of these that is required, unless it is a row, which the address names.
    """
    hints, found = get_type_hints(service, include_extras=True), {}
    for name, parameter in list(signature(service).parameters.items())[1:]:
        kind, limits = _parted(hints[name])
        if limits is not NO_LIMITS or is_choice(kind):
            found[name] = kind, limits, parameter.default
        elif parameter.default is Parameter.empty and not _is_row(kind):
            raise TypeError(f"{service.__name__}: {name} has no limits")
    return found


def fields_of(service: Callable[..., Any]) -> dict[str, Field[Any, Any, Any, Any]]:
    """Return the fields of the body, by the service's arguments."""
    return {name: field_of(*argument) for name, argument in arguments_of(service).items()}


def body_of(service: Callable[..., Any], **own: Field[Any, Any, Any, Any]) -> type[Body]:
    """Return the body of an address that calls the service; ``own``: fields that its signature cannot say."""
    name, fields = service.__name__.title().replace("_", ""), {**fields_of(service), **own}
    about = None if any(field.required for field in fields.values()) else "What is not sent stays as it is."
    return type(f"{name}Body", (Body,), {"__doc__": about, **fields})


def field_of(kind: Any, limits: Limits, default: Any = Parameter.empty) -> Any:
    how: dict[str, Any] = {"help_text": limits.help} if limits.help else {}
    if limits.null:
        how["allow_null"] = True
    below = kind is int and default is not Parameter.empty and (default or 0) < (limits.least or 0)
    if isinstance(default, tuple) or below or (default is None and not limits.null):
        how["required"] = False  # where it is left out, the service's default is none that could be sent
    elif default is not Parameter.empty:
        how["default"] = default
    if is_choice(kind):
        return OneOf(choices=[choice.value for choice in kind], **how)
    if kind is bool:
        return Flag(**how)
    if kind is date:
        return Day(**how)
    if limits.words:
        return OneOf([*limits.words], **how)
    if kind is str:
        return Text(max_length=limits.most, allow_blank=limits.empty, **how)
    if kind is int:
        if limits.stored:
            return Id(**how)
        bounds = {"min_value": limits.least, "max_value": limits.most}
        return Whole(**{name: bound for name, bound in bounds.items() if bound is not None}, **how)
    item = field_of(*_parted(get_args(kind)[-1]))
    if issubclass(get_origin(kind), Mapping):
        return ByNumber(child=item, **({"most": limits.most} if limits.most else {}), **how)
    least = {"min_length": limits.least} if limits.least else {}
    return Several(child=item, max_length=limits.most or 0, **least, **how)


def _parted(hint: Any) -> tuple[Any, Limits]:
    """Return the type and its limits; ``X | None`` is an X that may be left out."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (one for one in get_args(hint) if one is not NoneType)
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        return kind, notes[-1]
    return hint, NO_LIMITS


def _is_row(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Model)


def is_choice(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)
