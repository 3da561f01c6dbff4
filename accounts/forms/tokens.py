"""A new token for a program."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.models import Club, Role

DAYS = ((30, _("30 days")), (365, _("a year")), ("", _("until I revoke it")))


class TokenForm(PlainForm):
    """``clubs``: those that the user may choose from."""

    name = forms.CharField(
        label=_("Name"),
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("What it is for: “scoreboard in the hall”."),
    )
    role = forms.ChoiceField(
        label=_("May do at most what this role may"),
        choices=Role.choices,
        initial=Role.VIEWER,
        help_text=_("Never more than you may yourself."),
    )
    club = forms.ModelChoiceField(
        label=_("In"), queryset=Club.objects.none(), required=False, empty_label=_("all my clubs")
    )
    days = forms.TypedChoiceField(
        label=_("Good for"), choices=DAYS, initial=365, required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club: Any = self.fields["club"]
        club.queryset = clubs
