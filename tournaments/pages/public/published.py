"""What everybody with the address may read: published evenings, and the seasons of published leagues.

Players are there under the names that the club has chosen. Of prizes there is what the hall knows.
"""

from dataclasses import dataclass, replace
from datetime import date
from itertools import starmap

from accounts.models import Player
from accounts.names import as_called, public_names
from tournaments.core.record import Stage
from tournaments.facts.running.access import open_halls
from tournaments.facts.seasons.counting import Counted, count_season
from tournaments.models import Evening, League, Season
from tournaments.pages.public.public_view import PublicView, public_view
from tournaments.pages.seasons.table import SeasonTable, table_of


def published_evening(address: str) -> Evening | None:
    """The evening of the address, once its hall is open, if everybody may read it."""
    return open_halls().filter(public_address=address).first()


def published_by_code(code: str) -> Evening | None:
    """The same by its join code; codes are read aloud, so case does not count."""
    evenings = open_halls().filter(join_code=code.strip().upper())
    return evenings.exclude(public_address=None).first()


def published_league(address: str) -> League | None:
    """The league of the address with its club, if everybody may read it."""
    return League.objects.filter(public_address=address).select_related("club").first()


def published_season(address: str, pk: int) -> Season | None:
    """A season of the league of the address, with league and club, if everybody may read them."""
    seasons = Season.objects.filter(pk=pk, league__public_address=address)
    return seasons.select_related("league__club").first()


def newest_season(league: League) -> Season | None:
    """The league's newest season with league and club."""
    return Season.objects.filter(league=league).select_related("league__club").order_by("-pk").first()


def published_view(evening: Evening, shown: str = "") -> PublicView:
    """The evening as visitors see it; with names as ``shown`` to look at it before."""
    return public_view(evening, shown or evening.names_shown)


@dataclass(frozen=True)
class PublicEvening:
    """An evening of a season: whether it counts by now, and the address of its page for everybody, if any."""

    id: int
    name: str
    held_on: date
    counts: bool
    public_address: str | None

    @property
    def published(self) -> bool:
        return self.public_address is not None


@dataclass(frozen=True)
class PublicSeason:
    """A season ``counted`` under public names, its table, and its evenings in order of time."""

    table: SeasonTable
    evenings: tuple[PublicEvening, ...]
    counted: Counted


def public_season(season: Season, shown: str = "") -> PublicSeason:
    """The season as strangers may read it: evenings whose prizes are hidden do not count yet.

    ``shown``: how it calls people, to look at it before.
    """
    counted = count_season(season, all_known=False)
    counted = replace(counted, names=_called(season, counted, shown or season.league.names_shown))
    table = table_of(counted)
    opened = Evening.objects.filter(seasons__season=season).exclude(stage=Stage.DRAFT)
    address = dict(opened.values_list("pk", "public_address"))
    evenings = tuple(
        PublicEvening(one.id, one.name, one.held_on, one.counts, address.get(one.id))
        for one in table.evenings
    )
    return PublicSeason(table, evenings, counted)


def _called(season: Season, counted: Counted, shown: str) -> dict[int, str]:
    """The names for visitors of those who have a row, in one query."""
    people = Player.objects.filter(pk__in=[row.player for row in counted.rows]).order_by("pk")
    rows = people.values_list("pk", "name", "public", "public_name", "forgotten_at")
    return public_names(starmap(as_called, rows), season.league.club.public, shown)
