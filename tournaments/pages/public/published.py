"""What everybody with the address may read: published evenings, and the seasons of published leagues.

Players are there under the names that the club has chosen. Of prizes there is what the hall knows.
"""

from dataclasses import dataclass, replace
from datetime import date

from tournaments.facts.seasons.access import players_called, public_addresses
from tournaments.facts.seasons.counting import Counted, count_season
from tournaments.models import Evening, Season
from tournaments.pages.public.public_view import PublicView, public_view
from tournaments.pages.seasons.table import SeasonTable, table_of


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
    names = players_called(season, [row.player for row in counted.rows], shown or season.league.names_shown)
    counted = replace(counted, names=names)
    table = table_of(counted)
    address = public_addresses(season)
    evenings = tuple(
        PublicEvening(one.id, one.name, one.held_on, one.counts, address.get(one.id))
        for one in table.evenings
    )
    return PublicSeason(table, evenings, counted)
