"""Placing people on chairs between rounds, for the services that do so."""

from collections.abc import Iterable

from django.db.models import OuterRef, Subquery

from tournaments.base.selectors.many_rows import write_rows
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import limits_wanted
from tournaments.core.movement import seating
from tournaments.core.record import Presence, StakeKind
from tournaments.evening.services.journal import Act
from tournaments.models import MoveRow, PresenceRow, RoundRow, RoundTable, SeatRow, StakeRow

PLAYS = tuple(state for state in Presence if state.plays)


def occupied(round: RoundRow) -> dict[int, set[int]]:
    """Chairs that are taken, by table; that of somebody who went away is until the next round."""
    tables = RoundTable.objects.filter(round=round, void=None).values_list("position", flat=True)
    chairs: dict[int, set[int]] = {table: set() for table in tables}
    for table, chair in SeatRow.objects.filter(round=round, void=None).values_list("position", "chair"):
        chairs[table].add(chair)
    return chairs


def sitting(round: RoundRow) -> dict[int, SeatRow]:
    """The seats of those who sit and play, by entry, from the head table down."""
    last_word = PresenceRow.objects.filter(
        entry=OuterRef("entry"), from_round__lte=round.number, void=None
    ).order_by("-journal__seq", "-id")
    seats = SeatRow.objects.filter(round=round, void=None).order_by("position", "chair")
    here = seats.annotate(state=Subquery(last_word.values("state")[:1])).filter(state__in=PLAYS)
    return {seat.entry_id: seat for seat in here}


def seat_late(
    act: Act,
    round: RoundRow,
    facts: Facts,
    waiting: Iterable[int],
    chairs: dict[int, set[int]],
    *,
    staked: bool,
) -> list[int]:
    """Seat who waits, in the order of coming, while there is room; who found none still waits.

    ``chairs`` are those taken, by table; those newly taken are added.
    """
    places, left_over = seating.late_places(chairs, waiting, limits_wanted(facts.play).most)
    for place in places:
        chairs[place.table].add(place.chair)
    alike = {"round": round, "journal": act.line}
    seats = [(at.entry, at.table, at.chair) for at in places]
    write_rows(SeatRow, ("entry_id", "position", "chair"), seats, **alike)
    write_rows(MoveRow, ("entry_id", "to_position", "to_chair"), seats, why="late", **alike)
    if staked:
        stakes_given(act, round, facts, (at.entry for at in places))
    return list(left_over)


def stakes_given(act: Act, round: RoundRow, facts: Facts, entries: Iterable[int]) -> None:
    """The banker gives each of these what they get who sit down."""
    from_banker, stake = facts.play.kind.from_banker, act.settings.stake
    stakes = ((entry, *given) for entry in entries for given in from_banker(facts, stake, entry))
    write_rows(StakeRow, ("entry_id", "kind", "counters"), stakes, round=round, journal=act.line)


def fresh_given(act: Act, round: RoundRow, entries: Iterable[int]) -> None:
    """The banker gives each of these a fresh stake."""
    alike = {"round": round, "kind": StakeKind.FRESH, "counters": act.settings.stake, "journal": act.line}
    write_rows(StakeRow, ("entry_id",), ((entry,) for entry in entries), **alike)
