"""What a closed season would be today, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext, ngettext

from accounts.players.selectors.players import entries_of, kept
from tournaments.base.words import prize_title
from tournaments.core.leagues.otherwise import Otherwise
from tournaments.core.leagues.rules import SeasonStage
from tournaments.evening.selectors.seasons import seasons_of_players
from tournaments.models import Season
from tournaments.seasons.selectors.counting import Counted, count_season
from tournaments.seasons.selectors.today import otherwise_today
from tournaments.undo.presenters.changes import ClosedSeason


def otherwise_said(season: Season, counted: Counted, one: Mapping[int, int] | None = None) -> tuple[str, ...]:
    """Return sentences; none where nothing would be otherwise. ``counted``: the season as it was closed.

    ``one``: as ``otherwise_today`` has it.
    """
    found = otherwise_today(season, counted, one)
    return tuple(_sentences(found)) if found else ()


def closed_seasons(
    closed: Iterable[Season], one: Mapping[int, int] | None = None
) -> tuple[ClosedSeason, ...]:
    """Return those of these closed seasons that would be otherwise, each in the same number of queries."""
    found = (
        (season, otherwise_today(season, count_season(season, all_known=True), one)) for season in closed
    )
    return tuple(
        ClosedSeason(season.pk, f"{season.league} · {season}", tuple(_sentences(other)), other)
        for season, other in found
        if other
    )


def closed_if_merged(club: int, gone: int, into: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would be otherwise if ``gone`` were merged ``into`` another player."""
    one = kept(club)
    then = {player: into if stands == gone else stands for player, stands in one.items()} | {gone: into}
    return closed_seasons(seasons_of_players(entries_of(gone, one), SeasonStage.CLOSED), then)


def closed_if_parted(club: int, gone: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would be otherwise if ``gone`` were an entry of its own again."""
    then = kept(club, parted=gone)
    return closed_seasons(seasons_of_players(entries_of(gone, then), SeasonStage.CLOSED), then)


def _pair(names: Mapping[int, str], was: Sequence[int], now: Sequence[int]) -> dict[str, str]:
    def called(people: Sequence[int]) -> str:
        return ", ".join(names[player] for player in people) or gettext("Nobody")

    return {"was": called(was), "now": called(now)}


def _sentences(found: Otherwise) -> Iterator[str]:
    for division, (was, now) in found.first.items():
        figures = _pair(found.names, was, now) | {"division": found.divisions.get(division or 0, "")}
        if figures["division"]:
            yield gettext("First in %(division)s today: %(now)s, instead of %(was)s.") % figures
        else:
            yield gettext("First today: %(now)s, instead of %(was)s.") % figures
    for prize, (was, now) in found.prizes.items():
        yield gettext("“%(prize)s” today: %(now)s, instead of %(was)s.") % (
            _pair(found.names, was, now) | {"prize": prize_title(prize)}
        )
    n = len(found.people)
    text = ngettext(
        "%(n)s player would have another place or other points.",
        "%(n)s players would have another place or other points.",
        n,
    )
    yield text % {"n": n}
