"""Whether results were corrected after the moves that rest on them."""

from django.db.models import Max, Q
from django.db.models.functions import Coalesce, Greatest

from tournaments.models import Deal, Evening, Journal, RoundRow

KEPT = "moves_kept"
"""The verb of the line that lets the moves stand."""


def corrected_after_moves(evening: Evening, number: int) -> int:
    """Return the line that last changed a deal of the round before, once ``number`` was opened; else 0."""
    opened = RoundRow.objects.filter(evening=evening, number=number, void=None).values("journal__seq")
    changed = Q(versions__journal__seq__gt=opened) | Q(void__seq__gt=opened)
    deals = Deal.objects.filter(changed, round__evening=evening, round__number=number - 1)
    last = Greatest(Max("versions__journal__seq"), Coalesce(Max("void__seq"), 0))
    return deals.aggregate(last=last)["last"] or 0


def moves_kept(evening: Evening, since: int, *, but: Journal | None = None) -> bool:
    """Return whether the organiser let the moves stand after that line, ``but`` for this line."""
    lines = Journal.objects.filter(evening=evening, verb=KEPT, seq__gt=since)
    return lines.exclude(pk=but.pk if but else 0).exists()
