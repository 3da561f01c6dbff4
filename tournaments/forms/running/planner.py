"""What the planner asks: when play begins, how many rounds, and when it is to end."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from accounts.forms.numbers import HourField, WholeField


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
