"""The choices of each setting in plain sentences, by game; and the forms of the planner and the rehearsal.

``find_setting_names`` returns the settings of an evening.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django import forms
from django.utils.translation import gettext, gettext_lazy

from accounts.errors import gettext_noop as _
from accounts.shared.forms import HourField, PlainForm, WholeField
from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.core.movement.table_sizes import fits
from tournaments.core.ranking.prize_list import Listed, Prizes, expand_prize
from tournaments.core.results.standings import list_metrics
from tournaments.core.settings import (
    OF_TABLES,
    AllCalled,
    BellBy,
    BoobyBy,
    Counting,
    Settings,
    ThroughOf,
    Unfinished,
)

Choices = Iterable[tuple[str, str]]

COUNTING: Choices = (
    (
        Counting.EACH_DEAL,
        _("After every deal. Mistakes show at once."),
    ),
    (
        Counting.AT_THE_END,
        _("Only at the end, when you settle up. There is less to enter during play."),
    ),
)
BELL: Choices = (
    (BellBy.HEAD, _("Automatically, when the head table’s result is entered.")),
    (BellBy.HAND, _("By the organiser.")),
)
WAIT = (Unfinished.WAIT, _("Everybody waits for its result."))
UNFINISHED: Choices = (
    WAIT,
    (
        Unfinished.CUT,
        _("Its deal can be made void. Its players cut, and the player with the highest card moves up."),
    ),
)
ALL_CALLED: Choices = (
    (AllCalled.STAY, _("Nobody goes down.")),
    (AllCalled.FEWEST_GOES, _("The player with the fewest counters goes down, but not the winner.")),
)
YELLOW = ("yellow", _("Most yellow chips"))
LAST = ("booby", _("Booby prize"))
THROUGH_OF: Choices = (
    (ThroughOf.TABLE, _("The best players of each table.")),
    (ThroughOf.ALL, _("The best players of all tables.")),
)
PRIZES: Choices = (YELLOW, ("counters", _("Most counters, one prize for each role")), LAST)
BOOBY: Choices = (
    (BoobyBy.COUNTERS, _("The player with the fewest counters.")),
    (BoobyBy.YELLOW, _("The player with the fewest yellow chips.")),
)

USUAL_POOLS = 10
"""The number of deals in a whole game, unless the organiser chooses another."""

SETTING_CHOICES: dict[str, Choices] = {
    "counting": COUNTING,
    "bell": BELL,
    "unfinished": UNFINISHED,
    "all_called": ALL_CALLED,
    "prizes": PRIZES,
    "booby": BOOBY,
    "through_of": THROUGH_OF,
}


LABELS: Mapping[str, tuple[str, str]] = {
    "deals": (_("Deals in a round"), ""),
    "minutes": (
        _("Minutes in a round"),
        _("The bell rings when the time is up, if not before. Empty: no clock."),
    ),
    "auto_moves": (
        _("Seconds until the next round starts automatically"),
        _(
            "The countdown starts when every result is in. You can stop the countdown. Less than 20 counts "
            "as 20. Empty: no countdown."
        ),
    ),
    "all_called": (_("If everybody at the head table called"), ""),
}
"""The labels and help texts that depend on the game and format."""


@dataclass(frozen=True)
class SettingNames:
    """The settings on an evening's form: ``first`` are the most important ones, ``more`` all others."""

    first: tuple[str, ...]
    more: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.first, *self.more)

    def leave_out(self, name: str) -> "SettingNames":
        """Return the names without this setting, which is on another page."""
        return SettingNames(self.first, tuple(key for key in self.more if key != name))


FIRST = (
    *("games", "through", "through_of", "consolation", "moving", "deals"),
    *("counting", "stake", "exact_protects", "minutes"),
)
"""The settings shown first. ``deals`` is one only where the format plays whole games."""
MORE = (
    *OF_TABLES,
    *("deals", "rounds", "bell", "unfinished", "all_called", "gap", "auto_moves", "confirm"),
    *("roles", "ranking", "prizes", "booby", "one_prize_each", "leavers_win", "prize_deals", "banker"),
)
"""All others, in the order of the form."""
GROUPS = {
    "game": (_("Game"), ("games", "through", "through_of", "consolation", "moving", "counting", "stake")),
    "time": (_("Time"), ("minutes", "deals", "rounds", "gap", "auto_moves")),
    "tables": (_("Tables"), (*OF_TABLES, "confirm")),
    "bell": (_("Bell"), ("bell", "exact_protects", "unfinished", "all_called")),
    "prizes": (
        _("Prizes"),
        (
            "roles",
            "ranking",
            "prizes",
            "prize_set",
            "booby",
            "one_prize_each",
            "leavers_win",
            "prize_deals",
            "banker",
        ),
    ),
}
"""The parts of the form: their titles, and the settings of each."""


def find_setting_names(play: Play) -> SettingNames:
    """Return the settings that make a difference for this game and format."""
    unused = play.unused if play.format.plays_games else play.unused | {"deals"}
    first = tuple(name for name in FIRST if name not in unused)
    return SettingNames(first, tuple(name for name in MORE if name not in (*first, *play.unused)))


def list_choices(name: str, play: Play, *, roles: bool = True) -> list[tuple[str, str]]:
    """Return the choices of a setting for this game and format, with ``roles`` or without."""
    choices = [(key, phrase(play, words)) for key, words in SETTING_CHOICES[name]]
    if name != "prizes":
        return choices
    keys = (YELLOW[0] if "yellow" in play.list_metrics() else "", "counters", LAST[0])
    best = play.format.find_best_title(play.kind, by_role=roles and "roles" not in play.unused)
    return [
        (key, gettext(best) if best and key == "counters" else words)
        for key, words in choices
        if key in keys and words
    ]


def name_prizes(choices: Choices, prizes: Prizes) -> list[tuple[str, str]]:
    """Return the choices with the club's own titles, and with the club's own prizes."""
    own = {prize.key: prize.title for prize in map(expand_prize, prizes) if prize.title}
    return [(key, own.pop(key, words)) for key, words in choices] + [*own.items()]


def make_usual_settings(
    play: Play, settings: Settings | None = None, *, from_evening: bool = False
) -> Settings:
    """Return the settings with which a form begins for this play, based on ``settings``.

    ``from_evening``: the settings come from an evening of the same game and format. Then one deal stays one
    deal.
    """
    before, fields = settings or Settings(), find_setting_names(play)
    names = fields.names
    prizes = tuple(key for key, _words in list_choices("prizes", play))
    if "counting" not in names:
        before = replace(before, counting=Counting.EACH_DEAL)
    deals = (
        USUAL_POOLS if "deals" in fields.first and before.deals == 1 and not from_evening else before.deals
    )
    if not fits(play.game, before.table_wish):
        before = replace(before, tables=0, people=0, people_least=0, people_most=0)
    return replace(
        before,
        deals=deals if "deals" in names else 1,
        ranking=tuple(key for key in before.ranking if key in list_metrics(play, before.counting)),
        prizes=tuple(
            prize
            for prize in before.prizes
            if prize in prizes or (isinstance(prize, Listed) and ("roles" in names or not prize.role))
        ),
        roles=before.roles if "roles" in names else (),
    )


MOST_PLAYERS = 200


class PlannerForm(PlainForm):
    """Fields of *When will it end?*. Sent by GET; nothing is saved."""

    start = HourField(label=gettext_lazy("Play begins at"))
    rounds = WholeField(
        min_value=1,
        max_value=100,
        label=gettext_lazy("Rounds still to play"),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    end = HourField(label=gettext_lazy("End at"))


class RehearsalForm(PlainForm):
    """The speed of the rehearsal, and the number of people."""

    speed = forms.TypedChoiceField(
        label=gettext_lazy("Speed"),
        coerce=int,
        choices=[
            (60, gettext_lazy("60 times as fast")),
            (10, gettext_lazy("10 times as fast")),
            (1, gettext_lazy("As fast as in reality")),
        ],
        widget=forms.RadioSelect,
        initial=60,
    )
    players = WholeField(
        label=gettext_lazy("Players"),
        max_value=MOST_PLAYERS,
        help_text=gettext_lazy("Those who are checked in, and simulated ones up to this number."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
