"""What cannot be done to a clock, at a bell, or by a program that comes too late."""

from functools import partial

import pytest

from accounts.errors import StaleError
from tests.cast import Night, refused
from tests.services.refusals import Refusal, begun, done, every, is_refused, played
from tests.services.timed import later
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import (
    clock_begin,
    clock_extend,
    clock_pause,
    clock_resume,
    clock_ring,
    clock_start,
    clock_warn,
    moves_announce,
    round_last,
)
from tournaments.undo.services.undo import bell_undo

RUNG, PAUSED, LONGER = done(bell_ring), done(clock_pause), done(clock_extend, seconds=60)
LOOK, MINUTE = {"looked": 0}, {"seconds": 60}
TOO_LATE = ("round", "", StaleError)
RUNG_ALREADY, DONE_ALREADY = ("round", "already rung", StaleError), ("round", "already done", StaleError)
SAID_ALREADY, NO_CLOCK = ("clock", "already done", StaleError), ("clock", "No clock is running")
UNDECIDED = ("round", "must be decided")


def after(seconds, *acts, **chosen):
    """So many seconds of ten minutes have passed."""
    return begun(8, lambda night: later(night, seconds), *acts, **{"minutes": 10, **chosen})


def in_the_gap(seconds, *acts):
    """So many seconds after everybody has moved; the second round begins after sixty."""
    return begun(8, Night.next_round, lambda night: later(night, seconds), *acts, minutes=10, gap=60)


REFUSALS: dict[str, Refusal] = {
    "a bell twice": (begun(12, RUNG), bell_ring, {}, *RUNG_ALREADY),
    "begun twice": (in_the_gap(60, done(clock_begin)), clock_begin, {}, *DONE_ALREADY),
    "begun too early": (in_the_gap(58), clock_begin, {}, *TOO_LATE),
    "begun while paused": (in_the_gap(60, PAUSED), clock_begin, {}, *TOO_LATE),
    "begun when rung": (in_the_gap(60, PAUSED, RUNG), clock_begin, {}, *TOO_LATE),
    "the first round begun": (begun(8, minutes=10, gap=60), clock_begin, {}, *TOO_LATE),
    "warned twice": (after(545, done(clock_warn)), clock_warn, {}, *DONE_ALREADY),
    "warned too early": (after(530), clock_warn, {}, *TOO_LATE),
    "warned too late": (after(601), clock_warn, {}, *TOO_LATE),
    "warned while paused": (after(545, PAUSED), clock_warn, {}, *TOO_LATE),
    "warned when extended": (after(545, LONGER), clock_warn, {}, *TOO_LATE),
    "warned when rung": (after(545, RUNG), clock_warn, {}, *TOO_LATE),
    "rung too early": (after(598), clock_ring, {}, *TOO_LATE),
    "rung twice": (after(600, done(clock_ring)), clock_ring, {}, *RUNG_ALREADY),
    "rung by hand too": (after(600, done(clock_ring)), bell_ring, {}, *RUNG_ALREADY),
    "rung when extended": (after(600, LONGER), clock_ring, {}, *TOO_LATE),
    "rung by hand before": (after(600, RUNG), clock_ring, {}, *TOO_LATE),
    "rung while paused": (after(300, PAUSED), clock_ring, {}, *TOO_LATE),
    "rung when undone": (after(600, done(clock_ring), done(bell_undo)), clock_ring, {}, *TOO_LATE),
    "paused twice": (begun(8, PAUSED, minutes=10), clock_pause, {}, *NO_CLOCK),
    "held twice": (begun(8, Night.play_round, PAUSED, auto_moves=30), clock_pause, {}, *SAID_ALREADY),
    "held by hand": (begun(8, RUNG), clock_pause, {}, "clock", "does not move players"),
    "let go by hand": (begun(8, RUNG), clock_resume, {}, "clock", "does not move players"),
    "let go twice": (begun(8, Night.play_round, auto_moves=30), clock_resume, {}, *SAID_ALREADY),
    "resumed twice": (after(200, PAUSED, done(clock_resume)), clock_resume, {}, "clock", "not paused"),
    "extended without a clock": (begun(8), clock_extend, MINUTE, "clock", "Start one"),
    "extended when rung": (begun(8, RUNG, minutes=10), clock_extend, MINUTE, *RUNG_ALREADY),
    "started when rung": (begun(8, RUNG), clock_start, MINUTE, *RUNG_ALREADY),
    "started without a length": (begun(8), clock_start, {}, "minutes", "Enter a time"),
    "moves not decided": (begun(8, auto_moves=30), moves_announce, LOOK, *UNDECIDED),
    "moves before a result": (begun(8, played(1), auto_moves=30), moves_announce, LOOK, *UNDECIDED),
    "moves before a cut": (begun(8, played(1, 2), auto_moves=30), moves_announce, LOOK, *UNDECIDED),
    "moves after the last round": (
        begun(8, Night.play_round, done(round_last), auto_moves=30), moves_announce, LOOK, *UNDECIDED,
    ),
    "moves that are held": (
        begun(8, Night.play_round, PAUSED, auto_moves=30), moves_announce, LOOK, *TOO_LATE,
    ),
    "moves by hand": (begun(8, Night.play_round), moves_announce, LOOK, *TOO_LATE),
}  # fmt: skip


@pytest.mark.every_case
@every(REFUSALS)
def test_refusals(night, row):
    is_refused(night, *row)


def test_another_round_is_refused(night):
    night = night(8, minutes=10)
    night.next_round()
    services = (bell_ring, clock_pause, clock_resume, round_last, moves_apply)
    calls = [partial(service, night.by) for service in services]
    calls += [partial(service, night.by, seconds=60) for service in (clock_start, clock_extend)]
    for call in [*calls, partial(moves_announce, night.by, looked=0)]:
        for number in (0, -1, 1, 3):
            with refused("round", "is over", StaleError):
                call(round=number)


def test_what_is_no_length_is_refused(night):
    night = night(8, minutes=10)
    for service in (clock_start, clock_extend):
        with refused("minutes", "Enter a time"):
            service(night.by, round=1, seconds=14_401)
