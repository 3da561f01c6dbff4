"""The page of an evening on paper, to print, and the form of its slips."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from accounts.shared.forms import ActionForm, WholeField
from tournaments.base.phrases import phrase
from tournaments.base.views import get_status, list_rights, member_page
from tournaments.console.presenters import load_console
from tournaments.core.evening import Play
from tournaments.evening.presenters.formats import get_format_pages
from tournaments.evening.selectors import program_clock
from tournaments.models import Evening
from tournaments.paper.presenters import STAGES, PaperPage

USUAL = 3


class SlipsForm(ActionForm):
    """The number of rounds with slips. A missing or unreadable value means the usual number."""

    def __init__(self, *args: Any, play: Play, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most = most = get_format_pages(play.format).most_coming
        self.fields["coming"] = WholeField(
            label=phrase(play, "Number of rounds"),
            min_value=1,
            max_value=most,
            initial=USUAL,
            required=False,
        )

    @property
    def rounds_ahead(self) -> int:
        return (self.cleaned_data.get("coming") if self.is_valid() else None) or USUAL


@require_safe
@never_cache
@member_page(Right.VIEW)
def sheets(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show seats with counters and chips, how to go on by hand, and slips for the coming deals."""
    form = SlipsForm(request.GET if "coming" in request.GET else None, play=evening.play)
    paper = (
        PaperPage(load_console(evening), program_clock.read_time(), form.rounds_ahead)
        if evening.stage in STAGES
        else None
    )
    context = {"evening": evening, "form": form, "paper": paper}
    return render(request, "paper/page.html", context | list_rights(request), status=get_status(form))
