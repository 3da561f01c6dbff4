"""The scorer's pages: a deal's result, a table's counters at the bell, a table that ends early."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms.base import ActionForm
from accounts.permissions import Right
from tournaments.core.record import Ending
from tournaments.facts.running.access import was_sent
from tournaments.facts.scoring.tables import mark_of_table
from tournaments.forms.scoring.deals import DealForm
from tournaments.forms.scoring.ends import CountForm, EndForm
from tournaments.forms.scoring.tricks import WithdrawForm
from tournaments.models import Evening
from tournaments.pages.scoring.deal_entry import TableSheet, deal_sheet, table_sheet
from tournaments.services.journal import By
from tournaments.services.repairs.withdraw import deal_withdraw
from tournaments.services.scoring.deals import deal_correct, deal_record
from tournaments.services.scoring.table_end import table_count, table_end
from tournaments.views.base import asked_by, attempt, found, key_of, line_of, member_page, status_of
from tournaments.views.scoring import bids
from tournaments.views.scoring.corrections import Correction, Look, no_such_deal
from tournaments.views.scoring.table_access import NO_BIDS, Door, Here, member_door


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
        like = sheet.as_in(request.GET.get("as", ""))
        form = DealForm(sheet=like or sheet, correcting=bool(sheet.versions))
        return _deal_page(request, door, sheet, form, like=like)
    if request.POST.get("step") == bids.WITHDRAW:
        return _withdraw(request, door, sheet)
    form = DealForm(request.POST, sheet=sheet, correcting="base_version" in request.POST)
    if form.correcting and not sheet.versions:
        return no_such_deal(request)
    if form.is_valid() and form.cleaned_data.get("base_version"):
        if answer := _correct(request, door, form, sheet):
            return answer
    elif form.is_valid() and attempt(form, evening, lambda: _record(door.by(request), form, sheet)):
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
        return _page(request, door, "scoring/deals/count.html", sheet, form)
    by, counted = door.by(request), form.is_valid()
    if counted and attempt(
        form, evening, lambda: table_count(by, round=round, table=table, counts=form.counts())
    ):
        return door.done(request, _("Counted: table %(table)s.") % {"table": table}, door.home, line_of(form))
    return door.refused(
        request, form, (round, 0), lambda: _page(request, door, "scoring/deals/count.html", sheet, form)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def end(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """End a table's round after the bell, if it cannot finish its deal or has none in play."""
    if evening.play.bids is not None or evening.play.format.plays_games:
        return bids.stop(request, evening, round, table)
    door = member_door(request, evening)
    sheet = found(request, lambda: table_sheet(evening, round, table))
    form = EndForm(request.POST if request.method == "POST" else None, sheet=sheet)
    if form.is_bound and form.is_valid():
        by, ending = asked_by(request, evening), Ending(form.cleaned_data["ending"])
        if attempt(form, evening, lambda: table_end(by, round=round, table=table, ending=ending)):
            done = _("Table %(table)s has finished this round.") % {"table": table}
            return door.done(request, done, door.home, line_of(form))
    return _page(request, door, "scoring/deals/end.html", sheet, form)


def _record(by: By, form: DealForm, sheet: TableSheet) -> None:
    deal_record(by, round=sheet.round, table=sheet.table, deal=sheet.deal, **form.told())


def _correct(request: HttpRequest, door: Door, form: DealForm, sheet: TableSheet) -> HttpResponse | None:
    """The answer to a correction of the result that stood when the form was filled in."""
    where: dict[str, Any] = {"round": sheet.round, "table": sheet.table, "deal": sheet.deal}
    base = form.cleaned_data["base_version"]

    return Correction(
        request,
        door,
        form,
        sheet.round,
        partial(deal_correct, **where, base_version=base, **form.told()),
        sheet.result,
        lambda: deal_sheet(door.evening, **where).result,
    ).answer(
        lambda look: _deal_page(request, door, sheet, form, look=look),
        done=_("The result is corrected."),
        then=door.after(**where, following=0),
    )


def _withdraw(request: HttpRequest, door: Door, sheet: TableSheet) -> HttpResponse:
    """The answer to a deal that is taken back."""
    where: dict[str, Any] = {"round": sheet.round, "table": sheet.table, "deal": sheet.deal}
    form, typed = WithdrawForm(request.POST), DealForm(sheet=sheet, correcting=True)

    def show(look: Look | None = None) -> HttpResponse:
        page = _deal_page(request, door, sheet, typed, withdraw=form, look=look)
        page.status_code = status_of(form)
        return page

    if not sheet.versions and not was_sent(door.evening, key_of(request)):
        return no_such_deal(request)
    if not form.is_valid():
        return show()
    write, done = partial(deal_withdraw, **where), _("Undone. You can record the deal again.")
    answer = Correction(
        request,
        door,
        form,
        sheet.round,
        write,
        sheet.result,
        lambda: deal_sheet(door.evening, **where).result,
    ).answer(show, done, door.after(**where, following=0))
    return answer or show()


def _again(request: HttpRequest, refused: DealForm, stands: TableSheet) -> DealForm:
    """What was typed as a correction of the result that stands, and why it was refused."""
    form = DealForm(request.POST, sheet=stands, correcting=True)
    form.take_errors(refused)
    return form


def _deal_page(
    request: HttpRequest, door: Door, sheet: TableSheet, form: DealForm, **more: Any
) -> HttpResponse:
    stale = getattr(form, "stale", False)
    return _page(request, door, "scoring/deals/deal.html", sheet, form, stale=stale, **more)


def _page(
    request: HttpRequest, door: Door, template: str, sheet: TableSheet, form: ActionForm, **more: Any
) -> HttpResponse:
    context = {**door.shown(request, _here(sheet)), "sheet": sheet, "form": form}
    return render(request, template, {**context, **more}, status=status_of(form))


def _here(sheet: TableSheet) -> Here:
    if sheet.standing is not None:
        return Here("result", sheet.round, sheet.deal, sheet.standing.mark)
    mark = mark_of_table(NO_BIDS, (sitter.entry for sitter in sheet.players), sheet.opened)
    return Here("deal" if sheet.deal else "count", sheet.round, sheet.deal, mark)
