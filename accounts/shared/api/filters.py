"""How lists are filtered by the query of an address. A filter's ``schema`` is what its value looks like."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django_filters import CharFilter, Filter

from accounts.numbers import LARGEST_ID
from accounts.shared.api.fields import NONE_OF_THESE

LONGEST = 100


class Id(Filter):  # type: ignore[misc]
    """Rows by a whole number: that of something else, mostly."""

    field_class = forms.IntegerField
    schema = {"type": "integer", "minimum": 0, "maximum": LARGEST_ID}

    def __init__(self, field_name: str, **how: Any) -> None:
        super().__init__(field_name, min_value=0, max_value=LARGEST_ID, **how)


class Holds(CharFilter):  # type: ignore[misc]
    """Rows whose text holds what was asked for, in whatever letters."""

    schema = {"type": "string", "maxLength": LONGEST}

    def __init__(self, field_name: str, lookup_expr: str = "alike", **how: Any) -> None:
        super().__init__(field_name, lookup_expr, max_length=LONGEST, **how)


class Words(forms.CharField):
    """One of some words. A refusal names them, and not whatever was sent."""

    def __init__(self, *, words: Sequence[str], **how: Any) -> None:
        super().__init__(**how)
        self.words = words

    def validate(self, value: Any) -> None:
        if value and value not in self.words:
            words = ", ".join(self.words)
            raise forms.ValidationError(gettext(NONE_OF_THESE).format(words=words))


class Among(Filter):  # type: ignore[misc]
    """Rows by one of some words, each of which stands for itself or for one of ``values``."""

    field_class = Words

    def __init__(
        self, field_name: str, words: Sequence[str], values: Mapping[str, Any] | None = None, **how: Any
    ) -> None:
        self.schema = {"type": "string", "enum": [*words]}
        self.values = values or {}
        super().__init__(field_name, words=words, **how)

    def filter(self, qs: Any, value: str) -> Any:
        return super().filter(qs, self.values.get(value, value))


class YesNo(Among):
    """Rows of which something is true, or is not."""

    def __init__(self, field_name: str, **how: Any) -> None:
        super().__init__(field_name, ("true", "false"), {"true": True, "false": False}, **how)
