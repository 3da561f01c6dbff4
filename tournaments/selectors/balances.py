"""What somebody holds, reckoned by the database, without reading the whole evening."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tournaments.core.facts import StakeKind
from tournaments.models import DealLine, StakeRow
from tournaments.selectors.facts import highest_version


def held_by(entry: OuterRef) -> Combinable:
    """Counters of the entry where every deal is counted, to be read along with something of it.

    Who went away took everything along: what counts is what came since (compare ``ledger.balances``).
    """
    stakes = StakeRow.objects.filter(entry=entry, void=None, round__number__gt=_went())
    lines = DealLine.objects.filter(
        highest_version(),
        entry=entry,
        version__deal__void=None,
        version__deal__round__number__gt=_went(),
    )
    return _sum(stakes) + _sum(lines)


def _went() -> Coalesce:
    """The last round in which the entry went away, or 0."""
    departures = StakeRow.objects.filter(entry=OuterRef("entry"), kind=StakeKind.DEPARTURE, void=None)
    return Coalesce(Subquery(departures.order_by("-round__number").values("round__number")[:1]), 0)


def _sum(rows: QuerySet[StakeRow] | QuerySet[DealLine]) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values("entry").annotate(sum=Sum("counters")).values("sum")), 0)
