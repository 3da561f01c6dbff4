"""What is chosen when an evening is planned, each choice in a plain sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import RuleError
from accounts.forms import PlainForm
from games.rules.registry import RULESETS
from tournaments.core.settings import (
    AllCalled,
    BellBy,
    BoobyBy,
    Counting,
    Settings,
    Unfinished,
    from_json,
    to_json,
)
from tournaments.words import refusal

COUNTING = (
    (
        Counting.EACH_DEAL,
        _("After every deal: the program always knows who has what, and notices a slip at once."),
    ),
    (
        Counting.AT_THE_END,
        _("Only at the end: less to type during play, and one count for everybody at settling up."),
    ),
)
BELL = (
    (BellBy.HEAD, _("By itself, as soon as the head table’s result is entered.")),
    (BellBy.HAND, _("By the organiser’s hand.")),
)
UNFINISHED = (
    (Unfinished.WAIT, _("Everybody waits for its result.")),
    (
        Unfinished.CUT,
        _("Its deal can be called off: stakes go back, its players cut cards, and the highest moves up."),
    ),
)
ALL_CALLED = (
    (AllCalled.STAY, _("Nobody goes down.")),
    (AllCalled.FEWEST_GOES, _("Whoever has the fewest counters goes down, but not the winner.")),
)
PRIZES = (
    ("yellow", _("Most yellow chips: who won most often at the head table")),
    ("counters", _("Most counters, one prize for each role")),
    ("booby", _("Booby prize: for whoever comes last")),
)
BOOBY = (
    (BoobyBy.COUNTERS, _("Whoever has the fewest counters.")),
    (BoobyBy.YELLOW, _("Whoever has the fewest yellow chips.")),
)


def games() -> list[tuple[str, str]]:
    """The games that an evening of many tables can be played with."""
    return [(game.key, gettext(game.title)) for game in RULESETS.values() if game.progressive]


def evening_name(held_on: date) -> str:
    """What an evening is called when nobody names it: its day."""
    return gettext("%(day)s evening") % {"day": date_format(held_on, "l")}


class SettingsForm(PlainForm):
    """An evening's name, date and settings."""

    name = forms.CharField(label=_("Name"), required=False, widget=forms.TextInput({"autocomplete": "off"}))
    held_on = forms.DateField(label=_("Date"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    counting = forms.ChoiceField(
        label=_("When are counters counted?"), choices=COUNTING, widget=forms.RadioSelect
    )
    stake = forms.IntegerField(
        label=_("Counters at the start"),
        help_text=_("Each player begins with so many, and whoever loses them all takes as many again."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    deals = forms.IntegerField(
        label=_("Deals in a round"),
        help_text=_("How many deals each table plays before people move. One keeps everybody moving."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    bell = forms.ChoiceField(label=_("How does the bell ring?"), choices=BELL, widget=forms.RadioSelect)
    unfinished = forms.ChoiceField(
        label=_("If a table is still playing at the bell"), choices=UNFINISHED, widget=forms.RadioSelect
    )
    all_called = forms.ChoiceField(
        label=_("If everybody at the head table showed their cards"),
        choices=ALL_CALLED,
        widget=forms.RadioSelect,
    )
    roles = forms.CharField(
        label=_("Roles"),
        required=False,
        help_text=_(
            "There is a prize for the best of each. A role is only for the evening. "
            "Put commas between them, or leave this empty to play without."
        ),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    prizes = forms.MultipleChoiceField(
        label=_("Prizes"), required=False, choices=PRIZES, widget=forms.CheckboxSelectMultiple
    )
    booby = forms.ChoiceField(label=_("Who wins the booby prize?"), choices=BOOBY, widget=forms.RadioSelect)
    one_prize_each = forms.BooleanField(
        label=_("One prize each: whoever has won one leaves the others to the next in line"), required=False
    )
    leavers_win = forms.BooleanField(label=_("Whoever left early can win, too"), required=False)

    banker = forms.CharField(
        label=_("Banker"),
        required=False,
        help_text=_("Who hands out the counters and the fresh stakes. Left empty, it is the organiser."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    FIRST = ("counting", "stake")
    MORE = (
        *("deals", "bell", "unfinished", "all_called", "roles", "prizes", "booby"),
        *("one_prize_each", "leavers_win", "banker"),
    )

    settings: Settings

    def __init__(self, *args: Any, fixed: Collection[str] = (), **kwargs: Any) -> None:
        """``fixed`` are the settings that cannot change any more: they are shown, and kept."""
        super().__init__(*args, **kwargs)
        for name in fixed:
            self.fields[name].disabled = True
        self.any_fixed = bool(fixed)
        self.fields["name"].help_text = gettext("Left empty, it is called after its day, as “%(name)s”.") % {
            "name": evening_name(self.initial["held_on"])
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors:
            chosen = {name: values[name] for name in (*self.FIRST, *self.MORE)}
            order = [*self.initial["prizes"], *values["prizes"]]
            chosen["prizes"] = sorted(values["prizes"], key=order.index)
            chosen["banker"] = " ".join(values["banker"].split())
            chosen["roles"] = [
                role for part in values["roles"].split(",") if (role := " ".join(part.split()))
            ]
            try:
                self.settings = from_json(chosen)
            except RuleError as error:
                self.add_error(error.field, refusal(error, {}))
            values["name"] = values["name"] or evening_name(values["held_on"])
        return values

    @property
    def more_open(self) -> bool:
        """Whether something among the further settings was refused, and so must be seen."""
        errors: ErrorDict | Mapping[str, object] = self.errors if self.is_bound else {}
        return any(name in errors for name in self.MORE)

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MORE]


class EveningForm(SettingsForm):
    """A new evening: its game is chosen, too."""

    game = forms.ChoiceField(label=_("Game"), choices=games)


def initial_of(settings: Settings) -> dict[str, Any]:
    """The settings as the form shows them."""
    return to_json(settings) | {"roles": ", ".join(settings.roles)}


def in_words(settings: Settings) -> list[tuple[str, str]]:
    """The settings for reading: what each is about, and what was chosen."""
    titles = {name: str(field.label) for name, field in SettingsForm.base_fields.items()}
    prizes = dict(PRIZES)
    yes, no = gettext("Yes"), gettext("No")
    nothing = gettext("None")
    said: dict[str, str] = {
        "counting": str(dict(COUNTING)[settings.counting]),
        "stake": str(settings.stake),
        "deals": str(settings.deals),
        "bell": str(dict(BELL)[settings.bell]),
        "unfinished": str(dict(UNFINISHED)[settings.unfinished]),
        "all_called": str(dict(ALL_CALLED)[settings.all_called]),
        "roles": ", ".join(settings.roles) or nothing,
        "prizes": "; ".join(str(prizes[prize]) for prize in settings.prizes) or nothing,
        "booby": str(dict(BOOBY)[settings.booby]),
        "one_prize_each": yes if settings.one_prize_each else no,
        "leavers_win": yes if settings.leavers_win else no,
        "banker": settings.banker or gettext("The organiser"),
    }
    return [(titles[name], words) for name, words in said.items()]
