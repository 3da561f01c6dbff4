"""Each setting's choices in plain sentences, by what is played; and which of them an evening asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.play import Format, Play
from tournaments.core.settings import AllCalled, BellBy, BoobyBy, Counting, Settings, Unfinished

Words = str | Promise
Choices = Iterable[tuple[str, Words]]

COUNTING: Choices = (
    (
        Counting.EACH_DEAL,
        _("After every deal: the program always knows who has what, and notices a slip at once."),
    ),
    (
        Counting.AT_THE_END,
        _("Only at the end: less to type during play, and one count for everybody at settling up."),
    ),
)
BELL: Choices = (
    (BellBy.HEAD, _("By itself, as soon as the head table’s result is entered.")),
    (BellBy.HAND, _("By the organiser’s hand.")),
)
WAIT = (Unfinished.WAIT, _("Everybody waits for its result."))
UNFINISHED: Choices = (
    WAIT,
    (
        Unfinished.CUT,
        _("Its deal can be called off: stakes go back, its players cut cards, and the highest moves up."),
    ),
)
ALL_CALLED: Choices = (
    (AllCalled.STAY, _("Nobody goes down.")),
    (AllCalled.FEWEST_GOES, _("Whoever has the fewest counters goes down, but not the winner.")),
)
YELLOW = ("yellow", _("Most yellow chips: who won most often at the head table"))
LAST = ("booby", _("Booby prize: for whoever comes last"))
PRIZES: Choices = (YELLOW, ("counters", _("Most counters, one prize for each role")), LAST)
BOOBY: Choices = (
    (BoobyBy.COUNTERS, _("Whoever has the fewest counters.")),
    (BoobyBy.YELLOW, _("Whoever has the fewest yellow chips.")),
)

BIDS: dict[str, Choices] = {
    "unfinished": (
        WAIT,
        (Unfinished.CUT, _("Its deal can be called off: its players cut cards, and the highest moves up.")),
    ),
    "all_called": (
        (AllCalled.STAY, _("Nobody goes down.")),
        (AllCalled.FEWEST_GOES, _("Whoever has the lowest total goes down, but not the winner.")),
    ),
    "prizes": (YELLOW, ("counters", _("Most points, one prize for each role")), LAST),
    "booby": (
        (BoobyBy.COUNTERS, _("Whoever has the fewest points.")),
        (BoobyBy.YELLOW, _("Whoever has the fewest yellow chips.")),
    ),
}
"""Where bids are played for, these are said otherwise."""

TOGETHER: Choices = (("counters", _("Fewest hands: for the table that wins its game in the fewest")),)

SAID: dict[str, Choices] = {
    "counting": COUNTING,
    "bell": BELL,
    "unfinished": UNFINISHED,
    "all_called": ALL_CALLED,
    "prizes": PRIZES,
    "booby": BOOBY,
}


@dataclass(frozen=True)
class Asked:
    """The settings that an evening asks for: the few that matter most, and all others."""

    first: tuple[str, ...]
    more: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.first, *self.more)


PEOPLE = ("roles", "prizes")
WHO_WINS = ("one_prize_each", "leavers_win")
TIMES = ("gap", "auto_moves")


def asked(play: Play) -> Asked:
    """Which settings make a difference where this is played."""
    if play.together:
        return Asked(("games", "minutes"), (*TIMES, "confirm", "prizes", "leavers_win"))
    if play.whole_games and play.staked:
        plays = ("games", "deals", "counting", "stake", "minutes")
        return Asked(plays, (*TIMES, "confirm", *PEOPLE, *WHO_WINS, "banker"))
    if play.whole_games:
        return Asked(("games", "minutes"), (*TIMES, "confirm", *PEOPLE, *WHO_WINS))
    movement = ("rounds", "bell", "unfinished", "all_called", *TIMES, "confirm")
    if play.staked:
        more = ("deals", *movement, *PEOPLE, "booby", *WHO_WINS, "banker")
        return Asked(("counting", "stake", "minutes"), more)
    return Asked(("exact_protects", "minutes"), (*movement, *PEOPLE, "booby", *WHO_WINS))


def choices_of(name: str, play: Play) -> list[tuple[str, Words]]:
    """The choices of a setting, as they are said where this is played."""
    said = SAID[name] if play.staked else BIDS.get(name, SAID[name])
    if name == "prizes" and play.together:
        said = TOGETHER
    elif name == "prizes" and play.whole_games:
        said = [choice for choice in said if choice != YELLOW]
    return list(said)


def otherwise(name: str, play: Play) -> tuple[Words, Words]:
    """The label and the help of a setting where they are said otherwise than usually; else nothing."""
    said = OF_GAMES if play.whole_games else {} if play.staked else OF_BIDS
    return said.get(name, ("", ""))


OF_BIDS: dict[str, tuple[Words, Words]] = {
    "all_called": (_("If every bid at the head table was exact"), ""),
    "rounds": (
        "",
        _("Leave it empty to play every deal of the game, or to say during the evening which is the last."),
    ),
}
OF_GAMES: dict[str, tuple[Words, Words]] = {
    "deals": (_("Deals in a game"), _("How many deals make a game at each table.")),
    "minutes": (
        _("Minutes in a game"),
        _(
            "When they are over every table stops after the deal in play. "
            "Leave it empty to play without a clock."
        ),
    ),
    "gap": (
        _("Seconds before the clock starts"),
        _("So long after a game was opened, its clock starts. That of the first game starts at once."),
    ),
    "auto_moves": (
        _("Seconds until the next game begins by itself"),
        _(
            "Counted from the end of the last table’s game; you can stop it each time. "
            "Leave it empty to begin each game yourself."
        ),
    ),
}

USUAL_DEALS = 10
"""Pools that make a game at fixed tables, if nothing else is said."""


def usual(play: Play, settings: Settings | None = None) -> Settings:
    """The settings that a form begins with where this is played, after those that stood before."""
    before = settings or Settings()
    prizes = tuple(key for key, _words in choices_of("prizes", play))
    if play.format is Format.FIXED and play.staked and before.deals == 1:
        before = replace(before, deals=USUAL_DEALS)
    return replace(
        before,
        deals=before.deals if play.staked else 1,
        prizes=tuple(prize for prize in before.prizes if prize in prizes),
        roles=() if play.together else before.roles,
    )
