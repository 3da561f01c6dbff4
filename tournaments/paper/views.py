"""The page of an evening on paper, to print."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.base.views import member_page, rights_of, status_of
from tournaments.console.presenters import view_of
from tournaments.evening.selectors import program_clock
from tournaments.models import Evening
from tournaments.paper.forms import ComingForm
from tournaments.paper.presenters import STAGES, PaperPage


@require_safe
@never_cache
@member_page(Right.VIEW)
def sheets(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show who sits where with counters and chips, how to go on by hand, and slips for what comes."""
    form = ComingForm(request.GET if "coming" in request.GET else None, play=evening.play)
    paper = PaperPage(view_of(evening), program_clock.now(), form.coming) if evening.stage in STAGES else None
    shown = {"evening": evening, "form": form, "paper": paper}
    return render(request, "paper/page.html", shown | rights_of(request), status=status_of(form))
