"""Services that do what is due, each thing once, whichever process comes first."""

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from accounts.errors import RuleError
from accounts.outages import BusyError, outage_of
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_begin, clock_ring, clock_warn, moves_announce
from tournaments.console.selectors import Due, What, due
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import RoundRow

log = logging.getLogger(__name__)

PATIENCE, AGAIN = 0.3, 0.03
"""Seconds for which locked evenings are tried again, after all others, and between two tries."""


def due_do(now: datetime, evening: int | None = None) -> int:
    """Do what is due in the evening, or in any; how much was done. What another has done is left.

    No evening keeps another from its bell: one that somebody has locked comes after all others, and is
    left to the next sweep if it is still locked a moment later.
    """
    waiting: Sequence[Due] = due(now, evening)
    done, until = 0, time.monotonic() + PATIENCE
    while waiting:
        more, waiting = _do_all(waiting)
        done += more
        if not waiting or time.monotonic() >= until:
            break
        time.sleep(AGAIN)
    return done


def _do_all(waiting: Sequence[Due]) -> tuple[int, list[Due]]:
    """Return how much was done, and what waits: all of a locked evening, for it is done in order."""
    done, locked = 0, list[Due]()
    for one in waiting:
        if any(one.evening == other.evening for other in locked):
            locked.append(one)
            continue
        try:
            done += _do(one)
        except BusyError:
            locked.append(one)
    return done, locked


def _do(one: Due) -> bool:
    """Return whether it was done. BusyError if its evening is locked."""
    try:
        return _command(one)
    except BusyError:
        raise
    except Exception as error:
        # One evening's fault must not keep the others from their bell.
        _report(one, error)
        return False


def _command(one: Due) -> bool:
    by = RequestedBy(one.evening, waits=False)
    try:
        match one.what:
            case What.BEGIN:
                clock_begin(by, round=one.round)
            case What.WARN:
                clock_warn(by, round=one.round)
            case What.RING:
                clock_ring(by, round=one.round)
            case What.LOOK:
                moves_announce(by, round=one.round, looked=one.looked)
            case What.MOVE:
                moves_apply(by, round=one.round, seen=one.looked)
            case _:
                assert_never(one.what)
        return True
    except RuleError as refused:
        log.debug("Not done: %s of round %s, evening %s: %s", one.what, one.round, one.evening, refused)
    except Exception as error:
        if outage_of(error):
            raise
        _report(one, error)
    if one.what in (What.LOOK, What.MOVE):
        _seen(one)
    return False


def _report(one: Due, error: Exception) -> None:
    """Log an outage in one line, as it passes and the next sweep tries again. Log anything else as a bug."""
    outage = outage_of(error)
    level = logging.WARNING if outage else logging.ERROR
    what = f"{one.what} of round {one.round}, evening {one.evening}"
    log.log(level, "%s: %s", what, error, exc_info=None if outage else error)


def _seen(one: Due) -> None:
    """Note that nothing can be moved as the evening stands: it is looked at again after the next line."""
    rows = RoundRow.objects.filter(evening=one.evening, number=one.round, void=None, looked=one.looked)
    rows.update(looked=one.seq, moves_at=None)
