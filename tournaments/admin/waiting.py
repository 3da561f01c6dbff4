"""What waits over all clubs, each thing with its page here and on the site."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.admin.base import page_of
from accounts.models import Club
from accounts.shared.views.base import Done, do
from tournaments.admin.asking import number_of, page
from tournaments.checks.presenters.comparison import compare_evening
from tournaments.checks.presenters.waiting import SECTIONS, Section, Waits, section, waiting
from tournaments.checks.selectors.waiting import count_results, kinds_decided, results_in_force
from tournaments.checks.services.waiting import comparison_keep, waiting_leave, waiting_return
from tournaments.models import RowQuestion

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

AT_A_LOOK, SECONDS = 1, 5.0
"""So many new results are calculated again whenever somebody looks, and for so long by the button."""
DONE: Mapping[str, str] = {
    "leave": _("This is left as it is. It waits again when it changes."),
    "return": _("This waits again."),
    "compare": _("Results were calculated again."),
}


@dataclass(frozen=True)
class Linked:
    """A line with the addresses of its pages."""

    line: Waits
    here: str
    site: str | None


def waiting_view(of: "ModelAdmin[Any]", request: HttpRequest) -> HttpResponse:
    """All that waits; with ``?what=`` a page of one kind, with ``&left=1`` what was left of it."""
    if not of.has_view_permission(request):
        raise PermissionDenied
    if request.method == "POST":
        return _answer(of, request)
    _compare(AT_A_LOOK)
    what, left = request.GET.get("what", ""), "left" in request.GET
    today, number = timezone.localdate(), number_of(request.GET.get("page")) or 1
    one = section(what, today, number=number, left=left) if what in SECTIONS else None
    found = [one] if one else waiting(today)
    results, new = count_results()
    shown = {
        "sections": [_linked(section) for section in found if one or section.count],
        "done": [section for section in found if not (one or section.count)],
        "one": one,
        "left": left,
        "decided": kinds_decided(),
        "may": of.may_change(request),  # type: ignore[attr-defined]
        "results": results,
        "compared": results - new,
        "differing": any(section.key == "differing" and section.count for section in found),
    }
    return page(of, request, "admin/waiting.html", gettext("What waits"), **shown)


def _answer(of: Any, request: HttpRequest) -> HttpResponse:
    """Do what a button of the page asks for."""
    by: Any = request.user
    row, mark = (number_of(request.POST.get(name)) or 0 for name in ("row", "mark"))
    what, reason = request.POST.get("what", ""), request.POST.get("reason", "")
    today = timezone.localdate()
    acts: Mapping[str, Callable[[], object]] = {
        "leave": lambda: waiting_leave(by=by, what=what, row=row, mark=mark, reason=reason, today=today),
        "return": lambda: waiting_return(by=by, what=what, row=row),
        "compare": lambda: _compare(None),
    }
    asked = request.POST.get("do", "")
    if not of.may_change(request):
        raise PermissionDenied
    if asked not in acts:
        raise Http404
    done = do(request, acts[asked], gettext(DONE[asked]))
    if isinstance(done, Done) and isinstance(done.value, Club):
        of.log_change(request, done.value, f"What waits: {asked} {what} {row}.")
    return redirect(request.get_full_path())


def _compare(most: int | None) -> None:
    """Calculate new results again: ``most`` so many, and no longer than some seconds."""
    until = monotonic() + SECONDS
    for result in results_in_force().filter(comparison=None)[:most]:
        differs = bool(compare_evening(result.evening, result).differences)
        comparison_keep(result=result, differs=differs)
        if monotonic() > until:
            break


def _linked(section: Section) -> tuple[Section, list[Linked]]:
    return section, [*map(_with_pages, section.lines)]


def _with_pages(line: Waits) -> Linked:
    row = line.row.season if isinstance(line.row, RowQuestion) else line.row
    meta = row._meta
    here = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    return Linked(line, here, page_of(line.row))
