"""A round's clock: services to start, pause and extend it, and services that the program runs when due.

The program's services claim their action with one conditional update. So the action happens once, even with
several workers. A second worker is refused and writes nothing. ``act.now`` is the time of the journal line.
"""

from datetime import timedelta
from typing import Annotated

from accounts.errors import StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import DONE_ALREADY
from tournaments.base.arguments import ArgumentLimits, RoundNo
from tournaments.bell.services.bell import RUNG_ALREADY, require_open_round, ring, set_clock
from tournaments.core.movement import clock as clocks
from tournaments.core.movement.clock import Clock, ClockHand
from tournaments.core.record import Stage
from tournaments.evening.services.evenings import choose
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Journal, RoundRow

MOST_SECONDS = 86_400
Seconds = Annotated[int, ArgumentLimits(least=1, most=MOST_SECONDS)]
Length = Annotated[
    int,
    ArgumentLimits("Default: the time that was left, or the length of a round.", least=1, most=MOST_SECONDS),
]
Last = Annotated[bool, ArgumentLimits("False: more rounds follow.")]


@journaled("clock_started", Stage.PLAYING, title="Start the clock")
def clock_start(act: Act, *, round: RoundNo, seconds: Length | None = None) -> None:
    """Start the round's clock. Default: the time left, or the length of a round."""
    row = _get_unrung_round(act, round)
    clock = row.clock
    if seconds is not None:
        length = clocks.make_length(seconds)
    elif clock.find_hand(act.now) is ClockHand.RUNNING:
        raise StaleError("clock", _("The clock is already running."))
    else:
        length = clock.measure_remaining(act.now) or act.scale_length(timedelta(minutes=act.settings.minutes))
    _set_clock(act, row, clocks.start_clock(act.now, length))


@journaled("clock_paused", Stage.PLAYING, title="Pause the clock or the moves")
def clock_pause(act: Act, *, round: RoundNo) -> None:
    """Pause the round's clock. After the bell, pause the moves until the clock is resumed."""
    row = require_open_round(act, round)
    if row.rung_id:
        _hold(act, row, True)
    else:
        _set_clock(act, row, clocks.pause_clock(row.clock, act.now))


@journaled("clock_resumed", Stage.PLAYING, title="Resume the clock")
def clock_resume(act: Act, *, round: RoundNo) -> None:
    """Resume the round's clock with the time left."""
    row = require_open_round(act, round)
    if row.rung_id:
        _hold(act, row, False)
    else:
        _set_clock(act, row, clocks.resume_clock(row.clock, act.now))


@journaled("clock_extended", Stage.PLAYING, title="Add time to a round")
def clock_extend(act: Act, *, round: RoundNo, seconds: Seconds) -> None:
    """Add seconds to the round's clock."""
    row = _get_unrung_round(act, round)
    _set_clock(act, row, clocks.extend_clock(row.clock, clocks.make_length(seconds), act.now))
    act.note(seconds=seconds)


@journaled("last_round", Stage.PLAYING, title="Make a round the last")
def round_last(act: Act, *, round: RoundNo, last: Last = True) -> None:
    """Make this round the last. With ``last`` false, more rounds follow."""
    row = require_open_round(act, round)
    act.evening.play.format.refuse_last()
    if last == (0 < act.settings.rounds <= row.number):
        raise StaleError("round", DONE_ALREADY)
    choose(act, rounds=row.number if last else _count_planned_rounds(act, row.number))
    act.note(round=row.number, last=last)


@journaled("round_begun", Stage.PLAYING)
def clock_begin(act: Act, *, round: int) -> None:
    """Begin play after the time to change seats."""
    _claim(act, round, "begun", rung=None, begun=None, starts_at__lte=act.now)


@journaled("minute_left", Stage.PLAYING)
def clock_warn(act: Act, *, round: int) -> None:
    """Note that the last minute has begun."""
    minute = act.now + clocks.LAST_MINUTE
    _claim(act, round, "warned", rung=None, warned=None, ends_at__lte=minute, ends_at__gt=act.now)


@journaled("time_up", Stage.PLAYING)
def clock_ring(act: Act, *, round: int) -> None:
    """Ring the bell: the round's time is up."""
    ring(act, require_open_round(act, round), ends_at__lte=act.now)


@journaled("moves_announced", Stage.PLAYING)
def moves_announce(act: Act, *, round: int, looked: int) -> None:
    """Announce that players move soon, because everything is decided. The organiser can stop that.

    ``looked``: the journal line up to which the caller knows the evening. StaleError if there is a later one.
    """
    row = require_open_round(act, round)
    preview = act.before.preview
    if not preview.ready or preview.is_last or not preview.bell.seats:
        raise StateError("round", _("Something must be decided before players move. Check what is missing."))
    time = act.now + act.scale_length(timedelta(seconds=act.settings.auto_moves))
    claimed = RoundRow.objects.filter(pk=row.pk, looked=looked, held=False, rung__isnull=False, closed=None)
    if not act.settings.auto_moves or not claimed.update(moves_at=time, looked=act.line.seq):
        raise StaleError("round", DONE_ALREADY)
    act.wake(time)
    act.note(round=row.number, seconds=act.settings.auto_moves)


def _claim(act: Act, number: int, field: str, **conditions: object) -> None:
    """Write the line into the round's ``field``, if the action is due and not claimed. Else StaleError."""
    row = require_open_round(act, number)
    if not RoundRow.objects.filter(pk=row.pk, closed=None, **conditions).update(**{field: act.line}):
        raise StaleError("round", DONE_ALREADY)
    act.note(round=row.number)


def _count_planned_rounds(act: Act, number: int) -> int:
    """Return how many rounds were planned before this one became the last; 0 if none were."""
    line = Journal.objects.filter(evening=act.evening, verb="last_round", seq__lt=act.line.seq).last()
    rounds: int = line.payload["before"]["rounds"] if line else 0
    return rounds if rounds > number else 0


def _set_clock(act: Act, row: RoundRow, clock: Clock) -> None:
    set_clock(act, row, clock)
    act.note(round=row.number, left=clocks.count_shown_seconds(clock.measure_remaining(act.now)))


def _get_unrung_round(act: Act, number: int) -> RoundRow:
    row = require_open_round(act, number)
    if row.rung_id:
        raise StaleError("round", RUNG_ALREADY, round=number)
    return row


def _hold(act: Act, row: RoundRow, hold: bool) -> None:
    if not act.settings.auto_moves:
        raise StateError("clock", _("The program does not move players in this evening."))
    if row.held == hold:
        raise StaleError("clock", DONE_ALREADY)
    row.held, row.moves_at = hold, None
    row.save(update_fields=["held", "moves_at"])
    act.note(round=row.number)
