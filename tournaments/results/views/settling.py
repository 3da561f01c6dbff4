"""Standings, settling up after the last bell, and the prizes."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import Right
from accounts.shared.views.base import Done, Refused
from tournaments.base.forms.ranking import in_order
from tournaments.base.views.conditional_get import remembered
from tournaments.base.views.confirm import confirm
from tournaments.base.views.pages import (
    do_at_evening,
    may_run,
    member_page,
    of_member,
    rights_of,
    status_of,
)
from tournaments.base.words import plain
from tournaments.console.presenters.confirmations import settle_asked
from tournaments.console.presenters.console import view_of
from tournaments.core.record import Stage
from tournaments.core.results.standings import ranked_by, steps_of
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.lines import newest_line
from tournaments.evening.selectors.reverting import CALLED_OFF
from tournaments.evening.selectors.seasons import seasons_by_stage, seasons_with
from tournaments.models import Evening
from tournaments.phones.presenters.table_requests import open_requests
from tournaments.prizes.presenters.prize_note import note_of
from tournaments.prizes.presenters.prizes import gifts_of, keeps_secrets, of_deals, prize_page, prizes_shown
from tournaments.prizes.services.prizes import prize_reveal, prizes_reveal_all
from tournaments.results.forms.settling import CountsForm, LastBellForm, RevealForm
from tournaments.results.presenters.finishing import finish_asked, finish_asks, reopened_said
from tournaments.results.presenters.settling import (
    chip_cuts,
    games_won,
    settling_of,
)
from tournaments.results.presenters.standing import standing_rows, written_rows
from tournaments.results.services.results import evening_finish, evening_settle, final_count
from tournaments.standings.selectors.results import awaits_cut
from tournaments.standings.selectors.standings import stands_of
from tournaments.undo.presenters.changes import rewritten

NOT_KNOWN = plain(None)


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The organiser's page after the last bell: settling up, then the result; or that it was called off."""
    if evening.stage == Stage.FINISHED:
        return _finished(request, evening)
    if evening.stage == Stage.CALLED_OFF:
        shown = {"evening": evening, "line": newest_line(evening, CALLED_OFF)}
        return render(request, "results/settling/called_off.html", shown | rights_of(request))
    return _settling(request, evening)


@require_safe
@member_page(Right.VIEW)
def standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """How the evening stands, each place with what sets the next below: its end once all is revealed."""
    if evening.stage == Stage.CALLED_OFF:
        return redirect("evening", evening.pk)
    held = of_member(request).right
    return remembered(request, lambda: _standings(request, evening), evening_tag(evening), held)


def _standings(request: HttpRequest, evening: Evening) -> HttpResponse:
    if not may_run(request) and keeps_secrets(evening):
        secret = {"evening": evening, "secret": True}
        return render(request, "results/settling/standings.html", secret | rights_of(request))
    if awaits_cut(evening):
        written = {"evening": evening, "play": evening.play, "rows": written_rows(evening), "waits": True}
        return render(request, "results/settling/standings.html", written | rights_of(request))
    stands = stands_of(evening)
    rows = standing_rows(stands)
    shown = {
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
    return render(request, "results/settling/standings.html", shown | rights_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def settle(request: HttpRequest, evening: Evening) -> HttpResponse:
    """That was the last bell; the page asks first."""
    if request.method != "POST":
        playing = evening.stage == Stage.PLAYING
        return confirm(request, evening, settle_asked(evening, view_of(evening)) if playing else None)
    form = LastBellForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose the last round."))
        return redirect("evening", evening.pk)
    do_at_evening(request, evening, partial(evening_settle, round=form.cleaned_data["round"]))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def counts(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Counters as they were counted; a second count takes the place of the first."""
    stands = settling_of(evening, load_facts(evening.pk))
    form = CountsForm(request.POST, places=stands.places)
    counted = do_at_evening(
        request, evening, lambda by: final_count(by, counts=form.counts), gettext("Saved."), form=form
    )
    if isinstance(counted, Done):
        done = stands.each_deal or form.complete
        return redirect(reverse("evening", args=[evening.pk]) + ("" if done else "#counts"))
    return _settling(request, evening, form)


@require_safe
@member_page(Right.VIEW)
def prizes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who wins what and why: if it ended now, or as announced."""
    if evening.stage == Stage.CALLED_OFF:
        return redirect("evening", evening.pk)
    prizes = prize_page(evening, load_facts(evening.pk), runs=may_run(request))
    told = may_run(request) or not prizes.hidden
    shown = {
        "evening": evening,
        "list": prizes,
        "gifts": gifts_of(evening),
        "rewritten": rewritten(evening) if prizes.earlier and told else (),
    }
    return render(request, "results/settling/prizes.html", shown | rights_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def finish(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Write the result down; the page asks first.

    Where counters do not add up, the ledger has the lines that differ.
    """
    if request.method != "POST":
        settles, (opened, _closed) = evening.stage == Stage.SETTLING, seasons_by_stage(evening.pk)
        return confirm(request, evening, finish_asked(evening, opened) if settles else None)
    done = do_at_evening(request, evening, evening_finish, gettext("The result is recorded."))
    differ = isinstance(done, Refused) and done.error and done.error.field == "counters"
    return redirect("ledger" if differ else "evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def reveal(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the hall who won one prize."""
    form = RevealForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose a prize."))
        return redirect("evening", evening.pk)
    do_at_evening(request, evening, partial(prize_reveal, prize=form.cleaned_data["prize"]))
    return redirect("evening", evening.pk)


@require_POST
@member_page(Right.RUN)
def reveal_all(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the hall all prizes that are left."""
    do_at_evening(request, evening, prizes_reveal_all, gettext("All prizes are announced."))
    return redirect("evening", evening.pk)


def _settling(request: HttpRequest, evening: Evening, form: CountsForm | None = None) -> HttpResponse:
    facts = load_facts(evening.pk)
    stands = settling_of(evening, facts)
    form = form or CountsForm(places=stands.places)
    shown = {
        "evening": evening,
        "play": facts.play,
        "stands": stands,
        "form": form,
        "asks": open_requests(evening),
        "prizes": prizes_shown(facts.names, stands.reckoned.awards),
        "little": of_deals(facts.names, stands.reckoned.little),
        "finish_asks": stands.ready and finish_asks(evening, stands),
        "note": note_of(facts),
        "reopened": reopened_said(evening),
    }
    return render(request, "results/settling/page.html", shown | rights_of(request), status=status_of(form))


def _finished(request: HttpRequest, evening: Evening) -> HttpResponse:
    facts = load_facts(evening.pk)
    prizes = prize_page(evening, facts, runs=may_run(request))
    told = may_run(request) or not prizes.hidden
    shown = {
        "evening": evening,
        "play": facts.play,
        "list": prizes,
        "gifts": gifts_of(evening),
        "games": games_won(facts) if told else (),
        "cuts": chip_cuts(facts),
        "rows": written_rows(evening) if told else (),
        "seasons": seasons_with(evening.pk),
        "stake": evening.settings.stake,
    }
    return render(request, "results/settling/finished.html", shown | rights_of(request))
