"""What the page of a deal is made of, by what is recorded at the table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from django.http import HttpRequest, QueryDict

from accounts.errors import KeyUsedError, StaleError
from accounts.shared.forms import refuse
from tournaments.core.evening import ScoringKind
from tournaments.core.refusals import DEAL_RECORDED
from tournaments.models import Evening
from tournaments.scoring.forms.bids import (
    CALL,
    BidsForm,
    CallForm,
    CorrectionForm,
    NoDealForm,
    SheetForm,
    TricksForm,
    fields_of,
)
from tournaments.scoring.forms.deals import PoolForm, RecordForm
from tournaments.scoring.forms.slips import BidSlip, PoolSlip
from tournaments.scoring.presenters.deals import TableSheet, deal_sheet
from tournaments.scoring.presenters.sheets import BidSheet, bid_sheet

F = TypeVar("F", bound=RecordForm)


class KindViews(Protocol):
    """The sheet of a deal, its forms, and the page that shows both."""

    template: str

    def sheet(self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int) -> Any:
        """Read the deal as it stands. RuleError if there is no such table."""

    def slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **where: Any
    ) -> tuple[Any, RecordForm | None]:
        """Return the deal as it stands, and its slip on a page of many; None: its own page asks more."""

    def seen(self, form: F, sheet: Any) -> F:
        """Return the form; refused where the deal is recorded already, whatever else is wrong with it."""
        if sheet.versions and not form.correcting and not form.is_valid():
            refuse(form, StaleError("", DEAL_RECORDED))
        return form

    def typed(self, request: HttpRequest, sheet: Any) -> RecordForm:
        """Return the form that was sent."""

    def following(self, sheet: Any, form: RecordForm) -> int:
        """Return the deal whose page comes next when the form is done; 0: none."""

    def context(
        self, request: HttpRequest, sheet: Any, refused: RecordForm | None, like: Any, *, can_run: bool
    ) -> dict[str, Any]:
        """Return what the page shows, with its ``form``: as it was ``refused``, or ``like`` a version."""


class CountersViews(KindViews):
    """A pool is recorded with one form, and corrected with the same."""

    template = "scoring/deal/deal.html"

    def sheet(
        self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int
    ) -> TableSheet:
        return deal_sheet(evening, round, table, deal)

    def slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **where: Any
    ) -> tuple[TableSheet, PoolSlip]:
        """Return the sheet and slip. The result that stands is not filled in: a slip is no correction."""
        sheet = deal_sheet(evening, **where)
        return sheet, PoolSlip(typed, sheet=replace(sheet, versions=()), correcting=False, prefix=prefix)

    def typed(self, request: HttpRequest, sheet: TableSheet) -> PoolForm:
        form = PoolForm(request.POST, sheet=sheet, correcting="base_version" in request.POST)
        return self.seen(form, sheet)

    def following(self, sheet: TableSheet, form: RecordForm) -> int:
        return 0 if form.correcting else sheet.following

    def context(
        self, request: HttpRequest, sheet: TableSheet, refused: RecordForm | None, like: Any, *, can_run: bool
    ) -> dict[str, Any]:
        """Return the form. A refused one is filled in again, as a correction of what stands by now."""
        sent = request.POST if isinstance(refused, PoolForm) else None
        form = PoolForm(sent, sheet=like or sheet, correcting=bool(sheet.versions))
        if isinstance(refused, PoolForm):
            form.take_errors(refused)
        again = refused is not None and refused.refused_as(KeyUsedError)
        stale = isinstance(refused, PoolForm) and refused.stale
        return {"form": form, "stale": stale or again, "refused": None}


SENT: Mapping[str, type[SheetForm]] = {"bids": BidsForm, "tricks": TricksForm, "correct": CorrectionForm}
"""What a deal's page can send, by its field ``step``."""
SHOWN: Mapping[str, type[SheetForm]] = {"bids": BidsForm, "tricks": TricksForm, "scored": CorrectionForm}
"""The form of a page at its step."""


class PointsViews(KindViews):
    """Each step of a deal has a form of its own."""

    template = "scoring/bids/deal.html"

    def sheet(self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int) -> BidSheet:
        """Return the deal; if a valid call was sent along, the deal as it would be by that call."""
        sheet = bid_sheet(evening, round, table, deal)
        if not sheet.by_call or not _calls(request):
            return sheet
        form = CallForm(_sent(request), sheet=sheet)
        if not form.is_valid():
            return sheet
        called = sheet.called(form.call())
        return sheet if called.plan == sheet.plan else called  # the same call in other words is no other call

    def slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **where: Any
    ) -> tuple[BidSheet, BidSlip | None]:
        sheet = bid_sheet(evening, **where)
        known = sheet.plan is not None and sheet.plan.cards and not sheet.by_call
        return sheet, BidSlip(typed, sheet=sheet, prefix=prefix) if known else None

    def typed(self, request: HttpRequest, sheet: BidSheet) -> RecordForm:
        kind = SENT.get(request.POST.get("step", ""), BidsForm)
        planned = sheet.plan is not None and sheet.plan.cards
        form = kind(request.POST, sheet=sheet) if planned else NoDealForm(kind.correcting, request.POST)
        return self.seen(form, sheet)

    def following(self, sheet: BidSheet, form: RecordForm) -> int:
        return sheet.deal

    def context(
        self, request: HttpRequest, sheet: BidSheet, refused: RecordForm | None, like: Any, *, can_run: bool
    ) -> dict[str, Any]:
        step = _step(request, sheet, refused, can_run=can_run)
        form = _form(request, like or sheet, step, refused)
        return {
            "step": step,
            "form": form,
            "refused": refused,
            "stale": refused is not None and refused.stale,
            "why": refused.refusal if refused else "",
            "lost": refused if isinstance(refused, SheetForm) and type(refused) is not type(form) else None,
            "call": fields_of((like or sheet).call),
            "call_asked": step == "scored" and _calls(request),
        }


def _sent(request: HttpRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _calls(request: HttpRequest) -> bool:
    """Return whether a call was sent along."""
    return f"{CALL}cards" in _sent(request)


def _step(request: HttpRequest, sheet: BidSheet, refused: RecordForm | None, *, can_run: bool) -> str:
    """Return the step: where the deal stands, or what is to be written anew of it."""
    asked: Mapping[str, Any] = request.GET if request.method != "POST" else {}
    calls = sheet.by_call and (not sheet.plan or not sheet.plan.cards or "call" in asked)
    if sheet.versions:
        return "call" if calls and can_run else "scored"
    if not sheet.awaited:
        return "not_now"
    if calls:
        return "call"
    if type(refused) is BidsForm:
        return "bids"
    if sheet.announced is not None:
        return "bids" if "bids" in asked or f"{CALL}cards" in asked else "tricks"
    return "tricks" if sheet.plan is not None and sheet.plan.misere else "bids"


def _form(request: HttpRequest, sheet: BidSheet, step: str, refused: RecordForm | None) -> Any:
    """Return the form of this step: as it was refused, or as it stands. A result's is its correction."""
    if step == "not_now":
        return NoDealForm(False)
    if step == "call":
        return CallForm(_sent(request) if _calls(request) else None, sheet=sheet)
    kind = SHOWN[step]
    if refused is not None and type(refused) is kind:
        form = kind(request.POST, sheet=sheet)
        form.take_errors(refused)
        return form
    if step == "scored" and isinstance(refused, TricksForm) and refused.stale:
        return kind(sheet=sheet, initial=request.POST.dict())
    return kind(sheet=sheet)


OF_KINDS: Mapping[str, KindViews] = {"counters": CountersViews(), "points": PointsViews()}


def kind_views(kind: ScoringKind) -> KindViews:
    """Return what the pages of a deal of this kind do."""
    return kind.of(OF_KINDS)
