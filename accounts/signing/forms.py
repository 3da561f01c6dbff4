"""Forms for signing in, signing up, and the first account with its club."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.errors import RuleError
from accounts.models import User
from accounts.refusals import PASSWORDS_DIFFER
from accounts.shared.forms import PlainForm, translate_refusal

LONGEST_PASSWORD = 1000


def make_password_field(label: Any, autocomplete: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput({"autocomplete": autocomplete}),
    )


def describe_password_rules() -> str:
    """Return the help on the length of passwords. For a good password the user needs no other rule."""
    return " ".join(password_validators_help_texts()[1:2])


def make_email_field(help_text: Any = "", autocomplete: str = "username") -> forms.EmailField:
    return forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": autocomplete}),
        help_text=help_text,
    )


class SignInForm(PlainForm, allauth.LoginForm):  # type: ignore[misc]
    password = make_password_field(_("Password"), "current-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = make_email_field()
        self.fields["login"].widget.attrs["autofocus"] = True
        self.order_fields(("login", "password"))


class SignUpForm(PlainForm, allauth.SignupForm):  # type: ignore[misc]
    """A new account: name, e-mail address and password."""

    name = forms.CharField(label=_("Your name"), widget=forms.TextInput({"autocomplete": "name"}))
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"] = make_email_field(_("You sign in with it."))
        self.fields["password1"] = make_password_field(_("Password"), "new-password")
        self.fields["password1"].help_text = describe_password_rules()
        self.order_fields(self.field_order)

    def clean_name(self) -> str:
        try:
            return names.clean_name(self.cleaned_data["name"])
        except RuleError as error:
            raise ValidationError(translate_refusal(error)) from error

    def save(self, request: HttpRequest) -> User:
        with transaction.atomic():
            user: User = super().save(request)
            return user


class StartForm(PlainForm):
    """The first account and the first club."""

    name = forms.CharField(label=_("Your name"), widget=forms.TextInput({"autocomplete": "name"}))
    email = make_email_field(_("You sign in with it."))
    password = make_password_field(_("Password"), "new-password")
    again = make_password_field(_("Repeat the password"), "new-password")
    club = forms.CharField(
        label=_("Club name"),
        widget=forms.TextInput({"autocomplete": "organization"}),
        help_text=_("Choose any name. You can add more clubs later."),
    )
    field_order = ("club", "name", "email", "password", "again")

    def __init__(self, *args: Any, demo: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = describe_password_rules()
        if demo:
            self.fields["remove_demo"] = forms.BooleanField(
                label=_("Remove the demo club with all its evenings"), required=False
            )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if "password" in values and "again" in values and values["password"] != values["again"]:
            self.add_error("again", _(PASSWORDS_DIFFER))
        elif "password" in values:
            self._check_password(values)
        return values

    def _check_password(self, values: dict[str, Any]) -> None:
        owner = User(email=values.get("email", ""), name=values.get("name", ""))
        try:
            validate_password(values["password"], owner)
        except ValidationError as error:
            self.add_error("password", error)
