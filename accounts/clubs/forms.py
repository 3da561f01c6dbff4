"""Forms of a club: new club, settings, members' roles, invitations, and a member's public name."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.logos import MOST_BYTES, MOST_SIDE, TYPES, make_size_error
from accounts.models import BellSound, Player, Public, Role
from accounts.names import MOST_ROLES, clean_roles
from accounts.shared.forms import PlainForm, translate_refusal


class ClubForm(PlainForm):
    name = forms.CharField(label=_("Club name"), widget=forms.TextInput({"autocomplete": "organization"}))


class ClubEditForm(ClubForm):
    """The club's name, its usual public names of people, its names of roles, and its look."""

    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput({"accept": ",".join(TYPES.values())}),
        help_text=format_lazy(
            _("PNG, JPEG or WebP, at most {size} KB and {side} × {side} pixels. For all screens and pages."),
            size=MOST_BYTES // 1024,
            side=MOST_SIDE,
        ),
    )
    no_logo = forms.BooleanField(label=_("Remove the logo"), required=False)
    colour = forms.CharField(
        label=_("Colour"),
        required=False,
        widget=forms.ColorInput,
        help_text=_(
            "For the projector and visitors’ pages. Headtable makes it lighter or darker where text would be "
            "hard to read."
        ),
    )
    bell = forms.ChoiceField(
        label=_("Bell"), required=False, choices=BellSound.choices, widget=forms.RadioSelect
    )
    public = forms.ChoiceField(
        label=_("Public name"),
        choices=[(choice.value, choice.label) for choice in (Public.NAME, Public.INITIALS)],
        widget=forms.RadioSelect,
        help_text=_(
            "For the projector and the pages that players open with the join code, also of past evenings. "
            "Each player can have another choice. Published pages have their own choice of names."
        ),
    )
    roles = forms.CharField(
        label=_("Roles"),
        required=False,
        max_length=400,
        widget=forms.Textarea({"rows": MOST_ROLES, "autocomplete": "off"}),
        help_text=_(
            "One role in each line. New evenings have these roles, and a prize for each. A new name "
            "for a role also applies to its players."
        ),
    )

    def clean_roles(self) -> tuple[str, ...]:
        return clean_roles(self.cleaned_data["roles"])

    def clean_logo(self) -> bytes | None:
        """Return the uploaded bytes; None without a file. Refuse a file that is too large, unread."""
        file = self.cleaned_data["logo"]
        if file and file.size > MOST_BYTES:
            raise ValidationError(translate_refusal(make_size_error(file.size)))
        return bytes(file.read()) if file else None

    def clean(self) -> dict[str, Any]:
        """Return the service's arguments. An empty logo removes the old one; None as bell changes nothing."""
        values = super().clean() or self.cleaned_data
        if values.pop("no_logo", False) and values.get("logo") is None:
            values["logo"] = b""
        values["bell"] = values.get("bell") or None
        return values


class RoleForm(PlainForm):
    """A member's role."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class InvitationForm(PlainForm):
    """A new invitation link to the club."""

    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect, initial=Role.VIEWER)
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        choices=[(1, _("a day")), (7, _("a week")), (30, _("30 days"))],
        coerce=int,
        initial=7,
    )
    player = forms.ModelChoiceField(
        label=_("For player"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("nobody on the player list"),
        help_text=_("The invited person’s account is linked to this player and shows their evenings."),
    )

    def __init__(self, *args: Any, roles: Sequence[Role], people: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("role", [(role.value, MAY[role]) for role in reversed(roles)])
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = people


class MyNameForm(PlainForm):
    """The member's public name: what strangers read."""

    public = forms.ChoiceField(
        label=_("Public name"),
        required=False,
        choices=[("", _("as set by the club")), *Public.choices],
        widget=forms.RadioSelect,
    )
    public_name = forms.CharField(
        label=_("Other name"),
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
        help_text=_("Only for “another name”."),
    )


MAY = {
    Role.VIEWER: _("viewer: sees everything, changes nothing"),
    Role.SCORER: _("scorer: also records results"),
    Role.ORGANISER: _("organiser: also runs evenings and leagues"),
    Role.OWNER: _("owner: also manages members and their roles"),
}
"""What each role may do."""
