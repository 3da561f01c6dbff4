"""The page of an evening that was played elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.facts.seasons.access import seasons_with
from tournaments.models import Evening
from tournaments.pages.results.imported_result import recorded_result
from tournaments.views.base import rights_of


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Its result, and what was told otherwise before."""
    result = recorded_result(evening)
    shown = {
        "evening": evening,
        "result": result,
        "rewritten": result.rewritten,
        "seasons": seasons_with(evening.pk),
    }
    return render(request, "results/settling/recorded.html", shown | rights_of(request))
