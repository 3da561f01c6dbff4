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

from accounts.names import drop_double_stop
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views import Success
from tournaments.base.presenters import Confirmation
from tournaments.base.services import ServiceInfo
from tournaments.base.views import (
    ChangePreview,
    confirm,
    do_at_evening,
    get_status,
    list_rights,
    make_requested_by,
    make_undo_tag,
    member_page,
    preview_change,
    render_preview,
)
from tournaments.base.words import describe_in_round, describe_round
from tournaments.bell.forms import ClockAction, ClockForm, CutForm, CutNamed, UndoBellForm
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, cuts_draw, moves_apply
from tournaments.bell.services.clock import clock_extend, clock_pause, clock_resume, clock_start, round_last
from tournaments.console.presenters import (
    Console,
    LastBell,
    describe_last_round,
    describe_ringing,
    load_console,
    load_last_bell,
)
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.record import Stage
from tournaments.evening.presenters.movers import describe_cut_winners, find_needed_cut, make_cut_view
from tournaments.evening.selectors.access import load_names
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import load_draw_lines
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.scoring.presenters.deals import load_round_tables
from tournaments.undo.services.undo import bell_undo, moves_keep, moves_replay


class TakesBack(Protocol):
    """A service that undoes the bell of ``round``, or replays its moves."""

    def __call__(self, by: RequestedBy, /, *, round: int | None, discard: bool) -> Journal: ...


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def ring(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Ring the bell by hand. If results are missing, the page first requires a confirmation."""
    if request.method != "POST":
        return _confirm_step(request, evening, round, describe_ringing)
    do_at_evening(request, evening, partial(bell_ring, round=round))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def apply(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Move everybody and open the next round."""
    message = _("%(game)s has started.") % {"game": describe_round(evening.play, round + 1)}
    seen_line = number_in(request.POST.get("seen", ""))
    by = replace(make_requested_by(request, evening), before=load_console(evening).at_line)
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
    names, facts = load_names(evening), load_facts(evening.pk)
    need = find_needed_cut(facts, round, **cut_named.make_arguments())
    if need is None:
        messages.info(request, _("This cut is already recorded, or it is no longer needed."))
        return redirect(_make_console_url(evening))
    form = CutForm(request.POST if request.method == "POST" else None, need=need, names=names)
    if form.is_outdated:
        messages.info(request, _("This is already recorded."))
        return redirect(request.get_full_path())

    def record(by: RequestedBy) -> Journal:
        return cut_record(
            by, round=round, cards=form.get_cards(), attempt=form.attempt, **cut_named.make_arguments()
        )

    outcome = do_at_evening(request, evening, record, form=form)
    if isinstance(outcome, Success):
        next_cut = find_needed_cut(load_facts(evening.pk), round, **cut_named.make_arguments())
        return _redirect_after_cut(request, evening, outcome.value, next_cut)
    view = make_cut_view(round, need, names, evening.play)
    context = {
        "evening": evening,
        "cut": view,
        "form": form,
        "back": _make_console_url(evening),
        "round_tables": load_round_tables(evening, round, view.table, facts),
    }
    return render(request, "bell/cut.html", context | list_rights(request), status=get_status(form))


@require_POST
@member_page(Right.RUN)
def draw_cut(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Draw the cards with a seed that is recorded and shown."""
    cut_named = CutNamed(request.POST)
    if not cut_named.is_valid():
        raise Http404

    act = partial(cut_draw, round=round, among=cut_named.parse_players(), **cut_named.make_arguments())
    do_at_evening(request, evening, act, lambda line: _describe_draw(line, [line]))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def draw_cuts(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Draw every missing cut."""
    outcome = do_at_evening(request, evening, cuts_draw)
    if isinstance(outcome, Success):  # one undo link cannot undo all lines
        messages.success(request, _describe_draw(outcome.value, load_draw_lines(outcome.value)))
    return redirect("evening", evening.pk)


def _describe_draw(line: Journal, lines: Iterable[Journal]) -> str:
    figures = {"cards": describe_cut_winners(lines), "seed": line.payload.get("seed", "")}
    return _("Drawn: %(cards)s. Seed: %(seed)s") % figures


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def undo(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Undo the last bell, with a reason."""
    bell = load_last_bell(evening, moves=False)
    words = _("%(round)s is open again.")
    message = words % {"round": describe_round(evening.play, bell.round)}
    return _take_back(request, evening, "bell/undo.html", bell, bell_undo, message)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def replay(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Make the last bell's moves again from the corrected results."""
    bell = load_last_bell(evening, moves=True)
    message = _("The moves into %(round)s were calculated again.") % {
        "round": describe_in_round(evening.play, bell.opened_round)
    }
    return _take_back(request, evening, "bell/replay.html", bell, moves_replay, message)


@require_POST
@member_page(Right.RUN)
def undo_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show what would change now if the last bell were undone."""
    return _show_preview(request, evening, load_last_bell(evening, moves=False), bell_undo)


@require_POST
@member_page(Right.RUN)
def replay_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show what would change now if the last bell's moves were made again."""
    return _show_preview(request, evening, load_last_bell(evening, moves=True), moves_replay)


def _show_preview(request: HttpRequest, evening: Evening, bell: LastBell, act: TakesBack) -> HttpResponse:
    preview = ChangePreview()
    if _has_changes(bell):
        preview = preview_change(request, evening, lambda by: act(by, round=bell.round, discard=True))
    return render_preview(request, evening, preview)


def _has_changes(bell: LastBell) -> bool:
    """Return whether anything would change: a bell is undone, or its moves become different."""
    return bell.possible and (not bell.moves_made or (bell.differs and not bell.undecided))


def _take_back(
    request: HttpRequest, evening: Evening, template: str, bell: LastBell, act: TakesBack, message: str
) -> HttpResponse:
    """Show and handle the form with the reason. ``act`` is the service that undoes the shown bell."""
    data = request.POST if request.method == "POST" else None
    lost_round = describe_in_round(evening.play, bell.opened_round)
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
        "shows_changes": _has_changes(bell),
        "back": _make_console_url(evening),
    }
    return render(request, template, context | list_rights(request), status=get_status(form))


def _confirm_step(
    request: HttpRequest,
    evening: Evening,
    round: int,
    make_confirmation: Callable[[Console], Confirmation | None],
) -> HttpResponse:
    """Show a confirmation for an action in this round. If none is needed, redirect to the console."""
    now = load_console(evening) if evening.stage == Stage.PLAYING else None
    return confirm(
        request, evening, make_confirmation(now) if now is not None and now.round == round else None
    )


def _make_console_url(evening: Evening) -> str:
    return reverse("evening", args=[evening.pk])


def _redirect_after_cut(
    request: HttpRequest, evening: Evening, line: Journal, next_cut: CutNeed | None
) -> HttpResponse:
    """Redirect to the console. After equal cards, redirect to the same cut again."""
    if next_cut is not None and next_cut.attempts:
        messages.info(request, _("The highest cards are equal. Cut again."), extra_tags="warn")
        return redirect(request.get_full_path())
    message = _("The cut is recorded. Highest card: %(winner)s.") % {"winner": describe_cut_winners([line])}
    messages.success(request, drop_double_stop(message), extra_tags=make_undo_tag(request, line))
    return redirect(_make_console_url(evening))


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
        return _confirm_step(request, evening, round, describe_last_round)
    form = ClockForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
        return redirect("evening", evening.pk)
    act, seconds = ACTS[form.cleaned_data["what"]], form.seconds
    do_at_evening(request, evening, lambda by: act(by, round, seconds))
    return redirect("evening", evening.pk)
