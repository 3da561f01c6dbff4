"""Deleting one's account, forgetting somebody, and exporting somebody's data."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from accounts.shared.forms.base import PlainForm

LONGEST_PASSWORD = 1000


class DeleteForm(PlainForm):
    password = forms.CharField(
        label=_("Your password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class TakeDataForm(PlainForm):
    asked = forms.BooleanField(label=_("The player asked for this data."))


class ForgetForm(PlainForm):
    typed = forms.CharField(
        label=_("Type the name"),
        max_length=4 * LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
