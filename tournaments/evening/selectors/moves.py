"""Changes of seat and cards cut as they were written, one by one."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.core.movement.bell import Move
from tournaments.core.movement.chairs import Place
from tournaments.core.reasons import Reason
from tournaments.models import CutRow, Evening, Journal, MoveRow

WAY = ("entry_id", "from_position", "from_chair", "to_position", "to_chair", "why", "figures")
"""The columns of a move."""


@dataclass(frozen=True)
class MadeMove:
    """A move that was made at a round, by its bell or later."""

    round: int
    by_hand: bool
    move: Move

    @property
    def by_bell(self) -> bool:
        """Whether the bell of the round brought it."""
        return not self.by_hand and self.move.why.code != "late"


def made_moves(evening: Evening, **where: Any) -> list[MadeMove]:
    """Return the moves that stand, in the order in which they were made; ``where``: of the rows."""
    rows = MoveRow.objects.filter(round__evening=evening, void=None, **where).order_by("journal__seq", "id")
    return [
        MadeMove(round, by_hand, _move(*way))
        for round, by_hand, *way in rows.values_list("round__number", "by_hand", *WAY)
    ]


def moves_of_bell(evening: Evening, round: int) -> list[Move]:
    """Return the moves that the bell of the round brought to people who had a seat, and have another."""
    made = (made.move for made in made_moves(evening, round__number=round, by_hand=False))
    return [move for move in made if move.start and move.end and move.start != move.end]


def _move(
    entry: int,
    table: int | None,
    chair: int | None,
    to_table: int | None,
    to_chair: int | None,
    why: str,
    figures: Any,
) -> Move:
    return Move(entry, _place(table, chair), _place(to_table, to_chair), Reason(why, figures))


def _place(table: int | None, chair: int | None) -> Place | None:
    return None if table is None else Place(table, chair or 0)


def cards_cut(evening: Evening, *then: str, **where: Any) -> list[CutRow]:
    """Return the cards that stand, by chain and attempt, and ``then`` by these columns; with their rounds."""
    rows = CutRow.objects.filter(round__evening=evening, void=None, **where).select_related("round")
    return list(rows.order_by("chain", "attempt", *(then or ("id",))))


def cuts_written(lines: Iterable[Journal]) -> list[CutRow]:
    """The cards that these lines wrote, with those who cut them."""
    rows = CutRow.objects.filter(journal__in=lines).order_by("journal__seq", "attempt", "id")
    return list(rows.select_related("entry"))


def drawn_with(line: Journal) -> list[Journal]:
    """The lines of the lots that were drawn with this one, its own first."""
    with_it = {"evening": line.evening_id, "verb": line.verb, "payload__seed": line.payload["seed"]}
    return list(Journal.objects.filter(**with_it, seq__gte=line.seq).order_by("seq"))
