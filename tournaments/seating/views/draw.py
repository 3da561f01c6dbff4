"""The draw: the seats from the head table down, drawn again, swapped, and taken."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.permissions import Right
from accounts.shared.views.base import Done
from tournaments.base.views.pages import (
    do_at_evening,
    may_run,
    member_page,
    status_of,
)
from tournaments.base.words import round_title, worded
from tournaments.console.presenters.console import Console, view_of
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.seating.forms.draw import DrawForm, SwapForm
from tournaments.seating.presenters.draw import draw_of
from tournaments.seating.services.seats import evening_start, seats_draw, seats_swap


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Everybody has a seat; play has not begun."""
    view = view_of(evening)
    return _show(request, evening, view, SwapForm(tables=view.tables), note=True)


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
    """Two people change seats."""
    view = view_of(evening)
    form = SwapForm(request.POST, tables=view.tables)
    swapped = do_at_evening(
        request,
        evening,
        lambda by: seats_swap(by, first=form.cleaned_data["first"], second=form.cleaned_data["second"]),
        _("The seats are swapped."),
        form=form,
    )
    if isinstance(swapped, Done):
        return redirect("evening", evening.pk)
    return _show(request, evening, view, form)


@require_POST
@member_page(Right.RUN)
def start(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Everybody sits: play begins."""
    said = _("%(round)s begins.") % {"round": round_title(evening.play, 1)}
    do_at_evening(request, evening, evening_start, said)
    return redirect("evening", evening.pk)


def _show(
    request: HttpRequest, evening: Evening, view: Console, form: SwapForm, *, note: bool = False
) -> HttpResponse:
    drawn = draw_of(view)
    shown = {
        "evening": evening,
        "may_run": may_run(request),
        "play": view.play,
        "draw": drawn,
        "why": worded(drawn.why, {}) if drawn.why else "",
        "stake": view.settings.stake,
        "note": view.prize_note if note else None,
        "swap": form,
        "again": DrawForm(),
        "seated": view.stage is Stage.SEATED,
    }
    return render(request, "seating/draw/page.html", shown, status=status_of(form))
