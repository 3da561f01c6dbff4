"""What is asked of an evening beforehand: when it begins and is to end; how it is rehearsed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.shared.forms.base import PlainForm
from accounts.shared.forms.numbers import HourField, WholeField

MOST_PLAYERS = 200


class PlannerForm(PlainForm):
    """Nothing is kept: it is asked by the address."""

    start = HourField(label=_("Play begins at"))
    rounds = WholeField(
        min_value=1,
        max_value=100,
        label=_("Rounds still to play"),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    end = HourField(label=_("End at"))


class RehearsalForm(PlainForm):
    """How fast it is played, and by how many."""

    speed = forms.TypedChoiceField(
        label=_("Speed"),
        coerce=int,
        choices=[(60, _("60 times as fast")), (10, _("10 times as fast")), (1, _("As fast as in reality"))],
        widget=forms.RadioSelect,
        initial=60,
    )
    players = WholeField(
        label=_("Players"),
        max_value=MOST_PLAYERS,
        help_text=_("Those who are checked in, and simulated ones up to this number."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
