"""A round's clock: when it starts, when it rings the bell, and pauses. ``now`` is a parameter."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _

NO_CLOCK = _("No clock is running. Start one.")

SECOND = timedelta(seconds=1)
LAST_MINUTE = timedelta(minutes=1)
LONGEST = timedelta(hours=4)
NOTHING = timedelta()
TOO_LONG = _("Enter a time. A clock runs for at most four hours.")


class ClockHand(StrEnum):
    """The present state of a clock."""

    OFF = "off"
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"


@dataclass(frozen=True)
class Clock:
    """A clock from ``starts_at`` to ``ends_at``; or stopped, with ``left`` remaining; or no clock."""

    starts_at: datetime | None = None
    ends_at: datetime | None = None
    left: timedelta | None = None

    def find_hand(self, now: datetime) -> ClockHand:
        if self.left is not None:
            return ClockHand.PAUSED
        if self.ends_at is None:
            return ClockHand.OFF
        if self.starts_at is not None and now < self.starts_at:
            return ClockHand.WAITING
        return ClockHand.RUNNING if now < self.ends_at else ClockHand.UP

    def measure_remaining(self, now: datetime) -> timedelta:
        """Return the time left to play. Before the start this is the full time."""
        if self.left is not None:
            return self.left
        if self.ends_at is None:
            return NOTHING
        return max(NOTHING, self.ends_at - max(now, self.starts_at or now))

    @property
    def warns_at(self) -> datetime | None:
        """Return when the last minute begins; None if no more than a minute is left."""
        if self.starts_at is None or self.ends_at is None or self.ends_at - self.starts_at <= LAST_MINUTE:
            return None
        return self.ends_at - LAST_MINUTE


def count_shown_seconds(remaining: timedelta) -> int:
    """Return the seconds that a clock shows: rounded up, never below 0."""
    return max(0, -(-remaining // SECOND))


def make_length(seconds: object) -> timedelta:
    """Return the seconds as a duration. RuleError at ``minutes`` if a clock cannot have this length."""
    if type(seconds) is not int or not 0 < seconds <= LONGEST.total_seconds():
        raise RuleError("minutes", TOO_LONG)
    return timedelta(seconds=seconds)


def start_clock(now: datetime, length: timedelta, after: timedelta = NOTHING) -> Clock:
    """Return a clock that starts ``after`` a while. RuleError at ``minutes``."""
    if not NOTHING < length <= LONGEST:
        raise RuleError("minutes", TOO_LONG)
    return Clock(now + after, now + after + length)


def pause_clock(clock: Clock, now: datetime) -> Clock:
    """Return the clock stopped. RuleError if no clock runs."""
    if clock.find_hand(now) not in (ClockHand.RUNNING, ClockHand.WAITING):
        raise StateError("clock", NO_CLOCK)
    return Clock(left=clock.measure_remaining(now))


def resume_clock(clock: Clock, now: datetime) -> Clock:
    """Return the clock running again, with the time that was left. RuleError if it is not stopped."""
    if clock.left is None:
        raise StateError("clock", _("The clock is not paused."))
    if clock.left <= NOTHING:
        raise StateError("clock", _("The clock has no time left. Add minutes first."))
    return Clock(now, now + clock.left)


def extend_clock(clock: Clock, by: timedelta, now: datetime) -> Clock:
    """Return the clock with ``by`` more time. RuleError if there is no clock, or at ``minutes``."""
    if clock.find_hand(now) is ClockHand.OFF:
        raise StateError("clock", NO_CLOCK)
    if by <= NOTHING or clock.measure_remaining(now) + by > LONGEST:
        raise RuleError("minutes", TOO_LONG)
    if clock.left is not None:
        return Clock(left=clock.left + by)
    return Clock(clock.starts_at, max(now, clock.ends_at or now) + by)


def restore_clock(clock: Clock, rang: datetime) -> Clock:
    """Return the clock of a reopened round: stopped, with the time that was left when the bell rang."""
    return clock if clock.find_hand(rang) is ClockHand.OFF else Clock(left=clock.measure_remaining(rang))
