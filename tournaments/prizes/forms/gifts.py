"""The form of a prize that is given by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from accounts.refusals import CHOOSE_PLAYERS
from accounts.shared.forms.base import PlainForm
from tournaments.base.forms.reasons import reason_field


class GiftForm(PlainForm):
    """``people``: who can win, by number and name. ``title``: of a prize that was taken back."""

    title = forms.CharField(
        label=_("Prize"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "off"})
    )
    reason = reason_field("prize_given", required=True)
    winners = forms.TypedMultipleChoiceField(
        label=_("Winners"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _(CHOOSE_PLAYERS)},
    )

    def __init__(self, data: Any = None, *, people: Sequence[tuple[int, str]], title: str = "") -> None:
        super().__init__(data, initial={"title": title[:LONGEST]})
        self.choose_from("winners", people)
