"""A season's prizes with their reasons: as they would be if it ended now, and at its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.answers import answers
from tournaments.base.words import prize_title
from tournaments.core.leagues.prizes import few_evenings
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.prizes import Award
from tournaments.models import Season
from tournaments.prizes.presenters.certificates import Certificate, Won, certificates_of
from tournaments.prizes.presenters.prizes import Prize, gifts_of, of_evenings, prizes_shown
from tournaments.prizes.presenters.won_by import Table, next_after, won_by, won_by_place
from tournaments.seasons.selectors.counting import Counted, count_season
from tournaments.seasons.selectors.prizes import awards_of


@answers("prizes", "evenings_hidden", "from_", "until", component="SeasonPrizesAnswer")
@dataclass(frozen=True)
class SeasonPrizes:
    """The prizes, the highest first. ``from`` and ``until``: the first and the last day that counts.

    ``evenings_hidden``: some do not count for the reader until their prizes are announced.
    """

    # ``listed``: in the order of their list; ``gifts``: by hand. ``little``: who would win after few
    # evenings, while the season is open.

    listed: tuple[Prize, ...]
    gifts: tuple[Prize, ...]
    from_: date | None
    until: date | None
    evenings_hidden: bool
    little: tuple[str, ...] = ()

    @property
    def prizes(self) -> tuple[Prize, ...]:
        return (*self.listed, *self.gifts)

    @property
    def by_key(self) -> Mapping[str, Prize]:
        return {prize.key: prize for prize in self.listed}


def season_prizes(season: Season, *, all_known: bool) -> SeasonPrizes:
    """Who wins what by the evenings that count. ``all_known``: those with hidden prizes, too."""
    return prizes_of(season, count_season(season, all_known=all_known))


def prizes_of(season: Season, counted: Counted) -> SeasonPrizes:
    """Return the prizes of a season that is counted."""
    awards = awards_of(season, counted)
    open_still = season.stage == SeasonStage.OPEN
    little = of_evenings(counted.names, few_evenings(awards, counted.rows)) if open_still else ()
    prizes = prizes_shown(counted.names, awards)
    first, last = _days(counted) or (None, None)
    return SeasonPrizes(prizes, gifts_of(season), first, last, _waits(counted), little)


def season_certificates(season: Season, *, runs: bool) -> tuple[Certificate, ...]:
    """One for each winner; but for those who run the season, only once it is closed."""
    if not runs and season.stage != SeasonStage.CLOSED:
        return ()
    counted = count_season(season, all_known=runs)
    if _waits(counted):
        return ()
    league, rows = season.league, counted.rows
    table = Table(
        {row.player: row.total for row in rows}, {row.player: row.why for row in rows}, counted.rules.lowest
    )
    won = [_won(made, counted, table) for made in awards_of(season, counted)]
    won += [
        Won(gift.title, tuple((one.name, gift.reason) for one in gift.winners)) for gift in gifts_of(season)
    ]
    return certificates_of(won, league.club.name, f"{league.name} · {season.name}", _when(counted))


def _won(made: Award, counted: Counted, table: Table) -> Won:
    """A prize with the words for its certificates."""
    names, after = counted.names, next_after(made, counted.rules.good)
    by_place = made.prize.steps[0].metric == "place"
    return Won(
        prize_title(made.prize),
        tuple(
            (
                names[who],
                won_by_place(who, made.winners, names, after, table)
                if by_place
                else won_by(made.why, made.winners, who, names, after),
            )
            for who in made.winners
        ),
    )


def _waits(counted: Counted) -> bool:
    """Whether the reader has to wait for evenings whose prizes are hidden."""
    return any(evening.secret for evening in counted.evenings)


def _days(counted: Counted) -> tuple[date, date] | None:
    """The first and the last day of the evenings that count."""
    days = sorted(evening.held_on for evening in counted.evenings if evening.counts)
    return (days[0], days[-1]) if days else None


def _when(counted: Counted) -> str:
    days = _days(counted)
    if days is None:
        return ""
    first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in days)
    return first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}
