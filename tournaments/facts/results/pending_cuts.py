"""Corrections after the end that wait for a cut: until it is made, the result before them stands."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.models import Journal, Result

AWAITS_CUT = "awaits_cut"
"""What the line of such a correction notes."""


def cut_awaited(evening: int | OuterRef) -> QuerySet[Journal]:
    """The lines of a finished evening's corrections that are in no version of its result yet."""
    written = Result.objects.filter(evening=OuterRef("evening")).order_by("-version").values("journal__seq")
    return Journal.objects.filter(evening=evening, payload__has_key=AWAITS_CUT, seq__gt=Subquery(written[:1]))
