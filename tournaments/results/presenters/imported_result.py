"""The result of an evening that was played elsewhere, as it was told."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.rules.registry import RULESETS
from tournaments.base.words import plain
from tournaments.core.kinds.registry import kind_of
from tournaments.core.results.columns import COLUMNS
from tournaments.core.results.elsewhere import Line
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import Prize, as_written
from tournaments.standings.selectors.written import awards_written, results_of, settled_in
from tournaments.undo.presenters.changes import Rewritten, rewritten

TITLES = {column.key: column.title for column in COLUMNS[1:]}


@dataclass(frozen=True)
class PersonsResult:
    """Somebody's line: the place, and each figure that is told of anybody."""

    player: int | None
    place: int
    name: str
    role: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class RecordedResult:
    """The version that counts, who wrote it, and what it changed; ``titles`` are those of the figures."""

    version: int
    at: datetime
    who: str
    titles: tuple[str, ...]
    people: tuple[PersonsResult, ...]
    prizes: tuple[Prize, ...]
    rewritten: tuple[Rewritten, ...]


def games_counted_alike(evening: Evening) -> list[tuple[str, str]]:
    """The games that an imported evening may have been: those that are counted as its own is."""
    if not is_recorded(evening):
        return []
    mine = {evening.game: evening.play.game, **RULESETS}
    kind = evening.play.kind
    return [(key, gettext(game.title)) for key, game in mine.items() if kind_of(game) is kind]


def recorded_result(evening: Evening) -> RecordedResult:
    """In a fixed number of queries."""
    result = results_of(evening)[0]
    rows = settled_in(result)
    told = [name for name in TITLES if any(getattr(row, name) for row in rows)]
    # Counters are what is left, unless a fresh stake was paid back.
    if "fresh" not in told and "net" in told and "counters" in told:
        told.remove("net")
    return RecordedResult(
        result.version,
        result.journal.at,
        result.journal.author,
        tuple(gettext(TITLES[name]) for name in told),
        tuple(
            PersonsResult(
                row.entry.player_id,
                row.place,
                row.entry.name,
                row.entry.role,
                tuple(_shown(name, getattr(row, name)) for name in told),
            )
            for row in rows
        ),
        tuple(as_written(award, {}, {}) for award in awards_written(result)),
        rewritten(evening),
    )


def figures_told(line: Line) -> list[str]:
    """What is told of somebody beside the place, each with its title: "Points 31"."""
    return [
        gettext("%(label)s: %(figure)s") % {"label": gettext(title), "figure": _shown(name, figure)}
        for name, title in TITLES.items()
        if (figure := getattr(line, name)) and not (name == "net" and figure == line.counters)
    ]


def _shown(name: str, figure: int | None) -> str:
    """A figure; a share of 10,000 in percent, cut off."""
    return f"{figure // 100} %" if name == "share" and figure is not None else plain(figure)
