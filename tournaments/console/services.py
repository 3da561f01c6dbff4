"""Services that do the due tasks. Each task is done once, by whichever process is first."""

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from accounts.errors import RuleError
from accounts.outages import BusyError, find_outage
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_begin, clock_ring, clock_warn, moves_announce
from tournaments.console.selectors import DueKind, DueTask, find_due_tasks
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import RoundRow

log = logging.getLogger(__name__)

PATIENCE, RETRY_PAUSE = 0.3, 0.03
"""Seconds: how long locked evenings are retried after all others, and the pause between two tries."""


def run_due_tasks(now: datetime, evening: int | None = None) -> int:
    """Do the due tasks of the evening, or of all evenings. Return how many were done.

    Tasks already done by another process are skipped. A locked evening never delays the bell of another one:
    it is retried after all others. If it is still locked a moment later, the next sweep tries again.
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
    """Return how many tasks were done, and the tasks left. A locked evening keeps all its tasks, in order."""
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
    """Return whether the task was done. BusyError if its evening is locked."""
    try:
        return _run_command(task)
    except BusyError:
        raise
    except Exception as error:
        # An error in one evening must not delay the bells of others.
        _report(task, error)
        return False


def _run_command(task: DueTask) -> bool:
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
        if find_outage(error):
            raise
        _report(task, error)
    if task.kind in (DueKind.LOOK, DueKind.MOVE):
        _note_look(task)
    return False


def _report(task: DueTask, error: Exception) -> None:
    """Log an outage in one line: it passes, and the next sweep tries again. Log anything else as a bug."""
    outage = find_outage(error)
    level = logging.WARNING if outage else logging.ERROR
    text = f"{task.kind} of round {task.round}, evening {task.evening}"
    log.log(level, "%s: %s", text, error, exc_info=None if outage else error)


def _note_look(task: DueTask) -> None:
    """Note that nobody can be moved now. The next check follows the next journal line."""
    rows = RoundRow.objects.filter(evening=task.evening, number=task.round, void=None, looked=task.last_look)
    rows.update(looked=task.seq, moves_at=None)
