"""A finished evening is reopened: what it would change, and why."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.permissions import Right
from tournaments.core.record import Stage
from tournaments.facts.seasons.access import seasons_by_stage
from tournaments.forms.results.settling import ReopenForm
from tournaments.models import Evening
from tournaments.pages.results.finishing import reopen_effects
from tournaments.services.results.results import evening_reopen
from tournaments.views.base import asked_by, attempt, line_of, member_page, rights_of, say_done, status_of
from tournaments.views.preview import look, show


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def reopen(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Reopen a finished evening, with its reason."""
    back = reverse("evening", args=[evening.pk])
    if evening.stage != Stage.FINISHED and request.method != "POST":
        return redirect(back)
    form = ReopenForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and attempt(form, evening, lambda: evening_reopen(asked_by(request, evening))):
        say_done(request, gettext("The evening is reopened."), line_of(form))
        return redirect(back)
    effects = reopen_effects(evening, *seasons_by_stage(evening.pk))
    shown = {"evening": evening, "form": form, "back": back, "effects": list(effects)}
    return render(request, "results/settling/reopen.html", shown | rights_of(request), status=status_of(form))


@require_POST
@member_page(Right.RUN)
def reopen_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What it would change in the seasons to reopen the evening now."""
    return show(request, evening, look(request, evening, evening_reopen))
