"""The scorer's pages: a deal's result, a table's counters at the bell, a table that ends early."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.permissions import Right
from tournaments.core.facts import Ending
from tournaments.forms.deals import DealForm
from tournaments.forms.ends import CountForm, EndForm
from tournaments.models import Evening
from tournaments.selectors.scoring import TableSheet, deal_sheet, table_sheet
from tournaments.services.deals import deal_correct, deal_record
from tournaments.services.tables import table_count, table_end
from tournaments.views import bids
from tournaments.views.base import asked_by, attempt, found, member_page, status_of
from tournaments.views.doors import NO_BIDS, Door, Here, member_door


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def deal(request: HttpRequest, evening: Evening, round: int, table: int, deal: int) -> HttpResponse:
    """Record a deal; or look at the result that stands, and correct it."""
    return deal_page(request, member_door(request, evening), round, table, deal)


def deal_page(request: HttpRequest, door: Door, round: int, table: int, deal: int) -> HttpResponse:
    """A deal, for who came by this door."""
    evening = door.evening
    if evening.play.bids is not None:
        return bids.deal(request, door, round, table, deal)
    sheet = found(request, lambda: deal_sheet(evening, round, table, deal))
    if request.method != "POST":
        return _deal_page(request, door, sheet, DealForm(sheet=sheet, correcting=bool(sheet.versions)))
    form = DealForm(request.POST, sheet=sheet, correcting="base_version" in request.POST)
    if form.is_valid() and attempt(form, evening, lambda: _record(request, door, form, sheet)):
        done = _("Recorded: table %(table)s, deal %(deal)s.") % {"table": table, "deal": deal}
        follows = not sheet.versions and deal < sheet.deals and not sheet.rung
        return door.done(request, done, door.after(round, table, deal, deal + 1 if follows else 0))

    def refused() -> HttpResponse:
        # Somebody may have been faster: then what stands by now is shown beside what was typed.
        stands = deal_sheet(evening, round, table, deal)
        return _deal_page(request, door, stands, _again(request, form, stands) if stands.versions else form)

    return door.refused(request, form, (round, deal), refused)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def count(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """Count a table's counters at the bell, where deals are not counted."""
    return count_page(request, member_door(request, evening), round, table)


def count_page(request: HttpRequest, door: Door, round: int, table: int) -> HttpResponse:
    """A table's count, for who came by this door."""
    evening = door.evening
    sheet = found(request, lambda: table_sheet(evening, round, table))
    form = CountForm(request.POST if request.method == "POST" else None, sheet=sheet)
    if not form.is_bound:
        return _page(request, door, "deals/count.html", sheet, form)
    by, counted = door.by(request), form.is_valid()
    if counted and attempt(
        form, evening, lambda: table_count(by, round=round, table=table, counts=form.counts())
    ):
        return door.done(request, _("Counted: table %(table)s.") % {"table": table}, door.home)
    return door.refused(
        request, form, (round, 0), lambda: _page(request, door, "deals/count.html", sheet, form)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def end(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """After the bell: a table that cannot finish its deal, or that had none in play."""
    if evening.play.bids is not None or evening.play.whole_games:
        return bids.stop(request, evening, round, table)
    door = member_door(request, evening)
    sheet = found(request, lambda: table_sheet(evening, round, table))
    form = EndForm(request.POST if request.method == "POST" else None, sheet=sheet)
    if form.is_bound and form.is_valid():
        by, ending = asked_by(request, evening), Ending(form.cleaned_data["ending"])
        if attempt(form, evening, lambda: table_end(by, round=round, table=table, ending=ending)):
            messages.success(
                request, _("Noted: table %(table)s plays no more in this round.") % {"table": table}
            )
            return redirect("evening", evening.pk)
    return _page(request, door, "deals/end.html", sheet, form)


def _record(request: HttpRequest, door: Door, form: DealForm, sheet: TableSheet) -> None:
    """Send what the form holds: a correction if it was made from a result that stood."""
    by, cleaned = door.by(request), form.cleaned_data
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


def _deal_page(request: HttpRequest, door: Door, sheet: TableSheet, form: DealForm) -> HttpResponse:
    return _page(request, door, "deals/deal.html", sheet, form, stale=getattr(form, "stale", False))


def _page(
    request: HttpRequest, door: Door, template: str, sheet: TableSheet, form: Form, **more: Any
) -> HttpResponse:
    context = {**door.shown(request, _here(sheet)), "sheet": sheet, "form": form}
    return render(request, template, {**context, **more}, status=status_of(form))


def _here(sheet: TableSheet) -> Here:
    if sheet.standing is not None:
        return Here("result", sheet.round, sheet.deal, sheet.standing.mark)
    return Here("deal" if sheet.deal else "count", sheet.round, sheet.deal, NO_BIDS)
