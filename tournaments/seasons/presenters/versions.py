"""The versions of a closed season's result: standings and prizes as each closing wrote them.

People have the names that they have today: whose name was removed has none here either.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, zip_longest

from accounts.answers import answers
from tournaments.base.words import discreetly, pointed, worded
from tournaments.core.leagues.rules import Rules, from_json
from tournaments.core.reasons import Reason
from tournaments.evening.selectors.access import player_names
from tournaments.models import Award, Season, SeasonResult, SeasonSettlement
from tournaments.prizes.presenters.prize_standings import season_titles
from tournaments.prizes.presenters.prizes import Prize, Winner
from tournaments.seasons.presenters.columns import DivisionShown, Zone, division_written
from tournaments.seasons.presenters.journal import BookLine, lines_told
from tournaments.seasons.presenters.table import DivisionTable, TableRow
from tournaments.seasons.selectors.written import rows_in_order, versions_of
from tournaments.standings.selectors.written import awards_written

LINE = ("seq", "at", "actor", "who", "words", "more", "reason", "version")


@answers(*LINE, component="SeasonVersionAnswer")
@dataclass(frozen=True)
class Version(BookLine):
    """A version of the result, and the journal's line that wrote it, when, by whom and why."""

    version: int


@answers(*LINE, "divisions", "prizes", component="SeasonWrittenAnswer")
@dataclass(frozen=True)
class Written(Version):
    """What a closing wrote: standings and prizes, under the names of today."""

    # ``shown``: its divisions as pages show them; ``rules``: those of that day.

    rules: Rules
    shown: Sequence[DivisionShown]
    prizes: Sequence[Prize]

    @property
    def divisions(self) -> tuple[DivisionTable, ...]:
        return tuple(shown.division for shown in self.shown)

    @property
    def named(self) -> bool:
        """Whether there are divisions."""
        return any(division.name for division in self.divisions)


def season_versions(season: Season) -> tuple[Version, ...]:
    """Return every version, the newest first; in one query."""
    return versions_told(versions_of(season))


def versions_told(results: Sequence[SeasonResult]) -> tuple[Version, ...]:
    """Return these versions with their lines in words; the lines and their actors are read already."""
    lines = lines_told(result.journal for result in results)
    return tuple(Version(**vars(line), version=of.version) for of, line in zip(results, lines, strict=True))


def season_written(season: Season, version: int) -> Written | None:
    """Return what this version says, in five queries; None if there is no such version."""
    result = next((one for one in versions_of(season) if one.version == version), None)
    if result is None:
        return None
    names = player_names(club=season.league.club_id)
    (wrote,) = versions_told([result])
    return Written(
        **vars(wrote),
        rules=from_json(result.rules),
        shown=_divisions(result, names),
        prizes=[_prize(award, season_titles(result), names) for award in awards_written(result, "players")],
    )


def _divisions(result: SeasonResult, names: Mapping[int, str]) -> list[DivisionShown]:
    rows = rows_in_order(result)
    ranked = any(row.played for row in rows)
    found = []
    for division, its in groupby(rows, key=lambda row: row.division):
        lines = list(its)
        table = DivisionTable(
            division.pk if division else None,
            division.name if division else "",
            tuple(_row(row, after, names, ranked) for row, after in zip_longest(lines, lines[1:])),
        )
        found.append(division_written(table, _zones(lines)))
    return found


def _row(
    row: SeasonSettlement, after: SeasonSettlement | None, names: Mapping[int, str], ranked: bool
) -> TableRow:
    points, player = Fraction(row.points), row.player_id or 0
    return TableRow(
        who=player,
        name=names[player],
        place=row.place if ranked else None,
        total=pointed(points),
        points=points,
        played=row.played,
        counted=row.counted,
        too_few=row.below,
        reason=Reason(row.why, row.figures) if row.why else None,
        equal_points=after is not None and after.points == row.points,
        names=names,
    )


def _zones(rows: Sequence[SeasonSettlement]) -> Mapping[int, Zone]:
    moves = ((row.player_id or 0, row.division, row.moves_to) for row in rows)
    return {
        player: Zone("rises" if to.rank < division.rank else "falls", to.name)
        for player, division, to in moves
        if division and to
    }


def _prize(award: Award, titles: Mapping[str, str], names: Mapping[int, str]) -> Prize:
    players, why = award.players.all(), Reason(award.why, award.figures)
    return Prize(
        award.prize,
        titles.get(award.prize, award.title),
        tuple(Winner(player.pk, player.name) for player in players),
        worded(why, names),
        revealed=True,
        discreet=discreetly(why, names),
    )
