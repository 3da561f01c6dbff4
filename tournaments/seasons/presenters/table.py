"""A season's table by division, each row with what sets the next one below."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.answers import STRANGERS, answers
from tournaments.base.words import Worded, pointed, worded
from tournaments.core.leagues.points import Points
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import SeasonRow
from tournaments.core.reasons import Reason
from tournaments.models import Season
from tournaments.seasons.selectors.closing import Hindrance, Proposal
from tournaments.seasons.selectors.counting import Counted, EveningOf, count_season


@answers(
    *("place", "player", "name", "points", "played", "counted", "too_few", "why", "equal_points"),
    component="SeasonTableRow",
)
@answers(
    *("place", "name", "points", "played", "counted", "too_few", "why"),
    to=STRANGERS,
    component="PublicRow",
    about="A line of the table; ``too_few`` evenings to be ranked.",
)
@dataclass(frozen=True)
class TableRow:
    """Somebody in the table. ``why`` is what sets the next below; ``too_few`` evenings to be ranked.

    ``equal_points``: the next has as many, so that ``why`` is what parts them. ``place``: null before the
    first evening counts. ``player``: null for who is on the club's list no more.
    """

    # ``who``: the player's number, below 0 for who is on the list no more. ``total``: the points on a page.
    # ``names``: of everybody, for the words of the ``reason``.

    who: int
    name: str
    place: int | None
    total: str
    points: Points
    played: int
    counted: int
    too_few: bool
    reason: Reason | None
    equal_points: bool
    names: Mapping[int, str] = field(repr=False)

    @property
    def player(self) -> int | None:
        return self.who if self.who > 0 else None

    @property
    def why(self) -> Worded | None:
        """The reason in words: a season's page shows few of a thousand."""
        return worded(self.reason, self.names) if self.reason else None


@answers("id", "name", "rows", component="DivisionTableAnswer")
@answers(
    *("name", "rows"),
    to=STRANGERS,
    component="PublicDivision",
    about="A division's table; without a name where there are none.",
)
@dataclass(frozen=True)
class DivisionTable:
    """A division’s table; ``id`` is null for those who are in none."""

    id: int | None
    name: str
    rows: tuple[TableRow, ...]


EVENINGS = ("counting", "waiting", "called_off", "cuts_awaited", "corrected_after_closing")


@answers("divisions", *EVENINGS, component="SeasonTableAnswer")
@dataclass(frozen=True)
class SeasonTable:
    """How the season stands. Evenings by their numbers: those that count, and those that do not yet.

    ``called_off``: they count nowhere. ``cuts_awaited``: they count as before a correction, which waits for a
    cut; ``corrected_after_closing``: that correction does not count.
    """

    # ``divisions``: one without a name, where there are none.

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
    def corrected_after_closing(self) -> tuple[EveningOf, ...]:
        """Evenings of a closed season that were corrected after it was closed, which does not count."""
        return tuple(evening for evening in self.evenings if evening.version_after_closing)


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
    rows = counted.rows_of(division)
    return tuple(table_row(counted, row, after) for row, after in zip_longest(rows, rows[1:]))


def table_row(counted: Counted, row: SeasonRow, after: SeasonRow | None) -> TableRow:
    """Return a row of the table; ``after``: the next one below."""
    return TableRow(
        who=row.player,
        name=counted.names[row.player],
        place=counted.place_of(row),
        total=pointed(row.total),
        points=row.total,
        played=row.played,
        counted=row.counted,
        too_few=row.below,
        reason=counted.why_of(row),
        equal_points=bool(counted.lines) and after is not None and after.parts == row.parts,
        names=counted.names,
    )


WAITS: Mapping[Hindrance, str] = {
    Hindrance.UNFINISHED: _("not finished"),
    Hindrance.UNREVEALED: _("prizes not announced"),
    Hindrance.CUT: _("a cut is missing"),
}


def hindered(proposal: Proposal) -> list[tuple[EveningOf, str]]:
    """The evenings on which the season cannot be closed yet, each with why in words."""
    return [(evening, gettext(WAITS[why])) for evening, why in proposal.in_the_way]
