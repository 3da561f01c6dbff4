"""Tables made level, once the organiser has read who moves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.permissions import Right
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.seat_options import levelling_of
from tournaments.forms.running.people import LevelForm
from tournaments.models import Evening
from tournaments.services.running.seats import tables_level
from tournaments.views.base import asked_by, attempt, line_of, member_page, rights_of, say_done, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def level(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who goes where, before it is done; or why it cannot be done now."""
    form = LevelForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and attempt(
        form, evening, lambda: tables_level(asked_by(request, evening), seen=form.cleaned_data["seen"])
    ):
        say_done(request, gettext("The tables are level."), line_of(form))
        return redirect("evening", evening.pk)
    facts = load_facts(evening.pk)
    shown = {
        "evening": evening,
        "form": form,
        "plan": levelling_of(evening, facts),
        "play": facts.play,
    }
    return render(request, "running/tables/level.html", shown | rights_of(request), status=status_of(form))
