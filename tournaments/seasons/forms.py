"""Forms of leagues and seasons: rules, evenings, divisions, people, closing, and questions about a row."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.names import LONGEST as LONGEST_NAME
from accounts.numbers import WHOLE, number_in
from accounts.refusals import TOO_SMALL
from accounts.shared.forms import PlainForm, WholeField
from tournaments.base.forms import RankingField, make_reason_field
from tournaments.base.words import describe_refusal
from tournaments.core.leagues.rules import (
    LISTS,
    NUMBERS,
    TIES,
    WEIGHT,
    WORDS,
    Rules,
    Scheme,
    change_rules,
    to_json,
)
from tournaments.core.ranking.metrics import METRICS
from tournaments.seasons.presenters.rules import (
    ABSENCES,
    LABELS,
    MEMBERS,
    PLACES,
    PRIZE_FAMILIES,
    SCHEMES,
    TIED,
)
from tournaments.seasons.selectors.access import Addable, DivisionLine, SeasonPerson
from tournaments.seasons.selectors.closing import Staying
from tournaments.seasons.services.leagues import SeasonEntry
from tournaments.seasons.services.results import LONGEST

ROWS = 3


class QuestionForm(PlainForm):
    """A question about a row."""

    text = forms.CharField(
        label=_("Your question"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": ROWS, "autocomplete": "off"}),
    )


class AnswerForm(PlainForm):
    """The answer to a question."""

    answer = forms.CharField(
        label=_("Answer"), max_length=LONGEST, widget=forms.Textarea({"rows": ROWS, "autocomplete": "off"})
    )


ALL_EVENINGS, BEST, DROP = "all", "best", "drop"
COUNTING = ((ALL_EVENINGS, _("All")), (BEST, _("Only the best")), (DROP, _("All but the worst")))
MOST_DIGITS = 400


class LeagueForm(PlainForm):
    """A league's name."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))


LONGEST_NUMBER = 9


class NumbersField(forms.CharField):
    """Whole numbers with commas between them."""

    def to_python(self, value: Any) -> Any:
        words = (super().to_python(value) or "").replace(",", " ").replace("−", "-").split()
        if not all(map(WHOLE.fullmatch, words)) or any(len(word) > LONGEST_NUMBER for word in words):
            raise ValidationError(gettext("Enter whole numbers with commas between."))
        return [int(word) for word in words]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


class TiesField(RankingField):
    """Metrics that break ties between equal points, in order."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        titles = ((key, _(METRICS[key].title)) for key in TIES)  # built before the reader is known
        self.choose([("", "–"), *titles])  # type: ignore[list-item]


CHOICES: Mapping[str, Mapping[Any, str]] = {
    "scheme": SCHEMES,
    "absence": ABSENCES,
    "tied": TIED,
    "places": PLACES,
    "members": MEMBERS,
}
MOVES_HELP = _("For example 2, 2, 1. One number alone is for all divisions. Empty: nobody.")
HELP = {
    "table": _("From first place down, with commas between."),
    "minimum": _("Players with fewer evenings come below all others. Empty: no minimum."),
    "promote": MOVES_HELP,
    "relegate": MOVES_HELP,
    "question_days": _(
        "After the last evening, or after the closing. Empty: members can always ask about a row."
    ),
}


def _build_number_field(**options: Any) -> WholeField:
    return WholeField(required=False, widget=forms.NumberInput({"inputmode": "numeric"}), **options)


def _build_rule_field(name: str) -> forms.Field:
    """Return the field of a rule: a number, numbers with commas between them, or a choice."""
    options: dict[str, Any] = {"label": gettext(LABELS[name]), "help_text": HELP.get(name, "")}
    if name in CHOICES:
        return forms.ChoiceField(choices=_list_choices(CHOICES[name]), widget=forms.RadioSelect, **options)
    if name in LISTS:
        as_typed = forms.TextInput({"autocomplete": "off"}) if name == "table" else None
        return NumbersField(required=False, max_length=MOST_DIGITS, widget=as_typed, **options)
    return _build_number_field(**options)


def _list_choices(texts: Any) -> list[tuple[str, str]]:
    worded = ((str(key), gettext(words)) for key, words in texts.items())
    return [(key, words[:1].upper() + words[1:]) for key, words in worded]


class SeasonForm(PlainForm):
    """A season's name and rules."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    prize_for = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    counting = forms.ChoiceField(choices=COUNTING, widget=forms.RadioSelect)
    counted = _build_number_field(
        label=_("Number of evenings"),
        help_text=_("How many of the best evenings count, or how many of the worst do not count."),
    )
    ties = TiesField(required=False)

    first = ("name", "scheme", "table", "rest", "counting", "counted", "ties")
    more = (
        "taking_part",
        "yellow",
        "prize",
        "prize_for",
        "minimum",
        "absence",
        "absence_score",
        "tied",
        "places",
        "members",
        "promote",
        "relegate",
        "question_days",
    )
    rules: Rules

    def __init__(self, *args: Any, before: Rules, **kwargs: Any) -> None:
        """Build the form; ``before``: the present rules. Rules without a field here stay unchanged."""
        kwargs["initial"] = _get_initial(before) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.before = before
        for name in (*TYPED, *LISTS, *CHOICES):
            self.fields[name] = _build_rule_field(name)
        for name in ("prize_for", "counting", "ties"):
            self.fields[name].label = gettext(LABELS[name])
        self.choose_from("prize_for", _list_choices(PRIZE_FAMILIES))
        self.order_fields((*self.first, *self.more))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors:
            choices = {name: values[name] or 0 for name in TYPED}
            choices |= {name: values[name] for name in CHOICE_FIELDS}
            number = values["counted"] or 0
            for kind in (BEST, DROP):
                choices[kind] = number if values["counting"] == kind else 0
            if values["counting"] != ALL_EVENINGS and number < 1:
                self.add_error("counted", gettext(TOO_SMALL) % {"least": 1})
            try:
                self.rules = change_rules(self.before, choices)
            except RuleError as error:
                field = {"best": "counted", "drop": "counted"}.get(error.field, error.field)
                self.add_error(field if field in self.fields else None, describe_refusal(error, {}))
        return values

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.first]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.more]

    @property
    def more_open(self) -> bool:
        """Return whether a rule in the further rules was refused, so that the section must be open."""
        return self.is_bound and any(name in self.errors for name in self.more)


TYPED = tuple(name for name in NUMBERS if name not in (BEST, DROP))
"""Rules with one number field each. The number of evenings that count shares a field with its choice."""
CHOICE_FIELDS = (*CHOICES, *LISTS, *WORDS)


def _get_initial(rules: Rules) -> dict[str, Any]:
    """Return the rules for the form: a rule that is 0 stays empty."""
    values = to_json(rules)
    for name in TYPED:
        values[name] = values[name] or None
    if rules.scheme is Scheme.PLACE:
        values["rest"] = rules.rest
    return values | {
        "counting": BEST if rules.best else DROP if rules.drop else ALL_EVENINGS,
        "counted": rules.best or rules.drop or None,
    }


NONE, GUEST, OFF_LIST = "", "guest", "off"
MOST_PLACED = 900
"""Maximum people on one form of divisions: a request has 2,000 fields at most."""


def _build_weight_field(**kwargs: Any) -> WholeField:
    least, most = WEIGHT
    widget = forms.NumberInput({"inputmode": "numeric"})
    return WholeField(min_value=least, max_value=most, widget=widget, **kwargs)


class DivisionField(forms.TypedChoiceField):
    """One of the season's divisions, or no division."""

    def __init__(self, none: str, divisions: Iterable[DivisionLine], **kwargs: Any) -> None:
        choices = [(NONE, none), *((str(division.id), division.name) for division in divisions)]
        super().__init__(choices=choices, coerce=int, empty_value=None, required=False, **kwargs)


class EveningsField(forms.TypedMultipleChoiceField):
    """Evenings to tick. Evenings of other years, which are not offered, are accepted too."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: object) -> bool:
        return number_in(str(value)) is not None


class EveningCountsForm(PlainForm):
    """Evenings of the club to add: the form offers ``evenings``; any other evening is accepted too."""

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
        offered = [(evening.id, f"{evening.name}, {date_format(evening.held_on)}") for evening in evenings]
        self.choose_from("evening", offered)
        self.fields["weight"] = _build_weight_field(
            label=gettext("Weight in percent"),
            initial=100,
            help_text=gettext("200 counts double."),
        )
        if divisions:
            self.fields["division"] = DivisionField(gettext("All"), divisions, label=gettext("Division"))

    @property
    def weights(self) -> list[forms.BoundField]:
        """Return the fields that apply to all ticked evenings."""
        return [field for field in self if field.name != "evening"]

    def build_arguments(self) -> dict[str, Any]:
        """Return the evenings, and the weight and division of each, for the service."""
        values = dict(self.cleaned_data)
        return {"evenings": values.pop("evening"), **values}


class WeighForm(PlainForm):
    """The weight of an evening, and the division for which it counts."""

    def __init__(
        self, *args: Any, name: str = "", divisions: Sequence[DivisionLine] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["weight"] = _build_weight_field(label=gettext("Weight in percent"))
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
    """People's entries in a season: in a division, as a guest, only on its list, or off the list.

    Each field contains the value that it showed, so that only changes made here are written.
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
        choices = [*_list_places(divisions), (OFF_LIST, gettext("Not on the list"))]
        for person in people:
            self.fields[f"place-{person.player}"] = forms.ChoiceField(
                label=person.name,
                choices=choices,
                initial=_get_place(person),
                required=False,
                show_hidden_initial=True,
            )

    @property
    def changes(self) -> dict[int, SeasonEntry]:
        """Return the new entries of the changed players, by player."""
        return {
            person.player: _parse_place(self.cleaned_data[f"place-{person.player}"])
            for person in self.people
            if f"place-{person.player}" in self.changed_data
        }

    @property
    def lines(self) -> list[tuple[SeasonPerson, forms.BoundField]]:
        return [(person, self[f"place-{person.player}"]) for person in self.people]


class PersonForm(PlainForm):
    """A person of the club's list to put on the season's list, and their division."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off", "list": "names"}),
        help_text=_("The name on the player list. Players who play are added automatically."),
    )

    def __init__(self, *args: Any, divisions: Sequence[DivisionLine] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"] = forms.ChoiceField(
            label=gettext("Where"), choices=_list_places(divisions), required=False
        )

    @property
    def entry(self) -> SeasonEntry:
        return _parse_place(self.cleaned_data["place"])


def _list_places(divisions: Sequence[DivisionLine]) -> list[tuple[str, str]]:
    without_division = gettext("No division") if divisions else gettext("On the list")
    return [
        *((str(division.id), division.name) for division in divisions),
        (NONE, without_division),
        (GUEST, gettext("Guest (not ranked)")),
    ]


def _get_place(person: SeasonPerson) -> str:
    if not person.listed:
        return OFF_LIST
    return GUEST if person.guest else str(person.division or NONE)


def _parse_place(place: str) -> SeasonEntry:
    if place in (OFF_LIST, GUEST):
        return SeasonEntry(listed=place == GUEST, guest=place == GUEST)
    return SeasonEntry(division=int(place) if place else None)


class SeasonReopenForm(PlainForm):
    """The reason why a closed season is reopened or rewritten."""

    def __init__(self, data: Any = None, *, verb: str) -> None:
        super().__init__(data)
        self.fields["reason"] = make_reason_field(verb, required=True)


class FollowForm(PlainForm):
    """The season after this one, and each person's division, unless one form cannot hold all."""

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
    def placements(self) -> dict[int, int | None]:
        """Return the division's number by player, if it differs from the proposal; None is no division."""
        choices = {person.player: self.cleaned_data[f"player-{person.player}"] for person in self.people}
        return {
            person.player: choices[person.player]
            for person in self.people
            if choices[person.player] != person.division
        }

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"player-{person.player}"] for person in self.people]
