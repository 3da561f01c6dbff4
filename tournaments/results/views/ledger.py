"""The ledger: every counter's way, and where they differ if they do not add up."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import Right
from tournaments.base.views.pages import (
    asked_by,
    attempt,
    line_of,
    may_run,
    member_page,
    of_member,
    rights_of,
    say_done,
    status_of,
)
from tournaments.base.views.preview import Look, look, show
from tournaments.core.record import Stage
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.results.forms.ledger import LedgerForm, StakeForm
from tournaments.results.presenters.ledger import ledger_page
from tournaments.undo.services.stakes import stake_correct


def require_ledger(evening: Evening) -> None:
    """404 where no counters are played for."""
    if not evening.play.kind.stakes:
        raise Http404


@require_safe
@member_page(Right.VIEW)
def ledger(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The sum that anybody can check, everybody's lines and every pool; where bids are played for, none."""
    require_ledger(evening)
    if not may_run(request) and keeps_secrets(evening):
        return render(request, "results/ledger/secret.html", {"evening": evening} | rights_of(request))
    of_member(request).part = "HX-Request" in request.headers and "seq" in request.GET
    facts = load_facts(evening.pk)
    rounds = [played.number for played in facts.rounds]
    form = LedgerForm(request.GET, names=facts.names, rounds=rounds, play=facts.play)
    page = ledger_page(evening, facts, form.asked, form.number)
    shown = {
        "evening": evening,
        "play": facts.play,
        "form": form,
        "page": page,
        "mendable": evening.stage in (Stage.PLAYING, Stage.SETTLING),
        "here": form.query(form.number),
        "older": form.query(page.older),
        "newer": form.query(page.newer),
    }
    response = render(request, "results/ledger/page.html", shown | rights_of(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def stake(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A fresh stake that was given and not noted, or noted and not given."""
    require_ledger(evening)
    form = _stake_form(request, evening)
    if form.is_valid() and attempt(form, evening, lambda: _correct(asked_by(request, evening), form)):
        say_done(request, gettext("Saved."), line_of(form))
        return redirect("ledger", evening.pk)
    shown = {
        "evening": evening,
        "form": form,
        "play": evening.play,
        "stake": evening.settings.stake,
        "open": evening.stage in (Stage.PLAYING, Stage.SETTLING),
    }
    return render(request, "results/ledger/stake.html", shown | rights_of(request), status=status_of(form))


@require_POST
@member_page(Right.RUN)
def stake_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What it would change, as the form is filled in by now."""
    require_ledger(evening)
    form = _stake_form(request, evening)
    form.fields["reason"].required = False
    looked = look(request, evening, lambda by: _correct(by, form)) if form.is_valid() else Look()
    return show(request, evening, looked)


def _stake_form(request: HttpRequest, evening: Evening) -> StakeForm:
    facts = load_facts(evening.pk)
    return StakeForm(
        request.POST if request.method == "POST" else None,
        names=facts.names,
        rounds=[played.number for played in facts.rounds],
        play=facts.play,
        initial={name: request.GET.get(name) for name in ("person", "round", "given")},
    )


def _correct(by: By, form: StakeForm) -> Journal:
    told = form.cleaned_data
    return stake_correct(
        by, entry=told["person"], round=told["round"], given=told["given"], seen=told["seen"]
    )
