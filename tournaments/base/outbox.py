"""The way out: what a command sets off after it is committed.

Whoever listens is told that something was written, and the program is woken when something is due.
Both may fail or be lost, and nothing is wrong then: streams look for themselves every few seconds, and
a sweep finds twice a second what is due. So a broker that is down never fails a command, and is not
asked again for a moment.
"""

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from tournaments.base import fanout

log = logging.getLogger(__name__)

LOOK = "tournaments.look"
EXPIRES_AFTER = timedelta(minutes=1)
LEAVE_ALONE = 1.0
"""Seconds in which a broker that did not answer is not asked again."""

_down_until = 0.0


def tell(evening: int, seq: int, wakes: Sequence[datetime] = ()) -> None:
    """Once this is committed, say that ``seq`` was written, and wake the program at these times."""
    transaction.on_commit(lambda: _tell(evening, seq, wakes))


def _tell(evening: int, seq: int, wakes: Sequence[datetime]) -> None:
    fanout.here(evening, seq)
    global _down_until
    if not settings.REDIS_URL or time.monotonic() < _down_until:
        return
    try:
        fanout.everywhere(evening, seq)
        for when in wakes:
            wake(evening, when)
    except Exception as error:
        _down_until = time.monotonic() + LEAVE_ALONE
        log.warning("The broker does not answer: %s", error)


def wake(evening: int, when: datetime) -> None:
    """Have a worker look at the evening then."""
    tasks = import_string(settings.TASKS)
    tasks.send_task(LOOK, (evening,), eta=when, expires=when + EXPIRES_AFTER, retry=False)
