"""Forms to merge players, edit groups, delete an account, forget a player and export their data."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.forms import PlainForm
from tournaments.base.forms import FilterForm


class RatingsForm(FilterForm):
    """The game whose ratings are shown."""

    filters = ("game",)

    game = forms.TypedChoiceField(label=_("Game"), required=False, empty_value=None)

    def __init__(self, data: Any, *, games: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        self.offer(game=games)


class MergeChoiceForm(PlainForm):
    """The entry on the list that is the same person."""

    gone = forms.ModelChoiceField(
        label=_("The other entry"), queryset=Player.objects.none(), empty_label=_("Choose a player")
    )

    def __init__(self, *args: Any, entries: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["gone"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - it is, above
        field.queryset = entries


class MergeForm(PlainForm):
    """The reason why the two entries are one person."""

    reason = forms.CharField(
        label=_("Reason (optional)"),
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class GroupForm(PlainForm):
    """A group’s name."""

    name = forms.CharField(
        label=_("Name"),
        widget=forms.TextInput({"autocomplete": "off"}),
        max_length=LONGEST_ROLE,
    )


class GroupEditForm(GroupForm):
    """A group’s name, and who is in it."""

    players = forms.TypedMultipleChoiceField(
        label=_("Players"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["players"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - it is, above
        field.choices = [(player.pk, str(player)) for player in people]


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
