"""Each setting's choices in plain sentences, by what is played; and which of them an evening asks for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.evening import Play
from tournaments.core.movement.table_sizes import fits
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.results.standings import metrics_of
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

Words = str | Promise
Choices = Iterable[tuple[str, Words]]

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

BIDS: dict[str, Choices] = {
    "all_called": (
        (AllCalled.STAY, _("Nobody goes down.")),
        (AllCalled.FEWEST_GOES, _("The player with the fewest points goes down, but not the winner.")),
    ),
    "prizes": (YELLOW, ("counters", _("Most points, one prize for each role")), LAST),
    "booby": (
        (BoobyBy.COUNTERS, _("The player with the fewest points.")),
        (BoobyBy.YELLOW, _("The player with the fewest yellow chips.")),
    ),
}
"""Where bids are played for, these are said otherwise."""

WINNER = _("Winner of the knockout")
TOGETHER: Choices = (("counters", _("Fewest hands")),)
CHOICES: Mapping[str, Mapping[str, Choices]] = {
    "counters": {},
    "points": BIDS,
    "together": {**BIDS, "prizes": TOGETHER},
}
"""The choices that are not as usual, by the kind of play."""

SAID: dict[str, Choices] = {
    "counting": COUNTING,
    "bell": BELL,
    "unfinished": UNFINISHED,
    "all_called": ALL_CALLED,
    "prizes": PRIZES,
    "booby": BOOBY,
    "through_of": THROUGH_OF,
}


@dataclass(frozen=True)
class Asked:
    """The settings that an evening asks for: the few that matter most, and all others."""

    first: tuple[str, ...]
    more: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.first, *self.more)

    def without(self, name: str) -> "Asked":
        """The same but for this setting, which is asked for elsewhere."""
        return Asked(self.first, tuple(one for one in self.more if one != name))


FIRST = {
    "moving": ("counting", "stake", "exact_protects", "minutes"),
    "games": (
        "games",
        "through",
        "through_of",
        "consolation",
        "moving",
        "deals",
        "counting",
        "stake",
        "minutes",
    ),
}
"""The settings that are asked for first, by the format."""
MORE = (
    *OF_TABLES,
    *("deals", "rounds", "bell", "unfinished", "all_called", "gap", "auto_moves", "confirm"),
    *("roles", "ranking", "prizes", "booby", "one_prize_each", "leavers_win", "prize_deals", "banker"),
)
"""All others, in the order of the form."""


def asked(play: Play) -> Asked:
    """Which settings make a difference where this is played."""
    first = tuple(name for name in play.format.of(FIRST) if name not in play.unused)
    return Asked(first, tuple(name for name in MORE if name not in (*first, *play.unused)))


def choices_of(name: str, play: Play, *, roles: bool = True) -> list[tuple[str, Words]]:
    """The choices of a setting, as they are where this is played, with ``roles`` or without."""
    choices = list(play.kind.of(CHOICES).get(name, SAID[name]))
    if name != "prizes":
        return choices
    known = (YELLOW[0] if "yellow" in play.metrics() else "", "counters", LAST[0])
    best: Words = "" if roles and "roles" not in play.unused else _(play.kind.best_title)
    if play.format.winner:
        best = WINNER
    return [(key, best if best and key == "counters" else words) for key, words in choices if key in known]


def otherwise(name: str, play: Play) -> tuple[Words, Words]:
    """The label and the help of a setting where they are not as usual; else nothing."""
    return play.format.of(LABELS).get(name) or play.kind.of(LABELS).get(name, ("", ""))


OF_BIDS: dict[str, tuple[Words, Words]] = {
    "all_called": (_("If every bid at the head table was exact"), ""),
}
OF_GAMES: dict[str, tuple[Words, Words]] = {
    "deals": (_("Deals in a game"), ""),
    "minutes": (
        _("Minutes in a game"),
        _("When the time is over, each table finishes its deal. Empty: no clock."),
    ),
    "auto_moves": (
        _("Seconds until the next game starts automatically"),
        "",
    ),
}

LABELS: Mapping[str, Mapping[str, tuple[Words, Words]]] = {
    "games": OF_GAMES,
    "moving": {},
    "points": OF_BIDS,
    "counters": {},
}
"""Labels and helps that are not as usual, by the format and the kind of play."""
USUAL_DEALS = {"moving": 1, "games": 10}
"""Deals in a round, or pools that make a whole game, if nothing else is said."""


def usual(play: Play, settings: Settings | None = None) -> Settings:
    """The settings that a form begins with where this is played, after those that stood before."""
    before, names = settings or Settings(), asked(play).all
    prizes = tuple(key for key, _words in choices_of("prizes", play))
    if "counting" not in names:
        before = replace(before, counting=Counting.EACH_DEAL)
    deals = play.format.of(USUAL_DEALS) if before.deals == 1 else before.deals
    if not fits(play.game, before.wanted):
        before = replace(before, tables=0, people=0, people_least=0, people_most=0)
    return replace(
        before,
        deals=deals if "deals" in names else 1,
        ranking=tuple(key for key in before.ranking if key in metrics_of(play, before.counting)),
        prizes=tuple(
            prize
            for prize in before.prizes
            if prize in prizes or (isinstance(prize, Listed) and ("roles" in names or not prize.role))
        ),
        roles=before.roles if "roles" in names else (),
    )
