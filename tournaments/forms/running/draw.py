"""What is typed about the draw: its seed, and two people who change seats. It draws nothing."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from tournaments.forms.running.reasons import reason_field
from tournaments.pages.running.draw import DrawnTable
from tournaments.services.journal import LONGEST_SEED


class DrawForm(PlainForm):
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=LONGEST_SEED,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "Any word or number that somebody in the hall calls out. The same seed and players always "
            "give the same seats. Empty: a random seed."
        ),
    )


class SwapForm(PlainForm):
    """Two people who change seats, and why."""

    first = forms.TypedChoiceField(label=_("Player"), coerce=int)
    second = forms.TypedChoiceField(label=_("Swap with"), coerce=int)
    reason = reason_field("seats_swapped", required=True)

    def __init__(self, *args: Any, tables: Sequence[DrawnTable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = [
            (
                gettext("Table %(table)s") % {"table": table.table},
                [(seat.entry, f"{seat.name} ({table.table}.{seat.chair})") for seat in table.seats],
            )
            for table in tables
        ]
        for name in ("first", "second"):
            self.choose_from(name, [("", gettext("Choose a player")), *seated])
