"""What a closed season would be today, in words."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext, ngettext

from accounts.models import Merge
from accounts.selectors.players import kept, last
from tournaments.core.leagues.rules import SeasonStage
from tournaments.facts.seasons.counting import Counted, count_season
from tournaments.facts.seasons.today import Otherwise, otherwise_today
from tournaments.models import Season
from tournaments.pages.results.changes import ClosedSeason


def otherwise_said(season: Season, counted: Counted, one: Mapping[int, int] | None = None) -> tuple[str, ...]:
    """Return sentences; none where nothing would be otherwise. ``counted``: the season as it was closed.

    ``one``: as ``otherwise_today`` has it.
    """
    found = otherwise_today(season, counted, one)
    return tuple(_sentences(found)) if found else ()


def closed_seasons(of: Q, one: Mapping[int, int] | None = None) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons among these that would be otherwise, each in the same number of queries."""
    rows = Season.objects.filter(of, stage=SeasonStage.CLOSED).select_related("league")
    found = (
        ClosedSeason(
            season.pk,
            f"{season.league} · {season}",
            otherwise_said(season, count_season(season, all_known=True), one),
        )
        for season in rows.order_by("league__name", "pk").distinct()
    )
    return tuple(season for season in found if season.sentences)


def closed_if_merged(club: int, gone: int, into: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would be otherwise if ``gone`` were merged ``into`` another player."""
    one = kept(club)
    then = {player: into if stands == gone else stands for player, stands in one.items()} | {gone: into}
    return closed_seasons(_with({gone, *(p for p, stands in one.items() if stands == gone)}), then)


def closed_if_parted(club: int, gone: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would be otherwise if ``gone`` were an entry of its own again."""
    rows = Merge.objects.filter(kept__club=club, undone_at=None)
    into = {row.gone_id: row.kept_id for row in rows if row.gone_id != gone}
    then = {player: last(into, player) for player in into}
    return closed_seasons(_with({gone, *(p for p, stands in then.items() if stands == gone)}), then)


def _with(players: Collection[int]) -> Q:
    """The seasons in which one of these entries of the player list took part or is listed."""
    played = Q(evenings__evening__entries__player__in=players, evenings__evening__entries__void=None)
    return played | Q(people__player__in=players)


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
    for title, (was, now) in found.prizes.items():
        yield gettext("“%(prize)s” today: %(now)s, instead of %(was)s.") % (
            _pair(found.names, was, now) | {"prize": title}
        )
    n = len(found.people)
    text = ngettext(
        "%(n)s player would have another place or other points.",
        "%(n)s players would have another place or other points.",
        n,
    )
    yield text % {"n": n}
