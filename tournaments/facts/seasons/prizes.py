"""Who wins the prizes of a season, as it is counted."""

from collections.abc import Mapping

from tournaments.core.leagues.prizes import season_awards
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.results.awarding import Belongs
from tournaments.core.results.prizes import Award
from tournaments.facts.seasons.closing import CLOSINGS, groups_now
from tournaments.facts.seasons.counting import Counted
from tournaments.models import Season, SeasonLine


def awards_of(season: Season, counted: Counted, *, today: bool = False) -> tuple[Award, ...]:
    """Return every prize of the season with its winners; in two queries at most.

    ``today``: a closed season as if it were open.
    """
    return season_awards(
        counted.rules.prizes,
        counted.rows,
        _belongs(season, counted, today),
        one_prize_each=counted.rules.one_prize_each,
        seed=season.seed,
    )


def _belongs(season: Season, counted: Counted, today: bool) -> dict[int, Belongs]:
    """In which division and groups everybody is; of a closed season, as it was closed."""
    found = groups_now(season, counted.rules) if today else _groups(season, counted)
    groups = {name: frozenset(players) for name, players in found.items()}
    return {
        row.player: Belongs(
            groups=frozenset(name for name in groups if row.player in groups[name]),
            division=counted.divisions.get(row.division, "") if row.division else "",
        )
        for row in counted.rows
    }


def _groups(season: Season, counted: Counted) -> Mapping[str, list[int]]:
    rules: Rules = counted.rules
    if season.stage == SeasonStage.CLOSED:
        closed = SeasonLine.objects.filter(season=season, verb__in=CLOSINGS).order_by("-seq").first()
        if closed is not None and "groups" in closed.payload:
            found: Mapping[str, list[int]] = closed.payload["groups"]
            return {name: [counted.one.get(player, player) for player in found[name]] for name in found}
    return groups_now(season, rules)
