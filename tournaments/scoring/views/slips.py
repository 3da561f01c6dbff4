"""The page of a round's slips, and the rights and addresses of everybody who scores at a table: ``Door``."""

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
from accounts.names import one_stop
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.forms import ActionForm
from accounts.shared.views import Success
from tournaments.base.views import asked_by, do_at_evening, member_page, of_member, rights_of, undo_tag
from tournaments.base.words import refusal
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.tables import ScorerTable
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, ScorerLink
from tournaments.scoring.forms.slips import (
    MOST_TABLES,
    FormSlip,
    in_order,
    is_typed,
    prefix_of,
    sent_slips,
    typed_in,
)
from tournaments.scoring.presenters.deals import Heap, SlipKey, heap_of
from tournaments.scoring.views.kinds import kind_views


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


def _record_all(request: HttpRequest, evening: Evening, round: int) -> tuple[list[int], list[FormSlip]]:
    """Record each typed slip as a command of its own. Return the tables recorded and the slips refused.

    Each has a key made of the page's, so that what is sent twice is recorded once.
    """
    by, done, refused = asked_by(request, evening), list[int](), list[FormSlip]()
    names = names_of(evening)
    for key in sent_slips(request.POST):
        try:
            slip = _slip(evening, round, key, request.POST)
        except RuleError as error:
            if typed := typed_in(request.POST, key[0], names):
                refused.append(FormSlip(*key, None, None, typed=typed, removal=refusal(error, names)))
            continue
        form = slip.form
        if form is None or not is_typed(form):
            continue
        mine = replace(by, key=by.key and uuid5(by.key, f"{round}-{slip.key}"))
        recorded = do_at_evening(request, evening, partial(_record, slip, round), form=form, by=mine)
        if isinstance(recorded, Success):
            done.append(slip.table)
        else:
            refused.append(_as_it_stands(request, evening, round, slip, names))
    return sorted(done), refused


def _record(slip: FormSlip, round: int, by: RequestedBy) -> Journal:
    assert slip.form is not None  # noqa: S101 - a slip without a form is not sent
    return slip.form.command()(by, round=round, table=slip.table, deal=slip.deal)


def _slip(
    evening: Evening, round: int, key: SlipKey, typed: QueryDict | None = None, at: ScorerTable | None = None
) -> FormSlip:
    """Return the table's deal as a blank form, or as it was ``typed``. RuleError if there is no such table.

    ``at``: the table, where it was read already.
    """
    table, deal = key
    sheet, form = kind_views(evening.play.kind).slip(
        evening, typed, prefix_of(table), round=round, table=table, deal=deal, at=at
    )
    return FormSlip(table, deal, sheet, form, sheet.stands)


def _as_it_stands(
    request: HttpRequest, evening: Evening, round: int, slip: FormSlip, names: Mapping[int, str]
) -> FormSlip:
    """Return a refused slip; where somebody was faster, with what stands and what was typed, in words."""
    typed = typed_in(request.POST, slip.table, names)
    try:
        stands = _slip(evening, round, (slip.table, slip.deal)).stands
    except RuleError as error:
        return replace(slip, sheet=None, form=None, typed=typed, removal=refusal(error, names))
    return replace(slip, stands=stands, typed=typed if stands else ())


def _recorded(tables: list[int]) -> str:
    return gettext("Recorded for tables: %(tables)s.") % {"tables": ", ".join(map(str, tables))}


def _page(
    request: HttpRequest,
    evening: Evening,
    heap: Heap,
    refused: list[FormSlip] | None = None,
    done: list[int] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the slips of the chosen part that are still out, and the refused ones as they were typed."""
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


@dataclass(frozen=True)
class Here:
    """Where a page stands, which a phone watches: what it shows, of which deal, and the ``mark`` of that.

    The mark is another one once the result, or the bids that are filled in against, have changed.
    """

    kind: str  # deal, result, count, sheet, wait, late
    round: int = 0
    deal: int = 0
    mark: str = ""


@dataclass(frozen=True)
class Door:
    """How somebody came to a table's pages: what is allowed there, and the addresses to go on to.

    A member came by the evening; a table's phone comes by its link (``phones.views``).
    """

    evening: Evening
    right: Right | None = None
    link: ScorerLink | None = None
    frame: ClassVar[str] = "base.html"

    @property
    def can_run(self) -> bool:
        held = self.right is not None and self.right >= Right.RUN
        return held and self.evening.stage != Stage.CALLED_OFF

    @property
    def can_score(self) -> bool:
        return self.link is not None or (self.right is not None and self.right >= Right.SCORE)

    @property
    def may_end(self) -> bool:
        return self.can_score and self.link is None

    @property
    def home(self) -> str:
        return reverse("evening", args=[self.evening.pk])

    def deal(self, round: int, table: int, deal: int) -> str:
        return reverse("deal", args=[self.evening.pk, round, table, deal])

    def sheet(self, round: int, table: int) -> str:
        return reverse("table-sheet", args=[self.evening.pk, round, table])

    def after(self, round: int, table: int, deal: int, following: int) -> str:
        """Return where to go on when a deal is recorded; ``following`` is 0 where none is known to follow."""
        return self.deal(round, table, following) if following else self.home

    def by(self, request: HttpRequest) -> RequestedBy:
        """Return who asks, with the reason and the request's key that the form carried."""
        return asked_by(request, self.evening)

    def done(self, request: HttpRequest, said: str, then: str, line: Journal | None = None) -> HttpResponse:
        """Show the success message, with an undo for ``line``, and redirect to ``then``."""
        messages.success(request, one_stop(said), extra_tags=undo_tag(request, line))
        return redirect(then)

    def refused(
        self, request: HttpRequest, form: ActionForm, where: tuple[int, int], page: Callable[[], HttpResponse]
    ) -> HttpResponse:
        """Answer a refused form; ``where``: the round and deal that it was for."""
        return page()

    def shown(self, request: HttpRequest, here: Here, at: ScorerTable | None = None) -> dict[str, Any]:
        """Return what every page shows; ``at``: the table as it stands, if it was read already."""
        return {
            "door": self,
            "evening": self.evening,
            "back": self.home,
            "can_run": self.can_run,
            "can_score": self.can_score,
        }


def member_door(request: HttpRequest, evening: Evening) -> Door:
    """Return the door of a member's page, whose right was found."""
    return Door(evening, of_member(request).right)
