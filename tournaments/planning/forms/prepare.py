"""The forms of an evening's settings, with or without its game; and settings in words, for reading."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.names import clean_roles, map_renamed_roles
from accounts.shared.forms import DayField, PlainForm, WholeField
from games.calculators.forms.options import OPTION, OptionsForm, make_option_fields, read_options
from tournaments.base.forms import RankingField, list_metric_titles, make_least_deals_field
from tournaments.base.phrases import phrase
from tournaments.base.words import describe_prize, describe_refusal
from tournaments.core.evening import Play
from tournaments.core.ranking import prize_list
from tournaments.core.ranking import prize_list as ranking_prize_list
from tournaments.core.ranking.prize_list import list_enabled_prizes
from tournaments.core.results.prizes import expand_listed
from tournaments.core.results.standings import find_usual_ranking
from tournaments.core.settings import OF_TABLES, Counting, Settings, from_json, to_json
from tournaments.planning.forms.choices import (
    GROUPS,
    LABELS,
    SETTING_CHOICES,
    find_setting_names,
    list_choices,
    name_prizes,
)
from tournaments.prizes.presenters.prize_lists import SavedSet
from tournaments.seasons.selectors.access import OpenSeason
from tournaments.seating.forms import make_size_fields


def name_evening(held_on: date) -> str:
    """Return the name of an unnamed evening: its day."""
    return gettext("%(day)s evening") % {"day": date_format(held_on, "l")}


@dataclass(frozen=True)
class FieldGroup:
    """The fields of one subject. ``more`` are folded: usual values that a club seldom changes."""

    key: str
    title: str
    first: list[forms.BoundField]
    more: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        """Return whether a folded field was refused, so that the page must show it."""
        return any(field.errors for field in self.more)

    @property
    def gist(self) -> str:
        """Return the folded values in one line. Switches that are off and empty fields are left out."""
        return " · ".join(filter(None, map(_describe_value, self.more)))


def _describe_value(field: forms.BoundField) -> str:
    value = field.value()
    if isinstance(field.field, forms.BooleanField):
        return str(field.label) if value else ""
    if isinstance(field.field, forms.ChoiceField):
        chosen = {str(one) for one in (value if isinstance(value, (list, tuple)) else [value])}
        choices = cast(Iterable[tuple[str, object]], field.field.choices)
        return ", ".join(str(words) for key, words in choices if str(key) in chosen and key)
    return f"{field.label}: {value}" if isinstance(value, (str, int)) and value else ""


class SettingsForm(PlainForm):
    """An evening's name, its date, and the settings that make a difference to the play."""

    name = forms.CharField(label=_("Name"), required=False, widget=forms.TextInput({"autocomplete": "off"}))
    held_on = DayField(label=_("Date"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    games = WholeField(
        label=_("Games"),
        help_text=_("You can add games during the evening."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    through = WholeField(
        label=_("Players who go on"),
        help_text=_("From each table to the next game. At least one player of each table is out."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    through_of = forms.ChoiceField(label=_("Who goes on?"), widget=forms.RadioSelect)
    consolation = forms.BooleanField(
        label=_("Consolation: players who are out play on at separate tables"), required=False
    )
    moving = WholeField(
        label=_("Players who move up or go down"),
        help_text=_("From each table after each game. At most half of the smallest table."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    counting = forms.ChoiceField(label=_("When are counters counted?"), widget=forms.RadioSelect)
    stake = WholeField(
        label=_("Counters at the start"),
        help_text=_("A fresh stake has the same size."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    deals = WholeField(
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    minutes = WholeField(
        required=False,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    rounds = WholeField(
        label=_("Rounds"),
        required=False,
        help_text=_("Empty: decide during the evening."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    bell = forms.ChoiceField(label=_("Who rings the bell before the time is up?"), widget=forms.RadioSelect)
    exact_protects = forms.BooleanField(
        label=_("At the head table, players with an exact bid do not go down"),
        required=False,
    )
    unfinished = forms.ChoiceField(
        label=_("If a table is still playing at the bell"), widget=forms.RadioSelect
    )
    all_called = forms.ChoiceField(widget=forms.RadioSelect)
    tables, people, people_least, people_most = make_size_fields()
    gap = WholeField(
        label=_("Seconds before the clock starts"),
        required=False,
        help_text=_("Time to change seats. The first clock starts at once."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    auto_moves = WholeField(
        required=False,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    confirm = forms.BooleanField(
        label=_("A second player confirms each result from a table phone"), required=False
    )
    roles = forms.CharField(
        label=_("Roles"),
        required=False,
        help_text=_("The best player of each role wins a prize. Put commas between roles."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    ranking = RankingField(label=_("Order of the standings"), required=False)
    prizes = forms.MultipleChoiceField(label=_("Prizes"), required=False, widget=forms.CheckboxSelectMultiple)
    booby = forms.ChoiceField(label=_("Who wins the booby prize?"), widget=forms.RadioSelect)
    one_prize_each = forms.BooleanField(label=_("Each player wins at most one prize"), required=False)
    leavers_win = forms.BooleanField(label=_("Players who left early can win prizes"), required=False)
    prize_deals = make_least_deals_field()
    banker = forms.CharField(
        label=_("Banker"),
        required=False,
        help_text=_("The banker hands out counters and fresh stakes. Empty: the organiser."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    settings: Settings

    def __init__(
        self,
        *args: Any,
        play: Play,
        before: Settings,
        fixed: Collection[str] = (),
        playing: bool = False,
        planned: bool = False,
        seasons: Sequence[OpenSeason] = (),
        **kwargs: Any,
    ) -> None:
        """Build the fields of the settings that matter for ``play``.

        ``before``: the values of settings without a field. ``fixed``: settings shown but not changeable.
        ``playing``: a round is under way, and its clock does not change. ``planned``: the evening exists, and
        its prizes have their own page. ``seasons``: the seasons for which the evening can count.
        """
        kwargs["initial"] = make_initial(before) | kwargs["initial"]
        super().__init__(*args, **kwargs)
        self.play, self.before, self.seasons = play, before, seasons
        self.setting_names = (
            find_setting_names(play).leave_out("prizes") if planned else find_setting_names(play)
        )
        for name in {*Settings.__dataclass_fields__} - {*self.setting_names.names}:
            del self.fields[name]
        for name in self.setting_names.names:
            _set_words(self.fields[name], name, play, before)
            self.fields[name].disabled = name in fixed
        self.any_fixed = bool(fixed)
        if seasons:
            self.fields["seasons"] = _make_seasons_field(seasons)
            ticked = " ".join(str(season.id) for season in seasons if season.counts)
            self.fields["seasons_before"] = forms.CharField(
                widget=forms.HiddenInput, required=False, initial=ticked
            )
        counting = before.counting if "counting" in fixed else Counting.EACH_DEAL
        cast(RankingField, self.fields["ranking"]).offer(play, counting)
        if playing:
            self.fields["minutes"].help_text = gettext("This does not change the clock that runs now.")
        self.fields["name"].help_text = gettext("If you leave this empty, the name is “%(name)s”.") % {
            "name": name_evening(self.initial["held_on"])
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors:
            values |= {name: values[name] or 0 for name in NONE & values.keys()}
            document = to_json(self.before) | {name: values[name] for name in self.setting_names.names}
            prizes = self._read_prizes(values)
            if "banker" in values:
                document["banker"] = " ".join(values["banker"].split())
            if "roles" in values:
                document["roles"] = list(clean_roles(values["roles"]))
                renames = map_renamed_roles(self.before.roles, tuple(document["roles"]))
                prizes = prize_list.rename_roles(prizes, renames)
            document["prizes"] = ranking_prize_list.to_json(prizes)
            try:
                self.settings = from_json(document)
            except RuleError as error:
                self.add_error(
                    error.field if error.field in self.fields else None, describe_refusal(error, {})
                )
            values["name"] = values["name"] or name_evening(values["held_on"])
        return values

    def _read_prizes(self, values: Mapping[str, Any]) -> prize_list.Prizes:
        """Return the prizes chosen in this form. Without the field, return the present prizes."""
        if "prizes" not in values:
            return self.before.prizes
        return prize_list.keep_only(self.before.prizes, values["prizes"])

    @property
    def seasons_before(self) -> frozenset[int]:
        """Return the open seasons that were ticked when the page was shown."""
        numbers = self.cleaned_data.get("seasons_before", "").split()
        return frozenset(season.id for season in self.seasons if str(season.id) in numbers)

    @property
    def groups(self) -> list[FieldGroup]:
        """Return the parts of the form with their fields."""
        return [
            FieldGroup(
                key,
                gettext(title),
                [self[name] for name in names if name in self.setting_names.first],
                [
                    self[name]
                    for name in names
                    if name in self.fields and name not in self.setting_names.first
                ],
            )
            for key, (title, names) in GROUPS.items()
            if key == "game" or self.fields.keys() & {*names}
        ]


class EveningForm(OptionsForm, SettingsForm):
    """The settings together with the game. The game was chosen before; its options are fields here."""

    game = forms.CharField(widget=forms.HiddenInput, required=False)
    format = forms.CharField(widget=forms.HiddenInput, required=False)
    usual = forms.CharField(widget=forms.HiddenInput, required=False)

    prize_set = forms.ChoiceField(label=_("Prizes from a prize set"), required=False)

    def __init__(
        self,
        *args: Any,
        house: bool = False,
        sets: Sequence[SavedSet] = (),
        filled: bool = False,
        **kwargs: Any,
    ) -> None:
        """Build the form of a new evening.

        ``house``: house rules fix the options, so the form has no option fields. ``sets``: prize sets.
        ``filled``: the settings come from the last evening, instead of the usual ones.
        """
        super().__init__(*args, **kwargs)
        self.filled, self.sets = (
            filled,
            {str(prize_set.id): prize_set for prize_set in sets if "prizes" in self.setting_names.names},
        )
        if self.sets:
            choices = [
                ("", gettext("As chosen above")),
                *((key, prize_set.name) for key, prize_set in self.sets.items()),
            ]
            self.choose_from("prize_set", choices)
        else:
            del self.fields["prize_set"]
        if not house:
            self.fields.update(make_option_fields(self.play.game, self.play.options))

    def _read_prizes(self, values: Mapping[str, Any]) -> prize_list.Prizes:
        """Return the prizes of the chosen set. Without a set, return the prizes chosen in this form."""
        prize_set = self.sets.get(values.get("prize_set", ""))
        return prize_set.prizes if prize_set else super()._read_prizes(values)

    def keep(self, before: "EveningForm") -> None:
        """Keep the values typed before another game or format was chosen, where this form has the field."""
        same_game = before.play.game.key == self.play.game.key
        for name in before.changed_data:
            of_game = name.startswith(OPTION) and not same_game
            if name not in self.fields or name in ("game", "format", "usual") or of_game:
                continue
            field, typed = self.fields[name], before[name].value()
            if isinstance(field, forms.MultipleChoiceField):
                usual, ticked = self.get_initial_for_field(field, name), map(str, before[name].initial)
                typed = _merge_ticks(map(str, usual or ()), frozenset(ticked), typed)
            self.initial[name] = typed

    @property
    def options(self) -> Mapping[str, Any]:
        """Return the options chosen in the form, or those of the house rules."""
        return {**self.play.options, **read_options(self.play.game, self.cleaned_data)}


def _merge_ticks(usual: Iterable[str], ticked: Collection[str], typed: Sequence[str]) -> list[str]:
    """Return the usual ticks and the new ones, without the ticks that the user removed.

    ``usual``: ticked by default now. ``ticked``: ticked when the form was shown. ``typed``: ticked when sent.
    """
    keys = [key for key in usual if key in typed or key not in ticked]
    return keys + [key for key in typed if key not in ticked and key not in keys]


def _make_seasons_field(seasons: Sequence[OpenSeason]) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=gettext("Counts for"),
        choices=[(season.id, season.name) for season in seasons],
        coerce=int,
        initial=[season.id for season in seasons if season.counts],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _set_words(field: forms.Field, name: str, play: Play, before: Settings) -> None:
    """Set the texts and choices of the field that depend on the play."""
    if name in SETTING_CHOICES:
        choices = list_choices(name, play, roles=bool(before.roles))
        titled_choices = name_prizes(choices, before.prizes) if name == "prizes" else choices
        cast(forms.ChoiceField, field).choices = titled_choices
    if name in LABELS:
        field.label, field.help_text = (phrase(play, words) for words in LABELS[name])


NONE = {"rounds", "minutes", "gap", "auto_moves", "prize_deals", *OF_TABLES}
"""Numbers whose field may be empty. Empty means 0: none."""


def make_initial(settings: Settings) -> dict[str, Any]:
    """Return the settings as initial values of the form."""
    empty = {name: getattr(settings, name) or None for name in NONE}
    keys = [prize.key for prize in prize_list.list_enabled_prizes(settings.prizes)]
    return to_json(settings) | empty | {"roles": ", ".join(settings.roles), "prizes": keys}


def describe_settings(settings: Settings, play: Play) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the settings in words, each with its label: the most important ones, and all others."""
    form = SettingsForm(play=play, before=settings, initial={"held_on": date.min})
    fields = find_setting_names(play)
    return (
        [(str(form.fields[name].label), _describe_setting(settings, play, name)) for name in fields.first],
        [(str(form.fields[name].label), _describe_setting(settings, play, name)) for name in fields.more],
    )


def describe_all_settings(settings: Settings, play: Play) -> list[tuple[str, str]]:
    """Return every setting in words, the most important ones first."""
    first, more = describe_settings(settings, play)
    return [*first, *more]


def _describe_setting(settings: Settings, play: Play, name: str) -> str:
    if name == "prizes":
        return _describe_prizes(settings, play)
    value = getattr(settings, name)
    if name in SETTING_CHOICES:
        titles = dict(list_choices(name, play))
        words = [titles[key] for key in (value if isinstance(value, tuple) else (value,)) if key in titles]
        return "; ".join(map(str, words)) or gettext("None")
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if name == "ranking":
        return list_metric_titles(settings.ranking or find_usual_ranking(play))
    if name == "roles":
        return ", ".join(value) or gettext("None")
    if name == "banker":
        return value or gettext("The organiser")
    if name in NONE:
        return _describe_number(name, value) if value else _describe_none(name)
    return str(value)


def _describe_prizes(settings: Settings, play: Play) -> str:
    """Return the prizes of this play, in words."""
    titles = dict(list_choices("prizes", play, roles=bool(settings.roles)))
    words = (
        describe_prize(prize) if prize.own else prize.title or str(titles[prize.key])
        for prize in list_enabled_prizes(settings.prizes)
        if expand_listed(prize, settings, play)
    )
    return "; ".join(words) or gettext("None")


def _describe_number(name: str, value: int) -> str:
    if name in ("rounds", "prize_deals", *OF_TABLES):
        return str(value)
    if name == "minutes":
        return ngettext("%(n)s minute", "%(n)s minutes", value) % {"n": value}
    return ngettext("%(n)s second", "%(n)s seconds", value) % {"n": value}


def _describe_none(name: str) -> str:
    """Return the meaning of the empty number, in words."""
    match name:
        case "minutes":
            return gettext("No clock")
        case "rounds":
            return gettext("Decided during the evening")
        case "auto_moves":
            return gettext("Off")
        case "tables" | "people" | "people_least" | "people_most":
            return gettext("As usual")
    return gettext("None")


def describe_format(play: Play) -> str:
    return gettext(play.format.title)
