"""The bell: it rings, everybody moves, and the next round begins. Who moves where, the core says."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from accounts.errors import StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHANGED
from tournaments.base.arguments import RoundNo
from tournaments.base.selectors.many_rows import write_rows
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds import awaited
from tournaments.core.movement import position
from tournaments.core.movement.bell import Move
from tournaments.core.movement.chairs import Place
from tournaments.core.movement.clock import LAST_MINUTE, Clock, Hand, running, shown, stood_at
from tournaments.core.movement.following import NextGame
from tournaments.core.reasons.moves import COUNT
from tournaments.core.record import Stage
from tournaments.core.refusals import NOT_RUNG, RESULTS_MISSING, ROUND_OVER
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import WAY
from tournaments.evening.services.journal import Act, journaled
from tournaments.evening.services.places import fresh_given, seat_late, stakes_given
from tournaments.models import MoveRow, RoundRow, RoundTable, SeatRow

RUNG_ALREADY = _("The bell of round %(round)s has already rung.")

SAID_AGAIN = (timedelta(seconds=1), timedelta(seconds=5))
"""So long after a bell the worker says again how far the evening has come: a message may be lost."""

OUT_BEFORE = "out_of_knockout"
"""Why somebody gets no seat who had none to lose."""


def set_clock(act: Act, row: RoundRow, clock: Clock) -> None:
    """The round's clock is this from now on; what is due is done when it is time.

    A last minute that was told is not told again, unless the clock has more than that once more.
    """
    runs = (Hand.RUNNING, Hand.UP)
    before, hand = row.clock.hand(act.now), clock.hand(act.now)
    row.starts_at, row.ends_at, row.left = clock.starts_at, clock.ends_at, clock.left
    if hand in runs or (before in runs and hand is Hand.PAUSED):
        row.begun = row.begun or act.line
    elif hand is not Hand.PAUSED:
        row.begun = None
    if clock.remaining(act.now) > LAST_MINUTE:
        row.warned = None
    row.save(update_fields=["starts_at", "ends_at", "left", "begun", "warned"])
    for when in (clock.starts_at, clock.warns_at, clock.ends_at):
        act.wake(when)


def stop_clock(act: Act, row: RoundRow, at: datetime) -> None:
    """Stop the clock with what was left ``at`` that time, until the organiser goes on: seats have changed."""
    if row.clock.hand(at) is not Hand.OFF:
        clock, row.starts_at, row.ends_at, row.begun = stood_at(row.clock, at), None, None, None
        set_clock(act, row, clock)
        act.note(left=shown(row.clock.remaining(act.now)))


def new_clock(act: Act, row: RoundRow, after: timedelta) -> None:
    """A round that has just been opened starts its clock, if it has one, ``after`` a while."""
    if act.settings.minutes:
        length = timedelta(minutes=act.settings.minutes)
        set_clock(act, row, running(act.now, act.lasts(length), act.lasts(after)))


def ring(act: Act, row: RoundRow, **due: object) -> None:
    """Ring once, whoever calls: the round is claimed by one conditional update, if it is ``due``."""
    line = act.also("bell_rung", round=row.number)
    if not RoundRow.objects.filter(pk=row.pk, rung=None, closed=None, **due).update(rung=line):
        raise StaleError("round", RUNG_ALREADY, round=row.number)
    for after in SAID_AGAIN:
        act.wake(act.now + after)


def ring_if_due(act: Act, row: RoundRow, table: int) -> None:
    """Ring when a table has played its round: the head table, if so set; of whole games, the last table."""
    if row.rung_id:
        return

    def still_out() -> tuple[int, ...]:
        return awaited.still_out(load_facts(act.evening.pk), row.number)

    if act.evening.play.format.rings(table, act.settings, still_out):
        ring(act, row)


@journaled("bell_asked", Stage.PLAYING, title="Ring the bell")
def bell_ring(act: Act, *, round: RoundNo) -> None:
    """Ring the bell. No new deal begins. Tables that still play finish their deal."""
    ring(act, open_round(act, round))


@journaled("moves_applied", Stage.PLAYING, title="Make the moves", looks=True)
def moves_apply(act: Act, *, round: RoundNo, seen: int | None = None) -> None:
    """Make all moves of the bell. Fresh stakes are given, late players get seats, and players go home.

    ``seen``: the journal's last line when you saw the moves. If they have changed, this is refused.
    """
    row = open_round(act, round)
    if seen is not None and seen != act.line.seq - 1:
        raise StaleError("seen", CHANGED)
    before = act.before
    following = apply(act, row, before.facts, settled(row, before.preview))
    new_clock(act, following, timedelta(seconds=act.settings.gap))


def open_round(act: Act, number: int) -> RoundRow:
    """The evening's present round, which is ``number``. StaleError if it is over."""
    row = act.round()
    if row.number != number or row.closed_id:
        raise StaleError("round", ROUND_OVER, round=number)
    return row


def settled(row: RoundRow, preview: Preview) -> Preview:
    """The bell, with nothing left to decide."""
    if not row.rung_id:
        raise StateError("round", NOT_RUNG)
    if preview.still_out:
        raise StateError(
            "round",
            RESULTS_MISSING,
            tables=", ".join(map(str, preview.still_out)),
        )
    for at, need in preview.cuts:
        raise StateError(
            "cards",
            _("Players must still cut at table %(table)s (round %(round)s)."),
            table=need.table,
            round=at,
        )
    for count in preview.counts:
        raise StateError("counts", COUNT, table=count.table)
    return preview


def apply(act: Act, row: RoundRow, facts: Facts, preview: Preview) -> RoundRow:
    """Write what the bell brings; the round that it opens."""
    bell = preview.bell
    if preview.is_last:
        raise StateError("round", _("Round %(round)s was the last round. Settle up."), round=row.number)
    if not bell.seats:
        raise StateError("round", _("Nobody plays any more. Settle up."))
    RoundRow.objects.filter(pk=row.pk).update(closed=act.line)
    following = RoundRow.objects.create(evening=act.evening, number=row.number + 1, journal=act.line)
    seats = ((entry, at.table, at.chair) for entry, at in bell.seats.items())
    write_rows(SeatRow, ("entry_id", "position", "chair"), seats, round=following, journal=act.line)
    fresh_given(act, following, bell.fresh)
    act.note(round=row.number)
    if preview.drawn is not None:
        _as_drawn(act, row, following, facts, preview.drawn)
    else:
        _as_moved(act, row, following, facts, preview)
    return following


def _as_moved(act: Act, row: RoundRow, following: RoundRow, facts: Facts, preview: Preview) -> None:
    """The moves of a bell; who waits takes a chair that is free then."""
    bell = preview.bell
    write_rows(MoveRow, WAY, map(_way, bell.moves), round=row, journal=act.line)
    waiting = position.unseated(facts, following.number, bell.seats)
    chairs = preview.chairs
    left_over = seat_late(act, following, facts, waiting, chairs, staked=True)
    _set_tables(act, following, facts, preview, chairs)
    act.note(waiting=left_over)


def _as_drawn(act: Act, row: RoundRow, following: RoundRow, facts: Facts, drawn: NextGame) -> None:
    """The tables of a game that was drawn, and everybody's way there, with the reason; or to no seat."""
    numbers = ((number,) for number in range(1, len(drawn.tables) + 1))
    write_rows(RoundTable, ("position",), numbers, round=following, dealer=1, journal=act.line)
    here = set(position.playing(facts, row.number))
    seats = (seat for seat in position.seats_of(facts, row.number) if seat.entry in here)
    sat = {seat.entry: Place(seat.position, seat.chair) for seat in seats}
    ends = drawn.places
    moves = (
        Move(entry, sat.get(entry), ends.get(entry), why)
        for entry, why in drawn.why.items()
        if why.code != OUT_BEFORE
    )
    write_rows(MoveRow, WAY, map(_way, moves), round=row, journal=act.line)
    stakes_given(act, following, facts, (entry for entry in ends if entry not in sat))
    act.note(waiting=drawn.out, main=drawn.main, byes=drawn.byes)


def _way(move: Move) -> tuple[object, ...]:
    start = (move.start.table, move.start.chair) if move.start else (None, None)
    end = (move.end.table, move.end.chair) if move.end else (None, None)
    return (move.entry, *start, *end, move.why.code, dict(move.why.figures))


def _set_tables(
    act: Act, row: RoundRow, facts: Facts, preview: Preview, chairs: Mapping[int, set[int]]
) -> None:
    """The round's tables; the deal passes to the next occupied chair, be it one who has just come."""
    numbers = preview.numbers
    before = {new: old for old, new in numbers.items()}
    taken = {before[number]: at for number, at in chairs.items()}
    dealers = position.next_dealers(facts, row.number - 1, taken, to_right=facts.play.to_right)
    tables = ((numbers[number], dealer) for number, dealer in dealers.items())
    write_rows(RoundTable, ("position", "dealer"), tables, round=row, journal=act.line)
