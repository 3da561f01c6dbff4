"""What is typed about a league and the rules of its seasons, each rule in a plain sentence."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.numbers import WHOLE
from accounts.refusals import TOO_SMALL
from accounts.shared.forms.base import PlainForm
from accounts.shared.forms.numbers import WholeField
from tournaments.base.forms.ranking import RankingField
from tournaments.base.words import refusal
from tournaments.core.leagues.rules import LISTS, NUMBERS, TIES, WORDS, Rules, Scheme, changed, to_json
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

ALL, BEST, DROP = "all", "best", "drop"
COUNTING = ((ALL, _("All")), (BEST, _("Only the best")), (DROP, _("All but the worst")))
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
    """Metrics that part people of equal points, in order."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        titles = ((key, _(METRICS[key].title)) for key in TIES)  # the form is made before there is a reader
        self.choose([("", "–"), *titles])  # type: ignore[list-item]


CHOICES: Mapping[str, Mapping[Any, str]] = {
    "scheme": SCHEMES,
    "absence": ABSENCES,
    "tied": TIED,
    "places": PLACES,
    "members": MEMBERS,
}
MOVED = _("For example 2, 2, 1. One number alone is for all divisions. Empty: nobody.")
HELP = {
    "table": _("From first place down, with commas between."),
    "minimum": _("Players with fewer evenings come below all others. Empty: no minimum."),
    "promote": MOVED,
    "relegate": MOVED,
    "question_days": _(
        "After the last evening, or after the closing. Empty: members can always ask about a row."
    ),
}


def _number(**said: Any) -> WholeField:
    return WholeField(required=False, widget=forms.NumberInput({"inputmode": "numeric"}), **said)


def _rule(name: str) -> forms.Field:
    """Return the field of a rule: a number, numbers with commas between, or one of its choices."""
    said: dict[str, Any] = {"label": gettext(LABELS[name]), "help_text": HELP.get(name, "")}
    if name in CHOICES:
        return forms.ChoiceField(choices=_choices(CHOICES[name]), widget=forms.RadioSelect, **said)
    if name in LISTS:
        as_typed = forms.TextInput({"autocomplete": "off"}) if name == "table" else None
        return NumbersField(required=False, max_length=MOST_DIGITS, widget=as_typed, **said)
    return _number(**said)


def _choices(said: Any) -> list[tuple[str, str]]:
    worded = ((str(key), gettext(words)) for key, words in said.items())
    return [(key, words[:1].upper() + words[1:]) for key, words in worded]


class SeasonForm(PlainForm):
    """A season's name and rules."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    prize_for = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    counting = forms.ChoiceField(choices=COUNTING, widget=forms.RadioSelect)
    counted = _number(
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
        """``before``: the rules as they stand; what is not asked for here stays so."""
        kwargs["initial"] = _initial(before) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.before = before
        for name in (*TYPED, *LISTS, *CHOICES):
            self.fields[name] = _rule(name)
        for name in ("prize_for", "counting", "ties"):
            self.fields[name].label = gettext(LABELS[name])
        self.choose_from("prize_for", _choices(PRIZE_FAMILIES))
        self.order_fields((*self.first, *self.more))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors:
            chosen = {name: values[name] or 0 for name in TYPED}
            chosen |= {name: values[name] for name in CHOSEN}
            counted = values["counted"] or 0
            for kind in (BEST, DROP):
                chosen[kind] = counted if values["counting"] == kind else 0
            if values["counting"] != ALL and counted < 1:
                self.add_error("counted", gettext(TOO_SMALL) % {"least": 1})
            try:
                self.rules = changed(self.before, chosen)
            except RuleError as error:
                at = {"best": "counted", "drop": "counted"}.get(error.field, error.field)
                self.add_error(at if at in self.fields else None, refusal(error, {}))
        return values

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.first]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.more]

    @property
    def more_open(self) -> bool:
        """Whether something among the further rules was refused, and so must be seen."""
        return self.is_bound and any(name in self.errors for name in self.more)


TYPED = tuple(name for name in NUMBERS if name not in (BEST, DROP))
"""The rules that are typed as a number each; how many evenings count is typed with how they do."""
CHOSEN = (*CHOICES, *LISTS, *WORDS)


def _initial(rules: Rules) -> dict[str, Any]:
    """The rules as the form shows them: what is nothing stays empty."""
    shown = to_json(rules)
    for name in TYPED:
        shown[name] = shown[name] or None
    if rules.scheme is Scheme.PLACE:
        shown["rest"] = rules.rest
    return shown | {
        "counting": BEST if rules.best else DROP if rules.drop else ALL,
        "counted": rules.best or rules.drop or None,
    }
