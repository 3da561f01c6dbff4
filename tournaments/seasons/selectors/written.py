"""What each closing of a season wrote down, as it was written."""

from collections.abc import Sequence

from django.db.models import F

from tournaments.models import Season, SeasonResult, SeasonSettlement


def versions_of(season: Season) -> Sequence[SeasonResult]:
    """Return every version of the season's result, the newest first, with who wrote it; in one query."""
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor")
    return list(rows.order_by("-version"))


def rows_in_order(result: SeasonResult) -> Sequence[SeasonSettlement]:
    """Return everybody's row by division and place, with its divisions; in one query."""
    rows = SeasonSettlement.objects.filter(result=result).exclude(player=None)
    rows = rows.select_related("division", "moves_to")
    return list(rows.order_by(F("division__rank").asc(nulls_last=True), "place", "pk"))
