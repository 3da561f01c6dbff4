"""The page of a round's slips, and ``TableAccess``: rights and addresses for scorers at a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar
from uuid import uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.errors import RuleError
from accounts.names import drop_double_stop
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.forms import ActionForm
from accounts.shared.views import Success
from tournaments.base.views import (
    do_at_evening,
    get_member_request,
    list_rights,
    make_requested_by,
    make_undo_tag,
    member_page,
)
from tournaments.base.words import describe_refusal
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import load_names
from tournaments.evening.selectors.tables import ScorerTable
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, ScorerLink
from tournaments.scoring.forms.slips import (
    MOST_TABLES,
    FormSlip,
    describe_slip,
    is_typed,
    make_prefix,
    read_sent_slips,
    sort_slips,
)
from tournaments.scoring.presenters.deals import PendingSlips, SlipKey, load_pending_slips, load_round_tables
from tournaments.scoring.views.kinds import choose_kind_views


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def slips(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Record the filled-in slips, table by table. The page then shows refused and missing slips."""
    if request.method != "POST":
        pending = load_pending_slips(evening, round)
        if pending.undone:
            raise Http404
        return _render_page(request, evening, pending)
    tables, refused_slips = _record_all(request, evening, round)
    evening.refresh_from_db(fields=["seq", "stage"])
    pending = load_pending_slips(evening, round)
    if refused_slips or not tables:
        late = all(slip.late for slip in refused_slips)
        return _render_page(
            request, evening, pending, refused_slips, tables, status=409 if refused_slips and late else 422
        )
    messages.success(request, _describe_recorded(tables))
    return redirect("slips", evening.pk, round) if pending.awaited else redirect("evening", evening.pk)


def _record_all(request: HttpRequest, evening: Evening, round: int) -> tuple[list[int], list[FormSlip]]:
    """Record each filled-in slip as a separate command. Return the recorded tables and the refused slips.

    Each command's key derives from the page's key, so that a repeated request records nothing twice.
    """
    by, tables, refused_slips = make_requested_by(request, evening), list[int](), list[FormSlip]()
    names = load_names(evening)
    for key in read_sent_slips(request.POST):
        try:
            slip = _make_slip(evening, round, key, request.POST)
        except RuleError as error:
            if typed := describe_slip(request.POST, key[0], names):
                refused_slips.append(
                    FormSlip(*key, None, None, typed=typed, removal=describe_refusal(error, names))
                )
            continue
        form = slip.form
        if form is None or not is_typed(form):
            continue
        mine = replace(by, key=by.key and uuid5(by.key, f"{round}-{slip.key}"))
        outcome = do_at_evening(request, evening, partial(_record, slip, round), form=form, by=mine)
        if isinstance(outcome, Success):
            tables.append(slip.table)
        else:
            refused_slips.append(_refresh_slip(request, evening, round, slip, names))
    return sorted(tables), refused_slips


def _record(slip: FormSlip, round: int, by: RequestedBy) -> Journal:
    assert slip.form is not None  # noqa: S101 - a slip without a form is not sent
    return slip.form.command()(by, round=round, table=slip.table, deal=slip.deal)


def _make_slip(
    evening: Evening,
    round: int,
    key: SlipKey,
    typed: QueryDict | None = None,
    state: ScorerTable | None = None,
) -> FormSlip:
    """Return the table's deal as a blank form, or with the ``typed`` values.

    ``state``: the table, if the caller has read it. RuleError if the table does not exist.
    """
    table, deal = key
    sheet, form = choose_kind_views(evening.play.kind).make_slip(
        evening, typed, make_prefix(table), round=round, table=table, deal=deal, state=state
    )
    return FormSlip(table, deal, sheet, form, sheet.stands)


def _refresh_slip(
    request: HttpRequest, evening: Evening, round: int, slip: FormSlip, names: Mapping[int, str]
) -> FormSlip:
    """Return a refused slip. If somebody else was faster, add the recorded result and the typed words."""
    typed = describe_slip(request.POST, slip.table, names)
    try:
        stands = _make_slip(evening, round, (slip.table, slip.deal)).stands
    except RuleError as error:
        return replace(slip, sheet=None, form=None, typed=typed, removal=describe_refusal(error, names))
    return replace(slip, stands=stands, typed=typed if stands else ())


def _describe_recorded(tables: list[int]) -> str:
    return gettext("Recorded for tables: %(tables)s.") % {"tables": ", ".join(map(str, tables))}


def _render_page(
    request: HttpRequest,
    evening: Evening,
    pending: PendingSlips,
    refused_slips: list[FormSlip] | None = None,
    tables: list[int] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the missing slips of the chosen part, and the refused slips with their typed values."""
    late = [slip for slip in refused_slips or () if slip.late]
    typed_slips = {slip.table: slip for slip in refused_slips or () if not slip.late}
    groups = [
        pending.awaited[start : start + MOST_TABLES] for start in range(0, len(pending.awaited), MOST_TABLES)
    ]
    query = request.GET.get("part", "")
    part = min(number_in(query, 3) or 1, len(groups))
    blank = (key for key in (groups[part - 1] if groups else ()) if key[0] not in typed_slips)
    context = {
        "evening": evening,
        "pending": pending,
        "slips": sort_slips(
            [
                *typed_slips.values(),
                *(_make_slip(evening, pending.round, key, state=pending.states[key[0]]) for key in blank),
            ]
        ),
        "late": late,
        "recorded": _describe_recorded(tables) if tables else "",
        "refused": refused_slips,
        "nothing": status == 422 and not refused_slips,
        "part": part,
        "parts": [(n, group[0][0], group[-1][0]) for n, group in enumerate(groups, 1)],
    }
    return render(request, "scoring/slips/page.html", context | list_rights(request), status=status)


@dataclass(frozen=True)
class PageState:
    """The state of a page, which a phone watches: the kind of page, its round and deal, and a ``mark``.

    The mark changes when the result changes, or the bids to which a form belongs.
    """

    kind: str  # deal, result, count, sheet, wait, late
    round: int = 0
    deal: int = 0
    mark: str = ""


@dataclass(frozen=True)
class TableAccess:
    """How a person reaches a table's pages: the rights, and the addresses of the next pages.

    A member comes from the evening's pages; a table's phone comes by its link (``phones.views.table``).
    """

    evening: Evening
    right: Right | None = None
    link: ScorerLink | None = None
    frame: ClassVar[str] = "scoring/desk.html"

    @property
    def can_run(self) -> bool:
        has_right = self.right is not None and self.right >= Right.RUN
        return has_right and self.evening.stage != Stage.CALLED_OFF

    @property
    def can_score(self) -> bool:
        return self.link is not None or (self.right is not None and self.right >= Right.SCORE)

    def may_correct(self, sheet: Any) -> bool:
        """Return whether the table's phone may correct the result: its own last one, before the moves."""
        return self.link is not None and sheet.is_last and sheet.stands.by_link

    def awaits_confirmation(self, sheet: Any) -> bool:
        """Return whether another player should confirm the result on the table's phone."""
        asked = self.link is not None and self.evening.settings.confirm and bool(sheet.versions)
        return asked and sheet.stands.by_link and not sheet.stands.confirmed

    @property
    def may_end(self) -> bool:
        return self.can_score and self.link is None

    @property
    def home(self) -> str:
        return reverse("evening", args=[self.evening.pk])

    def get_deal_url(self, round: int, table: int, deal: int) -> str:
        return reverse("deal", args=[self.evening.pk, round, table, deal])

    def get_sheet_url(self, round: int, table: int) -> str:
        return reverse("table-sheet", args=[self.evening.pk, round, table])

    def get_next_url(self, round: int, table: int, deal: int, following_deal: int) -> str:
        """Return the next page after a deal is recorded. ``following_deal`` 0: none is known."""
        return self.get_deal_url(round, table, following_deal) if following_deal else self.home

    def make_requested_by(self, request: HttpRequest) -> RequestedBy:
        """Return the ``RequestedBy`` with the form's reason and request key."""
        return make_requested_by(request, self.evening)

    def success_message(self, message: str, line: Journal) -> str:
        """Return the message after the form wrote ``line``."""
        return message

    def redirect_done(
        self, request: HttpRequest, message: str, next_page: str, line: Journal | None = None
    ) -> HttpResponse:
        """Show the success message, with an undo for ``line``, and redirect to ``next_page``."""
        messages.success(request, drop_double_stop(message), extra_tags=make_undo_tag(request, line))
        return redirect(next_page)

    def answer_refused(
        self, request: HttpRequest, form: ActionForm, place: tuple[int, int], page: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """Respond to a refused form; ``place``: the form's round and deal."""
        return page()

    def make_page_context(
        self, request: HttpRequest, page_state: PageState, state: ScorerTable | None = None, sheet: Any = None
    ) -> dict[str, Any]:
        """Return the context that all pages share; ``state``: the table, if the caller has read it."""
        context = {
            "access": self,
            "evening": self.evening,
            "back": self.home,
            "can_run": self.can_run,
            "can_score": self.can_score,
        }
        if self.link is None:
            tables = load_round_tables(self.evening, sheet.round, sheet.table, sheet.facts)
            context["round_tables"] = tables
        return context


def make_member_access(request: HttpRequest, evening: Evening) -> TableAccess:
    """Return the access of a member. The page's decorator has checked the right."""
    return TableAccess(evening, get_member_request(request).right)
