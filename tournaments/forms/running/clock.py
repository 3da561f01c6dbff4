"""What a round's clock is told to do."""

from __future__ import annotations

from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import ActionForm
from accounts.forms.numbers import WholeField
from tournaments.core.movement.clock import LONGEST

MOST = int(LONGEST.total_seconds()) // 60
NO_SUCH_TIME = _("A clock runs for a minute at least, and for four hours at most.")


class What(StrEnum):
    """What a button of the clock asks for; after the bell a pause holds the moves back."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    LAST = "last"
    NOT_LAST = "not_last"


class ClockForm(ActionForm):
    """One button, perhaps with minutes: how long a clock runs, or how much longer."""

    what = forms.TypedChoiceField(
        coerce=What,
        choices=[(what, what) for what in What],
        error_messages={
            "required": _("Say what the clock is to do."),
            "invalid_choice": _("No clock does that."),
        },
    )
    minutes = WholeField(
        required=False,
        min_value=1,
        max_value=MOST,
        error_messages={"invalid": NO_SUCH_TIME, "min_value": NO_SUCH_TIME, "max_value": NO_SUCH_TIME},
    )

    @property
    def seconds(self) -> int | None:
        minutes: int | None = self.cleaned_data["minutes"]
        return None if minutes is None else minutes * 60
