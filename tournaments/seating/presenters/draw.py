"""The seats as they were drawn, before play begins."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.movement import position
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.evening.presenters.evening_view import EveningView
from tournaments.evening.presenters.table import Table
from tournaments.evening.selectors.lines import newest_line
from tournaments.evening.selectors.moves import made_moves
from tournaments.models import Evening


@dataclass(frozen=True)
class Change:
    """A seat that is not as the draw had it: changed by hand with a reason, or taken by a late-comer."""

    name: str
    table: int
    chair: int
    by_hand: bool
    reason: str


@dataclass(frozen=True)
class Draw:
    """The draw that stands: its seed repeats it among the same people; or by the standing of a ``season``."""

    seed: str
    season: str
    why: Reason | None
    tables: tuple[Table, ...]
    unseated: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def players(self) -> int:
        return sum(len(table.seats) for table in self.tables)


def draw_of(view: EveningView) -> Draw:
    """The draw, and the seats as they are now, in two queries besides the view's."""
    line = newest_line(view.evening, "seats_drawn")
    drawn = line.payload if line else {}
    names = view.names
    code = drawn.get("why")
    return Draw(
        seed=drawn.get("seed", ""),
        season=drawn.get("season", ""),
        why=Reason(code, drawn.get("figures", {})) if code in SENTENCES else None,
        tables=view.tables,
        unseated=tuple(names[entry] for entry in position.waiting(view.facts, view.round)),
        changes=_changes(view.evening, names),
    )


def _changes(evening: Evening, names: Mapping[int, str]) -> tuple[Change, ...]:
    return tuple(
        Change(
            names[made.move.entry],
            made.move.end.table,
            made.move.end.chair,
            made.by_hand,
            str(made.move.why.figures.get("reason", "")),
        )
        for made in made_moves(evening, round__number=1, round__void=None)
        if made.move.entry in names and made.move.end
    )
