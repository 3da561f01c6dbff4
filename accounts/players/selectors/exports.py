"""Who exported the data of a player who has no account."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from accounts.models import Player

DATA_TAKEN = "Exported all data of this player."
"""What the log says of it."""


@dataclass(frozen=True)
class Taken:
    """An export: by whom, and when."""

    who: str
    at: datetime


def data_taken(players: Collection[int]) -> tuple[Taken, ...]:
    """Return the exports of these players' data, the newest first, in one query."""
    lines = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player),
        object_id__in=map(str, players),
        change_message=DATA_TAKEN,
    )
    rows = lines.select_related("user").order_by("-pk")
    return tuple(Taken(row.user.called, row.action_time) for row in rows)
