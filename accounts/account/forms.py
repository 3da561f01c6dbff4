"""Forms of a user's own account: name, e-mail address, language, passwords, and tokens for programs."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.account.services import address_ask
from accounts.models import Club, Role
from accounts.refusals import PASSWORDS_DIFFER
from accounts.shared.forms import PlainForm
from accounts.signing.forms import (
    LONGEST_PASSWORD,
    describe_password_rules,
    make_email_field,
    make_password_field,
)


class NameForm(PlainForm):
    name = forms.CharField(label=_("Your name"), widget=forms.TextInput({"autocomplete": "name"}))


class AddressForm(PlainForm, allauth.AddEmailForm):  # type: ignore[misc]
    """A new e-mail address. The form asks for the password, because the address controls the account."""

    email = make_email_field(autocomplete="email")
    password = make_password_field(_("Your password"), "current-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail")

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise get_adapter().validation_error("incorrect_password")
        return password

    def save(self, request: HttpRequest) -> EmailAddress:
        """Request the new address. It replaces the present address when the user confirms it."""
        address = address_ask(by=self.user, email=self.cleaned_data["email"])
        send_verification_email_to_address(request, address)
        return address


class LanguageForm(PlainForm):
    """One of Headtable's languages."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)


class ForgottenForm(PlainForm, allauth.ResetPasswordForm):  # type: ignore[misc]
    email = make_email_field()


class TwiceForm(PlainForm):
    """A new password, typed twice. The field of allauth checks the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        new: Any = self.fields["password1"]
        new.label, new.help_text, new.max_length = (
            _("New password"),
            describe_password_rules(),
            LONGEST_PASSWORD,
        )
        new.widget = forms.PasswordInput({"autocomplete": "new-password"})
        self.fields["password2"] = make_password_field(_("Repeat the password"), "new-password")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = forms.Form.clean(self) or self.cleaned_data
        if "password1" in values and "password2" in values and values["password1"] != values["password2"]:
            self.add_error("password2", _(PASSWORDS_DIFFER))
        return values


class NewPasswordForm(TwiceForm, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, set by a link from a mail."""


class ChangePasswordForm(TwiceForm, allauth.ChangePasswordForm):  # type: ignore[misc]
    oldpassword = make_password_field(_("Your password"), "current-password")


DAYS = ((30, _("30 days")), (365, _("a year")), ("", _("until revoked")))


class TokenForm(PlainForm):
    """A new token. ``clubs``: the clubs that the user can choose from."""

    name = forms.CharField(
        label=_("Name"),
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("For example: “scoreboard in the hall”."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        initial=Role.VIEWER,
    )
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("all my clubs")
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"), choices=DAYS, initial=365, required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club: Any = self.fields["club"]
        club.queryset = clubs
