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
from tournaments.base.forms import in_order
from tournaments.base.views import (
    ChangePreview,
    cached_response,
    confirm,
    do_at_evening,
    look,
    may_run,
    member_page,
    of_member,
    rights_of,
    show,
    status_of,
)
from tournaments.base.words import plain
from tournaments.console.presenters import settle_confirmation, view_of
from tournaments.core.record import Stage
from tournaments.core.results.standings import ranked_by, steps_of
from tournaments.evening.selectors.access import evening_tag, seasons_by_stage, seasons_with
from tournaments.evening.selectors.evening import load_facts, newest_line
from tournaments.evening.selectors.moves import CALLED_OFF
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.phones.presenters import open_requests
from tournaments.prizes.presenters.prizes import (
    gifts_of,
    keeps_secrets,
    note_of,
    of_deals,
    prize_page,
    prizes_shown,
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
    call_off_effects,
    finish_asked,
    finish_asks,
    reopen_effects,
    reopened_message,
)
from tournaments.results.presenters.ledger import ledger_page
from tournaments.results.presenters.standing import (
    chip_cuts,
    games_won,
    settling_of,
    standing_rows,
    written_rows,
)
from tournaments.results.services import (
    evening_call_off,
    evening_finish,
    evening_reopen,
    evening_settle,
    final_count,
)
from tournaments.standings.selectors.standings import awaits_cut, stands_of
from tournaments.undo.presenters import version_changes
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
        return render(request, "results/ledger/secret.html", {"evening": evening} | rights_of(request))
    of_member(request).part = "HX-Request" in request.headers and "seq" in request.GET
    facts = load_facts(evening.pk)
    rounds = [round_row.number for round_row in facts.rounds]
    form = LedgerForm(request.GET, names=facts.names, rounds=rounds, play=facts.play)
    page = ledger_page(evening, facts, form.asked, form.number)
    context = {
        "evening": evening,
        "play": facts.play,
        "form": form,
        "page": page,
        "mendable": evening.stage in (Stage.PLAYING, Stage.SETTLING),
        "here": form.query(form.number),
        "older": form.query(page.older),
        "newer": form.query(page.newer),
    }
    response = render(request, "results/ledger/page.html", context | rights_of(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def stake(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Correct a fresh stake: given but not recorded, or recorded but not given."""
    require_ledger(evening)
    form = _stake_form(request, evening)
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
    return render(request, "results/ledger/stake.html", context | rights_of(request), status=status_of(form))


@require_POST
@member_page(Right.RUN)
def stake_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the effects of the correction in the form."""
    require_ledger(evening)
    form = _stake_form(request, evening)
    form.fields["reason"].required = False
    preview = look(request, evening, lambda by: _correct(by, form)) if form.is_valid() else ChangePreview()
    return show(request, evening, preview)


def _stake_form(request: HttpRequest, evening: Evening) -> StakeForm:
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
        "effects": list(reopen_effects(evening, *seasons_by_stage(evening.pk))),
        "looks": reverse("evening-reopen-look", args=[evening.pk]),
    }
    return _with_reason(
        request, evening, EveningReopenForm, evening_reopen, gettext("The evening is reopened."), context
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def call_off(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Call an evening off, with a reason."""
    if evening.stage not in (Stage.PLAYING, Stage.SETTLING) and request.method != "POST":
        return redirect("evening", evening.pk)
    open_names, _closed = seasons_by_stage(evening.pk)
    context = {
        "title": gettext("Call off the evening"),
        "effects": list(call_off_effects(open_names)),
        "looks": "",
    }
    return _with_reason(
        request, evening, CallOffForm, evening_call_off, gettext("This evening was called off."), context
    )


def _with_reason(
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
    context |= {"evening": evening, "form": form} | rights_of(request)
    return render(request, "results/settling/reopen.html", context, status=status_of(form))


@require_POST
@member_page(Right.RUN)
def reopen_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show how reopening the evening now would change the seasons."""
    return show(request, evening, look(request, evening, evening_reopen))


NOT_KNOWN = plain(None)


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the organiser's page after the last bell: settling up, the result, or that it was called off."""
    if evening.stage == Stage.FINISHED:
        return _finished_page(request, evening)
    if evening.stage == Stage.CALLED_OFF:
        context = {"evening": evening, "line": newest_line(evening, CALLED_OFF)}
        return render(request, "results/settling/called_off.html", context | rights_of(request))
    return _settling(request, evening)


@require_safe
@member_page(Right.VIEW)
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the standings with reasons; the end only after all prizes are revealed."""
    if evening.stage == Stage.CALLED_OFF:
        return redirect("evening", evening.pk)
    right = of_member(request).right
    return cached_response(request, lambda: _standings(request, evening), evening_tag(evening), right)


def _standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    if not may_run(request) and keeps_secrets(evening):
        secret = {"evening": evening, "secret": True}
        return render(request, "results/settling/standings.html", secret | rights_of(request))
    if awaits_cut(evening):
        context_written = {
            "evening": evening,
            "play": evening.play,
            "rows": written_rows(evening),
            "waits": True,
        }
        return render(request, "results/settling/standings.html", context_written | rights_of(request))
    stands = stands_of(evening)
    rows = standing_rows(stands)
    context = {
        "evening": evening,
        "play": stands.play,
        "rows": rows,
        "steps": stands.steps,
        "by": in_order(tuple(step.metric for step in ranked_by(stands.play, evening.settings))),
        "usual": ranked_by(stands.play, evening.settings) == steps_of(stands.play),
        "games": games_won(stands.facts) if stands.facts else (),
        "uncounted": any(row.figure == NOT_KNOWN for row in rows),
        "stake": evening.settings.stake,
    }
    return render(request, "results/settling/standings.html", context | rights_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def settle(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Confirm the last bell and record it."""
    if request.method != "POST":
        playing = evening.stage == Stage.PLAYING
        return confirm(request, evening, settle_confirmation(evening, view_of(evening)) if playing else None)
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
    stands = settling_of(evening, load_facts(evening.pk))
    form = CountsForm(request.POST, places=stands.places)
    outcome = do_at_evening(
        request, evening, lambda by: final_count(by, counts=form.counts), gettext("Saved."), form=form
    )
    if isinstance(outcome, Success):
        is_complete = stands.each_deal or form.complete
        return redirect(reverse("evening", args=[evening.pk]) + ("" if is_complete else "#counts"))
    return _settling(request, evening, form)


@require_safe
@member_page(Right.VIEW)
def prizes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the winners with reasons: as if the evening ended now, or as announced."""
    if evening.stage == Stage.CALLED_OFF:
        return redirect("evening", evening.pk)
    prizes = prize_page(evening, load_facts(evening.pk), runs=may_run(request))
    may_see = may_run(request) or not prizes.hidden
    context = {
        "evening": evening,
        "list": prizes,
        "gifts": gifts_of(evening),
        "rewritten": version_changes(evening) if prizes.earlier and may_see else (),
    }
    return render(request, "results/settling/prizes.html", context | rights_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def finish(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Write the result, after a confirmation on the page.

    If counters do not add up, the ledger shows the lines that differ.
    """
    if request.method != "POST":
        settles, (open_names, _closed) = evening.stage == Stage.SETTLING, seasons_by_stage(evening.pk)
        return confirm(request, evening, finish_asked(evening, open_names) if settles else None)
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


def _settling(request: HttpRequest, evening: Evening, form: CountsForm | None = None) -> HttpResponse:
    facts = load_facts(evening.pk)
    stands = settling_of(evening, facts)
    form = form or CountsForm(places=stands.places)
    context = {
        "evening": evening,
        "play": facts.play,
        "stands": stands,
        "form": form,
        "asks": open_requests(evening),
        "prizes": prizes_shown(facts.names, stands.reckoned.awards),
        "little": of_deals(facts.names, stands.reckoned.little),
        "finish_asks": stands.ready and finish_asks(evening, stands),
        "note": note_of(facts),
        "reopened": reopened_message(evening),
    }
    return render(request, "results/settling/page.html", context | rights_of(request), status=status_of(form))


def _finished_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    facts = load_facts(evening.pk)
    prizes = prize_page(evening, facts, runs=may_run(request))
    may_see = may_run(request) or not prizes.hidden
    context = {
        "evening": evening,
        "play": facts.play,
        "list": prizes,
        "gifts": gifts_of(evening),
        "games": games_won(facts) if may_see else (),
        "cuts": chip_cuts(facts),
        "rows": written_rows(evening) if may_see else (),
        "seasons": seasons_with(evening.pk),
        "stake": evening.settings.stake,
    }
    return render(request, "results/settling/finished.html", context | rights_of(request))
