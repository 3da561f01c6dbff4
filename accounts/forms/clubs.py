"""A club and its settings, its members, and the invitations to it."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.models import Player, Public, Role
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
