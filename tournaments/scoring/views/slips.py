"""A round typed in from a heap of slips: every table that is still out, on one page."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from uuid import uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.errors import RuleError
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views.base import Done
from tournaments.base.views.pages import asked_by, do_at_evening, member_page, rights_of
from tournaments.base.words import refusal
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.tables import AtTable
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal
from tournaments.scoring.forms.slips import (
    MOST_TABLES,
    Slip,
    in_order,
    is_typed,
    prefix_of,
    sent_slips,
    typed_in,
)
from tournaments.scoring.presenters.slips import Heap, SlipKey, heap_of
from tournaments.scoring.views.kinds.registry import kind_views


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.SCORE)
def slips(request: HttpRequest, evening: Evening, round: int) -> HttpResponse:
    """Record what is typed, table by table; what is refused stays on the page, and what is still out."""
    if request.method != "POST":
        heap = heap_of(evening, round)
        if heap.undone:
            raise Http404
        return _page(request, evening, heap)
    done, refused = _record_all(request, evening, round)
    evening.refresh_from_db(fields=["seq", "stage"])
    heap = heap_of(evening, round)
    if refused or not done:
        late = all(slip.late for slip in refused)
        return _page(request, evening, heap, refused, done, status=409 if refused and late else 422)
    messages.success(request, _recorded(done))
    return redirect("slips", evening.pk, round) if heap.awaited else redirect("evening", evening.pk)


def _record_all(request: HttpRequest, evening: Evening, round: int) -> tuple[list[int], list[Slip]]:
    """Each typed slip is a command of its own: the tables whose are recorded, and the slips refused.

    Each has a key made of the page's, so that what is sent twice is recorded once.
    """
    by, done, refused = asked_by(request, evening), list[int](), list[Slip]()
    names = names_of(evening)
    for key in sent_slips(request.POST):
        try:
            slip = _slip(evening, round, key, request.POST)
        except RuleError as error:
            if typed := typed_in(request.POST, key[0], names):
                refused.append(Slip(*key, None, None, typed=typed, gone=refusal(error, names)))
            continue
        form = slip.form
        if form is None or not is_typed(form):
            continue
        mine = replace(by, key=by.key and uuid5(by.key, f"{round}-{slip.key}"))
        recorded = do_at_evening(request, evening, partial(_record, slip, round), form=form, by=mine)
        if isinstance(recorded, Done):
            done.append(slip.table)
        else:
            refused.append(_as_it_stands(request, evening, round, slip, names))
    return sorted(done), refused


def _record(slip: Slip, round: int, by: By) -> Journal:
    assert slip.form is not None  # noqa: S101 - a slip without a form is not sent
    return slip.form.command()(by, round=round, table=slip.table, deal=slip.deal)


def _slip(
    evening: Evening, round: int, key: SlipKey, typed: QueryDict | None = None, at: AtTable | None = None
) -> Slip:
    """The table's deal as a blank form, or as it was ``typed``. RuleError if there is no such table.

    ``at``: the table, where it was read already.
    """
    table, deal = key
    sheet, form = kind_views(evening.play.kind).slip(
        evening, typed, prefix_of(table), round=round, table=table, deal=deal, at=at
    )
    return Slip(table, deal, sheet, form, sheet.stands)


def _as_it_stands(
    request: HttpRequest, evening: Evening, round: int, slip: Slip, names: Mapping[int, str]
) -> Slip:
    """A slip that was refused; where somebody was faster, with what stands and what was typed, in words."""
    typed = typed_in(request.POST, slip.table, names)
    try:
        stands = _slip(evening, round, (slip.table, slip.deal)).stands
    except RuleError as error:
        return replace(slip, sheet=None, form=None, typed=typed, gone=refusal(error, names))
    return replace(slip, stands=stands, typed=typed if stands else ())


def _recorded(tables: list[int]) -> str:
    return gettext("Recorded for tables: %(tables)s.") % {"tables": ", ".join(map(str, tables))}


def _page(
    request: HttpRequest,
    evening: Evening,
    heap: Heap,
    refused: list[Slip] | None = None,
    done: list[int] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The slips that are still out, from the table asked for on; those refused as they were typed."""
    late = [slip for slip in refused or () if slip.late]
    again = {slip.table: slip for slip in refused or () if not slip.late}
    groups = [heap.awaited[at : at + MOST_TABLES] for at in range(0, len(heap.awaited), MOST_TABLES)]
    asked = request.GET.get("part", "")
    part = min(number_in(asked, 3) or 1, len(groups))
    blank = (key for key in (groups[part - 1] if groups else ()) if key[0] not in again)
    shown = {
        "evening": evening,
        "heap": heap,
        "slips": in_order(
            [*again.values(), *(_slip(evening, heap.round, key, at=heap.at[key[0]]) for key in blank)]
        ),
        "late": late,
        "recorded": _recorded(done) if done else "",
        "refused": refused,
        "nothing": status == 422 and not refused,
        "part": part,
        "parts": [(n, group[0][0], group[-1][0]) for n, group in enumerate(groups, 1)],
    }
    return render(request, "scoring/slips/page.html", shown | rights_of(request), status=status)
