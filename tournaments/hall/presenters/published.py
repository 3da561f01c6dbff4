"""What everybody with the address may read: published evenings, and the seasons of published leagues.

Players are there under the names that the club has chosen. Of prizes there is what the hall knows.
"""

from dataclasses import dataclass, replace

from accounts.answers import STRANGERS, answers
from tournaments.core.leagues.rules import SeasonStage
from tournaments.hall.presenters.public_view import PublicView, public_view
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import Prize, gifts_of, prizes_shown, winners_named
from tournaments.seasons.presenters.table import DivisionTable, SeasonTable, table_of
from tournaments.seasons.selectors.access import players_called, public_addresses
from tournaments.seasons.selectors.counting import Counted, EveningOf, count_season
from tournaments.seasons.selectors.prizes import awards_of


def published_view(evening: Evening, shown: str = "") -> PublicView:
    """The evening as visitors see it; with names as ``shown`` to look at it before."""
    return public_view(evening, shown or evening.names_shown)


@answers(
    *("id", "league", "club", "name", "open", "divisions", "evenings", "prizes"),
    to=STRANGERS,
    component="PublicSeasonAnswer",
)
@dataclass(frozen=True)
class PublicSeason:
    """A season of a published league."""

    # It is ``counted`` under public names. ``prizes``: once the season is closed.

    season: Season
    table: SeasonTable
    evenings: tuple[EveningOf, ...]
    counted: Counted
    prizes: tuple[Prize, ...]

    @property
    def id(self) -> int:
        return self.season.pk

    @property
    def league(self) -> int:
        return self.season.league_id

    @property
    def club(self) -> str:
        return self.season.league.club.name

    @property
    def name(self) -> str:
        return self.season.name

    @property
    def open(self) -> bool:
        return self.season.stage == SeasonStage.OPEN

    @property
    def divisions(self) -> tuple[DivisionTable, ...]:
        return self.table.divisions


def public_season(season: Season, shown: str = "") -> PublicSeason:
    """The season as strangers may read it: evenings whose prizes are hidden do not count yet.

    ``shown``: how it calls people, to look at it before.
    """
    counted = count_season(season, all_known=False)
    gifts = gifts_of(season) if season.stage == SeasonStage.CLOSED else ()
    people = {row.player for row in counted.rows}.union(one.who for gift in gifts for one in gift.winners)
    names = players_called(season, people, shown or season.league.names_shown)
    counted = replace(counted, names=names)
    table = table_of(counted)
    address = public_addresses(season)
    evenings = tuple(replace(one, public_address=address.get(one.id)) for one in table.evenings)
    return PublicSeason(season, table, evenings, counted, _prizes(season, counted, gifts))


def _prizes(season: Season, counted: Counted, gifts: tuple[Prize, ...]) -> tuple[Prize, ...]:
    """The prizes of a closed season, those by hand last; none while it is open."""
    if season.stage != SeasonStage.CLOSED:
        return ()
    prizes = (*prizes_shown(counted.names, awards_of(season, counted)), *gifts)
    return tuple(
        replace(
            prize, revealed=True, winners=winners_named((one.who for one in prize.winners), counted.names)
        )
        for prize in prizes
    )
