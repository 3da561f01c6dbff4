"""The organiser's page of an evening, chosen by the evening's stage."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.attendance import views as attendance_views
from tournaments.base.views import (
    cached_response,
    get_csrf_secret,
    get_member_request,
    list_rights,
    member_page,
)
from tournaments.console.presenters import load_console
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.movement.clock import ClockHand
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import load_season_names, make_evening_tag
from tournaments.models import Evening
from tournaments.phones.presenters import load_open_requests, load_phones_at_tables
from tournaments.phones.selectors import find_unconfirmed
from tournaments.planning import views as planning_views
from tournaments.prizes.presenters.prizes import load_gifts
from tournaments.results import views as results_views
from tournaments.results.presenters.standing import load_recorded_result
from tournaments.seating import views as seating_views


def _show_recorded(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the result of an evening that was played elsewhere, and the earlier versions."""
    result = load_recorded_result(evening)
    context = {
        "evening": evening,
        "result": result,
        "gifts": load_gifts(evening),
        "rewritten": result.rewritten,
        "seasons": load_season_names(evening.pk),
    }
    return render(request, "results/settling/recorded.html", context | list_rights(request))


def _show_console(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show an evening in play: the next step, every table, and the round's clock."""
    console = load_console(evening)
    hand = console.pulse.get_hand(program_clock.read_time())

    def page() -> HttpResponse:
        context = {
            "evening": evening,
            "settings": console.settings,
            "console": console,
            "asks": load_open_requests(evening),
            "unconfirmed": find_unconfirmed(evening, console.round),
            "phones": load_phones_at_tables(
                evening, console.round, console.tables, program_clock.read_time()
            ),
            "pulse": console.pulse,
            "hand": hand,
            "timed": hand in (ClockHand.WAITING, ClockHand.RUNNING, ClockHand.UP),
        }
        return render(request, "console/page.html", context | list_rights(request))

    # A cached page would set its clock by the time at which it was rendered.
    if get_member_request(request).part or hand is not ClockHand.OFF or console.pulse.moves_at is not None:
        response = page()
        response["Cache-Control"] = "no-store"
        return response
    return cached_response(
        request, page, make_evening_tag(evening), get_member_request(request).right, get_csrf_secret(request)
    )


PAGES = {
    Stage.DRAFT: planning_views.show_page,
    Stage.CHECK_IN: attendance_views.show_page,
    Stage.SEATED: seating_views.page,
    Stage.PLAYING: _show_console,
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
        get_member_request(request).part = part
        page = _show_recorded if evening.format == RecordedResults.key else PAGES[Stage(evening.stage)]
        response = page(request, evening)
    if part:
        response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@never_cache
@member_page(Right.VIEW)
def phones(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the part of the console with the phones at the tables. No journal line tells of them."""
    console = load_console(evening) if evening.stage == Stage.PLAYING else None
    found = console and load_phones_at_tables(
        evening, console.round, console.tables, program_clock.read_time()
    )
    return render(request, "console/phones.html", {"evening": evening, "phones": found})
