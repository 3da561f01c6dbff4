"""Fields of a form for whole numbers, days and times of day."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from accounts.numbers import LARGEST_ID, WHOLE
from accounts.refusals import NOT_WHOLE, OUT_OF_RANGE, TOO_SMALL


class WholeField(forms.IntegerField):
    """A whole number, in the digits 0 to 9, at most ``LARGEST_ID`` by default. Refusals name the limits."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"max_value": LARGEST_ID, **how})
        limits = dict.fromkeys(("invalid", "min_value", "max_value"), lazy(self._limits, str)())
        self.error_messages |= limits | how.get("error_messages", {})

    def _limits(self) -> str:
        """Return what may be entered, in the reader's language."""
        figures = {"least": self.min_value, "most": self.max_value}
        if self.max_value != LARGEST_ID and self.min_value is not None:
            return _(OUT_OF_RANGE) % figures
        if self.max_value != LARGEST_ID:
            return _("Enter a whole number, at most %(most)s.") % figures
        if self.min_value is not None:
            return _(TOO_SMALL) % figures
        return _(NOT_WHOLE)

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
