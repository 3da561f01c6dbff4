"""The seats that people got since the last act for the whole hall, read from the rows of seats."""

from django.db.models import Q

from tournaments.core.evening import Facts
from tournaments.core.movement import position
from tournaments.core.movement.chairs import Place
from tournaments.core.movement.reseating import (
    APPLIED,
    LEVELLED,
    OF_ALL,
    REPLAYED,
    UNDONE,
    NewSeat,
    Reseating,
)
from tournaments.core.record import Presence
from tournaments.models import Evening, Journal, SeatRow

DRAWN = "seats_drawn"
MANY = 10
"""Tables are not levelled more often than this after one bell."""
ACT = ("verb", "seq", "at")


def reseated(evening: Evening, facts: Facts) -> tuple[dict[int, NewSeat], Reseating | None]:
    """Return everybody's new seat by entry, and the last act for the whole hall; in two queries.

    A seat that an act made void is where somebody sat before it. Somebody who lost a seat has no end. People
    who went away are not among them.
    """
    lines = Journal.objects.filter(evening=evening, verb__in=(*OF_ALL, DRAWN)).order_by("-seq")
    acts = [Reseating(*line) for line in lines.values_list(*ACT)[:MANY]]
    if not acts or not facts.rounds:
        return {}, None
    since = next((act for act in acts if act.verb != LEVELLED), acts[-1])
    number = facts.rounds[-1].number
    sits = {seat.entry: Place(seat.position, seat.chair) for seat in position.seats_of(facts, number)}
    found = _opened(facts, since, number) if since.verb == APPLIED else {}
    changes = _changes(evening, since)
    if since.verb == UNDONE and any(act == since for _entry, act, _start in changes):
        found = {entry: NewSeat(entry, None, seat, since) for entry, seat in sits.items()}
    for entry, act, start in changes:
        if entry in sits or start is not None:
            found[entry] = NewSeat(entry, start, sits.get(entry), act)
    here = position.presences(facts, number + 1)
    moved = {
        entry: seat
        for entry, seat in found.items()
        if seat.start != seat.end and here.get(entry, Presence.LEFT).plays
    }
    return moved, acts[0] if acts[0].of_all else None


def _opened(facts: Facts, act: Reseating, number: int) -> dict[int, NewSeat]:
    """The seats of the round that the moves opened, with those of the round before."""
    before = {seat.entry: Place(seat.position, seat.chair) for seat in position.seats_of(facts, number - 1)}
    return {
        seat.entry: NewSeat(seat.entry, before.get(seat.entry), Place(seat.position, seat.chair), act)
        for seat in position.seats_of(facts, number)
    }


def _changes(evening: Evening, since: Reseating) -> list[tuple[int, Reseating, Place | None]]:
    """Each entry's changes since the act, the newest last, with the seat that it made void, if any."""
    first = since.seq if since.verb == REPLAYED else since.seq + 1
    rows = SeatRow.objects.filter(round__evening=evening).filter(
        Q(void__seq__gte=since.seq) | Q(void=None, journal__seq__gte=first)
    )
    changes: dict[tuple[int, int], tuple[int, Reseating, Place | None]] = {}
    columns = (*(f"journal__{name}" for name in ACT), *(f"void__{name}" for name in ACT))
    for entry, table, chair, *acts in rows.values_list("entry", "position", "chair", *columns):
        written, taken = acts[:3], acts[3:]
        if taken[1] is not None:
            changes[taken[1], entry] = (entry, Reseating(*taken), Place(table, chair))
        if written[1] >= first:
            changes.setdefault((written[1], entry), (entry, Reseating(*written), None))
    return [changes[key] for key in sorted(changes)]
