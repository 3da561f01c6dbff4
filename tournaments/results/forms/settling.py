"""The forms of settling up: the last bell, and everybody's counters as counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from accounts.shared.forms.base import ActionForm, PlainForm
from accounts.shared.forms.numbers import DayField, WholeField
from tournaments.base.forms.reasons import reason_field
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.evening.selectors.reverting import CALLED_OFF
from tournaments.results.presenters.settling import CountPlace
from tournaments.scoring.services.table_end import NO_COUNT


class LastBellForm(ActionForm):
    round = WholeField(min_value=1)


class ReopenForm(ActionForm):
    reason = reason_field("evening_reopened", required=True)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")


class CallOffForm(ReopenForm):
    reason = reason_field(CALLED_OFF, required=True)


class CorrectForm(PlainForm):
    """The name and the day of an evening that is over; ``games``: by key, which may be its game."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    held_on = DayField(label=_("Date"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    game = forms.ChoiceField(label=_("Game"))
    reason = reason_field("evening_corrected", required=True)

    def __init__(self, *args: Any, games: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if games:
            self.choose_from("game", games)
        else:
            del self.fields["game"]

    @property
    def told(self) -> dict[str, Any]:
        """What the service is told, but the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class RevealForm(ActionForm):
    prize = forms.CharField(max_length=60)


@dataclass(frozen=True)
class CountTable:
    """The fields of those who sat together; no table for who has no seat."""

    table: int | None
    fields: tuple[tuple[CountPlace, BoundField], ...]


def _typed(place: CountPlace) -> dict[str, str]:
    """How a number is typed; with what the deals say, for the sum that the page shows."""
    typed = {"inputmode": "numeric", "autocomplete": "off"}
    return typed | ({} if place.by_ledger is None else {"data-known": str(place.by_ledger)})


class CountsForm(ActionForm):
    """A number for each person; who is left empty is counted another time."""

    def __init__(self, data: Any = None, *, places: Sequence[CountPlace]) -> None:
        super().__init__(data, label_suffix="")
        self.places = places
        for place in places:
            self.fields[f"counters-{place.entry}"] = WholeField(
                label=place.name,
                required=False,
                min_value=0,
                max_value=MOST_COUNTERS,
                initial=place.counted,
                widget=forms.NumberInput(attrs=_typed(place)),
            )

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if not self.errors and not self.counts:
            raise forms.ValidationError(_(NO_COUNT))
        return told

    @property
    def counts(self) -> dict[int, int]:
        """What was counted, by entry."""
        told = ((place.entry, self.cleaned_data.get(f"counters-{place.entry}")) for place in self.places)
        return {entry: counters for entry, counters in told if counters is not None}

    @property
    def complete(self) -> bool:
        """Whether nobody is left to be counted, now or before."""
        return all(place.counted is not None or place.entry in self.counts for place in self.places)

    def tables(self) -> Iterator[CountTable]:
        """The fields table by table, as the organiser walks through the hall."""
        numbers = dict.fromkeys(place.table for place in self.places)
        for table in numbers:
            here = (place for place in self.places if place.table == table)
            yield CountTable(table, tuple((place, self[f"counters-{place.entry}"]) for place in here))
