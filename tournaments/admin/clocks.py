"""How the deciding clock stood against each machine's steady clock: to look at."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin.base import LookAdmin
from tournaments.models import ClockReference


@admin.register(ClockReference)
class ClockReferenceAdmin(LookAdmin):
    """One row for each machine since its last start."""

    list_display = ("machine", "offset", "seen_at")
    search_fields = ("machine",)
