"""What is typed about a league and the rules of its seasons, each rule in a plain sentence."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.numbers import WHOLE
from accounts.shared.forms.base import PlainForm
from accounts.shared.forms.numbers import WholeField
from tournaments.base.forms.ranking import RankingField
from tournaments.base.words import refusal
from tournaments.core.leagues.rules import TIES, Rules, Scheme, changed, to_json
from tournaments.core.ranking.metrics import METRICS
from tournaments.seasons.presenters.rules import ABSENCES, MEMBERS, PLACES, PRIZE_FAMILIES, SCHEMES, TIED

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


def _number(label: Any, help_text: Any = "") -> WholeField:
    widget = forms.NumberInput({"inputmode": "numeric"})
    return WholeField(label=label, help_text=help_text, required=False, widget=widget)


def _one_of(label: Any, said: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_choices(said), widget=forms.RadioSelect)


def _choices(said: Any) -> list[tuple[str, str]]:
    worded = ((str(key), gettext(words)) for key, words in said.items())
    return [(key, words[:1].upper() + words[1:]) for key, words in worded]


class SeasonForm(PlainForm):
    """A season's name and rules."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    scheme = forms.ChoiceField(widget=forms.RadioSelect)
    table = NumbersField(
        label=_("Points by place"),
        required=False,
        max_length=MOST_DIGITS,
        help_text=_("From first place down, with commas between."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    rest = _number(_("Points for every further place"))
    taking_part = _number(_("For taking part"))
    yellow = _number(_("For each yellow chip"))
    prize = _number(_("For each prize"))
    prize_for = forms.MultipleChoiceField(
        label=_("Prizes that give points"), required=False, widget=forms.CheckboxSelectMultiple
    )
    counting = forms.ChoiceField(label=_("Evenings that count"), choices=COUNTING, widget=forms.RadioSelect)
    counted = _number(
        _("Number of evenings"),
        _("How many of the best evenings count, or how many of the worst do not count."),
    )
    minimum = _number(
        _("Fewest evenings for a place in the standings"),
        _("Players with fewer evenings come below all others. Empty: no minimum."),
    )
    absence = forms.ChoiceField(widget=forms.RadioSelect)
    absence_score = _number(_("Points for a missed evening"))
    ties = TiesField(label=_("Tie-breaks"), required=False)
    tied = forms.ChoiceField(widget=forms.RadioSelect)
    places = forms.ChoiceField(widget=forms.RadioSelect)
    members = forms.ChoiceField(widget=forms.RadioSelect)
    promote = NumbersField(
        label=_("How many players of each division go up"),
        required=False,
        max_length=MOST_DIGITS,
        help_text=_("For example 2, 2, 1. One number alone is for all divisions. Empty: nobody."),
    )
    relegate = NumbersField(
        label=_("How many players of each division go down"),
        required=False,
        max_length=MOST_DIGITS,
        help_text=_("For example 2, 2, 1. One number alone is for all divisions. Empty: nobody."),
    )
    question_days = _number(
        _("How many days members may ask about their points"),
        _("After the last evening, or after the closing. Empty: members can always ask about a row."),
    )

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
        self.choose_from("prize_for", _choices(PRIZE_FAMILIES))
        for name, label, said in (
            ("scheme", _("An evening gives"), SCHEMES),
            ("absence", _("A missed evening gives"), ABSENCES),
            ("tied", _("Equal places"), TIED),
            ("places", _("Places are counted"), PLACES),
            ("members", _("In the standings"), MEMBERS),
        ):
            self.fields[name] = _one_of(label, said)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors:
            chosen = {name: values[name] or 0 for name in NUMBERS}
            chosen |= {name: values[name] for name in CHOSEN}
            counted = values["counted"] or 0
            for kind in (BEST, DROP):
                chosen[kind] = counted if values["counting"] == kind else 0
            if values["counting"] != ALL and counted < 1:
                self.add_error("counted", gettext("Enter a whole number from %(least)s.") % {"least": 1})
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


NUMBERS = ("rest", "taking_part", "yellow", "prize", "minimum", "absence_score", "question_days")
CHOSEN = (
    *("scheme", "table", "prize_for", "absence", "ties", "tied"),
    *("places", "members", "promote", "relegate"),
)


def _initial(rules: Rules) -> dict[str, Any]:
    """The rules as the form shows them: what is nothing stays empty."""
    shown = to_json(rules)
    for name in NUMBERS:
        shown[name] = shown[name] or None
    if rules.scheme is Scheme.PLACE:
        shown["rest"] = rules.rest
    return shown | {
        "counting": BEST if rules.best else DROP if rules.drop else ALL,
        "counted": rules.best or rules.drop or None,
    }
