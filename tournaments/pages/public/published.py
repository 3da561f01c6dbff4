"""What everybody may read without a code: published evenings, and the seasons of published leagues.

Everybody is there under a public name, and of prizes there is what the hall knows.
"""

from dataclasses import dataclass, replace
from datetime import date

from accounts.models import Player
from accounts.names import public_names
from tournaments.core.facts import Stage
from tournaments.facts.running.access import open_halls
from tournaments.facts.seasons.counting import Counted, count_season
from tournaments.models import Evening, League, Season
from tournaments.pages.seasons.table import SeasonTable, table_of


def published_evening(pk: int) -> Evening | None:
    """The evening, once its hall is open, if everybody may read it."""
    return open_halls().filter(pk=pk, published=True).first()


def published_by_code(code: str) -> Evening | None:
    """The same by its join code; codes are read aloud, so case does not count."""
    return open_halls().filter(join_code=code.strip().upper(), published=True).first()


def published_league(pk: int) -> League | None:
    """The league with its club, if everybody may read it."""
    return League.objects.filter(pk=pk, published=True).select_related("club").first()


def published_season(pk: int) -> Season | None:
    """The season with its league and club, if everybody may read them."""
    seasons = Season.objects.filter(pk=pk, league__published=True)
    return seasons.select_related("league__club").first()


@dataclass(frozen=True)
class PublicEvening:
    """An evening of a season: whether it counts by now, and whether it has a page for everybody."""

    id: int
    name: str
    held_on: date
    counts: bool
    published: bool


@dataclass(frozen=True)
class PublicSeason:
    """A season ``counted`` under public names, its table, and its evenings in order of time."""

    table: SeasonTable
    evenings: tuple[PublicEvening, ...]
    counted: Counted


def public_season(season: Season) -> PublicSeason:
    """The season as strangers may read it: evenings whose prizes are hidden do not count yet."""
    counted = count_season(season, all_known=False)
    counted = replace(counted, names=_called(season, counted))
    table = table_of(counted)
    opened = Evening.objects.filter(seasons__season=season, published=True).exclude(stage=Stage.DRAFT)
    readable = frozenset(opened.values_list("pk", flat=True))
    evenings = tuple(
        PublicEvening(one.id, one.name, one.held_on, one.counts, one.id in readable) for one in table.evenings
    )
    return PublicSeason(table, evenings, counted)


def _called(season: Season, counted: Counted) -> dict[int, str]:
    """The public names of those who have a row, in one query."""
    people = Player.objects.filter(pk__in=[row.player for row in counted.rows]).order_by("pk")
    rows = people.values_list("pk", "name", "public", "public_name")
    return public_names(rows, season.league.club.public)
