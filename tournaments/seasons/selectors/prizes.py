"""Who wins the prizes of a season, as it is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.leagues.prizes import season_awards
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.awarding import Belongs
from tournaments.core.results.prizes import Award
from tournaments.models import Season, SeasonLine
from tournaments.seasons.selectors.closing import CLOSINGS, groups_now, roles_now
from tournaments.seasons.selectors.counting import Counted


@dataclass(frozen=True)
class Belonging:
    """The players in each of the groups and roles for which the season has a prize."""

    groups: Mapping[str, Sequence[int]]
    roles: Mapping[str, Sequence[int]]


def awards_of(
    season: Season, counted: Counted, *, today: bool = False, belonging: Belonging | None = None
) -> tuple[Award, ...]:
    """Return every prize of the season with its winners; in four queries at most.

    ``today``: a closed season as if it were open. ``belonging``: by default as the season has it.
    """
    return season_awards(
        counted.rules.prizes,
        counted.rows,
        _belongs(counted, belonging or belonging_of(season, counted, today=today)),
        one_prize_each=counted.rules.one_prize_each,
        seed=season.seed,
    )


def belonging_of(season: Season, counted: Counted, *, today: bool = False) -> Belonging:
    """Return who is in which group and role now; of a closed season, as it was closed."""
    closed = None if today else _closing(season)
    written = closed.payload if closed else {}
    return Belonging(
        _people(written.get("groups"), counted) or groups_now(season, counted.rules),
        _people(written.get("roles"), counted) or roles_now(season, counted.rules),
    )


def _belongs(counted: Counted, belonging: Belonging) -> dict[int, Belongs]:
    """Which division, role and groups everybody has."""
    members = {name: frozenset(players) for name, players in belonging.groups.items()}
    role = {player: name for name, players in belonging.roles.items() for player in players}
    return {
        row.player: Belongs(
            role=role.get(row.player, ""),
            groups=frozenset(name for name in members if row.player in members[name]),
            division=counted.divisions.get(row.division, "") if row.division else "",
        )
        for row in counted.rows
    }


def _closing(season: Season) -> SeasonLine | None:
    if season.stage != SeasonStage.CLOSED:
        return None
    return SeasonLine.objects.filter(season=season, verb__in=CLOSINGS).order_by("-seq").first()


def _people(written: Mapping[str, list[int]] | None, counted: Counted) -> Mapping[str, list[int]]:
    """The people that the closing wrote down; nothing where it did not, as in earlier versions."""
    told = written or {}
    return {name: [counted.one.get(player, player) for player in told[name]] for name in told}
