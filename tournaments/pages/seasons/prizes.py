"""A season's prizes with their reasons: as they would be if it ended now, and at its end."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.selectors.players import kept
from tournaments.core.leagues.prizes import few_evenings, season_awards
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.results.awarding import Belongs
from tournaments.facts.seasons.closing import groups_now
from tournaments.facts.seasons.counting import Counted, count_season
from tournaments.models import Season, SeasonLine
from tournaments.pages.results.certificates import Certificate, certificates_of
from tournaments.pages.results.prizes import PrizeShown, of_evenings, prizes_shown


@dataclass(frozen=True)
class SeasonPrizes:
    """The prizes in the order of their list, and over what time evenings count, in words.

    ``little``: who would win after few evenings, while the season is open.
    """

    prizes: tuple[PrizeShown, ...]
    when: str
    waits: bool
    little: tuple[str, ...] = ()

    @property
    def by_key(self) -> Mapping[str, PrizeShown]:
        return {prize.key: prize for prize in self.prizes}


def season_prizes(season: Season, *, all_known: bool) -> SeasonPrizes:
    """Who wins what by the evenings that count. ``all_known``: those with hidden prizes, too.

    ``waits``: the reader has to wait for some of them.
    """
    counted = count_season(season, all_known=all_known)
    rules = counted.rules
    awards = season_awards(
        rules.prizes,
        counted.rows,
        _belongs(season, counted),
        one_prize_each=rules.one_prize_each,
        seed=season.seed,
    )
    waits = any(evening.secret for evening in counted.evenings)
    open_still = season.stage == SeasonStage.OPEN
    little = of_evenings(counted.names, few_evenings(awards, counted.rows)) if open_still else ()
    return SeasonPrizes(prizes_shown(counted.names, awards), _when(counted), waits, little)


def season_certificates(season: Season, *, runs: bool) -> tuple[Certificate, ...]:
    """One for each winner; but for those who run the season, only once it is closed."""
    if not runs and season.stage != SeasonStage.CLOSED:
        return ()
    found = season_prizes(season, all_known=runs)
    if found.waits:
        return ()
    league = season.league
    return certificates_of(found.prizes, league.club.name, f"{league.name} · {season.name}", found.when)


def _belongs(season: Season, counted: Counted) -> dict[int, Belongs]:
    """In which division and groups everybody is; of a closed season, as it was closed."""
    groups = {name: frozenset(players) for name, players in _groups(season, counted.rules).items()}
    return {
        row.player: Belongs(
            groups=frozenset(name for name in groups if row.player in groups[name]),
            division=counted.divisions.get(row.division, "") if row.division else "",
        )
        for row in counted.rows
    }


def _groups(season: Season, rules: Rules) -> Mapping[str, list[int]]:
    if season.stage == SeasonStage.CLOSED:
        closed = SeasonLine.objects.filter(season=season, verb="season_closed").order_by("-seq").first()
        if closed is not None and "groups" in closed.payload:
            found: Mapping[str, list[int]] = closed.payload["groups"]
            into = kept(season.league.club_id)  # whoever was merged since is another one now
            return {name: [into.get(player, player) for player in found[name]] for name in found}
    return groups_now(season, rules)


def _when(counted: Counted) -> str:
    days = sorted(evening.held_on for evening in counted.evenings if evening.counts)
    if not days:
        return ""
    first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in (days[0], days[-1]))
    return first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}
