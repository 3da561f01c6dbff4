"""What people type about themselves, their club and its players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import ForbiddenError, RuleError
from accounts.models import User
from accounts.names import LONGEST_ROLE


class PlainForm(forms.Form):
    """A form whose labels end without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


def accepted(form: forms.Form, act: Callable[[], Any]) -> bool:
    """Check the form and do what it asks; a refusal is put at the field it names. True if it was done."""
    if not form.is_valid():
        return False
    try:
        act()
    except ForbiddenError:
        raise
    except RuleError as error:
        message = gettext(error.message)
        form.add_error(
            error.field if error.field in form.fields else None,
            message % error.figures if error.figures else message,
        )
        return False
    return True


class StartForm(PlainForm):
    """The first account and the first club."""

    name = forms.CharField(label=_("Your name"), widget=forms.TextInput({"autocomplete": "name"}))
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "username"}),
        help_text=_("You sign in with it. Nothing is ever sent to it."),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("The same password again"),
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    club = forms.CharField(
        label=_("Your club"),
        widget=forms.TextInput({"autocomplete": "organization"}),
        help_text=_("Any name will do, and there may be more clubs later."),
    )
    field_order = ("club", "name", "email", "password", "again")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = " ".join(password_validators_help_texts()[1:2])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if "password" in values and "again" in values and values["password"] != values["again"]:
            self.add_error("again", _("The two passwords are not the same."))
        elif "password" in values:
            self._check_password(values)
        return values

    def _check_password(self, values: dict[str, Any]) -> None:
        whose = User(email=values.get("email", ""), name=values.get("name", ""))
        try:
            validate_password(values["password"], whose)
        except ValidationError as error:
            self.add_error("password", error)


class ClubForm(PlainForm):
    name = forms.CharField(
        label=_("The club’s name"), widget=forms.TextInput({"autocomplete": "organization"})
    )


class PlayerForm(PlainForm):
    """A new person on the club's list."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    role = forms.CharField(
        label=_("Usual role"),
        required=False,
        max_length=LONGEST_ROLE,
        widget=forms.TextInput({"autocomplete": "off", "list": "roles"}),
        help_text=_("May stay empty. For example: lady, or gentleman."),
    )


class PlayerEditForm(PlayerForm):
    """A person on the list, changed or taken off it."""

    active = forms.BooleanField(label=_("On the list"), required=False)
