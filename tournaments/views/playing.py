"""The organiser's console while the evening is played: the one next thing to do, and every table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from tournaments.models import Evening
from tournaments.selectors.console import console
from tournaments.views.base import rights_of


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The console; for its own poll only the part that changes, and nothing while nothing has happened."""
    polled = bool(getattr(request, "htmx", False))
    if polled and request.GET.get("seq") == str(evening.seq):
        response = HttpResponse(status=204)
    else:
        context = {"evening": evening, "settings": evening.settings, "console": console(evening)}
        template = "playing/live.html" if polled else "playing/page.html"
        response = render(request, template, context | rights_of(request))
    patch_vary_headers(response, ["HX-Request"])
    response["Cache-Control"] = "no-store"
    return response
