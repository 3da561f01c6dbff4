"""The result on the projector: each prize as it is announced, the podium, all prizes, the whole standing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from accounts.short_names import short_names
from tournaments.base.pictures.letters import width
from tournaments.base.words import figure_title
from tournaments.core.evening import Play
from tournaments.hall.presenters.announced import Announced, Line
from tournaments.hall.presenters.hall_layout import GAP, WIDE, Fitted, Row, fitted
from tournaments.prizes.presenters.prizes import Prize

PRIZES, LINES = 8, 26
"""At most so many on a screen; lines of the standing in two columns."""
PODIUM = 3
ON_A_STEP = 4
"""People on a step of the podium; where more are equal there is none."""
STEP, STEP_NAME, FIRST_NAME = (WIDE - 4 * GAP) / 3, 40, 52
"""The width of a step, and the letters on the steps and on the first one, in px as in the style sheet."""
COLUMN, CELL, LETTERS, TITLES = (WIDE - 3 * GAP) / 2, 16, 30, 20
"""The width of a column of the standing; the room beside a cell's text; letters of lines and of titles."""


@dataclass(frozen=True)
class Screen:
    """One screen: a prize with its winner's ``path`` as SVG, the podium, some prizes, or some lines.

    ``podium``: the lines of each place, in the order in which the steps stand.
    """

    label: str
    prize: Prize | None = None
    path: str = ""
    podium: tuple[tuple[Line, ...], ...] = ()
    prizes: tuple[Prize, ...] = ()
    lines: tuple[tuple[Line, ...], ...] = ()


def figure_titles(play: Play, chips: int) -> tuple[str, ...]:
    """Return the titles of the standing's columns of figures; ``chips``: how many of them count chips."""
    return (gettext("Place"), figure_title(play), *[gettext("Yellow")] * chips)


def screens_of(
    told: Announced, draw_path: Callable[[int, str], str], titles: Sequence[str] = ()
) -> tuple[Screen, ...]:
    """Return the screens; while prizes are secret, only the one announced last or how many there are.

    ``titles`` of the columns of figures in the standing.
    """
    newest = told.newest
    if newest is None and told.hidden:
        return _prizes(told.prizes)
    giant: tuple[Screen, ...] = ()
    if newest is not None:
        path = draw_path(*newest.winners[0]) if len(newest.winners) == 1 else ""
        giant = (Screen(gettext("Prizes"), prize=newest, path=path),)
        if told.hidden:
            return giant
    short = short_names(line.name for line in told.lines)
    podium = _podium([replace(line, fitted=_on_step(line, short[line.name])) for line in told.lines])
    figures = sum(max(TITLES * width(title), LETTERS * width("0000")) + CELL for title in titles)
    room = (COLUMN - CELL - figures) / LETTERS
    lines = [
        replace(line, fitted=fitted(Row(line.name, short=short[line.name]), room)) for line in told.lines
    ]
    return (*giant, *podium, *_prizes(told.prizes), *_standing(lines))


def _on_step(line: Line, short: str) -> Fitted:
    return fitted(Row(line.name, short=short), STEP / (FIRST_NAME if line.place == 1 else STEP_NAME))


def _podium(lines: Sequence[Line]) -> tuple[Screen, ...]:
    """Return the podium: the second, the first, the third. None with fewer than two places."""
    steps = [tuple(equal) for _place, equal in groupby(lines, key=lambda line: line.place)][:PODIUM]
    if len(steps) < 2 or any(len(step) > ON_A_STEP for step in steps):
        return ()
    first, second, *third = steps
    return (Screen(gettext("Podium"), podium=(second, first, *third)),)


def _prizes(prizes: Sequence[Prize]) -> tuple[Screen, ...]:
    label = gettext("Prizes")
    return tuple(
        Screen(label, prizes=tuple(prizes[at : at + PRIZES])) for at in range(0, len(prizes), PRIZES)
    )


def _standing(lines: Sequence[Line]) -> tuple[Screen, ...]:
    columns = -(-len(lines) // LINES) * 2
    longest = -(-len(lines) // columns) if lines else 1
    parts = [tuple(lines[at : at + longest]) for at in range(0, len(lines), longest)]
    label = gettext("Standings")
    return tuple(Screen(label, lines=tuple(parts[at : at + 2])) for at in range(0, len(parts), 2))
