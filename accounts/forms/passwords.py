"""Passwords: forgotten, and changed."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.forms.signing import LONGEST_PASSWORD, email_field, help_on_passwords, password_field


class ForgottenForm(PlainForm, allauth.ResetPasswordForm):  # type: ignore[misc]
    email = email_field()


class TwiceForm(PlainForm):
    """A new password, typed twice. What makes a good one is checked by allauth's own field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        new: Any = self.fields["password1"]
        new.label, new.help_text, new.max_length = _("New password"), help_on_passwords(), LONGEST_PASSWORD
        new.widget = forms.PasswordInput({"autocomplete": "new-password"})
        self.fields["password2"] = password_field(_("The same password again"), "new-password")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = forms.Form.clean(self) or self.cleaned_data
        if "password1" in values and "password2" in values and values["password1"] != values["password2"]:
            self.add_error("password2", _("The two passwords are not the same."))
        return values


class NewPasswordForm(TwiceForm, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    """By a link that was sent."""


class ChangePasswordForm(TwiceForm, allauth.ChangePasswordForm):  # type: ignore[misc]
    oldpassword = password_field(_("The password that you have now"), "current-password")
