"""Fields of JSON bodies, filters of lists by query parameters, and parsers that limit the size of JSON.

Each field accepts only its own type, and has limits. A filter's ``schema`` describes its values for the API's
description.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import IO, Any, NoReturn

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_filters import CharFilter, Filter
from drf_spectacular.utils import extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from accounts.errors import gettext_noop as noop
from accounts.numbers import LARGEST_ID, WHOLE, number_in
from accounts.refusals import IS_MISSING, NAME_TWICE, NOT_A_LIST, NOT_WHOLE, TOO_LARGE
from accounts.shared.api.error_bodies import MOST_ERRORS

NONE_OF_THESE = noop("This must be one of: {words}.")

LONGEST_KEY = 40
LARGEST = 1_000_000

MISSING_MESSAGES = {
    "required": _(IS_MISSING),
    "null": _("This cannot be null."),
}


class Number(serializers.IntegerField):
    """A whole number, also as text: for query parameters."""

    default_error_messages = {
        **MISSING_MESSAGES,
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
    """A whole number. Text, fractions and booleans are refused."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Id(Whole):
    """The id of a stored row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **kwargs)


class Text(serializers.CharField):
    default_error_messages = {
        **MISSING_MESSAGES,
        "invalid": _("This must be a text."),
        "blank": _("This cannot be empty."),
        "max_length": _("At most {max_length} characters are allowed."),
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    default_error_messages = {**MISSING_MESSAGES, "invalid": _("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class OneOf(serializers.ChoiceField):
    """One of ``words``."""

    default_error_messages = {**MISSING_MESSAGES, "invalid_choice": _(NONE_OF_THESE)}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", words=", ".join(map(str, self.choices)))
        return data


class BoundedList(serializers.ListField):
    """A list of at most ``max_length`` items. Checks its length, then items until many are wrong."""

    default_error_messages = {
        **MISSING_MESSAGES,
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
        for n, item in enumerate(data):
            try:
                values.append(self.child.run_validation(item))
            except serializers.ValidationError as error:
                wrong[str(n)] = error.detail
                mistakes += _count_mistakes(error.detail)
            if mistakes >= MOST_ERRORS:
                break
        if wrong:
            raise serializers.ValidationError(wrong)
        return values


def _count_mistakes(detail: Any) -> int:
    """Return the number of mistakes in a refusal."""
    if isinstance(detail, dict):
        return sum(map(_count_mistakes, detail.values()))
    return sum(map(_count_mistakes, detail)) if isinstance(detail, list) else 1


class NamedValues(serializers.DictField):
    """An object with at most ``most`` names, which the sender chooses."""

    default_error_messages = {
        **MISSING_MESSAGES,
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


class ByNumber(NamedValues):
    """A value for each of several people, by their ids."""

    default_error_messages = {"number": _("Use the numbers of the players.")}

    def __init__(self, *, child: Any, most: int = 1000, **kwargs: Any) -> None:
        super().__init__(most=most, child=child, **kwargs)

    def to_internal_value(self, data: Any) -> dict[Any, Any]:
        values = super().to_internal_value(data)
        wrong = {key[:40]: [self.error_messages["number"]] for key in values if not _is_number(key)}
        if wrong:
            raise serializers.ValidationError(wrong)
        return {int(key): value for key, value in values.items()}


def _is_number(key: str) -> bool:
    """Return whether the number is in its usual form, so that nobody can be named twice."""
    number = number_in(key, len(str(LARGEST_ID)))
    return number is not None and str(number) == key and number <= LARGEST_ID


@extend_schema_field({"oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]})
class Value(serializers.Field[Any, Any, Any, Any]):
    """An option's value: true, false, a number or a word. The option itself checks the value."""

    default_error_messages = {
        **MISSING_MESSAGES,
        "invalid": _("This must be true, false, a whole number or a text."),
    }

    def to_internal_value(self, data: Any) -> bool | int | str:
        if not isinstance(data, (bool, int, str)):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Body(serializers.Serializer[Any]):
    """A JSON object with known fields. Unknown fields are refused together with other mistakes."""

    default_error_messages = {**MISSING_MESSAGES, "invalid": _("This must be a JSON object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        wrong: dict[str, Any] = {}
        if isinstance(data, Mapping):
            unknown = islice((key for key in data if key not in self.fields), MOST_ERRORS)
            detail = exceptions.ErrorDetail(gettext("This field is unknown."), "unknown")
            wrong = {key[:LONGEST_KEY]: [detail] for key in unknown}
        try:
            values: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**error.detail, **wrong}) from None  # type: ignore[dict-item]
        if wrong:
            raise serializers.ValidationError(wrong)
        return values


def read(body: type[Body], data: Any) -> dict[str, Any]:
    """Return the checked data. ValidationError names every wrong field."""
    serializer = body(data=data)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


LONGEST = 100


class IdFilter(Filter):  # type: ignore[misc]
    """Rows by a whole number, usually the id of a related row."""

    field_class = forms.IntegerField
    schema = {"type": "integer", "minimum": 0, "maximum": LARGEST_ID}

    def __init__(self, field_name: str, **options: Any) -> None:
        super().__init__(field_name, min_value=0, max_value=LARGEST_ID, **options)


class Holds(CharFilter):  # type: ignore[misc]
    """Rows whose text contains the value, without case and accents."""

    schema = {"type": "string", "maxLength": LONGEST}

    def __init__(self, field_name: str, lookup_expr: str = "alike", **options: Any) -> None:
        super().__init__(field_name, lookup_expr, max_length=LONGEST, **options)


class WordField(forms.CharField):
    """One of several words. A refusal lists them, and does not repeat the sent value."""

    def __init__(self, *, words: Sequence[str], **options: Any) -> None:
        super().__init__(**options)
        self.words = words

    def validate(self, value: Any) -> None:
        if value and value not in self.words:
            words = ", ".join(self.words)
            raise forms.ValidationError(gettext(NONE_OF_THESE).format(words=words))


class Among(Filter):  # type: ignore[misc]
    """Rows by one of several words. A word is the value itself, or stands for one of ``values``."""

    field_class = WordField

    def __init__(
        self, field_name: str, words: Sequence[str], values: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        self.schema = {"type": "string", "enum": [*words]}
        self.values = values or {}
        super().__init__(field_name, words=words, **options)

    def filter(self, qs: Any, value: str) -> Any:
        return super().filter(qs, self.values.get(value, value))


class YesNo(Among):
    """Rows for which a condition is true, or is false."""

    def __init__(self, field_name: str, **options: Any) -> None:
        super().__init__(field_name, ("true", "false"), {"true": True, "false": False}, **options)


MOST_BYTES = 256 * 1024
"""The largest body, in bytes: an evening of sixty tables needs a quarter."""

MOST_OF_A_FILE = 5 * 1024 * 1024


class JSON(BaseParser):
    """Parses JSON in UTF-8 of limited size. Refuses values that no response can contain, such as NaN."""

    media_type = "application/json"
    most = MOST_BYTES

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(self.most + 1)
        if len(body) > self.most:
            raise ParseError(gettext(TOO_LARGE) % {"bytes": self.most})
        try:
            read = json.loads(
                body.decode(), parse_constant=_refuse_constant, object_pairs_hook=_refuse_duplicates
            )
            # Refuse what the response could not contain: a lone surrogate, or an infinite number.
            json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError):
            raise ParseError(gettext("This must be JSON in UTF-8.")) from None
        return read


class LargeJSON(JSON):
    """Parses the larger JSON body of a whole file."""

    most = MOST_OF_A_FILE


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a name that occurs twice: nobody can tell which value was meant."""
    if len(read := dict(pairs)) < len(pairs):
        raise ParseError(gettext(NAME_TWICE))
    return read


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(constant)
