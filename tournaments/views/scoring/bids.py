"""The scorer's pages for games of bids: a deal's call, bids, tricks and score; the table's sheet; its end."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.core.record import Ending
from tournaments.facts.scoring.tables import mark_of_table
from tournaments.forms.scoring.bids import BidsForm, SheetForm
from tournaments.forms.scoring.calls import CALL, CallForm, fields_of
from tournaments.forms.scoring.tricks import CorrectionForm, StopForm, TricksForm, WithdrawForm
from tournaments.models import Evening
from tournaments.pages.scoring.bid_sheets import BidSheet, bid_sheet
from tournaments.pages.scoring.score_sheets import score_sheet
from tournaments.services.journal import By
from tournaments.services.repairs.withdraw import deal_withdraw
from tournaments.services.scoring.bids import (
    Bids,
    bids_record,
    score_correct,
    score_record,
)
from tournaments.services.scoring.table_end import table_end
from tournaments.views.base import asked_by, attempt, found, line_of, member_page, status_of
from tournaments.views.scoring.corrections import Correction, Look, Result, no_such_deal
from tournaments.views.scoring.table_access import NO_BIDS, Door, Here, member_door

BIDS, TRICKS, CORRECT, WITHDRAW = "bids", "tricks", "correct", "withdraw"
FORMS: Mapping[str, type[SheetForm]] = {BIDS: BidsForm, TRICKS: TricksForm, CORRECT: CorrectionForm}
"""What a deal's page can send, by its field ``step``; and ``WITHDRAW``."""


def deal(request: HttpRequest, door: Door, round: int, table: int, deal: int) -> HttpResponse:
    """A deal of bids, step by step: the call where there is one, the bids, the tricks, the score."""
    evening = door.evening

    def read() -> BidSheet:
        return _as_called(request, bid_sheet(evening, round, table, deal))

    sheet = found(request, read)
    if request.method != "POST":
        return _page(request, door, sheet, like=sheet.as_in(request.GET.get("as", "")))
    step = request.POST.get("step", BIDS)
    if step == CORRECT and not sheet.versions:
        return no_such_deal(request)
    form = _typed(request, sheet, step)
    if isinstance(form, CorrectionForm | WithdrawForm):
        if form.is_valid() and (answer := _correct(request, door, sheet, form)):
            return answer
    elif (form.is_valid() or sheet.versions) and attempt(
        form, evening, lambda: _write(door.by(request), sheet, form)
    ):
        return door.done(request, _done(sheet, form), door.deal(round, table, deal))
    # Somebody may have been faster: then what stands by now is shown beside what was typed.
    return door.refused(request, form, (round, deal), lambda: _page(request, door, read(), form))


def _correct(
    request: HttpRequest, door: Door, sheet: BidSheet, form: CorrectionForm | WithdrawForm
) -> HttpResponse | None:
    """The answer to a scored deal that is corrected, or taken back."""
    where: dict[str, Any] = {"round": sheet.round, "table": sheet.table, "deal": sheet.deal}
    if isinstance(form, WithdrawForm):
        write, done = partial(deal_withdraw, **where), _("Undone. You can record the deal again.")
    else:
        base, done = form.cleaned_data["base_version"], _("The result is corrected.")
        write = partial(score_correct, **where, base_version=base, taken=form.taken(), told=form.told())

    def read() -> Result:
        return bid_sheet(door.evening, **where).result

    def show(look: Look) -> HttpResponse:
        return _page(request, door, sheet, form, look=look)

    correction = Correction(request, door, form, sheet.round, write, sheet.result, read)
    return correction.answer(show, done, door.deal(**where))


def stop(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """A whole game stops where it is; in a session, a table cannot finish its deal."""
    sheet = found(request, lambda: score_sheet(evening, round, table))
    ending = Ending.EARLY if sheet.fixed else Ending.VOID
    form = StopForm(request.POST if request.method == "POST" else None, ending=ending)
    by, door = asked_by(request, evening), member_door(request, evening)
    if (
        form.is_bound
        and form.is_valid()
        and attempt(form, evening, lambda: table_end(by, round=round, table=table, ending=ending))
    ):
        done = _("Table %(table)s has finished this round.") % {"table": table}
        return door.done(request, done, door.home, line_of(form))
    context = {"sheet": sheet, "form": form}
    return _render(request, door, Here("sheet", round), "scoring/bids/stop.html", context, status_of(form))


@require_safe
@member_page(Right.VIEW)
def sheet(request: HttpRequest, evening: Evening, round: int, table: int) -> HttpResponse:
    """All deals of a table in a round: at fixed tables its whole game."""
    return sheet_page(request, member_door(request, evening), round, table)


def sheet_page(request: HttpRequest, door: Door, round: int, table: int) -> HttpResponse:
    """A table's sheet, for who came by this door."""
    found_sheet = found(request, lambda: score_sheet(door.evening, round, table))
    return _render(request, door, Here("sheet", round), "scoring/bids/sheet.html", {"sheet": found_sheet})


def _as_called(request: HttpRequest, sheet: BidSheet) -> BidSheet:
    """The sheet as the call says that was sent along, if one was that can be."""
    if not sheet.by_call or f"{CALL}cards" not in _sent(request):
        return sheet
    form = CallForm(_sent(request), sheet=sheet)
    if not form.is_valid():
        return sheet
    called = sheet.called(form.call())
    return sheet if called.plan == sheet.plan else called  # the same call in other words is no other call


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else request.GET


def _typed(request: HttpRequest, sheet: BidSheet, step: str) -> Any:
    """The form as it was filled in; without fields if this deal can have none just now."""
    if step == WITHDRAW:
        return WithdrawForm(request.POST)
    if sheet.plan is None or not sheet.plan.cards:
        return Form(request.POST)
    return FORMS.get(step, BidsForm)(request.POST, sheet=sheet)


def _write(by: By, sheet: BidSheet, form: Any) -> None:
    """Send what the form holds; what it does not hold is for the service to refuse."""
    where: dict[str, Any] = {"round": sheet.round, "table": sheet.table, "deal": sheet.deal}
    if isinstance(form, TricksForm) and form.is_valid():
        score_record(by, **where, taken=form.taken(), told=form.told())
    elif isinstance(form, BidsForm) and form.is_valid():
        bids_record(by, **where, told=form.told(), base=form.cleaned_data.get("base"))
    else:
        bids_record(by, **where, told=Bids({}))


def _done(sheet: BidSheet, form: Any) -> str:
    if isinstance(form, TricksForm):
        deal = sheet.deal if sheet.fixed else sheet.round
        return _("Recorded: table %(table)s, deal %(deal)s.") % {"table": sheet.table, "deal": deal}
    return _("The bids are recorded.")


def _page(
    request: HttpRequest,
    door: Door,
    sheet: BidSheet,
    sent: Any = None,
    *,
    look: Look | None = None,
    like: BidSheet | None = None,
) -> HttpResponse:
    """The deal's page at its step; with a form that was ``sent``, what was typed is not lost.

    ``look``: what that would change, if it is done; ``like``: the version that the form is filled in by.
    """
    refused = sent if look is None else None
    step = _step(request, door, sheet, refused)
    form = sent if look and isinstance(sent, CorrectionForm) else _form(request, like or sheet, step, refused)
    context: dict[str, Any] = {
        "sheet": sheet,
        "step": step,
        "form": form,
        "withdraw": sent if isinstance(sent, WithdrawForm) else WithdrawForm(),
        "look": look,
        "like": like,
        "refused": refused,
        "stale": getattr(refused, "stale", False),
        "why": _why(refused),
        "lost": refused if isinstance(refused, SheetForm) and type(refused) is not type(form) else None,
        "call": fields_of((like or sheet).call),
        "call_asked": step == "scored" and f"{CALL}cards" in _sent(request),
    }
    status = 200 if sent is None else status_of(sent)
    if step == "call" and form.is_bound and form.errors:
        status = 422
    return _render(request, door, _here(sheet), "scoring/bids/deal.html", context, status)


def _step(request: HttpRequest, door: Door, sheet: BidSheet, refused: Any) -> str:
    """Where the deal stands, or what is to be written anew of it."""
    asked = request.GET if request.method != "POST" else {}
    calls = sheet.by_call and (not sheet.plan or not sheet.plan.cards or "call" in asked)
    if sheet.versions:
        return "call" if calls and door.can_run else "scored"
    if not sheet.awaited:
        return "not_now"
    if calls:
        return "call"
    anew = sheet.announced is not None and (BIDS in asked or f"{CALL}cards" in asked)
    if type(refused) is BidsForm or anew:
        return BIDS
    none = sheet.plan is not None and sheet.plan.misere
    return TRICKS if sheet.announced is not None or none else BIDS


def _form(request: HttpRequest, sheet: BidSheet, step: str, refused: Any) -> Any:
    """The form of this step: as it was refused, or as it stands. A result's is its correction."""
    if step == "not_now":
        return None
    if step == "call":
        typed = f"{CALL}cards" in _sent(request)
        return CallForm(_sent(request) if typed else None, sheet=sheet)
    kind = CorrectionForm if step == "scored" else FORMS[step]
    if isinstance(refused, kind) and type(refused) is kind:
        return _again(request, refused, sheet)
    if step == "scored" and isinstance(refused, TricksForm) and refused.stale:
        return kind(sheet=sheet, initial=request.POST.dict())
    return kind(sheet=sheet)


def _again(request: HttpRequest, refused: SheetForm, sheet: BidSheet) -> SheetForm:
    """What was typed on the sheet as it is now, and why it was refused."""
    form = type(refused)(request.POST, sheet=sheet)
    form.take_errors(refused)
    return form


def _why(refused: Any) -> str:
    """Why something was refused, where no field on the page says it."""
    if refused is None:
        return ""
    if isinstance(refused, SheetForm):
        return refused.refusal
    return str(next(iter(refused.non_field_errors()), ""))


def _here(sheet: BidSheet) -> Here:
    if sheet.standing is not None:
        return Here("result", sheet.round, sheet.deal, sheet.standing.mark)
    bids = sheet.announced.seq if sheet.announced else NO_BIDS
    return Here("deal", sheet.round, sheet.deal, mark_of_table(bids, sheet.at.places, sheet.at.at.round.pk))


def _render(
    request: HttpRequest, door: Door, here: Here, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, template, {**door.shown(request, here), **context}, status=status)
