"""The scorer's pages: a deal's result, a table's counters at the bell, a table that ends early."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.permissions import Right
from tournaments.core.facts import Ending
from tournaments.forms.deals import CountForm, DealForm, EndForm
from tournaments.models import Evening
from tournaments.selectors.scoring import TableSheet, deal_sheet, table_sheet
from tournaments.services.deals import deal_correct, deal_record
from tournaments.services.tables import table_count, table_end
from tournaments.views import bids
from tournaments.views.base import asked_by, attempt, found, member_page, rights_of, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def deal(request: HttpRequest, evening: Evening, round: int, table: int, deal: int) -> HttpResponse:
    """Record a deal; or look at the result that stands, and correct it."""
    if evening.play.bids is not None:
        return bids.deal(request, evening, round, table, deal)
    sheet = found(request, lambda: deal_sheet(evening, round, table, deal))
    if request.method != "POST":
        return _deal_page(request, evening, sheet, DealForm(sheet=sheet, correcting=bool(sheet.versions)))
    form = DealForm(request.POST, sheet=sheet, correcting="base_version" in request.POST)
    if form.is_valid() and attempt(form, evening, lambda: _record(request, evening, form, sheet)):
        done = _("Recorded: table %(table)s, deal %(deal)s.") % {"table": table, "deal": deal}
        messages.success(request, done)
        if not sheet.versions and deal < sheet.deals and not sheet.rung:
            return redirect("deal", evening.pk, round, table, deal + 1)
        return redirect("evening", evening.pk)
    # Somebody may have been faster: then what stands by now is shown beside what was typed.
    stands = deal_sheet(evening, round, table, deal)
    return _deal_page(request, evening, stands, _again(request, form, stands) if stands.versions else form)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def count(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Count a table's counters at the bell, where deals are not counted."""
    sheet = found(request, lambda: table_sheet(evening, round, table))
    form = CountForm(request.POST if request.method == "POST" else None, sheet=sheet)
    if form.is_bound and form.is_valid():
        by, counts = asked_by(request, evening), form.counts()
        if attempt(form, evening, lambda: table_count(by, round=round, table=table, counts=counts)):
            messages.success(request, _("Counted: table %(table)s.") % {"table": table})
            return redirect("evening", evening.pk)
    return _page(request, evening, "deals/count.html", sheet, form)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def end(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """After the bell: a table that cannot finish its deal, or that had none in play."""
    if evening.play.bids is not None or evening.play.whole_games:
        return bids.stop(request, evening, round, table)
    sheet = found(request, lambda: table_sheet(evening, round, table))
    form = EndForm(request.POST if request.method == "POST" else None, sheet=sheet)
    if form.is_bound and form.is_valid():
        by, ending = asked_by(request, evening), Ending(form.cleaned_data["ending"])
        if attempt(form, evening, lambda: table_end(by, round=round, table=table, ending=ending)):
            messages.success(
                request, _("Noted: table %(table)s plays no more in this round.") % {"table": table}
            )
            return redirect("evening", evening.pk)
    return _page(request, evening, "deals/end.html", sheet, form)


def _record(request: HttpRequest, evening: Evening, form: DealForm, sheet: TableSheet) -> None:
    """Send what the form holds: a correction if it was made from a result that stood."""
    by, cleaned = asked_by(request, evening), form.cleaned_data
    told = {
        "round": sheet.round,
        "table": sheet.table,
        "deal": sheet.deal,
        "winners": cleaned["winners"],
        "in_call": cleaned["in_call"],
        "tally": form.tally(),
        "shown": form.shown(),
    }
    if base := cleaned.get("base_version"):
        deal_correct(by, base_version=base, **told)
    else:
        deal_record(by, **told)


def _again(request: HttpRequest, refused: DealForm, stands: TableSheet) -> DealForm:
    """What was typed as a correction of the result that stands, and why it was refused."""
    form = DealForm(request.POST, sheet=stands, correcting=True)
    for field, errors in refused.errors.as_data().items():
        if field not in form.errors:
            form.add_error(field if field in form.fields else None, errors)
    form.stale = getattr(refused, "stale", False)  # type: ignore[attr-defined]
    return form


def _deal_page(request: HttpRequest, evening: Evening, sheet: TableSheet, form: DealForm) -> HttpResponse:
    return _page(request, evening, "deals/deal.html", sheet, form, stale=getattr(form, "stale", False))


def _page(
    request: HttpRequest, evening: Evening, template: str, sheet: TableSheet, form: Form, **more: Any
) -> HttpResponse:
    context = {
        "evening": evening,
        "sheet": sheet,
        "form": form,
        "back": reverse("evening", args=[evening.pk]),
    }
    return render(request, template, {**context, **rights_of(request), **more}, status=status_of(form))
