"""Pages of the bell and the clock: ring, cut, apply the moves, undo the bell, replay its moves."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Protocol, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.names import one_stop
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views import Success
from tournaments.base.presenters import Confirmation
from tournaments.base.services import ServiceInfo
from tournaments.base.views import (
    ChangePreview,
    asked_by,
    confirm,
    do_at_evening,
    look,
    member_page,
    rights_of,
    show,
    status_of,
    undo_tag,
)
from tournaments.base.words import in_round, round_title
from tournaments.bell.forms import ClockAction, ClockForm, CutForm, CutNamed, UndoBellForm
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, cuts_draw, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start, round_last
from tournaments.console.presenters import (
    Console,
    LastBell,
    last_bell,
    last_round_confirmation,
    ring_confirmation,
    view_of,
)
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.record import Stage
from tournaments.evening.presenters.movers import cut_needed, cut_view, winners_of
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.moves import drawn_with
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.undo.services.undo import bell_undo, moves_keep, moves_replay


class TakesBack(Protocol):
    """A service that undoes the bell of ``round``, or replays its moves."""

    def __call__(self, by: RequestedBy, /, *, round: int | None, discard: bool) -> Journal: ...


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def ring(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Ring the bell by hand. If results are missing, the page first requires a confirmation."""
    if request.method != "POST":
        return _confirm_step(request, evening, round, ring_confirmation)
    do_at_evening(request, evening, partial(bell_ring, round=round))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def apply(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Move everybody and open the next round."""
    message = _("%(game)s has started.") % {"game": round_title(evening.play, round + 1)}
    seen_line = number_in(request.POST.get("seen", ""))
    by = replace(asked_by(request, evening), before=view_of(evening).at_line)
    do_at_evening(request, evening, partial(moves_apply, round=round, seen=seen_line), message, by=by)
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def keep(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Keep the moves, although a corrected result would lead to other moves."""
    do_at_evening(request, evening, partial(moves_keep, round=round), _("The moves stand."))
    return redirect("evening", evening.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def cut(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Enter the cards that were cut at a table."""
    cut_named = CutNamed(request.GET)
    if not cut_named.is_valid():
        raise Http404
    names = names_of(evening)
    need = cut_needed(evening, round, **cut_named.cut_arguments())
    if need is None:
        messages.info(request, _("This cut is already recorded, or it is no longer needed."))
        return redirect(_console(evening))
    form = CutForm(request.POST if request.method == "POST" else None, need=need, names=names)
    if form.outdated:
        messages.info(request, _("This is already recorded."))
        return redirect(request.get_full_path())

    def record(by: RequestedBy) -> Journal:
        return cut_record(
            by, round=round, cards=form.cards(), attempt=form.attempt, **cut_named.cut_arguments()
        )

    outcome = do_at_evening(request, evening, record, form=form)
    if isinstance(outcome, Success):
        return _after_cut(
            request, evening, outcome.value, cut_needed(evening, round, **cut_named.cut_arguments())
        )
    view = cut_view(round, need, names, evening.play)
    context = {"evening": evening, "cut": view, "form": form, "back": _console(evening)}
    return render(request, "bell/cut.html", context | rights_of(request), status=status_of(form))


@require_POST
@member_page(Right.RUN)
def draw_cut(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Draw the cards with a seed that is recorded and shown."""
    cut_named = CutNamed(request.POST)
    if not cut_named.is_valid():
        raise Http404

    act = partial(cut_draw, round=round, among=cut_named.players(), **cut_named.cut_arguments())
    do_at_evening(request, evening, act, lambda line: _drawn_message(line, [line]))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def draw_cuts(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Draw every missing cut."""
    outcome = do_at_evening(request, evening, cuts_draw)
    if isinstance(outcome, Success):  # one undo link cannot undo all lines
        messages.success(request, _drawn_message(outcome.value, drawn_with(outcome.value)))
    return redirect("evening", evening.pk)


def _drawn_message(line: Journal, lines: Iterable[Journal]) -> str:
    figures = {"cards": winners_of(lines), "seed": line.payload.get("seed", "")}
    return _("Drawn: %(cards)s. Seed: %(seed)s") % figures


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def undo(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Undo the last bell, with a reason."""
    bell = last_bell(evening, moves=False)
    words = _("%(round)s is open again.")
    message = words % {"round": round_title(evening.play, bell.round)}
    return _take_back(request, evening, "bell/undo.html", bell, bell_undo, message)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def replay(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Make the last bell's moves again from the corrected results."""
    bell = last_bell(evening, moves=True)
    message = _("The moves into %(round)s were calculated again.") % {
        "round": in_round(evening.play, bell.opened_round)
    }
    return _take_back(request, evening, "bell/replay.html", bell, moves_replay, message)


@require_POST
@member_page(Right.RUN)
def undo_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show what would change now if the last bell were undone."""
    return _look(request, evening, last_bell(evening, moves=False), bell_undo)


@require_POST
@member_page(Right.RUN)
def replay_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show what would change now if the last bell's moves were made again."""
    return _look(request, evening, last_bell(evening, moves=True), moves_replay)


def _look(request: HttpRequest, evening: Evening, bell: LastBell, act: TakesBack) -> HttpResponse:
    preview = ChangePreview()
    if _would_change(bell):
        preview = look(request, evening, lambda by: act(by, round=bell.round, discard=True))
    return show(request, evening, preview)


def _would_change(bell: LastBell) -> bool:
    """Return whether anything would change: a bell is undone, or its moves become different."""
    return bell.possible and (not bell.moves_made or (bell.differs and not bell.undecided))


def _take_back(
    request: HttpRequest, evening: Evening, template: str, bell: LastBell, act: TakesBack, message: str
) -> HttpResponse:
    """Show and handle the form with the reason. ``act`` is the service that undoes the shown bell."""
    data = request.POST if request.method == "POST" else None
    lost_round = in_round(evening.play, bell.opened_round)
    form = UndoBellForm(
        data, initial={"bell": bell.round}, verb=cast(ServiceInfo, act).verb, lost_round=lost_round
    )
    outcome = do_at_evening(
        request,
        evening,
        lambda by: act(by, round=form.cleaned_data["bell"], discard=form.cleaned_data["discard"]),
        message,
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("evening", evening.pk)
    context = {
        "evening": evening,
        "play": evening.play,
        "bell": bell,
        "form": form,
        "shows_changes": _would_change(bell),
        "back": _console(evening),
    }
    return render(request, template, context | rights_of(request), status=status_of(form))


def _confirm_step(
    request: HttpRequest,
    evening: Evening,
    round: int,
    make_confirmation: Callable[[Console], Confirmation | None],
) -> HttpResponse:
    """Show a confirmation for an action in this round. If none is needed, redirect to the console."""
    now = view_of(evening) if evening.stage == Stage.PLAYING else None
    return confirm(
        request, evening, make_confirmation(now) if now is not None and now.round == round else None
    )


def _console(evening: Evening) -> str:
    return reverse("evening", args=[evening.pk])


def _after_cut(
    request: HttpRequest, evening: Evening, line: Journal, next_cut: CutNeed | None
) -> HttpResponse:
    """Redirect to the console. After equal cards, redirect to the same cut again."""
    if next_cut is not None and next_cut.attempts:
        messages.info(request, _("The highest cards are equal. Cut again."), extra_tags="warn")
        return redirect(request.get_full_path())
    message = _("The cut is recorded. Highest card: %(winner)s.") % {"winner": winners_of([line])}
    messages.success(request, one_stop(message), extra_tags=undo_tag(request, line))
    return redirect(_console(evening))


ACTS: dict[ClockAction, Callable[[RequestedBy, int, int | None], Journal]] = {
    ClockAction.START: lambda by, round, seconds: clock_start(by, round=round, seconds=seconds),
    ClockAction.PAUSE: lambda by, round, _seconds: clock_pause(by, round=round),
    ClockAction.RESUME: lambda by, round, _seconds: clock_resume(by, round=round),
    ClockAction.EXTEND: lambda by, round, seconds: clock_extend(by, round=round, seconds=seconds or 0),
    ClockAction.LAST: lambda by, round, _seconds: round_last(by, round=round),
    ClockAction.NOT_LAST: lambda by, round, _seconds: round_last(by, round=round, last=False),
}
"""The service of each button."""


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def clock(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Run one of ``ACTS`` for this round. Before a round becomes the last, require a confirmation."""
    if request.method != "POST":
        return _confirm_step(request, evening, round, last_round_confirmation)
    form = ClockForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return redirect("evening", evening.pk)
    act, seconds = ACTS[form.cleaned_data["what"]], form.seconds
    do_at_evening(request, evening, lambda by: act(by, round, seconds))
    return redirect("evening", evening.pk)
