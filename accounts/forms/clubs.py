"""A club, and its settings."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.models import Public
from accounts.names import MOST_ROLES, clean_roles


class ClubForm(PlainForm):
    name = forms.CharField(
        label=_("The club’s name"), widget=forms.TextInput({"autocomplete": "organization"})
    )


class ClubEditForm(ClubForm):
    """The club's name, how strangers read of its people, and what it calls its roles."""

    public = forms.ChoiceField(
        label=_("Where everybody can read it, people are called"),
        choices=[(choice.value, choice.label) for choice in (Public.NAME, Public.INITIALS)],
        widget=forms.RadioSelect,
        help_text=_(
            "On the hall’s screen, and on the pages that are opened with an evening’s code. "
            "It changes past evenings too. Each person on the list may have it otherwise."
        ),
    )
    roles = forms.CharField(
        label=_("What your club calls its roles"),
        required=False,
        max_length=400,
        widget=forms.Textarea({"rows": MOST_ROLES, "autocomplete": "off"}),
        help_text=_(
            "One to a line, or none: new evenings begin with them, and with a prize for the best of each. "
            "Who is on the list in a role that gets another name has that name, too."
        ),
    )

    def clean_roles(self) -> tuple[str, ...]:
        return clean_roles(self.cleaned_data["roles"])
