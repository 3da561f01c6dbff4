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
from tournaments.console.selectors import DueKind, DueTask, find_due_tasks
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import RoundRow

log = logging.getLogger(__name__)

PATIENCE, RETRY_PAUSE = 0.3, 0.03
"""Seconds for which locked evenings are tried again, after all others, and between two tries."""


def run_due_tasks(now: datetime, evening: int | None = None) -> int:
    """Do what is due in the evening, or in any; how much was done. What another has done is left.

    No evening keeps another from its bell: one that somebody has locked comes after all others, and is
    left to the next sweep if it is still locked a moment later.
    """
    tasks: Sequence[DueTask] = find_due_tasks(now, evening)
    count, until = 0, time.monotonic() + PATIENCE
    while tasks:
        more, tasks = _do_all(tasks)
        count += more
        if not tasks or time.monotonic() >= until:
            break
        time.sleep(RETRY_PAUSE)
    return count


def _do_all(tasks: Sequence[DueTask]) -> tuple[int, list[DueTask]]:
    """Return how much was done, and what waits: all of a locked evening, for it is done in order."""
    count, locked = 0, list[DueTask]()
    for task in tasks:
        if any(task.evening == locked_task.evening for locked_task in locked):
            locked.append(task)
            continue
        try:
            count += _do(task)
        except BusyError:
            locked.append(task)
    return count, locked


def _do(task: DueTask) -> bool:
    """Return whether it was done. BusyError if its evening is locked."""
    try:
        return _command(task)
    except BusyError:
        raise
    except Exception as error:
        # One evening's fault must not keep the others from their bell.
        _report(task, error)
        return False


def _command(task: DueTask) -> bool:
    by = RequestedBy(task.evening, waits=False)
    try:
        match task.kind:
            case DueKind.BEGIN:
                clock_begin(by, round=task.round)
            case DueKind.WARN:
                clock_warn(by, round=task.round)
            case DueKind.RING:
                clock_ring(by, round=task.round)
            case DueKind.LOOK:
                moves_announce(by, round=task.round, looked=task.last_look)
            case DueKind.MOVE:
                moves_apply(by, round=task.round, seen=task.last_look)
            case _:
                assert_never(task.kind)
        return True
    except RuleError as refusal:
        log.debug("Not done: %s of round %s, evening %s: %s", task.kind, task.round, task.evening, refusal)
    except Exception as error:
        if outage_of(error):
            raise
        _report(task, error)
    if task.kind in (DueKind.LOOK, DueKind.MOVE):
        _note_look(task)
    return False


def _report(task: DueTask, error: Exception) -> None:
    """Log an outage in one line, as it passes and the next sweep tries again. Log anything else as a bug."""
    outage = outage_of(error)
    level = logging.WARNING if outage else logging.ERROR
    text = f"{task.kind} of round {task.round}, evening {task.evening}"
    log.log(level, "%s: %s", text, error, exc_info=None if outage else error)


def _note_look(task: DueTask) -> None:
    """Note that nothing can be moved as the evening stands: it is looked at again after the next line."""
    rows = RoundRow.objects.filter(evening=task.evening, number=task.round, void=None, looked=task.last_look)
    rows.update(looked=task.seq, moves_at=None)
