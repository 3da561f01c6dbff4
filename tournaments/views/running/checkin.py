"""Check-in: people are ticked off, added, changed and taken off again; the page shows what it makes."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.permissions import Right
from tournaments.core.record import Stage
from tournaments.forms.running.checkin import ListForm, NamesForm
from tournaments.forms.running.draw import DrawForm
from tournaments.models import Evening
from tournaments.pages.running.checkin import LATE, Room, role_prizes, room
from tournaments.services.running.people import people_check_in
from tournaments.views.base import asked_by, attempt, line_of, may_run, member_page, say_done, status_of
from tournaments.words import one_stop, refusal, worded

PAGES_AFTER = {"people": "people"}
"""Where a form may ask to go to when it is done; every other goes to the evening."""


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open the check-in. Players can arrive from now on."""
    hall = room(evening)
    return _show(request, evening, hall, _names(evening, hall), _list(evening, hall))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def check_in(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Names are checked in; the page by itself is for people who come late."""
    hall = room(evening)
    if request.method != "POST":
        if evening.stage not in LATE:
            return redirect("evening", evening.pk)
        return _show(request, evening, hall, _names(evening, hall), _list(evening, hall))
    form = _names(evening, hall, request)
    return _check_in(request, evening, form) or _show(request, evening, hall, form, _list(evening, hall))


@require_POST
@member_page(Right.RUN)
def check_in_from_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Those ticked on the club's list are checked in."""
    hall = room(evening)
    form = _list(evening, hall, request)
    return _check_in(request, evening, form) or _show(request, evening, hall, _names(evening, hall), form)


def _check_in(request: HttpRequest, evening: Evening, form: NamesForm | ListForm) -> HttpResponse | None:
    """Check in whom the form names, and go on; None if it was refused."""
    if not form.is_valid():
        return None
    then = redirect(PAGES_AFTER.get(request.POST.get("next", ""), "evening"), evening.pk)
    if isinstance(form, NamesForm) and form.skips and not form.arrivals:
        messages.info(request, _("All these players are already checked in."))
        return then
    if not attempt(form, evening, lambda: people_check_in(asked_by(request, evening), people=form.arrivals)):
        form.refused()
        return None
    number = len(form.arrivals)
    say_done(request, _("Checked in: %(n)s.") % {"n": number}, line_of(form))
    _warn_of_roles(request, evening, [" ".join(one.name.split()) for one in form.arrivals if not one.role])
    return then


def _warn_of_roles(request: HttpRequest, evening: Evening, without: Sequence[str]) -> None:
    """Say which prizes late players without a role cannot win. Before the draw the page itself says it."""
    prizes = role_prizes(evening) if without and evening.stage in LATE else ()
    if prizes:
        words = _("No role: %(names)s. Without one they cannot win: %(prizes)s. Set it on the player’s page.")
        told = words % {"names": ", ".join(without), "prizes": ", ".join(prizes)}
        messages.info(request, one_stop(told), extra_tags="warn")


def _names(evening: Evening, hall: Room, request: HttpRequest | None = None) -> NamesForm:
    return NamesForm(
        request.POST if request else None,
        roles=evening.settings.roles,
        usual=hall.usual_roles,
        here=hall.keys,
        closed=role_prizes(evening) if evening.stage in LATE else None,
    )


def _list(evening: Evening, hall: Room, request: HttpRequest | None = None) -> ListForm:
    return ListForm(
        request.POST if request else None, roles=evening.settings.roles, offered=hall.offered, here=hall.came
    )


def _show(
    request: HttpRequest, evening: Evening, hall: Room, names: NamesForm, ticks: ListForm
) -> HttpResponse:
    plan = hall.plan
    shown = {
        "evening": evening,
        "may_run": may_run(request),
        "room": hall,
        "roles": evening.settings.roles,
        "why": worded(plan.why, {}) if plan.why else "",
        "refusal": refusal(plan.refusal, {}) if plan.refusal else "",
        "names": names,
        "ticks": ticks,
        "draw": DrawForm(),
        "next": PAGES_AFTER.get(request.POST.get("next", request.GET.get("next", "")), ""),
    }
    template = (
        "running/check_in/page.html" if evening.stage == Stage.CHECK_IN else "running/check_in/late.html"
    )
    return render(request, template, shown, status=max(status_of(names), status_of(ticks)))
