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

from accounts.arguments import ArgumentLimits
from accounts.shared.api.fields import (
    MISSING_MESSAGES,
    Body,
    BoundedList,
    ByNumber,
    Flag,
    Id,
    OneOf,
    Text,
    Whole,
)

NO_LIMITS = ArgumentLimits()


class DayField(DateField):
    """A day, as 2026-01-31."""

    default_error_messages = {
        **MISSING_MESSAGES,
        "invalid": _("Enter a date, such as 2026-01-31."),
        "datetime": _("Enter a date, such as 2026-01-31."),
        "date": _("Enter a date, such as 2026-01-31."),
    }

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str):
            self.fail("invalid", format="")
        return super().to_internal_value(value)


def read_arguments(service: Callable[..., Any]) -> Mapping[str, tuple[Any, ArgumentLimits, Any]]:
    """Return the type, limits and default of each argument that a body can contain: those with limits.

    TypeError if another argument is required, unless it is a row, which the address identifies.
    """
    hints, arguments = get_type_hints(service, include_extras=True), {}
    for name, parameter in list(signature(service).parameters.items())[1:]:
        kind, limits = _split_hint(hints[name])
        if limits is not NO_LIMITS or is_choice(kind):
            arguments[name] = kind, limits, parameter.default
        elif parameter.default is Parameter.empty and not _is_row(kind):
            raise TypeError(f"{service.__name__}: {name} has no limits")
    return arguments


def make_fields(service: Callable[..., Any]) -> dict[str, Field[Any, Any, Any, Any]]:
    """Return a body field for each argument of the service."""
    return {name: make_field(*argument) for name, argument in read_arguments(service).items()}


def make_body(service: Callable[..., Any], **own: Field[Any, Any, Any, Any]) -> type[Body]:
    """Return the body class for a service. ``own``: fields that the service's signature cannot describe."""
    name, fields = service.__name__.title().replace("_", ""), {**make_fields(service), **own}
    description = (
        None if any(field.required for field in fields.values()) else "What is not sent stays as it is."
    )
    return type(f"{name}Body", (Body,), {"__doc__": description, **fields})


def make_field(kind: Any, limits: ArgumentLimits, default: Any = Parameter.empty) -> Any:
    options: dict[str, Any] = {"help_text": limits.help} if limits.help else {}
    if limits.null:
        options["allow_null"] = True
    below = kind is int and default is not Parameter.empty and (default or 0) < (limits.least or 0)
    if isinstance(default, tuple) or below or (default is None and not limits.null):
        options["required"] = False  # the service's default cannot be sent, so the schema names none
    elif default is not Parameter.empty:
        options["default"] = default
    if is_choice(kind):
        return OneOf(choices=[choice.value for choice in kind], **options)
    if kind is bool:
        return Flag(**options)
    if kind is date:
        return DayField(**options)
    if limits.words:
        return OneOf([*limits.words], **options)
    if kind is str:
        return Text(max_length=limits.most, allow_blank=limits.empty, **options)
    if kind is int:
        if limits.stored:
            return Id(**options)
        bounds = {"min_value": limits.least, "max_value": limits.most}
        return Whole(**{name: bound for name, bound in bounds.items() if bound is not None}, **options)
    item = make_field(*_split_hint(get_args(kind)[-1]))
    if issubclass(get_origin(kind), Mapping):
        return ByNumber(child=item, **({"most": limits.most} if limits.most else {}), **options)
    least = {"min_length": limits.least} if limits.least else {}
    return BoundedList(child=item, max_length=limits.most or 0, **least, **options)


def _split_hint(hint: Any) -> tuple[Any, ArgumentLimits]:
    """Return the type and its limits. A field of type ``X | None`` takes an X, and is optional."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        return kind, notes[-1]
    return hint, NO_LIMITS


def _is_row(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Model)


def is_choice(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)
