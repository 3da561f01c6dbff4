"""Check-in: people are ticked off, added, changed and taken off again; the page shows what it makes."""

from collections.abc import Sequence
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.names import name_key, one_stop
from accounts.permissions import Right
from accounts.shared.views.base import Refused, get_or_post
from tournaments.attendance.forms.checkin import ListForm, NamesForm
from tournaments.attendance.presenters.checkin import LATE, Room, closed_without_role, role_prizes, room
from tournaments.attendance.services.people import LEFT_BEFORE, people_check_in
from tournaments.base.views.pages import (
    do_at_evening,
    may_run,
    member_page,
    status_of,
)
from tournaments.base.words import refusal, worded
from tournaments.core.record import Stage
from tournaments.core.results.prizes import without_roles
from tournaments.evening.selectors.access import Comer
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.evenings import evening_change
from tournaments.models import Evening
from tournaments.prizes.presenters.prize_note import note_at_check_in, note_of
from tournaments.seating.forms.draw import DrawForm

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
    return _check_in(request, evening, hall, form) or _show(
        request, evening, hall, form, _list(evening, hall)
    )


@require_POST
@member_page(Right.RUN)
def check_in_from_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Those ticked on the club's list are checked in."""
    hall = room(evening)
    form = _list(evening, hall, request)
    return _check_in(request, evening, hall, form) or _show(
        request, evening, hall, _names(evening, hall), form
    )


@get_or_post
@member_page(Right.RUN)
def roles(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Give each player a role by one tap. Sent: the prizes for roles become one prize for everybody."""
    if request.method == "POST":
        settings = without_roles(evening.settings)
        said = _("The prizes for roles are now one prize for everybody.")
        do_at_evening(request, evening, partial(evening_change, settings=settings), said)
        return redirect("evening", evening.pk)
    hall = room(evening)
    shown = {
        "evening": evening,
        "people": hall.here,
        "note": note_at_check_in(evening, hall.here),
        "may_run": True,
    }
    return render(request, "attendance/check_in/roles.html", shown)


def _check_in(
    request: HttpRequest, evening: Evening, hall: Room, form: NamesForm | ListForm
) -> HttpResponse | None:
    """Check in whom the form names, and go on; None if it was refused, or if a list is to be looked at."""
    if not form.is_valid() or (isinstance(form, NamesForm) and form.left_out):
        return None
    then = redirect(PAGES_AFTER.get(request.POST.get("next", ""), "evening"), evening.pk)
    away = _named_away(hall, form)
    if isinstance(form, NamesForm) and form.skips and not form.arrivals:
        if away:
            return None
        messages.info(request, _("All these players are already checked in."))
        return then
    said = _("Checked in: %(n)s.") % {"n": len(form.arrivals)}
    done = do_at_evening(request, evening, partial(people_check_in, people=form.arrivals), said, form=form)
    if isinstance(done, Refused):
        if done.error and done.error.field != "people":
            form.refused()
        return None
    if away:
        words = _(LEFT_BEFORE)
        told = words % {"names": ", ".join(person.name for person in away)}
        messages.info(request, one_stop(told), extra_tags="warn")
    without = [" ".join(one.name.split()) for one in form.arrivals if not one.role]
    if evening.stage in LATE:
        _warn_of_prizes(request, evening, without)
    return then


def _named_away(hall: Room, *forms: NamesForm | ListForm) -> list[Comer]:
    """Return those whom a form that was sent names, and who went home or pause."""
    names = [arrival.name for form in forms for arrival in form.arrivals]
    names += [name for form in forms if isinstance(form, NamesForm) for name in form.already]
    keys = {name_key(" ".join(name.split())) for name in names}
    return [person for person in hall.away if name_key(person.name) in keys]


def _warn_of_prizes(request: HttpRequest, evening: Evening, without: Sequence[str]) -> None:
    """Name the prizes that late players without a role cannot win, and those that few can win.

    Before the draw the page itself has this note. Where nobody has a role, nothing is closed to anybody.
    """
    note = note_of(load_facts(evening.pk))
    prizes = role_prizes(evening) if without and not note.undecided else ()
    if prizes:
        words = _("No role: %(names)s. Without one they cannot win: %(prizes)s. Set it on the player’s page.")
        told = words % {"names": ", ".join(without), "prizes": ", ".join(prizes)}
        messages.info(request, one_stop(told), extra_tags="warn")
    if note.lines:
        messages.info(request, " ".join(note.lines), extra_tags="warn")


def _names(evening: Evening, hall: Room, request: HttpRequest | None = None) -> NamesForm:
    return NamesForm(
        request.POST if request else None,
        roles=evening.settings.roles,
        usual=hall.usual_roles,
        here=hall.keys,
        closed=closed_without_role(evening, hall.here) if evening.stage in LATE else None,
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
        "note": note_at_check_in(evening, hall.here) if plan.tables else None,
        "refusal": refusal(plan.refusal, {}) if plan.refusal else "",
        "names": names,
        "ticks": ticks,
        "back": _named_away(hall, names, ticks),
        "draw": DrawForm(),
        "next": PAGES_AFTER.get(request.POST.get("next", request.GET.get("next", "")), ""),
    }
    late = evening.stage != Stage.CHECK_IN
    template = "attendance/check_in/late.html" if late else "attendance/check_in/page.html"
    return render(request, template, shown, status=max(status_of(names), status_of(ticks)))
