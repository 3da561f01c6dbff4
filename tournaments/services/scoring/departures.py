"""The counters that people took along and brought back follow a correction of what happened before."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.facts import StakeKind
from tournaments.models import StakeRow
from tournaments.services.journal import Act

GOING_AND_COMING = (StakeKind.DEPARTURE, StakeKind.RETURN)


def departures_follow(act: Act, since: QuerySet[StakeRow], more: Mapping[int, int]) -> None:
    """Departures and returns among ``since`` are of so many counters more, by entry.

    For where every deal is counted: nobody counted what was taken along.
    RuleError where somebody would have gone with fewer than none.
    """
    changed = [entry for entry, counters in more.items() if counters]
    ways = since.filter(entry__in=changed, kind__in=GOING_AND_COMING, void=None)
    for row in ways.order_by("journal__seq"):
        counters = row.counters + more[row.entry_id]
        if counters < 0:
            raise RuleError(
                "counters",
                _("%(who)s went with %(counters)s counters, and cannot have lost %(lost)s more before."),
                who=row.entry_id,
                counters=row.counters,
                lost=row.counters - counters,
            )
        StakeRow.objects.filter(pk=row.pk).update(void=act.line)
        row.pk, row.counters = None, counters
        row.save(force_insert=True)
