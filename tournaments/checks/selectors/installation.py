"""How much there is in all clubs together, for the first page of the administration."""

from datetime import date, timedelta
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Club, Player, User
from accounts.shared.services.traces import LOOKED_AT
from tournaments.checks.selectors.waiting import UNDER_WAY, count_waiting
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Evening, League, Season

MOST = 10_000
"""Rows that are counted: counting millions takes seconds."""
LATELY = timedelta(days=30)


def count_rows(what: str, today: date) -> int:
    """Count rows of a list, at most one more than ``MOST``; or all that waits."""
    if what == "waiting":
        return count_waiting(today)
    looks = LogEntry.objects.filter(change_message__startswith=LOOKED_AT)
    lists: dict[str, QuerySet[Any]] = {
        "today": Evening.held.filter(held_on=today),
        "under_way": Evening.held.filter(stage__in=UNDER_WAY),
        "evenings": Evening.held.all(),
        "leagues": League.objects.all(),
        "seasons": Season.objects.filter(stage=SeasonStage.OPEN),
        "clubs": Club.objects.all(),
        "players": Player.objects.filter(active=True),
        "users": User.objects.filter(is_active=True),
        "looks": looks.filter(action_time__gte=timezone.now() - LATELY),
    }
    return lists[what].order_by()[: MOST + 1].count()
