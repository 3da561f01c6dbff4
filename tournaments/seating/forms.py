"""Forms of the draw's seed, the sizes of tables, and the swap of two people."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.shared.forms import PlainForm, WholeField
from tournaments.base.arguments import LONGEST_SEED
from tournaments.base.forms import make_reason_field
from tournaments.base.words import describe_seat
from tournaments.core.settings import OF_TABLES
from tournaments.evening.presenters.table import Table


def make_size_fields() -> tuple[WholeField, ...]:
    """Return the fields for the settings of the tables, in order; empty: as usual."""
    return tuple(
        WholeField(
            label=label,
            required=False,
            help_text=help_text,
            widget=forms.NumberInput({"inputmode": "numeric"}),
        )
        for label, help_text in TABLES
    )


TABLES = (
    (_("Number of tables"), _("Empty: decided by the number of players.")),
    (_("Players at a table"), _("Each table gets about this number of players. Empty: the usual number.")),
    (_("Fewest players at a table"), _("Empty: as few as the game allows.")),
    (_("Most players at a table"), _("Empty: as many as the game allows.")),
)


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


class SizesForm(PlainForm):
    """The number of tables, and of people at each. A field that is not sent stays as it is.

    ``stage``: the evening's stage when the page was shown.
    """

    tables, people, people_least, people_most = make_size_fields()
    stage = forms.CharField(required=False, widget=forms.HiddenInput)

    @property
    def sizes(self) -> dict[str, Any]:
        """Return the sent values; an empty field is 0."""
        return {name: self.cleaned_data[name] or 0 for name in OF_TABLES if name in self.data}


class SeatSwapForm(PlainForm):
    """The two people who change seats, and the reason."""

    first = forms.TypedChoiceField(label=_("Player"), coerce=int)
    second = forms.TypedChoiceField(label=_("Swap with"), coerce=int)
    reason = make_reason_field("seats_swapped", required=True)

    def __init__(self, *args: Any, tables: Sequence[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = [
            (
                gettext("Table %(n)s") % {"n": table.table},
                [
                    (seat.entry, f"{seat.name} · {describe_seat(table.table, seat.chair)}")
                    for seat in table.seats
                ],
            )
            for table in tables
        ]
        for name in ("first", "second"):
            self.choose_from(name, [("", gettext("Choose a player")), *groups])
