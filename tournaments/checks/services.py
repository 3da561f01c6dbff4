"""Services for what waits over all clubs: leave a row, let a row wait again, and save a comparison."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.permissions import Right, get_admin_right, require
from accounts.players.services import list_lock
from tournaments.checks.selectors import KINDS, find_waiting_rows
from tournaments.evening.services.journal import MAY_CHANGE
from tournaments.models import Comparison, Result, WaitingDecision

LOOK_AGAIN = _("This has changed. Look at it again.")

LONGEST_REASON = 200


@transaction.atomic
def waiting_leave(*, by: User, kind: str, row: int, mark: int, reason: str, today: date) -> Club:
    """Leave a row as it is. It waits again when it changes. ``mark``: the row's mark when it was seen."""
    require(get_admin_right(by, MAY_CHANGE), Right.RUN)
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= LONGEST_REASON:
        raise RuleError("reason", _("Enter a reason of at most %(most)s characters."), most=LONGEST_REASON)
    waiting_row = find_waiting_rows(kind, today).filter(pk=row).first() if kind in KINDS else None
    if waiting_row is None or waiting_row.mark != mark:
        raise StaleError("row", LOOK_AGAIN)
    list_lock(waiting_row.in_club)
    values = {"club_id": waiting_row.in_club, "mark": mark, "reason": reason, "by": by, "at": timezone.now()}
    return WaitingDecision.objects.update_or_create(what=kind, row=row, defaults=values)[0].club


@transaction.atomic
def waiting_return(*, by: User, kind: str, row: int) -> Club:
    """Let a row wait again after it was left as it is."""
    require(get_admin_right(by, MAY_CHANGE), Right.RUN)
    decision = WaitingDecision.objects.filter(what=kind, row=row).select_related("club").first()
    if decision is None:
        raise StaleError("row", LOOK_AGAIN)
    decision.delete()
    return decision.club


def comparison_keep(*, result: Result, differs: bool) -> None:
    """Record whether a version of a result differs from the result calculated from its facts."""
    Comparison.objects.bulk_create([Comparison(result=result, differs=differs)], ignore_conflicts=True)
