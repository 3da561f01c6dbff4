"""What Celery does: it wakes the program when something is due. The rules are in the services."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments.outbox import LOOK
from tournaments.services.hours import due_do


@shared_task(name=LOOK)
def look(evening: int) -> int:
    """Do what is due in one evening: called for the moment at which something is."""
    return due_do(timezone.now(), evening)


@shared_task(name="tournaments.sweep")
def sweep() -> int:
    """Do what is due in any evening: every second, for whatever a crash has lost."""
    return due_do(timezone.now())
