"""Lines of an evening's journal, by what they say."""

from datetime import datetime
from typing import Any

from tournaments.models import Evening, Journal, RoundRow


def newest_line(evening: Evening, verb: str, **where: Any) -> Journal | None:
    """The evening's newest line of the verb; None without one. ``where``: of the lines."""
    return Journal.objects.filter(evening=evening, verb=verb, **where).order_by("-seq").first()


def last_opened(evening: Evening) -> tuple[int, datetime]:
    """The number of the last round, and when it was opened."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("-number")
    return rounds.values_list("number", "journal__at")[0]
