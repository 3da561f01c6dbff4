"""The draw: the seats from the head table down, drawn again, swapped, and taken."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.permissions import Right
from tournaments.base.views.pages import (
    asked_by,
    attempt,
    command,
    line_of,
    may_run,
    member_page,
    say_done,
    status_of,
)
from tournaments.base.words import round_title, worded
from tournaments.core.record import Stage
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.prizes.presenters.prize_note import PrizeNote, note_of
from tournaments.seating.forms.draw import DrawForm, SwapForm
from tournaments.seating.presenters.draw import Draw, draw_of
from tournaments.seating.services.seats import evening_start, seats_draw, seats_swap


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Everybody has a seat; play has not begun."""
    facts = load_facts(evening.pk)
    drawn = draw_of(evening, facts)
    return _show(request, evening, drawn, SwapForm(tables=drawn.tables), note_of(facts))


@require_POST
@member_page(Right.RUN)
def draw(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Draw the seats, or draw them again."""
    here = reverse("evening", args=[evening.pk])
    form = DrawForm(request.POST)
    if not form.is_valid():
        for error in form.errors.get("seed", ()):
            messages.error(request, f"{form.fields['seed'].label}: {error}")
        return redirect(here)
    return command(
        request,
        evening,
        here,
        lambda by: seats_draw(by, seed=form.cleaned_data["seed"]),
        _("The seats are drawn."),
    )


@require_POST
@member_page(Right.RUN)
def swap(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Two people change seats."""
    drawn = draw_of(evening, load_facts(evening.pk))
    form = SwapForm(request.POST, tables=drawn.tables)
    if form.is_valid() and attempt(
        form,
        evening,
        lambda: seats_swap(
            asked_by(request, evening), first=form.cleaned_data["first"], second=form.cleaned_data["second"]
        ),
    ):
        say_done(request, _("The seats are swapped."), line_of(form))
        return redirect("evening", evening.pk)
    return _show(request, evening, drawn, form)


@require_POST
@member_page(Right.RUN)
def start(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Everybody sits: play begins."""
    return command(
        request,
        evening,
        reverse("evening", args=[evening.pk]),
        evening_start,
        _("%(round)s begins.") % {"round": round_title(evening.play, 1)},
    )


def _show(
    request: HttpRequest, evening: Evening, drawn: Draw, form: SwapForm, note: PrizeNote | None = None
) -> HttpResponse:
    shown = {
        "evening": evening,
        "may_run": may_run(request),
        "play": evening.play,
        "draw": drawn,
        "why": worded(drawn.why, {}) if drawn.why else "",
        "stake": evening.settings.stake,
        "note": note,
        "swap": form,
        "again": DrawForm(),
        "seated": evening.stage == Stage.SEATED,
    }
    return render(request, "seating/draw/page.html", shown, status=status_of(form))
