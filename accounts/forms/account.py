"""One's own account: how one is called, and the address."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.forms.signing import email_field, password_field
from accounts.services.accounts import address_ask


class NameForm(PlainForm):
    name = forms.CharField(label=_("Your name"), widget=forms.TextInput({"autocomplete": "name"}))


class AddressForm(PlainForm, allauth.AddEmailForm):  # type: ignore[misc]
    """Another address. The password is asked, for with the address goes the account."""

    email = email_field(autocomplete="email")
    password = password_field(_("Your password"), "current-password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail")

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise get_adapter().validation_error("incorrect_password")
        return password

    def save(self, request: HttpRequest) -> EmailAddress:
        """It takes the place of the one there is when it is confirmed."""
        address = address_ask(by=self.user, email=self.cleaned_data["email"])
        send_verification_email_to_address(request, address)
        return address
