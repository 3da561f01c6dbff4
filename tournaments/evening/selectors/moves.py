"""Changes of seat and cards cut as they were written, one by one."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tournaments.models import CutRow, Evening, Journal, MoveRow


class SeatChange(NamedTuple):
    """Somebody's way to another seat; None: from or to no seat."""

    round: int
    entry: int
    by_hand: bool
    from_position: int | None
    from_chair: int | None
    to_position: int | None
    to_chair: int | None
    why: str
    figures: Mapping[str, Any]

    @property
    def by_bell(self) -> bool:
        """Whether the bell of the round brought it."""
        return not self.by_hand and self.why != "late"


def seat_changes(evening: Evening, **where: Any) -> list[SeatChange]:
    """The changes that stand, in the order in which they were made; ``where``: of the rows."""
    rows = MoveRow.objects.filter(round__evening=evening, void=None, **where).order_by("journal__seq", "id")
    return [SeatChange(*row) for row in rows.values_list("round__number", *SeatChange._fields[1:])]


def moves_of_bell(evening: Evening, round: int) -> list[SeatChange]:
    """The changes that the bell of the round brought to people who had a seat, and have another."""
    seated = {"from_position__isnull": False, "to_position__isnull": False}
    return [
        row
        for row in seat_changes(evening, round__number=round, by_hand=False, **seated)
        if (row.from_position, row.from_chair) != (row.to_position, row.to_chair)
    ]


class CardCut(NamedTuple):
    """A card that somebody cut; ``seed``: by which the program drew it."""

    round: int
    purpose: str
    position: int
    deal: int
    chain: int
    attempt: int
    seed: str
    entry: int
    card: str


def cards_cut(evening: Evening, *then: str, **where: Any) -> list[CardCut]:
    """The cards that stand, by chain and attempt, and ``then`` by these columns; ``where``: of the rows."""
    rows = CutRow.objects.filter(round__evening=evening, void=None, **where)
    ordered = rows.order_by("chain", "attempt", *(then or ("id",)))
    return [CardCut(*row) for row in ordered.values_list("round__number", *CardCut._fields[1:])]


def cuts_written(lines: Iterable[Journal]) -> list[CutRow]:
    """The cards that these lines wrote, with those who cut them."""
    rows = CutRow.objects.filter(journal__in=lines).order_by("journal__seq", "attempt", "id")
    return list(rows.select_related("entry"))


def drawn_with(line: Journal) -> list[Journal]:
    """The lines of the lots that were drawn with this one, its own first."""
    with_it = {"evening": line.evening_id, "verb": line.verb, "payload__seed": line.payload["seed"]}
    return list(Journal.objects.filter(**with_it, seq__gte=line.seq).order_by("seq"))
