"""Fields of a JSON body that take their own type and nothing like it, are bounded, and say so plainly."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import exceptions, serializers

from accounts.errors import gettext_noop as noop
from accounts.numbers import LARGEST_ID, WHOLE
from accounts.refusals import IS_MISSING, NOT_A_LIST, NOT_WHOLE
from accounts.shared.api.error_bodies import MOST_ERRORS

NONE_OF_THESE = noop("This must be one of: {words}.")

LONGEST_KEY = 40
LARGEST = 1_000_000

MISSING = {
    "required": _(IS_MISSING),
    "null": _("This cannot be null."),
}


class Number(serializers.IntegerField):
    """A whole number, also as text: for the query of an address."""

    default_error_messages = {
        **MISSING,
        "invalid": _(NOT_WHOLE),
        "max_string_length": _(NOT_WHOLE),
        "min_value": _("This must be at least {min_value}."),
        "max_value": _("This must be at most {max_value}."),
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_value", LARGEST)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, str) and not WHOLE.fullmatch(data.strip()):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(Number):
    """A whole number: no text, no fraction, neither true nor false."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Id(Whole):
    """The number of something that is stored."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **kwargs)


class Text(serializers.CharField):
    default_error_messages = {
        **MISSING,
        "invalid": _("This must be a text."),
        "blank": _("This cannot be empty."),
        "max_length": _("At most {max_length} characters are allowed."),
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    default_error_messages = {**MISSING, "invalid": _("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class OneOf(serializers.ChoiceField):
    """One of some words; ``words`` are those that may be sent."""

    default_error_messages = {**MISSING, "invalid_choice": _(NONE_OF_THESE)}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", words=", ".join(map(str, self.choices)))
        return data


class Several(serializers.ListField):
    """A list of at most ``max_length``, which is looked at first; then its items, until many are wrong."""

    default_error_messages = {
        **MISSING,
        "not_a_list": _(NOT_A_LIST),
        "min_length": _("At least {min_length} entries are needed."),
        "max_length": _("At most {max_length} entries are allowed."),
    }

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.most = max_length

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list")
        if len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        return super().to_internal_value(data)

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        values, wrong, mistakes = [], dict[str, Any](), 0
        for at, item in enumerate(data):
            try:
                values.append(self.child.run_validation(item))
            except serializers.ValidationError as error:
                wrong[str(at)] = error.detail
                mistakes += _count(error.detail)
            if mistakes >= MOST_ERRORS:
                break
        if wrong:
            raise serializers.ValidationError(wrong)
        return values


def _count(detail: Any) -> int:
    """How many mistakes a refusal names."""
    if isinstance(detail, dict):
        return sum(map(_count, detail.values()))
    return sum(map(_count, detail)) if isinstance(detail, list) else 1


class Named(serializers.DictField):
    """An object of values under names of the sender's choice, at most ``most`` of them."""

    default_error_messages = {
        **MISSING,
        "not_a_dict": _("This must be a JSON object."),
        "max_length": _("At most {max_length} entries are allowed."),
    }

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("not_a_dict")
        if len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        return super().to_internal_value(data)


@extend_schema_field({"oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]})
class Value(serializers.Field[Any, Any, Any, Any]):
    """The value of an option: true or false, a number or a word. The option itself says which."""

    default_error_messages = {**MISSING, "invalid": _("This must be true, false, a whole number or a text.")}

    def to_internal_value(self, data: Any) -> bool | int | str:
        if not isinstance(data, (bool, int, str)):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Body(serializers.Serializer[Any]):
    """A JSON object of known fields; others are refused, beside whatever else is wrong."""

    default_error_messages = {**MISSING, "invalid": _("This must be a JSON object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        wrong: dict[str, Any] = {}
        if isinstance(data, Mapping):
            unknown = islice((key for key in data if key not in self.fields), MOST_ERRORS)
            said = exceptions.ErrorDetail(gettext("This field is unknown."), "unknown")
            wrong = {key[:LONGEST_KEY]: [said] for key in unknown}
        try:
            values: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**error.detail, **wrong}) from None  # type: ignore[dict-item]
        if wrong:
            raise serializers.ValidationError(wrong)
        return values


def read(body: type[Body], data: Any) -> dict[str, Any]:
    """What was sent, checked against the body's fields. ValidationError names every field that is wrong."""
    asked = body(data=data)
    asked.is_valid(raise_exception=True)
    values: dict[str, Any] = asked.validated_data
    return values
