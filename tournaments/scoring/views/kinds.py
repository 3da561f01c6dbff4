"""The parts of a deal's page, by what the table records: pools or bids."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string

from accounts.errors import KeyUsedError, StaleError
from accounts.shared.forms import refuse
from games.rules.deals import Madness
from tournaments.core.evening import ScoringKind
from tournaments.core.refusals import DEAL_RECORDED
from tournaments.models import Evening
from tournaments.scoring.forms.bids import (
    CALL,
    CallForm,
    CorrectionForm,
    DealBidsForm,
    NoDealForm,
    SheetForm,
    TricksForm,
    prefix_call,
)
from tournaments.scoring.forms.deals import PoolForm, RecordForm
from tournaments.scoring.forms.slips import BidSlip, PoolSlip
from tournaments.scoring.presenters.deals import TableSheet, load_deal_sheet, load_table_sheet
from tournaments.scoring.presenters.plans import (
    StepForm,
    TablePlan,
    add_blank_bids,
    find_widest_deals,
    plan_counters,
    plan_points,
)
from tournaments.scoring.presenters.sheets import BidSheet, load_bid_sheet

F = TypeVar("F", bound=RecordForm)


class KindViews(Protocol):
    """The sheet and forms of a deal, and the context of its page."""

    template: str
    line_template: str
    """Shows one player's part of a result in the preview of a correction."""

    def load_sheet(self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int) -> Any:
        """Return the sheet of the deal as it is now. RuleError if the table does not exist."""

    def make_slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **address: Any
    ) -> tuple[Any, RecordForm | None]:
        """Return the sheet and its slip on the page of slips; None: only the deal's page can record it."""

    def refuse_recorded(self, form: F, sheet: Any) -> F:
        """Return the form; an invalid form for a recorded deal also has the refusal DEAL_RECORDED."""
        if sheet.versions and not form.correcting and not form.is_valid():
            refuse(form, StaleError("", DEAL_RECORDED))
        return form

    def read_form(self, request: HttpRequest, sheet: Any) -> RecordForm:
        """Return the submitted form."""

    def find_next_deal(self, sheet: Any, form: RecordForm) -> int:
        """Return the number of the deal to show next when this form is done; 0: none."""

    def make_context(
        self, request: HttpRequest, sheet: Any, refused_form: RecordForm | None, like: Any, *, can_run: bool
    ) -> dict[str, Any]:
        """Return the context with its ``form``: the refused form, or a form with the values of ``like``."""

    def plan(self, evening: Evening, *, round: int, table: int) -> TablePlan:
        """Return the table's deals from the next one on, and a form for each step, as a phone needs them."""


class CountersViews(KindViews):
    """A pool is recorded and corrected with the same form."""

    template, line_template = "scoring/deal/deal.html", "scoring/deal/line.html"

    def load_sheet(
        self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int
    ) -> TableSheet:
        return load_deal_sheet(evening, round, table, deal)

    def make_slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **address: Any
    ) -> tuple[TableSheet, PoolSlip]:
        """Return the sheet and its slip. A slip never contains a recorded result: it is not a correction."""
        sheet = load_deal_sheet(evening, **address)
        return sheet, PoolSlip(typed, sheet=replace(sheet, versions=()), correcting=False, prefix=prefix)

    def read_form(self, request: HttpRequest, sheet: TableSheet) -> PoolForm:
        form = PoolForm(request.POST, sheet=sheet, correcting="base_version" in request.POST)
        return self.refuse_recorded(form, sheet)

    def find_next_deal(self, sheet: TableSheet, form: RecordForm) -> int:
        return 0 if form.correcting else sheet.following_deal

    def make_context(
        self,
        request: HttpRequest,
        sheet: TableSheet,
        refused_form: RecordForm | None,
        like: Any,
        *,
        can_run: bool,
    ) -> dict[str, Any]:
        """Return the context. A refused form keeps its values, as a correction of the newest version."""
        data = request.POST if isinstance(refused_form, PoolForm) else None
        form = PoolForm(data, sheet=like or sheet, correcting=bool(sheet.versions))
        if isinstance(refused_form, PoolForm):
            form.take_errors(refused_form)
        key_used = refused_form is not None and refused_form.has_refusal(KeyUsedError)
        stale = isinstance(refused_form, PoolForm) and refused_form.stale
        return {"form": form, "stale": stale or key_used, "refused": None, "call_asked": False}

    def plan(self, evening: Evening, *, round: int, table: int) -> TablePlan:
        """Return the pools; the form of the last one may ask for counters."""
        at_table = load_table_sheet(evening, round, table)
        sheet = load_deal_sheet(evening, round, table, at_table.next_deal, state=at_table.table_now)
        sheets = {"pool": sheet, "last": replace(sheet, deal=sheet.deals)}
        forms = {
            name: StepForm("scoring/deal/blank.html", one, PoolForm(sheet=one, correcting=False))
            for name, one in sheets.items()
        }
        return plan_counters(sheet, forms)


STEP_FORMS: Mapping[str, type[SheetForm]] = {
    "bids": DealBidsForm,
    "tricks": TricksForm,
    "correct": CorrectionForm,
}
"""The forms that a deal's page can submit, by the field ``step``."""
PAGE_FORMS: Mapping[str, type[SheetForm]] = {
    "bids": DealBidsForm,
    "tricks": TricksForm,
    "scored": CorrectionForm,
}
"""The form that a page shows, by its step."""


class PointsViews(KindViews):
    """Each step of a deal has its own form."""

    template, line_template = "scoring/bids/deal.html", "scoring/bids/deal/line.html"

    def load_sheet(
        self, request: HttpRequest, evening: Evening, *, round: int, table: int, deal: int
    ) -> BidSheet:
        """Return the sheet; if the request contains a valid call, the sheet with that call."""
        sheet = load_bid_sheet(evening, round, table, deal)
        if not sheet.by_call or not _has_call(request):
            return sheet
        form = CallForm(_read_data(request), sheet=sheet)
        if not form.is_valid():
            return sheet
        called_sheet = sheet.apply_call(form.read_call())
        return (
            sheet if called_sheet.plan == sheet.plan else called_sheet
        )  # a call with the same plan changes nothing

    def make_slip(
        self, evening: Evening, typed: QueryDict | None, prefix: str, **address: Any
    ) -> tuple[BidSheet, BidSlip | None]:
        sheet = load_bid_sheet(evening, **address)
        can_type = sheet.plan is not None and sheet.plan.cards and not sheet.by_call
        return sheet, BidSlip(typed, sheet=sheet, prefix=prefix) if can_type else None

    def read_form(self, request: HttpRequest, sheet: BidSheet) -> RecordForm:
        kind = STEP_FORMS.get(request.POST.get("step", ""), DealBidsForm)
        planned = sheet.plan is not None and sheet.plan.cards
        form = kind(request.POST, sheet=sheet) if planned else NoDealForm(kind.correcting, request.POST)
        return self.refuse_recorded(form, sheet)

    def find_next_deal(self, sheet: BidSheet, form: RecordForm) -> int:
        return sheet.deal

    def make_context(
        self,
        request: HttpRequest,
        sheet: BidSheet,
        refused_form: RecordForm | None,
        like: Any,
        *,
        can_run: bool,
    ) -> dict[str, Any]:
        step = _find_step(request, sheet, refused_form, can_run=can_run)
        form = _make_form(request, like or sheet, step, refused_form)
        return {
            "step": step,
            "form": form,
            "refused": refused_form,
            "stale": refused_form is not None and refused_form.stale,
            "why": refused_form.refusal if refused_form else "",
            "lost": refused_form
            if isinstance(refused_form, SheetForm) and type(refused_form) is not type(form)
            else None,
            "call": prefix_call((like or sheet).call),
            "call_asked": step == "scored" and _has_call(request),
        }

    def plan(self, evening: Evening, *, round: int, table: int) -> TablePlan:
        """Return the deals to come. Each step has the largest deal's form; phones hide the rest."""
        number = load_table_sheet(evening, round, table).next_deal
        sheet = load_bid_sheet(evening, round, table, number)
        if sheet.plan is None:
            return plan_points(sheet, {})
        forms = dict[str, StepForm]()
        if sheet.by_call:
            forms["call"] = StepForm("scoring/bids/deal/call.html", sheet, CallForm(sheet=sheet))
        for deal in find_widest_deals(sheet):
            blank, bidden = (add_blank_bids(replace(sheet, plan=deal), bids) for bids in (False, True))
            name = "taken" if deal.madness is not Madness.NONE else "tricks"
            forms[name] = StepForm("scoring/bids/deal/tricks.html", bidden, TricksForm(sheet=bidden))
            bids_form = StepForm("scoring/bids/deal/bids.html", blank, DealBidsForm(sheet=blank))
            forms.setdefault("bids", bids_form)
        return plan_points(sheet, forms)


def render_blank_form(request: HttpRequest, access: Any, step: StepForm) -> str:
    """Return a blank form as HTML."""
    context = {"access": access, "sheet": step.sheet, "form": step.form, "call": {}}
    return render_to_string(step.template, context, request)


def _read_data(request: HttpRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _has_call(request: HttpRequest) -> bool:
    """Return whether the request contains a call."""
    return f"{CALL}cards" in _read_data(request)


def _find_step(
    request: HttpRequest, sheet: BidSheet, refused_form: RecordForm | None, *, can_run: bool
) -> str:
    """Return the current step of the deal, or an earlier step if the scorer wants to change it."""
    query: Mapping[str, Any] = request.GET if request.method != "POST" else {}
    calls = sheet.by_call and (not sheet.plan or not sheet.plan.cards or "call" in query)
    if sheet.versions:
        return "call" if calls and can_run else "scored"
    if not sheet.awaited:
        return "not_now"
    if calls:
        return "call"
    if type(refused_form) is DealBidsForm:
        return "bids"
    if sheet.announced is not None:
        return "bids" if "bids" in query or f"{CALL}cards" in query else "tricks"
    return "tricks" if sheet.plan is not None and sheet.plan.misere else "bids"


def _make_form(request: HttpRequest, sheet: BidSheet, step: str, refused_form: RecordForm | None) -> Any:
    """Return the form of this step: refused, or with the recorded values. For a result: its correction."""
    if step == "not_now":
        return NoDealForm(False)
    if step == "call":
        return CallForm(_read_data(request) if _has_call(request) else None, sheet=sheet)
    kind = PAGE_FORMS[step]
    if refused_form is not None and type(refused_form) is kind:
        form = kind(request.POST, sheet=sheet)
        form.take_errors(refused_form)
        return form
    if step == "scored" and isinstance(refused_form, TricksForm) and refused_form.stale:
        return kind(sheet=sheet, initial=request.POST.dict())
    return kind(sheet=sheet)


OF_KINDS: Mapping[str, KindViews] = {"counters": CountersViews(), "points": PointsViews()}


def choose_kind_views(kind: ScoringKind) -> KindViews:
    """Return the parts of a deal's page for this kind of scoring."""
    return kind.choose_adapter(OF_KINDS)
