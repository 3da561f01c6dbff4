"""The evening beforehand: when it will end."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.core.facts import Stage
from tournaments.facts.running import program_clock
from tournaments.forms.running.planner import PlannerForm
from tournaments.models import Evening
from tournaments.pages.club.planner import Asked, in_words, planner_of
from tournaments.views.base import member_page, status_of

OVER = (Stage.SETTLING, Stage.FINISHED)


@require_safe
@member_page(Right.RUN)
def plan(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show when the evening ends at so many rounds, and what ends it in time."""
    if evening.stage in OVER:
        return redirect("evening", evening.pk)
    planner = planner_of(evening, program_clock.now())
    first = vars(planner.first)
    form = PlannerForm(request.GET if first.keys() & request.GET.keys() else first, initial=first)
    words = in_words(Asked(**form.cleaned_data), planner) if form.is_valid() else None
    shown = {"evening": evening, "may_run": True, "form": form, "plan": words}
    return render(request, "running/prepare/before.html", shown, status=status_of(form))
