"""What everybody with the address may read: published evenings, and the seasons of published leagues.

Players are there under the names that the club has chosen. Of prizes there is what the hall knows.
"""

from dataclasses import dataclass, replace
from datetime import date

from tournaments.core.leagues.rules import SeasonStage
from tournaments.hall.presenters.announced import Prize
from tournaments.hall.presenters.public_view import PublicView, public_view
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import PrizeShown, gifts_of, prizes_shown
from tournaments.seasons.presenters.table import SeasonTable, table_of
from tournaments.seasons.selectors.access import players_called, public_addresses
from tournaments.seasons.selectors.counting import Counted, count_season
from tournaments.seasons.selectors.prizes import awards_of


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
    called_off: bool
    public_address: str | None

    @property
    def published(self) -> bool:
        return self.public_address is not None


@dataclass(frozen=True)
class PublicSeason:
    """A season ``counted`` under public names, its table, and its evenings in order of time.

    ``prizes``: once the season is closed.
    """

    table: SeasonTable
    evenings: tuple[PublicEvening, ...]
    counted: Counted
    prizes: tuple[Prize, ...]


def public_season(season: Season, shown: str = "") -> PublicSeason:
    """The season as strangers may read it: evenings whose prizes are hidden do not count yet.

    ``shown``: how it calls people, to look at it before.
    """
    counted = count_season(season, all_known=False)
    gifts = gifts_of(season) if season.stage == SeasonStage.CLOSED else ()
    people = {row.player for row in counted.rows}.union(*(gift.who for gift in gifts))
    names = players_called(season, people, shown or season.league.names_shown)
    counted = replace(counted, names=names)
    table = table_of(counted)
    address = public_addresses(season)
    evenings = tuple(
        PublicEvening(one.id, one.name, one.held_on, one.counts, one.called_off, address.get(one.id))
        for one in table.evenings
    )
    return PublicSeason(table, evenings, counted, _prizes(season, counted, gifts))


def _prizes(season: Season, counted: Counted, gifts: tuple[PrizeShown, ...]) -> tuple[Prize, ...]:
    """The prizes of a closed season, those by hand last; none while it is open."""
    if season.stage != SeasonStage.CLOSED:
        return ()
    prizes = (*prizes_shown(counted.names, awards_of(season, counted)), *gifts)
    return tuple(
        Prize(one.title, "", 1, one.who, tuple(counted.names[who] for who in one.who), one.why)
        for one in prizes
    )
