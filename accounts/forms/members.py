"""The members of a club, and whom they invite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.models import Player, Public, Role


class RoleForm(PlainForm):
    """What a member may do."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class InvitationForm(PlainForm):
    """A link by which somebody joins the club."""

    role = forms.ChoiceField(label=_("They join as"), widget=forms.RadioSelect, initial=Role.VIEWER)
    days = forms.TypedChoiceField(
        label=_("The link is good for"),
        choices=[(1, _("a day")), (7, _("a week")), (30, _("30 days"))],
        coerce=int,
        initial=7,
    )
    player = forms.ModelChoiceField(
        label=_("Who of the list it is for"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_("nobody in particular"),
        help_text=_("Whoever takes the link is that person from then on, and finds their own evenings."),
    )

    def __init__(self, *args: Any, roles: Sequence[Role], people: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("role", [(role.value, MAY[role]) for role in reversed(roles)])
        cast("forms.ModelChoiceField[Player]", self.fields["player"]).queryset = people


class MyNameForm(PlainForm):
    """How strangers read of oneself."""

    public = forms.ChoiceField(
        label=_("Where everybody can read it, I am called"),
        required=False,
        choices=[
            ("", _("as the club has it")),
            (Public.NAME.value, Public.NAME.label),
            (Public.INITIALS.value, Public.INITIALS.label),
            (Public.OTHER.value, _("by a name of my own choice")),
        ],
        widget=forms.RadioSelect,
    )
    public_name = forms.CharField(
        label=_("The name of my own choice"),
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
        help_text=_("Only if that is chosen above."),
    )


MAY = {
    Role.VIEWER: _("viewer: looks at everything, changes nothing"),
    Role.SCORER: _("scorer: writes down results, too"),
    Role.ORGANISER: _("organiser: runs the evenings and the leagues"),
    Role.OWNER: _("owner: decides who is in the club, and as what"),
}
"""What each role may do."""
