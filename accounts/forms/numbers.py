"""Fields of a form for whole numbers, days and times of day."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.numbers import LARGEST_ID, WHOLE


class WholeField(forms.IntegerField):
    """A whole number, in the digits 0 to 9. Unless told otherwise, it is at most ``LARGEST_ID``."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"max_value": LARGEST_ID, **how})

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str) and value.strip() and not WHOLE.fullmatch(value.strip()):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class DayField(forms.DateField):
    """A day, in the digits 0 to 9."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and not value.isascii():
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class HourField(forms.TimeField):
    """A time of day, in the digits 0 to 9, to the minute."""

    widget = forms.TimeInput({"type": "time"}, format="%H:%M")

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and not value.isascii():
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)
