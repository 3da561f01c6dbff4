"""What a correction of an evening changes in the seasons for which it counts."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.evening.selectors.seasons import seasons_counting
from tournaments.models import Evening, Season
from tournaments.seasons.presenters.otherwise import closed_seasons
from tournaments.seasons.selectors.counting import count_season
from tournaments.standings.selectors.written import newest_result
from tournaments.undo.presenters.changes import (
    Changes,
    ClosedSeason,
    Figures,
    SeasonChange,
    Stand,
    changes,
    stand_now,
)


@dataclass(frozen=True)
class SeasonStand:
    """How a season stands: everybody's place and points, by player."""

    season: int
    name: str
    stand: Stand


@dataclass(frozen=True)
class Stands:
    """How an evening stands, and the open seasons for which its result counts.

    ``closed``: closed seasons of the evening that would be otherwise today.
    """

    evening: Stand
    seasons: tuple[SeasonStand, ...]
    closed: tuple[ClosedSeason, ...] = ()


def stands_now(evening: Evening) -> Stands:
    """The evening and its open seasons, read anew. A season takes the same queries whatever its size."""
    # A season does not change while the evening is under way, except when it is reopened.
    reopened = evening.stage == Stage.SETTLING and newest_result(evening) is not None
    if evening.stage != Stage.FINISHED and not reopened:
        return Stands(stand_now(evening), ())
    closed = closed_seasons(seasons_counting([evening.pk], SeasonStage.CLOSED))
    return Stands(stand_now(evening), seasons_now([evening.pk]), closed)


def seasons_now(evenings: Collection[int]) -> tuple[SeasonStand, ...]:
    """The open seasons for which one of these evenings counts."""
    return tuple(map(_stand, seasons_counting(evenings, SeasonStage.OPEN)))


def _stand(season: Season) -> SeasonStand:
    counted = count_season(season, all_known=True)
    figures: dict[int, Figures] = {
        row.player: {"place": row.place, "points": Fraction(row.total)} for row in counted.rows
    }
    return SeasonStand(season.pk, f"{season.league} · {season}", Stand(counted.names, figures, {}))


def stands_changed(before: Stands, after: Stands) -> Changes:
    """What is otherwise in ``after``, in the evening and in its seasons."""
    seasons = seasons_changed(before.seasons, after.seasons)
    closed = tuple(season for season in after.closed if season not in before.closed)
    return replace(changes(before.evening, after.evening), seasons=seasons, closed=closed)


def seasons_changed(before: Iterable[SeasonStand], after: Iterable[SeasonStand]) -> tuple[SeasonChange, ...]:
    """The seasons of which something is otherwise in ``after``; none where a reopened one is played on."""
    return tuple(
        SeasonChange(now.season, now.name, found)
        for was, now in zip(before, after, strict=False)
        if (found := changes(was.stand, now.stand))
    )
