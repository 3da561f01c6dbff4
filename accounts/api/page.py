"""The API's own pages: every operation, what it takes and answers, and a form to try it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.api.told import areas, operation_called


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What the API is, how a token is come by, and every operation by area."""
    return render(request, "api/index.html", {"areas": areas()})


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """One operation, and a form that asks it as whoever is signed in."""
    found = operation_called(name)
    if found is None:
        raise Http404
    return render(request, "api/operation.html", {"operation": found})
