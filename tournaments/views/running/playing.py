"""The organiser's console while the evening is played: the one next thing to do, and every table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.core.movement.clock import Hand
from tournaments.facts.running import program_clock
from tournaments.facts.running.links import unconfirmed
from tournaments.facts.running.live_state import pulse_of
from tournaments.facts.running.table_requests import open_asks
from tournaments.models import Evening
from tournaments.pages.running.console import console
from tournaments.views.base import rights_of


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The console, with the round's clock and what can be done with it."""
    pulse = pulse_of(evening)
    hand = pulse.hand(program_clock.now())
    shown = console(evening)
    context = {
        "evening": evening,
        "settings": evening.settings,
        "console": shown,
        "asks": open_asks(evening.pk),
        "unconfirmed": unconfirmed(evening, shown.round),
        "pulse": pulse,
        "hand": hand,
        "timed": hand in (Hand.WAITING, Hand.RUNNING, Hand.UP),
    }
    response = render(request, "running/console/page.html", context | rights_of(request))
    response["Cache-Control"] = "no-store"
    return response
