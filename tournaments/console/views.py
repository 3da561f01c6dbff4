"""The organiser's page of an evening, chosen by the evening's stage."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.attendance import views as attendance_views
from tournaments.base.views import cached_response, csrf_secret, member_page, of_member, rights_of
from tournaments.console.presenters import view_of
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.movement.clock import ClockHand
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import evening_tag, seasons_with
from tournaments.models import Evening
from tournaments.phones.presenters import open_requests
from tournaments.phones.selectors import unconfirmed
from tournaments.planning import views as planning_views
from tournaments.prizes.presenters.prizes import gifts_of
from tournaments.results import views as results_views
from tournaments.results.presenters.standing import recorded_result
from tournaments.seating import views as seating_views


def _recorded_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the result of an evening that was played elsewhere, and the earlier versions."""
    result = recorded_result(evening)
    context = {
        "evening": evening,
        "result": result,
        "gifts": gifts_of(evening),
        "rewritten": result.rewritten,
        "seasons": seasons_with(evening.pk),
    }
    return render(request, "results/settling/recorded.html", context | rights_of(request))


def _console_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show an evening in play: the next step, every table, and the round's clock."""
    console = view_of(evening)
    hand = console.pulse.hand(program_clock.now())

    def page() -> HttpResponse:
        context = {
            "evening": evening,
            "settings": console.settings,
            "console": console,
            "asks": open_requests(evening),
            "unconfirmed": unconfirmed(evening, console.round),
            "pulse": console.pulse,
            "hand": hand,
            "timed": hand in (ClockHand.WAITING, ClockHand.RUNNING, ClockHand.UP),
        }
        return render(request, "console/page.html", context | rights_of(request))

    # A cached page would set its clock by the time at which it was rendered.
    if of_member(request).part or hand is not ClockHand.OFF or console.pulse.moves_at is not None:
        response = page()
        response["Cache-Control"] = "no-store"
        return response
    return cached_response(
        request, page, evening_tag(evening), of_member(request).right, csrf_secret(request)
    )


PAGES = {
    Stage.DRAFT: planning_views.page,
    Stage.CHECK_IN: attendance_views.page,
    Stage.SEATED: seating_views.page,
    Stage.PLAYING: _console_page,
    Stage.SETTLING: results_views.page,
    Stage.FINISHED: results_views.page,
    Stage.CALLED_OFF: results_views.page,
}


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the evening now, with the next step.

    The page polls for the part that changes, with its ``seq``. The response is empty if nothing is new.
    """
    part = bool(getattr(request, "htmx", False)) and "seq" in request.GET
    if part and request.GET["seq"] == str(evening.seq):
        response = HttpResponse(status=204)
    else:
        of_member(request).part = part
        page = _recorded_page if evening.format == RecordedResults.key else PAGES[Stage(evening.stage)]
        response = page(request, evening)
    if part:
        response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response
