"""What is due is done: by whoever comes first, once."""

from __future__ import annotations

import logging
from datetime import datetime

from accounts.errors import RuleError
from tournaments.models import RoundRow
from tournaments.selectors.due import Due, What, due
from tournaments.services.bell import moves_apply
from tournaments.services.clock import clock_begin, clock_ring, clock_warn, moves_announce
from tournaments.services.journal import By

log = logging.getLogger(__name__)


def due_do(now: datetime, evening: int | None = None) -> int:
    """Do what is due in the evening, or in any; how much was done. What another has done is left."""
    return sum(_do(one) for one in due(now, evening))


def _do(one: Due) -> bool:
    by = By(one.evening)
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
        return True
    except RuleError as refused:
        log.debug("Not done: %s of round %s, evening %s: %s", one.what, one.round, one.evening, refused)
    except Exception:
        # One evening's fault must not keep the others from their bell.
        log.exception("%s of round %s, evening %s", one.what, one.round, one.evening)
    if one.what in (What.LOOK, What.MOVE):
        _seen(one)
    return False


def _seen(one: Due) -> None:
    """Nothing can be moved as the evening stands: it is looked at again when something is written."""
    rows = RoundRow.objects.filter(evening=one.evening, number=one.round, void=None, looked=one.looked)
    rows.update(looked=one.seq, moves_at=None)
