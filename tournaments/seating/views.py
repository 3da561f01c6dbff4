"""Pages of the draw and of the sizes of tables, before the draw or with a new draw."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import StaleError
from accounts.permissions import Right
from accounts.refusals import CHANGED_MEANWHILE
from accounts.shared.views import Success
from tournaments.attendance.presenters.people import plan_of
from tournaments.base.views import do_at_evening, may_run, member_page, status_of
from tournaments.base.words import round_title, worded
from tournaments.console.presenters import Console, view_of
from tournaments.core.record import Stage
from tournaments.core.settings import OF_TABLES
from tournaments.evening.services.evenings import evening_change
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.seating.forms import DrawForm, SeatSwapForm, SizesForm
from tournaments.seating.presenters import draw_of
from tournaments.seating.services import evening_start, seats_draw, seats_swap


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show everybody's seat before play begins."""
    view = view_of(evening)
    return _show(request, evening, view, SeatSwapForm(tables=view.tables), note=True)


@require_POST
@member_page(Right.RUN)
def draw(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Draw the seats, or draw them again."""
    form = DrawForm(request.POST)
    if form.is_valid():
        act = partial(seats_draw, seed=form.cleaned_data["seed"])
        do_at_evening(request, evening, act, _("The seats are drawn."))
    for error in form.errors.get("seed", ()):
        messages.error(request, f"{form.fields['seed'].label}: {error}")
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def swap(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Swap the seats of two people."""
    view = view_of(evening)
    form = SeatSwapForm(request.POST, tables=view.tables)
    swapped = do_at_evening(
        request,
        evening,
        lambda by: seats_swap(by, first=form.cleaned_data["first"], second=form.cleaned_data["second"]),
        _("The seats are swapped."),
        form=form,
    )
    if isinstance(swapped, Success):
        return redirect("evening", evening.pk)
    return _show(request, evening, view, form)


@require_POST
@member_page(Right.RUN)
def start(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Begin play after everybody has a seat."""
    message = _("%(round)s begins.") % {"round": round_title(evening.play, 1)}
    do_at_evening(request, evening, evening_start, message)
    return redirect("evening", evening.pk)


def _show(
    request: HttpRequest, evening: Evening, view: Console, form: SeatSwapForm, *, note: bool = False
) -> HttpResponse:
    seat_draw = draw_of(view)
    context = {
        "evening": evening,
        "may_run": may_run(request),
        "play": view.play,
        "draw": seat_draw,
        "why": worded(seat_draw.reason, {}) if seat_draw.reason else "",
        "stake": view.settings.stake,
        "note": view.prize_note if note else None,
        "swap": form,
        "again": DrawForm(),
        "seated": view.stage is Stage.SEATED,
    }
    return render(request, "seating/draw/page.html", context, status=status_of(form))


BEFORE_THE_DRAW = (Stage.DRAFT, Stage.CHECK_IN)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def sizes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the tables that tonight's people make. Change them with one tap, or by numbers."""
    stood = {name: getattr(evening.settings, name) or None for name in OF_TABLES}
    form = SizesForm(request.POST if request.method == "POST" else None, initial=stood)
    message = _("Saved.") if evening.stage in BEFORE_THE_DRAW else _("The seats are drawn.")
    outcome = do_at_evening(request, evening, lambda by: _choose(by, evening, form), message, form=form)
    if isinstance(outcome, Success):
        return redirect("evening", evening.pk)
    plan = plan_of(evening)
    context = {
        "evening": evening,
        "form": form,
        "plan": plan,
        "drawn_before": evening.stage not in BEFORE_THE_DRAW,
    }
    return render(request, "seating/tables/sizes.html", context, status=status_of(form))


def _choose(by: RequestedBy, evening: Evening, form: SizesForm) -> Journal:
    """Change the settings, or draw again. StaleError if the stage has changed since the page was shown."""
    if form.cleaned_data["stage"] not in ("", evening.stage):
        raise StaleError("seen", CHANGED_MEANWHILE)
    if evening.stage in BEFORE_THE_DRAW:
        return evening_change(by, settings=form.sizes)
    return seats_draw(by, **form.sizes)
