"""What a correction of an evening changes in the seasons for which it counts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.core.facts import Stage
from tournaments.core.leagues.rules import SeasonStage
from tournaments.facts.seasons.counting import count_season
from tournaments.models import Evening, Season
from tournaments.pages.results.changes import Changes, SeasonChange, Stand, changes, stand_now
from tournaments.pages.seasons.table import pointed


@dataclass(frozen=True)
class SeasonStand:
    """How a season stands: everybody's place and points, by player."""

    season: int
    name: str
    stand: Stand


@dataclass(frozen=True)
class Stands:
    """How an evening stands, and the open seasons for which its result counts."""

    evening: Stand
    seasons: tuple[SeasonStand, ...]


def stands_now(evening: Evening) -> Stands:
    """The evening and its open seasons, read anew. A season takes the same queries whatever its size."""
    return Stands(stand_now(evening), tuple(_seasons(evening)))


def _seasons(evening: Evening) -> Iterator[SeasonStand]:
    """Yield the seasons. They do not change while the evening is under way."""
    if evening.stage != Stage.FINISHED:
        return
    open_ones = Season.objects.filter(evenings__evening=evening, stage=SeasonStage.OPEN)
    for season in open_ones.select_related("league").order_by("league__name", "pk"):
        counted = count_season(season, all_known=True)
        figures = {
            row.player: {gettext("Place"): str(row.place), gettext("Points"): pointed(row.total)}
            for row in counted.rows
        }
        yield SeasonStand(season.pk, f"{season.league} · {season}", Stand(counted.names, figures, {}))


def stands_changed(before: Stands, after: Stands) -> Changes:
    """What is otherwise in ``after``, in the evening and in its seasons."""
    return replace(
        changes(before.evening, after.evening), seasons=tuple(_changed(before.seasons, after.seasons))
    )


def _changed(before: Iterable[SeasonStand], after: Iterable[SeasonStand]) -> Iterator[SeasonChange]:
    for was, now in zip(before, after, strict=True):
        if found := changes(was.stand, now.stand):
            yield SeasonChange(now.season, now.name, found)
