"""What a closed season would be today: since it was closed, results were corrected or players merged."""

from collections.abc import Mapping
from typing import TypeVar

from accounts.players.selectors.players import kept
from tournaments.core.leagues.otherwise import Otherwise, People
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.prizes import Prize
from tournaments.models import Season
from tournaments.seasons.selectors.counting import Counted, count_season
from tournaments.seasons.selectors.prizes import awards_of

K = TypeVar("K")


def otherwise_today(
    season: Season, counted: Counted, one: Mapping[int, int] | None = None
) -> Otherwise | None:
    """Return what would be otherwise; None where nothing would. ``counted``: the season as it was closed.

    ``one``: the player for whom each merged entry would count, if merges were others. One query where nothing
    happened that could change the season, else ten more at most.
    """
    if season.stage != SeasonStage.CLOSED or (one is None and not _touched(season, counted)):
        return None
    today = count_season(season, all_known=True, today=True, one=one)
    was, now = _rows(counted), _rows(today)
    people = [player for player in {**was, **now} if was.get(player) != now.get(player)]
    prizes = _changed(_won(season, counted), _won(season, today, today=True))
    if not people and not prizes:
        return None
    first = _changed(_first(counted), _first(today))
    return Otherwise({**today.names, **counted.names}, counted.divisions, first, prizes, people, now)


def _touched(season: Season, counted: Counted) -> bool:
    """Whether a result was corrected, an evening reopened, or anybody merged or parted, since it closed.

    Or an evening was finished after all that had been called off.
    """
    if any(one.version_after_closing or one.reopened or one.missed for one in counted.evenings):
        return True
    now = kept(season.league.club_id)
    return any(now.get(player, player) != counted.one.get(player, player) for player in {*now, *counted.one})


def _rows(counted: Counted) -> dict[int, tuple[object, ...]]:
    return {row.player: (row.division, row.place, row.total) for row in counted.rows}


def _first(counted: Counted) -> dict[int | None, People]:
    found: dict[int | None, People] = {}
    for row in counted.rows:
        if row.place == 1 and row.played:
            found[row.division] = (*found.get(row.division, ()), row.player)
    return found


def _won(season: Season, counted: Counted, *, today: bool = False) -> dict[Prize, People]:
    awards = awards_of(season, counted, today=today)
    return {award.prize: tuple(sorted(award.winners)) for award in awards}


def _changed(was: Mapping[K, People], now: Mapping[K, People]) -> dict[K, tuple[People, People]]:
    return {
        key: (was.get(key, ()), now.get(key, ()))
        for key in {**was, **now}
        if was.get(key, ()) != now.get(key, ())
    }
