"""What is typed about the draw: its seed, and two people who change seats. It draws nothing."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import PlainForm
from tournaments.pages.running.draw import DrawnTable
from tournaments.services.book import LONGEST_REASON
from tournaments.services.journal import LONGEST_SEED


class DrawForm(PlainForm):
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=LONGEST_SEED,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "Any word or number, called out by somebody in the hall. The same seed with the same people "
            "always gives the same seats. Left empty, the program takes one of its own."
        ),
    )


class SwapForm(PlainForm):
    """Two people who change seats, and why."""

    first = forms.TypedChoiceField(label=_("Who"), coerce=int)
    second = forms.TypedChoiceField(label=_("changes seats with"), coerce=int)
    reason = forms.CharField(
        label=_("Why"),
        widget=forms.TextInput({"autocomplete": "off", "list": "reasons", "maxlength": LONGEST_REASON}),
        help_text=_("It is kept in the journal."),
    )

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
            self.choose_from(name, [("", gettext("Choose a person")), *seated])
