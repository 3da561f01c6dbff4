"""Base classes of forms, and fields for whole numbers, days and times of day.

Labels have no colon. A refusal appears at its field.
"""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from accounts.errors import RuleError, StaleError
from accounts.names import drop_double_stop
from accounts.numbers import LARGEST_ID, WHOLE
from accounts.refusals import NOT_WHOLE, OUT_OF_RANGE, TOO_LONG, TOO_SMALL, UNKNOWN_VALUE


class ActionForm(forms.Form):
    """A form for an action."""

    @property
    def stale(self) -> bool:
        """Return whether the action was refused because another request was faster."""
        return self.has_refusal(StaleError)

    def has_refusal(self, family: type[RuleError]) -> bool:
        """Return whether the form has a refusal of this family."""
        return any(error.code == family.code for errors in self.errors.as_data().values() for error in errors)

    def full_clean(self) -> None:
        """Check the form. The first wrong field gets the focus, also without scripts."""
        super().full_clean()
        self._focus_fault()

    def add_error(self, field: Any, error: Any) -> None:
        super().add_error(field, error)
        self._focus_fault()

    def _focus_fault(self) -> None:
        errors = getattr(self, "_errors", None) or {}
        faulty = [name for name in self.fields if name in errors and not self.fields[name].widget.is_hidden]
        for name in self.fields if faulty else ():
            self.fields[name].widget.attrs.pop("autofocus", None)
        if faulty:
            self.fields[faulty[0]].widget.attrs["autofocus"] = True

    def choose_from(self, name: str, choices: Any) -> None:
        """Limit the field ``name`` to these choices."""
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(f"{name} is no choice")
        field.choices = choices

    def take_errors(self, form: "ActionForm") -> None:
        """Copy the errors of another refused form to fields without errors."""
        for field, errors in form.errors.as_data().items():
            if field not in self.errors:
                self.add_error(field if field in self.fields else None, errors)


class PlainForm(ActionForm):
    """A form with the messages of services at its fields."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            _set_error_messages(field)


def _set_error_messages(field: forms.Field) -> None:
    """Use the services' messages for a text that is too long, and for an invalid choice."""
    words = dict[str, str]()
    if (most := getattr(field, "max_length", None)) is not None:
        words["max_length"] = gettext(TOO_LONG) % {"most": most}
    if isinstance(field, forms.ChoiceField | forms.ModelChoiceField):
        words["invalid_choice"] = gettext(UNKNOWN_VALUE)
    field.error_messages |= words


def refuse(form: forms.Form, error: RuleError, words: str = "") -> None:
    """Add the refusal at its field, with ``words`` or its own message."""
    field = error.field if error.field in form.fields else None
    form.add_error(field, ValidationError(words or translate_refusal(error), code=error.code))


def translate_refusal(error: RuleError) -> str:
    """Return the refusal's message in the reader's language."""
    message = gettext(error.message)
    figures = {
        key: date_format(value) if isinstance(value, date) else value for key, value in error.figures.items()
    }
    return drop_double_stop(message % figures) if figures else message


class WholeField(forms.IntegerField):
    """A whole number, in the digits 0 to 9, at most ``LARGEST_ID`` by default. Refusals name the limits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_value": LARGEST_ID, **options})
        limits = dict.fromkeys(("invalid", "min_value", "max_value"), lazy(self._describe_limits, str)())
        self.error_messages |= limits | options.get("error_messages", {})

    def _describe_limits(self) -> str:
        """Return the message about the allowed numbers, in the reader's language."""
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
