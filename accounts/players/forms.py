"""Forms of a person on a club's list: a new one, and changes. The services check what is allowed."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Public
from accounts.names import LONGEST_ROLE
from accounts.shared.forms import PlainForm


class PlayerForm(PlainForm):
    """A new person on the club's list."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    role = forms.CharField(
        label=_("Usual role"),
        required=False,
        max_length=LONGEST_ROLE,
        widget=forms.TextInput({"autocomplete": "off", "list": "roles"}),
    )

    def __init__(self, *args: Any, roles: Sequence[str], **kwargs: Any) -> None:
        """Offer ``roles``. Without roles, the form has no field for them."""
        super().__init__(*args, **kwargs)
        if not roles:
            del self.fields["role"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        return {"role": "", **values}


class PlayerEditForm(PlayerForm):
    """Changes to a person on the list. The form can also make the person inactive."""

    active = forms.BooleanField(label=_("On the list"), required=False)
    public = forms.ChoiceField(
        label=_("Public name"),
        required=False,
        choices=[("", _("as set by the club")), *Public.choices],
        widget=forms.RadioSelect,
    )
    public_name = forms.CharField(
        label=_("Other name"),
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Only for “another name”."),
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if values.get("public") != Public.OTHER:
            values["public_name"] = ""  # typed before the user chose another way
        return values
