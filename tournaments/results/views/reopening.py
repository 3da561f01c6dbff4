"""A finished evening is reopened, or one that is played called off: what it would change, and why."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.permissions import Right
from accounts.shared.views.base import Done
from tournaments.base.views.pages import (
    do_at_evening,
    member_page,
    rights_of,
    status_of,
)
from tournaments.base.views.preview import look, show
from tournaments.core.record import Stage
from tournaments.evening.selectors.seasons import seasons_by_stage
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.results.forms.settling import CallOffForm, ReopenForm
from tournaments.results.presenters.finishing import call_off_effects, reopen_effects
from tournaments.results.services.results import evening_call_off, evening_reopen


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def reopen(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Reopen a finished evening, with its reason."""
    if evening.stage != Stage.FINISHED and request.method != "POST":
        return redirect("evening", evening.pk)
    shown = {
        "title": gettext("Reopen the evening"),
        "effects": list(reopen_effects(evening, *seasons_by_stage(evening.pk))),
        "looks": reverse("evening-reopen-look", args=[evening.pk]),
    }
    return _with_reason(
        request, evening, ReopenForm, evening_reopen, gettext("The evening is reopened."), shown
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def call_off(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Call an evening off, with its reason."""
    if evening.stage not in (Stage.PLAYING, Stage.SETTLING) and request.method != "POST":
        return redirect("evening", evening.pk)
    opened, _closed = seasons_by_stage(evening.pk)
    shown = {
        "title": gettext("Call off the evening"),
        "effects": list(call_off_effects(opened)),
        "looks": "",
    }
    return _with_reason(
        request, evening, CallOffForm, evening_call_off, gettext("This evening was called off."), shown
    )


def _with_reason(
    request: HttpRequest,
    evening: Evening,
    form_of: type[ReopenForm],
    act: Callable[[By], Journal],
    said: str,
    shown: dict[str, Any],
) -> HttpResponse:
    """Ask for the reason, do it, and go to the evening."""
    form = form_of(request.POST if request.method == "POST" else None)
    if isinstance(do_at_evening(request, evening, act, said, form=form), Done):
        return redirect("evening", evening.pk)
    shown |= {"evening": evening, "form": form} | rights_of(request)
    return render(request, "results/settling/reopen.html", shown, status=status_of(form))


@require_POST
@member_page(Right.RUN)
def reopen_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What it would change in the seasons to reopen the evening now."""
    return show(request, evening, look(request, evening, evening_reopen))
