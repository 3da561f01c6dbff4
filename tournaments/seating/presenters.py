"""The draw with its seats before play begins, and the ways to divide the players into tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from games.rules.ruleset import Ruleset
from tournaments.core.movement.seating import list_waiting
from tournaments.core.movement.table_sizes import list_splits
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.evening.presenters.evening_view import EveningView
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors.evening import find_newest_line
from tournaments.evening.selectors.moves import load_made_moves
from tournaments.models import Evening


@dataclass(frozen=True)
class ChangedSeat:
    """A seat that differs from the draw: changed by hand with a reason, or taken by a late player."""

    name: str
    table: int
    chair: int
    by_hand: bool
    reason: str


@dataclass(frozen=True)
class Draw:
    """The current draw. The ``seed`` repeats it with the same people. ``season``: seats by its standings."""

    seed: str
    season: str
    reason: Reason | None
    tables: tuple[Table, ...]
    unseated: tuple[str, ...]
    changes: tuple[ChangedSeat, ...]

    @property
    def players(self) -> int:
        return sum(len(table.seats) for table in self.tables)


def build_draw(view: EveningView) -> Draw:
    """Return the draw and the current seats, in two queries besides those of the view."""
    line = find_newest_line(view.evening, "seats_drawn")
    payload = line.payload if line else {}
    names = view.names
    code = payload.get("why")
    return Draw(
        seed=payload.get("seed", ""),
        season=payload.get("season", ""),
        reason=Reason(code, payload.get("figures", {})) if code in SENTENCES else None,
        tables=view.tables,
        unseated=tuple(names[entry] for entry in list_waiting(view.facts, view.round)),
        changes=_load_seat_changes(view.evening, names),
    )


def _load_seat_changes(evening: Evening, names: Mapping[int, str]) -> tuple[ChangedSeat, ...]:
    return tuple(
        ChangedSeat(
            names[change.move.entry],
            change.move.end.table,
            change.move.end.chair,
            change.by_hand,
            str(change.move.why.figures.get("reason", "")),
        )
        for change in load_made_moves(evening, round__number=1, round__void=None)
        if change.move.entry in names and change.move.end
    )


AT_ONCE = 5
"""Most offered ways to divide: those with a number of tables nearest to the chosen number."""


@answers("tables", "sizes", "chosen", "words", component="WayAnswer")
@dataclass(frozen=True)
class SizesOption:
    """A way to seat everybody. ``tables``: the value to choose for this way; 0: as usual."""

    tables: int
    sizes: tuple[int, ...]
    chosen: bool

    @property
    def words(self) -> str:
        people = join_sizes(sorted({*self.sizes}))
        number = len(self.sizes)
        return ngettext("%(n)s table of %(people)s", "%(n)s tables of %(people)s", number) % {
            "n": number,
            "people": people,
        }


def list_sizes_options(players: int, game: Ruleset) -> tuple[SizesOption, ...]:
    """Return all ways to seat these players."""
    return tuple(
        SizesOption(division.tables, division.sizes, division.is_chosen)
        for division in list_splits(players, game)
    )


def select_nearest(ways: tuple[SizesOption, ...]) -> tuple[SizesOption, ...]:
    """Return the ways to offer with one tap, in their order. The usual way is always included."""
    numbers = [len(way.sizes) for way in ways]
    middle = next((len(way.sizes) for way in ways if way.chosen), min(numbers, default=0))
    near = sorted(ways, key=lambda way: (way.tables > 0, abs(len(way.sizes) - middle)))[:AT_ONCE]
    return tuple(way for way in ways if way in near)


def join_sizes(sizes: Iterable[int]) -> str:
    """Return these numbers in a sentence: “5 or 6”."""
    *first, last = map(str, sizes)
    return gettext("%(some)s or %(last)s") % {"some": ", ".join(first), "last": last} if first else last
