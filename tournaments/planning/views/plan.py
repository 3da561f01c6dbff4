"""The evening beforehand: when it will end, and a rehearsal of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import Right
from accounts.shared.views.base import Done, do, signed_in
from tournaments.base.views.pages import member_page, status_of
from tournaments.base.words import refusal
from tournaments.core.record import ENDED, Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import rehearsal_of
from tournaments.models import Evening
from tournaments.planning.forms.planner import PlannerForm, RehearsalForm
from tournaments.planning.presenters.planner import Asked, Planner, in_words, planner_of
from tournaments.simulation.rehearsal import rehearsal_end, rehearsal_start

OVER = (Stage.SETTLING, *ENDED)


@require_safe
@member_page(Right.RUN)
def plan(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show when the evening ends at so many rounds, and what ends it in time; and its rehearsal."""
    if evening.rehearsal_of_id is not None:
        return redirect("evening-plan", evening.rehearsal_of_id)
    if evening.stage in OVER and rehearsal_of(evening) is None:
        return redirect("evening", evening.pk)
    planner = planner_of(evening, program_clock.now())
    first = vars(planner.first)
    form = PlannerForm(request.GET if first.keys() & request.GET.keys() else first, initial=first)
    return _show(request, planner, form, RehearsalForm(initial={"players": planner.here or None}))


def _show(request: HttpRequest, planner: Planner, form: PlannerForm, rehearse: RehearsalForm) -> HttpResponse:
    words = in_words(Asked(**form.cleaned_data), planner) if form.is_valid() else None
    shown = {
        "evening": planner.evening,
        "may_run": True,
        "form": form,
        "plan": words,
        "rehearse": rehearse,
        "rehearsal": rehearsal_of(planner.evening),
    }
    status = status_of(rehearse if rehearse.is_bound else form)
    return render(request, "planning/before.html", shown, status=status)


@require_POST
@member_page(Right.RUN)
def rehearse(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Begin the rehearsal, and show its page; a refusal is told at its field."""
    form = RehearsalForm(request.POST)
    by = signed_in(request)
    made = do(request, lambda: rehearsal_start(actor=by, evening=evening.pk, **form.cleaned_data), form=form)
    if isinstance(made, Done):
        return redirect("evening", made.value.pk)
    planner = planner_of(evening, program_clock.now())
    return _show(request, planner, PlannerForm(vars(planner.first)), form)


@require_POST
@member_page(Right.RUN)
def end(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Throw the rehearsal away."""
    by, said = signed_in(request), _("The rehearsal is thrown away.")
    do(request, lambda: rehearsal_end(actor=by, evening=evening.pk), said, words=refusal)
    return redirect("evening-plan", evening.pk)
