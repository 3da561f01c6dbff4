"""What is typed about a season's evenings, people and divisions, and about the season that follows."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from accounts.numbers import number_in
from accounts.shared.forms.base import PlainForm
from accounts.shared.forms.numbers import WholeField
from tournaments.base.forms.reasons import reason_field
from tournaments.core.leagues.rules import WEIGHT
from tournaments.seasons.selectors.closing import Staying
from tournaments.seasons.selectors.people import Addable, DivisionLine, SeasonPerson
from tournaments.seasons.services.people import Standing

NONE, GUEST, OFF = "", "guest", "off"
MOST_PLACED = 900
"""People whose divisions fit on one form: a request has 2,000 fields at most."""


def _weight(**kwargs: Any) -> WholeField:
    least, most = WEIGHT
    widget = forms.NumberInput({"inputmode": "numeric"})
    return WholeField(min_value=least, max_value=most, widget=widget, **kwargs)


class DivisionField(forms.TypedChoiceField):
    """One of the season's divisions, or none of them."""

    def __init__(self, none: str, divisions: Iterable[DivisionLine], **kwargs: Any) -> None:
        choices = [(NONE, none), *((str(one.id), one.name) for one in divisions)]
        super().__init__(choices=choices, coerce=int, empty_value=None, required=False, **kwargs)


class EveningsField(forms.TypedMultipleChoiceField):
    """Evenings to tick. Those of other years, which are not offered, may be named too."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: object) -> bool:
        return number_in(str(value)) is not None


class EveningCountsForm(PlainForm):
    """Evenings of the club that are to count: ``evenings`` are offered, and any other may be named."""

    evening = EveningsField(
        label=_("Evenings"), coerce=int, error_messages={"required": _("Tick at least one evening.")}
    )

    def __init__(
        self,
        *args: Any,
        evenings: Sequence[Addable] = (),
        divisions: Sequence[DivisionLine] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offered = [(one.id, f"{one.name}, {date_format(one.held_on)}") for one in evenings]
        self.choose_from("evening", offered)
        self.fields["weight"] = _weight(
            label=gettext("Weight in percent"),
            initial=100,
            help_text=gettext("200 counts double."),
        )
        if divisions:
            self.fields["division"] = DivisionField(gettext("All"), divisions, label=gettext("Division"))

    @property
    def weights(self) -> list[forms.BoundField]:
        """What is told of all that are ticked."""
        return [field for field in self if field.name != "evening"]

    def told(self) -> dict[str, Any]:
        """The evenings, and what each of them weighs, for the service."""
        told = dict(self.cleaned_data)
        return {"evenings": told.pop("evening"), **told}


class WeighForm(PlainForm):
    """What an evening weighs, and for whom it counts."""

    def __init__(
        self, *args: Any, name: str = "", divisions: Sequence[DivisionLine] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["weight"] = _weight(label=gettext("Weight in percent"))
        if divisions:
            self.fields["division"] = DivisionField(gettext("All"), divisions, label=gettext("Division"))


class DivisionsForm(PlainForm):
    """The divisions' names, the highest first."""

    names = forms.CharField(
        label=_("Divisions"),
        required=False,
        max_length=2_000,
        help_text=_("One per line, the highest first. Empty: one table for everybody."),
        widget=forms.Textarea({"rows": 4, "autocomplete": "off"}),
    )

    def clean_names(self) -> list[str]:
        lines = self.cleaned_data["names"].splitlines()
        return [line for line in lines if line.strip()]


class StandingsForm(PlainForm):
    """Where people stand in a season: in a division, as a guest, or just on its list, or off it.

    Each field carries what it showed, so that only what was changed here is written.
    """

    def __init__(
        self,
        *args: Any,
        people: Sequence[SeasonPerson] = (),
        divisions: Sequence[DivisionLine] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        choices = [*_places(divisions), (OFF, gettext("Not on the list"))]
        for person in people:
            self.fields[f"place-{person.player}"] = forms.ChoiceField(
                label=person.name,
                choices=choices,
                initial=_place(person),
                required=False,
                show_hidden_initial=True,
            )

    @property
    def changed(self) -> dict[int, Standing]:
        """Players by where they are to stand, where that was changed."""
        return {
            person.player: _standing(self.cleaned_data[f"place-{person.player}"])
            for person in self.people
            if f"place-{person.player}" in self.changed_data
        }

    @property
    def lines(self) -> list[tuple[SeasonPerson, forms.BoundField]]:
        return [(person, self[f"place-{person.player}"]) for person in self.people]


class PersonForm(PlainForm):
    """Somebody of the club's list who is to be on the season's, and where."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        widget=forms.TextInput({"autocomplete": "off", "list": "names"}),
        help_text=_("The name on the player list. Players who play are added automatically."),
    )

    def __init__(self, *args: Any, divisions: Sequence[DivisionLine] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"] = forms.ChoiceField(
            label=gettext("Where"), choices=_places(divisions), required=False
        )

    @property
    def standing(self) -> Standing:
        return _standing(self.cleaned_data["place"])


def _places(divisions: Sequence[DivisionLine]) -> list[tuple[str, str]]:
    on = gettext("No division") if divisions else gettext("On the list")
    return [
        *((str(one.id), one.name) for one in divisions),
        (NONE, on),
        (GUEST, gettext("Guest (not ranked)")),
    ]


def _place(person: SeasonPerson) -> str:
    if not person.listed:
        return OFF
    return GUEST if person.guest else str(person.division or NONE)


def _standing(place: str) -> Standing:
    if place in (OFF, GUEST):
        return Standing(listed=place == GUEST, guest=place == GUEST)
    return Standing(division=int(place) if place else None)


class ReopenForm(PlainForm):
    """Why a closed season is opened again, or written anew."""

    def __init__(self, data: Any = None, *, verb: str) -> None:
        super().__init__(data)
        self.fields["reason"] = reason_field(verb, required=True)


class FollowForm(PlainForm):
    """The season after this one, and where in it people play, unless these are too many for one form."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(
        self, *args: Any, people: Sequence[Staying] = (), divisions: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.too_many = bool(divisions) and len(people) > MOST_PLACED
        self.people = people if divisions and not self.too_many else ()
        choices = [(str(n), name) for n, name in enumerate(divisions, start=1)]
        for person in self.people:
            self.fields[f"player-{person.player}"] = forms.TypedChoiceField(
                label=person.name,
                choices=[*choices, (NONE, gettext("None"))],
                initial=str(person.division or NONE),
                coerce=int,
                empty_value=None,
                required=False,
            )

    @property
    def placed(self) -> dict[int, int | None]:
        """Players by the number of their division, where that is not as proposed."""
        chosen = {person.player: self.cleaned_data[f"player-{person.player}"] for person in self.people}
        return {
            person.player: chosen[person.player]
            for person in self.people
            if chosen[person.player] != person.division
        }

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"player-{person.player}"] for person in self.people]
