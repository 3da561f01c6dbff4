"""A season's table by division, each row with what sets the next one below."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.base.words import pointed, worded
from tournaments.core.leagues.rules import Rules
from tournaments.core.reasons import Reason
from tournaments.models import Season
from tournaments.seasons.selectors.closing import Hindrance, Proposal
from tournaments.seasons.selectors.counting import Counted, EveningOf, count_season


@dataclass(frozen=True)
class TableRow:
    """A line of the table for a reader; ``points`` are exact; ``below``: too few evenings.

    ``reason``: of why it stands above the next; ``level``: whether the points alone do not say so. ``names``:
    of everybody, for the words.
    """

    player: int
    name: str
    place: int | None
    total: str
    points: int | Fraction
    played: int
    counted: int
    below: bool
    reason: Reason | None
    level: bool
    names: Mapping[int, str] = field(repr=False)

    @property
    def why(self) -> str:
        """The reason in words: a season's page shows few of a thousand."""
        return worded(self.reason, self.names) if self.reason else ""


@dataclass(frozen=True)
class DivisionTable:
    """One division's table; ``id`` None: of those who are in none."""

    id: int | None
    name: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class SeasonTable:
    """The season as it stands. ``divisions``: one without a name, where there are none."""

    divisions: tuple[DivisionTable, ...]
    evenings: tuple[EveningOf, ...]
    rules: Rules

    @property
    def named(self) -> bool:
        """Whether there are divisions."""
        return len(self.divisions) > 1 or bool(self.divisions[0].name)

    @property
    def counting(self) -> tuple[EveningOf, ...]:
        return tuple(evening for evening in self.evenings if evening.counts)

    @property
    def waiting(self) -> tuple[EveningOf, ...]:
        """Evenings that do not count yet: not finished, or their prizes still to be revealed."""
        return tuple(evening for evening in self.evenings if not (evening.counts or evening.called_off))

    @property
    def called_off(self) -> tuple[EveningOf, ...]:
        return tuple(evening for evening in self.evenings if evening.called_off)

    @property
    def cuts_awaited(self) -> tuple[EveningOf, ...]:
        """Evenings that count as they stood before a correction, which waits for a cut."""
        return tuple(evening for evening in self.counting if evening.awaits_cut)

    @property
    def newer(self) -> tuple[EveningOf, ...]:
        """Evenings of a closed season that were corrected after it was closed, which does not count."""
        return tuple(evening for evening in self.evenings if evening.newer)


def season_table(season: Season, *, all_known: bool = True) -> SeasonTable:
    """The table in six queries at most. ``all_known``: for a reader who runs the evenings."""
    return table_of(count_season(season, all_known=all_known))


def table_of(counted: Counted) -> SeasonTable:
    """The table of a season that is counted, everybody under the name that it has for them."""
    of = [DivisionTable(pk, name, _rows(counted, pk)) for pk, name in counted.divisions.items()]
    rest = _rows(counted, None)
    if rest or not of:
        of.append(DivisionTable(None, "", rest))
    return SeasonTable(tuple(of), tuple(counted.evenings), counted.rules)


def _rows(counted: Counted, division: int | None) -> tuple[TableRow, ...]:
    names, rows = counted.names, counted.rows_of(division)
    return tuple(
        TableRow(
            player=row.player,
            name=names[row.player],
            place=counted.place_of(row),
            total=pointed(points),
            points=points,
            played=row.played,
            counted=row.counted,
            below=row.below,
            reason=counted.why_of(row),
            level=bool(counted.lines) and after is not None and after.parts == row.parts,
            names=names,
        )
        for row, after in zip_longest(rows, rows[1:])
        for points in (row.total,)
    )


WAITS: Mapping[Hindrance, str] = {
    Hindrance.UNFINISHED: _("not finished"),
    Hindrance.UNREVEALED: _("prizes not announced"),
    Hindrance.CUT: _("a cut is missing"),
}


def hindered(proposal: Proposal) -> list[tuple[EveningOf, str]]:
    """The evenings on which the season cannot be closed yet, each with why in words."""
    return [(evening, gettext(WAITS[why])) for evening, why in proposal.in_the_way]
