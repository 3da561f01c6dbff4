"""Forms of the ledger, fresh stakes, the last bell, counts, corrections, reopening, calling off, prizes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import make_sort_key
from accounts.refusals import CHOOSE_ONE
from accounts.shared.forms import ActionForm, DayField, PlainForm, WholeField
from tournaments.base.forms import PagedFilterForm, make_reason_field
from tournaments.base.phrases import phrase
from tournaments.core.counters.checks import MOST_COUNTERS
from tournaments.core.evening import Play
from tournaments.evening.selectors.moves import CALLED_OFF
from tournaments.results.presenters.ledger import LedgerFilter
from tournaments.results.presenters.standing import CountPlace
from tournaments.scoring.services.deals import NO_COUNT


class LedgerForm(PagedFilterForm):
    """A person, a round, a page."""

    filters = ("person", "round")

    person = forms.TypedChoiceField(label=_("Player"), required=False, coerce=int, empty_value=None)
    round = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Any, *, names: Mapping[int, str], rounds: Sequence[int], play: Play) -> None:
        super().__init__(data)
        self.fields["round"].label = phrase(play, "Round")
        people = sorted(names.items(), key=lambda person: make_sort_key(person[1]))
        self.offer(person=people, round=[(number, str(number)) for number in rounds])

    @property
    def query(self) -> LedgerFilter:
        values = self.cleaned_data
        return LedgerFilter(values.get("person"), values.get("round"))


class StakeForm(ActionForm):
    """A player's fresh stake, its round, and whether the stake was given.

    ``seen`` is the journal's last line when the page was shown.
    """

    person = forms.TypedChoiceField(label=_("Player"), coerce=int)
    round = forms.TypedChoiceField(label=_("At the start of round"), coerce=int)
    given = forms.TypedChoiceField(
        label=_("What is wrong?"),
        coerce=lambda said: said == "yes",
        choices=[("yes", _("Given, but not recorded")), ("no", _("Recorded, but not given"))],
        widget=forms.RadioSelect,
        error_messages={"required": _(CHOOSE_ONE)},
    )
    reason = make_reason_field("stake_corrected", required=True)
    seen = WholeField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        names: Mapping[int, str],
        rounds: Sequence[int],
        play: Play,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        people = sorted(names.items(), key=lambda person: make_sort_key(person[1]))
        self.choose_from("person", [("", gettext("Choose…")), *people])
        numbers = [(number, str(number)) for number in reversed(rounds) if number >= play.format.first_fresh]
        self.choose_from("round", [("", gettext("Choose…")), *numbers])
        self.fields["round"].label = phrase(play, "At the start of round")


class LastBellForm(ActionForm):
    round = WholeField(min_value=1)


class EveningReopenForm(ActionForm):
    reason = make_reason_field("evening_reopened", required=True)


class CallOffForm(EveningReopenForm):
    reason = make_reason_field(CALLED_OFF, required=True)


class CorrectForm(PlainForm):
    """The name and day of a finished evening; ``games``: its possible games by key."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    held_on = DayField(label=_("Date"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    game = forms.ChoiceField(label=_("Game"))
    reason = make_reason_field("evening_corrected", required=True)

    def __init__(self, *args: Any, games: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if games:
            self.choose_from("game", games)
        else:
            del self.fields["game"]

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the service's arguments, except the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class RevealForm(ActionForm):
    prize = forms.CharField(max_length=60)


@dataclass(frozen=True)
class CountTable:
    """The fields of the players at one table; no table for players without a seat."""

    table: int | None
    fields: tuple[tuple[CountPlace, BoundField], ...]


def _build_attrs(place: CountPlace) -> dict[str, str]:
    """Return the attributes of a number field, with the figure of the deals for the sum on the page."""
    typed = {"inputmode": "numeric", "autocomplete": "off"}
    return typed | ({} if place.by_ledger is None else {"data-known": str(place.by_ledger)})


class CountsForm(ActionForm):
    """A number for each person. A person whose field is empty is counted later."""

    def __init__(self, data: Any = None, *, places: Sequence[CountPlace]) -> None:
        super().__init__(data)
        self.places = places
        for place in places:
            self.fields[f"counters-{place.entry}"] = WholeField(
                label=place.name,
                required=False,
                min_value=0,
                max_value=MOST_COUNTERS,
                initial=place.counted,
                widget=forms.NumberInput(attrs=_build_attrs(place)),
            )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors and not self.counts:
            raise forms.ValidationError(_(NO_COUNT))
        return values

    @property
    def counts(self) -> dict[int, int]:
        """Return the counts, by entry."""
        figures = ((place.entry, self.cleaned_data.get(f"counters-{place.entry}")) for place in self.places)
        return {entry: counters for entry, counters in figures if counters is not None}

    @property
    def complete(self) -> bool:
        """Return whether everybody is counted, now or before."""
        return all(place.counted is not None or place.entry in self.counts for place in self.places)

    def list_tables(self) -> Iterator[CountTable]:
        """Yield the fields table by table, in the organiser's walking order."""
        numbers = dict.fromkeys(place.table for place in self.places)
        for table in numbers:
            places = (place for place in self.places if place.table == table)
            yield CountTable(table, tuple((place, self[f"counters-{place.entry}"]) for place in places))
