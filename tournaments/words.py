"""Reasons and refusals worded for a reader: the sentence in the reader's language, names put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext

from accounts.errors import RuleError
from games.describe import figures as written
from games.describe.refusals import CARDS
from tournaments.core.play import Play
from tournaments.core.reasons import PEOPLE, SENTENCES, Reason
from tournaments.core.standings import METRIC_KEYS, METRICS

TWO_STOPS = re.compile(r"(?<=\w)\.\.(?!\.)")  # of a name that ends in one, such as “Jo B.”

cards = written.cards
"""Cards as people read them: ``TD KS`` is 10♦ K♠."""


def worded(reason: Reason, names: Mapping[int, str]) -> str:
    """The reason's sentence; ``names`` are the shown names by entry."""
    return sentence(SENTENCES[reason.code], reason.figures, names)


def discreetly(reason: Reason, names: Mapping[int, str]) -> str:
    """Why somebody won a prize, without who was passed over for having another one."""
    return worded(Reason(reason.code.removesuffix("_passed"), reason.figures), names)


def moved(why: str, figures: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Why somebody changed seats, as it is stored; a move by hand tells the reason that was given."""
    if why == "by_hand":
        return gettext("Moved by the organiser: %(reason)s") % {"reason": figures.get("reason", "")}
    if why == "late":
        return gettext("Came late, and took a free seat.")
    return sentence(SENTENCES[why], figures, names)


def refusal(error: RuleError, names: Mapping[int, str]) -> str:
    """What the user is told about a mistake."""
    return sentence(error.message, error.figures, names)


def sentence(template: str, figures: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The translated sentence with its figures; figures that hold people become their names."""
    shown = {key: _shown(key, value, names) for key, value in figures.items()}
    text = gettext(template) % shown if shown else gettext(template)
    return TWO_STOPS.sub(".", text)


def round_title(play: Play, number: int, rounds: int | None = None) -> str:
    """A round as a heading has it: "Round 3", "Round 3 of 7"; at fixed tables it is a game."""
    figures = {"n": number, "of": rounds}
    if play.whole_games:
        return (gettext("Game %(n)s of %(of)s") if rounds else gettext("Game %(n)s")) % figures
    return (gettext("Round %(n)s of %(of)s") if rounds else gettext("Round %(n)s")) % figures


def in_round(play: Play, number: int) -> str:
    """A round within a sentence."""
    return (gettext("game %(n)s") if play.whole_games else gettext("round %(n)s")) % {"n": number}


def clocked(seconds: int) -> str:
    """Seconds as a clock shows them: 12:05. The same in clock.js: ``figures``."""
    return f"{seconds // 60}:{seconds % 60:02}"


class Figures(Protocol):
    """A line of a standing: the figures of which one counts, by what is played."""

    @property
    def net(self) -> int | None: ...
    @property
    def score(self) -> int | None: ...
    @property
    def hands(self) -> int | None: ...


def figure_title(play: Play) -> str:
    """What a standing is by, as the head of a column."""
    if play.staked:
        return gettext("Counters")
    return gettext("Hands") if play.together else gettext("Points")


def what_counts(play: Play, line: Figures) -> str:
    """The figure by which people are placed; who lost a game played together has none."""
    if play.staked:
        return plain(line.net)
    if play.together:
        return gettext("lost") if line.hands is None else str(line.hands)
    return plain(line.score)


def _shown(key: str, value: Any, names: Mapping[int, str]) -> Any:
    if key in PEOPLE:
        people = value if isinstance(value, (tuple, list)) else (value,)
        return ", ".join(names.get(entry, "?") for entry in people)
    if key in METRIC_KEYS and value in METRICS:
        return gettext(METRICS[value].title)
    if key in CARDS and isinstance(value, str):
        return cards(value)
    return written.plain(value) if isinstance(value, int) and value < 0 else value


def plain(amount: int | None) -> str:
    """Counters with a proper minus, or a dash where nobody knows."""
    return "–" if amount is None else written.plain(amount)


def signed(amount: int | None) -> str:
    """What was won or lost: +12, −4, 0, or a dash where nobody knows."""
    return "–" if amount is None else written.signed(amount)
