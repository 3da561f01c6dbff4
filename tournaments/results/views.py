"""Pages of the standing, the ledger, fresh stakes, settling up, prizes, and reopening or calling off.

Reopening an evening and calling it off need a reason. Their pages first show the changes.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import Right
from accounts.shared.views import Failure, Success
from tournaments.base.forms import list_metric_titles
from tournaments.base.views import (
    ChangePreview,
    cached_response,
    confirm,
    do_at_evening,
    get_member_request,
    get_status,
    list_rights,
    may_run,
    member_page,
    preview_change,
    render_preview,
)
from tournaments.base.words import format_counters
from tournaments.console.presenters import describe_settling, load_console
from tournaments.core.record import Stage
from tournaments.core.results.standings import list_ranking_steps, list_steps
from tournaments.evening.selectors.access import load_season_names, load_seasons_by_stage, make_evening_tag
from tournaments.evening.selectors.evening import find_newest_line, load_facts
from tournaments.evening.selectors.moves import CALLED_OFF
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.phones.presenters import load_open_requests
from tournaments.prizes.presenters.prizes import (
    build_note,
    build_prizes,
    build_prizes_page,
    describe_few_deals,
    keeps_secrets,
    load_gifts,
)
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.results.forms import (
    CallOffForm,
    CountsForm,
    EveningReopenForm,
    LastBellForm,
    LedgerForm,
    RevealForm,
    StakeForm,
)
from tournaments.results.presenters.finishing import (
    build_confirmation,
    describe_calling_off,
    describe_reopened,
    describe_reopening,
    needs_confirmation,
)
from tournaments.results.presenters.ledger import build_ledger_page
from tournaments.results.presenters.standing import (
    build_settling,
    build_standing_rows,
    list_chip_cuts,
    list_games_won,
    load_written_rows,
)
from tournaments.results.services import (
    evening_call_off,
    evening_finish,
    evening_reopen,
    evening_settle,
    final_count,
)
from tournaments.standings.selectors.standings import awaits_cut, load_stands
from tournaments.undo.presenters import load_version_changes
from tournaments.undo.services.revert import stake_correct


def require_ledger(evening: Evening) -> None:
    """Raise Http404 if the game has no counters."""
    if not evening.play.kind.stakes:
        raise Http404


@require_safe
@member_page(Right.VIEW)
def ledger(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the sum that anybody can check, all lines and all pools. 404 for games with bids."""
    require_ledger(evening)
    if not may_run(request) and keeps_secrets(evening):
        return render(request, "results/ledger/secret.html", {"evening": evening} | list_rights(request))
    get_member_request(request).part = "HX-Request" in request.headers and "seq" in request.GET
    facts = load_facts(evening.pk)
    rounds = [round_row.number for round_row in facts.rounds]
    form = LedgerForm(request.GET, names=facts.names, rounds=rounds, play=facts.play)
    page = build_ledger_page(evening, facts, form.query, form.number)
    context = {
        "evening": evening,
        "play": facts.play,
        "form": form,
        "page": page,
        "mendable": evening.stage in (Stage.PLAYING, Stage.SETTLING),
        "here": form.build_query(form.number),
        "older": form.build_query(page.older),
        "newer": form.build_query(page.newer),
    }
    response = render(request, "results/ledger/page.html", context | list_rights(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def stake(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Correct a fresh stake: given but not recorded, or recorded but not given."""
    require_ledger(evening)
    form = _build_stake_form(request, evening)
    outcome = do_at_evening(request, evening, lambda by: _correct(by, form), gettext("Saved."), form=form)
    if isinstance(outcome, Success):
        return redirect("ledger", evening.pk)
    context = {
        "evening": evening,
        "form": form,
        "play": evening.play,
        "stake": evening.settings.stake,
        "open": evening.stage in (Stage.PLAYING, Stage.SETTLING),
    }
    return render(
        request, "results/ledger/stake.html", context | list_rights(request), status=get_status(form)
    )


@require_POST
@member_page(Right.RUN)
def stake_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the effects of the correction in the form."""
    require_ledger(evening)
    form = _build_stake_form(request, evening)
    form.fields["reason"].required = False
    preview = (
        preview_change(request, evening, lambda by: _correct(by, form))
        if form.is_valid()
        else ChangePreview()
    )
    return render_preview(request, evening, preview)


def _build_stake_form(request: HttpRequest, evening: Evening) -> StakeForm:
    facts = load_facts(evening.pk)
    return StakeForm(
        request.POST if request.method == "POST" else None,
        names=facts.names,
        rounds=[round_row.number for round_row in facts.rounds],
        play=facts.play,
        initial={name: request.GET.get(name) for name in ("person", "round", "given")},
    )


def _correct(by: RequestedBy, form: StakeForm) -> Journal:
    values = form.cleaned_data
    return stake_correct(
        by, entry=values["person"], round=values["round"], given=values["given"], seen=values["seen"]
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def reopen(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Reopen a finished evening, with a reason."""
    if evening.stage != Stage.FINISHED and request.method != "POST":
        return redirect("evening", evening.pk)
    context = {
        "title": gettext("Reopen the evening"),
        "effects": list(describe_reopening(evening, *load_seasons_by_stage(evening.pk))),
        "looks": reverse("evening-reopen-look", args=[evening.pk]),
    }
    return _ask_reason(
        request, evening, EveningReopenForm, evening_reopen, gettext("The evening is reopened."), context
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def call_off(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Call an evening off, with a reason."""
    if evening.stage not in (Stage.PLAYING, Stage.SETTLING) and request.method != "POST":
        return redirect("evening", evening.pk)
    open_names, _closed = load_seasons_by_stage(evening.pk)
    context = {
        "title": gettext("Call off the evening"),
        "effects": list(describe_calling_off(open_names)),
        "looks": "",
    }
    return _ask_reason(
        request, evening, CallOffForm, evening_call_off, gettext("This evening was called off."), context
    )


def _ask_reason(
    request: HttpRequest,
    evening: Evening,
    form_of: type[EveningReopenForm],
    act: Callable[[RequestedBy], Journal],
    message: str,
    context: dict[str, Any],
) -> HttpResponse:
    """Show a form for the reason; run the command; redirect to the evening."""
    form = form_of(request.POST if request.method == "POST" else None)
    if isinstance(do_at_evening(request, evening, act, message, form=form), Success):
        return redirect("evening", evening.pk)
    context |= {"evening": evening, "form": form} | list_rights(request)
    return render(request, "results/settling/reopen.html", context, status=get_status(form))


@require_POST
@member_page(Right.RUN)
def reopen_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show how reopening the evening now would change the seasons."""
    return render_preview(request, evening, preview_change(request, evening, evening_reopen))


NOT_KNOWN = format_counters(None)


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the organiser's page after the last bell: settling up, the result, or that it was called off."""
    if evening.stage == Stage.FINISHED:
        return _show_finished(request, evening)
    if evening.stage == Stage.CALLED_OFF:
        context = {"evening": evening, "line": find_newest_line(evening, CALLED_OFF)}
        return render(request, "results/settling/called_off.html", context | list_rights(request))
    return _show_settling(request, evening)


@require_safe
@member_page(Right.VIEW)
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the standings with reasons; the end only after all prizes are revealed."""
    if evening.stage == Stage.CALLED_OFF:
        return redirect("evening", evening.pk)
    right = get_member_request(request).right
    return cached_response(
        request, lambda: _show_standings(request, evening), make_evening_tag(evening), right
    )


def _show_standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    if not may_run(request) and keeps_secrets(evening):
        secret = {"evening": evening, "secret": True}
        return render(request, "results/settling/standings.html", secret | list_rights(request))
    if awaits_cut(evening):
        context_written = {
            "evening": evening,
            "play": evening.play,
            "rows": load_written_rows(evening),
            "waits": True,
        }
        return render(request, "results/settling/standings.html", context_written | list_rights(request))
    stands = load_stands(evening)
    rows = build_standing_rows(stands)
    context = {
        "evening": evening,
        "play": stands.play,
        "rows": rows,
        "steps": stands.steps,
        "by": list_metric_titles(
            tuple(step.metric for step in list_ranking_steps(stands.play, evening.settings))
        ),
        "usual": list_ranking_steps(stands.play, evening.settings) == list_steps(stands.play),
        "games": list_games_won(stands.facts) if stands.facts else (),
        "uncounted": any(row.figure == NOT_KNOWN for row in rows),
        "stake": evening.settings.stake,
    }
    return render(request, "results/settling/standings.html", context | list_rights(request))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def settle(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Confirm the last bell and record it."""
    if request.method != "POST":
        playing = evening.stage == Stage.PLAYING
        return confirm(
            request, evening, describe_settling(evening, load_console(evening)) if playing else None
        )
    form = LastBellForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose the last round."))
        return redirect("evening", evening.pk)
    do_at_evening(request, evening, partial(evening_settle, round=form.cleaned_data["round"]))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def counts(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Record the counted counters; a second count replaces the first."""
    stands = build_settling(evening, load_facts(evening.pk))
    form = CountsForm(request.POST, places=stands.places)
    outcome = do_at_evening(
        request, evening, lambda by: final_count(by, counts=form.counts), gettext("Saved."), form=form
    )
    if isinstance(outcome, Success):
        is_complete = stands.each_deal or form.complete
        return redirect(reverse("evening", args=[evening.pk]) + ("" if is_complete else "#counts"))
    return _show_settling(request, evening, form)


@require_safe
@member_page(Right.VIEW)
def prizes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the winners with reasons: as if the evening ended now, or as announced."""
    if evening.stage == Stage.CALLED_OFF:
        return redirect("evening", evening.pk)
    prizes = build_prizes_page(evening, load_facts(evening.pk), runs=may_run(request))
    may_see = may_run(request) or not prizes.hidden
    context = {
        "evening": evening,
        "list": prizes,
        "gifts": load_gifts(evening),
        "rewritten": load_version_changes(evening) if prizes.earlier and may_see else (),
    }
    return render(request, "results/settling/prizes.html", context | list_rights(request))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def finish(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Write the result, after a confirmation on the page.

    If counters do not add up, the ledger shows the lines that differ.
    """
    if request.method != "POST":
        settles, (open_names, _closed) = evening.stage == Stage.SETTLING, load_seasons_by_stage(evening.pk)
        return confirm(request, evening, build_confirmation(evening, open_names) if settles else None)
    outcome = do_at_evening(request, evening, evening_finish, gettext("The result is recorded."))
    differ = isinstance(outcome, Failure) and outcome.error and outcome.error.field == "counters"
    return redirect("ledger" if differ else "evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def reveal(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Announce the winner of one prize in the hall."""
    form = RevealForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose a prize."))
        return redirect("evening", evening.pk)
    do_at_evening(request, evening, partial(prize_reveal, prize=form.cleaned_data["prize"]))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def reveal_all(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Announce all remaining prizes in the hall."""
    do_at_evening(request, evening, prizes_reveal_all, gettext("All prizes are announced."))
    return redirect("evening", evening.pk)


def _show_settling(request: HttpRequest, evening: Evening, form: CountsForm | None = None) -> HttpResponse:
    facts = load_facts(evening.pk)
    stands = build_settling(evening, facts)
    form = form or CountsForm(places=stands.places)
    context = {
        "evening": evening,
        "play": facts.play,
        "stands": stands,
        "form": form,
        "asks": load_open_requests(evening),
        "prizes": build_prizes(facts.names, stands.reckoned.awards),
        "little": describe_few_deals(facts.names, stands.reckoned.little),
        "finish_asks": stands.ready and needs_confirmation(evening, stands),
        "note": build_note(facts),
        "reopened": describe_reopened(evening),
    }
    return render(
        request, "results/settling/page.html", context | list_rights(request), status=get_status(form)
    )


def _show_finished(request: HttpRequest, evening: Evening) -> HttpResponse:
    facts = load_facts(evening.pk)
    prizes = build_prizes_page(evening, facts, runs=may_run(request))
    may_see = may_run(request) or not prizes.hidden
    context = {
        "evening": evening,
        "play": facts.play,
        "list": prizes,
        "gifts": load_gifts(evening),
        "games": list_games_won(facts) if may_see else (),
        "cuts": list_chip_cuts(facts),
        "rows": load_written_rows(evening) if may_see else (),
        "seasons": load_season_names(evening.pk),
        "stake": evening.settings.stake,
    }
    return render(request, "results/settling/finished.html", context | list_rights(request))
