"""Pages of the administration that mend an evening, and the page of what waits over all clubs.

An evening is removed, corrected or called off; its import is taken back; or lines of its journal are undone.
Also the shared parts of these pages: the command of a request, the frame of a page, and comparisons.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, TypeVar
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.options import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import find_page
from accounts.errors import RuleError
from accounts.models import Club, User
from accounts.numbers import number_in
from accounts.shared.views import Failure, Success, do
from tournaments.base.services import LONGEST_REASON
from tournaments.base.words import describe_refusal
from tournaments.checks.presenters import (
    SECTIONS,
    ComparedResult,
    WaitingLine,
    compare_evening,
    load_waiting_section,
    load_waiting_sections,
)
from tournaments.checks.selectors import count_results, find_decided_kinds, find_results_in_force
from tournaments.checks.services import comparison_keep, waiting_leave, waiting_return
from tournaments.console.presenters import describe_removal
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import load_names, load_seasons_by_stage
from tournaments.evening.selectors.moves import may_remove
from tournaments.evening.services.journal import RequestedBy
from tournaments.journal.presenters.page import describe_lines
from tournaments.models import Evening, Journal, RowQuestion
from tournaments.planning.forms.prepare import describe_all_settings
from tournaments.planning.services import evening_correct
from tournaments.results.forms import CorrectForm
from tournaments.results.presenters.finishing import describe_calling_off
from tournaments.results.presenters.standing import list_similar_games
from tournaments.results.services import evening_call_off
from tournaments.seasons.services.leagues import evening_delete
from tournaments.transfer.forms import TakeBackForm
from tournaments.transfer.selectors.imports_made import find_import, plan_take_back
from tournaments.transfer.services.imported_results import import_take_back
from tournaments.undo.services.revert import line_take_back

M = TypeVar("M", bound=Model)
LONGEST_NUMBER = 9


def number_of(text: str | None) -> int | None:
    """Return the number in an address. None if there is no number."""
    return number_in(text, LONGEST_NUMBER)


def make_requested_by(
    request: HttpRequest, evening: int, *, reason: str = "", keyed: bool = True
) -> RequestedBy:
    """Return the administrator as the command's author, in any club. ``keyed``: use the request's key."""
    assert isinstance(request.user, User)  # noqa: S101 - the administration lets nobody else in
    try:
        key = UUID(request.POST["request_key"]) if keyed else None
    except (KeyError, ValueError):
        key = None
    return RequestedBy(evening, request.user, reason, key, admin=True)


def get_evening_to_change(model_admin: Any, request: HttpRequest, pk: int) -> Evening:
    """Return the evening for an administrator who may change it. PermissionDenied, Http404."""
    evening: Evening | None = model_admin.get_queryset(request).select_related("club").filter(pk=pk).first()
    if not model_admin.has_view_permission(request, evening) or not model_admin.may_change(request):
        raise PermissionDenied
    if evening is None:
        raise Http404
    return evening


def load_chosen(
    model_admin: "ModelAdmin[Any]", request: HttpRequest, queryset: QuerySet[M], most: int
) -> list[M]:
    """Return the chosen rows. If there are more than ``most``, show a message and return none."""
    rows = list(queryset[: most + 1])
    if len(rows) <= most:
        return rows
    model_admin.message_user(
        request, gettext("There are too many. Choose at most %(most)s.") % {"most": most}, messages.ERROR
    )
    return []


def render_page(
    model_admin: "ModelAdmin[Any]",
    request: HttpRequest,
    template: str,
    title: str,
    *,
    status: int = 200,
    **values: Any,
) -> TemplateResponse:
    """Return a page of Headtable in the administration's frame."""
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": title,
        **values,
    }
    return TemplateResponse(request, template, context, status=status)


def render_comparison(
    model_admin: "ModelAdmin[Any]", request: HttpRequest, results: Sequence[ComparedResult]
) -> TemplateResponse:
    """Return the page with recorded results beside the recalculated ones."""
    same = sum(result.equal for result in results)
    return render_page(
        model_admin, request, "admin/compared.html", gettext("Comparison"), results=results, same=same
    )


PAGE, TEMPLATE = "admin:tournaments_evening_change", "admin/mending.html"


def remove_view(model_admin: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then remove the evening. The evening's page shows a refusal of the service."""
    evening = get_evening_to_change(model_admin, request, pk)
    if request.method == "POST":
        by = make_requested_by(request, evening.pk, keyed=False)
        if isinstance(do(request, lambda: evening_delete(by), words=describe_refusal), Failure):
            return redirect(PAGE, evening.pk)
        model_admin.message_user(request, gettext("The evening was removed."))
        return redirect("admin:tournaments_evening_changelist")
    if not may_remove(evening):
        return redirect(PAGE, evening.pk)
    confirmation = describe_removal(evening, *load_seasons_by_stage(evening.pk))
    context = {
        "evening": evening,
        "effects": confirmation.effects,
        "form": forms.Form(),
        "yes": confirmation.yes,
    }
    return render_page(model_admin, request, TEMPLATE, confirmation.title, status=200, **context)


def correct_view(model_admin: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the name or the day of a finished evening, with a reason."""
    evening = get_evening_to_change(model_admin, request, pk)
    if evening.stage != Stage.FINISHED:
        return redirect(PAGE, evening.pk)
    form = CorrectForm(
        request.POST if request.method == "POST" else None,
        games=list_similar_games(evening),
        initial={"name": evening.name, "held_on": evening.held_on, "game": evening.game},
    )
    form.fields["reason"].widget = forms.TextInput()
    if form.is_valid():
        reason, values = form.cleaned_data["reason"], form.arguments
        by = make_requested_by(request, evening.pk, reason=reason, keyed=False)
        if isinstance(do(request, lambda: evening_correct(by, **values), words=describe_refusal), Success):
            model_admin.message_user(request, gettext("Saved."))
            model_admin.log_change(request, evening, reason)
            return redirect(PAGE, evening.pk)
    context = {"evening": evening, "effects": (), "form": form, "yes": gettext("Save the correction")}
    title, status = gettext("Correct name or date"), 422 if form.errors else 200
    return render_page(model_admin, request, TEMPLATE, title, status=status, **context)


def take_back_view(model_admin: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the import that recorded the evening, as the page showed it, with a reason."""
    evening = get_evening_to_change(model_admin, request, pk)
    key, club = find_import(evening), evening.club
    plan = plan_take_back(club.pk, key) if key else None
    if plan is None:
        raise Http404
    form = TakeBackForm(request.POST if request.method == "POST" else None, initial={"mark": plan.mark})
    form.fields["reason"].widget = forms.TextInput()
    if form.is_valid():
        assert isinstance(request.user, User)  # noqa: S101 - the administration lets nobody else in
        act = partial(import_take_back, by=request.user, club=club, key=plan.made.key, admin=True)
        if isinstance(do(request, partial(act, **form.cleaned_data), words=describe_refusal), Success):
            model_admin.message_user(request, gettext("The import was taken back."))
            return redirect("admin:tournaments_evening_changelist")
        return redirect(request.path)
    title, status = gettext("Take back an import"), 422 if form.errors else 200
    context = {"evening": evening, "plan": plan, "form": form, "yes": gettext("Take back the import")}
    return render_page(model_admin, request, "admin/import_back.html", title, status=status, **context)


MOST = 20
"""The most lines that are undone at once."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        help_text=_("The club can read this reason in the journal of the evening."),
    )


def undo_view(model_admin: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, then undo the chosen lines, the newest first. One refusal stops all."""
    evening, post = get_evening_to_change(model_admin, request, pk), request.method == "POST"
    numbers = {
        number_of(line) for line in (request.POST if post else request.GET).getlist("line")[: MOST + 1]
    }
    seqs = [seq for seq in numbers if seq is not None]
    lines = list(evening.journal.filter(seq__in=seqs).order_by("-seq"))
    response = redirect("admin:tournaments_evening_change", evening.pk)
    if not 0 < len(numbers) <= MOST or len(lines) < len(numbers):
        model_admin.message_user(
            request, gettext("Choose between 1 and %(most)s lines.") % {"most": MOST}, messages.ERROR
        )
        return response
    form = ReasonForm(request.POST if post else None)
    if isinstance(_undo(request, form, evening, lines), Success):
        model_admin.message_user(request, gettext("Changed: %(n)s.") % {"n": len(lines)})
        for line in lines:
            model_admin.log_change(request, line, form.cleaned_data["reason"])
        return response
    shown_lines = describe_lines(evening, lines, describe_all_settings)
    return _render_reason(
        model_admin, request, gettext("Undo"), evening=evening, lines=shown_lines, effects=(), form=form
    )


def call_off_view(model_admin: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, then call off the evening."""
    evening = get_evening_to_change(model_admin, request, pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    outcome = do(
        request,
        lambda: evening_call_off(make_requested_by(request, evening.pk, reason=form.cleaned_data["reason"])),
        form=form,
        words=lambda error: describe_refusal(error, load_names(evening)),
    )
    if isinstance(outcome, Success):
        model_admin.message_user(request, gettext("This evening was called off."))
        model_admin.log_change(request, evening, form.cleaned_data["reason"])
        return redirect("admin:tournaments_evening_change", evening.pk)
    effects = describe_calling_off(load_seasons_by_stage(evening.pk)[0])
    context: dict[str, Any] = {"evening": evening, "lines": (), "effects": effects}
    return _render_reason(model_admin, request, gettext("Call off the evening"), form=form, **context)


def _render_reason(
    model_admin: Any, request: HttpRequest, title: str, *, form: ReasonForm, **values: Any
) -> HttpResponse:
    """Return the page that asks for the reason."""
    status = 422 if form.errors else 200
    return render_page(model_admin, request, "admin/voiding.html", title, status=status, form=form, **values)


def _undo(
    request: HttpRequest, form: ReasonForm, evening: Evening, lines: Sequence[Journal]
) -> Success[None] | Failure:
    """Undo all lines or none. If one is refused, the form shows the line and the reason."""
    tried = list[Journal]()

    @transaction.atomic
    def act() -> None:
        for line in lines:
            tried.append(line)
            by = make_requested_by(request, evening.pk, reason=form.cleaned_data["reason"], keyed=False)
            line_take_back(by, line=line.seq)

    def words(error: RuleError) -> str:
        figures = {"what": str(tried[-1]), "why": describe_refusal(error, load_names(evening))}
        return gettext("Nothing was undone. %(what)s: %(why)s") % figures

    return do(request, act, form=form, words=words)


AT_A_LOOK, SECONDS = 1, 5.0
"""The new results recalculated at each view of the page; the seconds for which the button recalculates."""
SUCCESS_MESSAGES: Mapping[str, str] = {
    "leave": gettext_noop("This is left as it is. It waits again when it changes."),
    "return": gettext_noop("This waits again."),
    "compare": gettext_noop("Results were calculated again."),
}


@dataclass(frozen=True)
class LinkedLine:
    """A line with the addresses of its pages."""

    line: WaitingLine
    admin_page: str
    site: str | None


def waiting_view(model_admin: "ModelAdmin[Any]", request: HttpRequest) -> HttpResponse:
    """Show all that waits. ``?what=``: a page of one kind. ``&left=1``: its rows left as they are."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    if request.method == "POST":
        return _answer(model_admin, request)
    _compare(AT_A_LOOK)
    kind, dismissed = request.GET.get("what", ""), "left" in request.GET
    today, number = timezone.localdate(), number_of(request.GET.get("page")) or 1
    single = (
        load_waiting_section(kind, today, number=number, dismissed=dismissed) if kind in SECTIONS else None
    )
    sections = [single] if single else load_waiting_sections(today)
    results, new = count_results()
    context = {
        "sections": [
            (section, [*map(_link_line, section.lines)]) for section in sections if single or section.count
        ],
        "done": [section for section in sections if not (single or section.count)],
        "one": single,
        "left": dismissed,
        "decided": find_decided_kinds(),
        "may": model_admin.may_change(request),  # type: ignore[attr-defined]
        "results": results,
        "compared": results - new,
        "differing": any(section.key == "differing" and section.count for section in sections),
    }
    return render_page(model_admin, request, "admin/waiting.html", gettext("What waits"), **context)


def _answer(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Do the action of the button that was pressed."""
    by: Any = request.user
    row, mark = (number_of(request.POST.get(name)) or 0 for name in ("row", "mark"))
    kind, reason = request.POST.get("what", ""), request.POST.get("reason", "")
    today = timezone.localdate()
    acts: Mapping[str, Callable[[], object]] = {
        "leave": lambda: waiting_leave(by=by, kind=kind, row=row, mark=mark, reason=reason, today=today),
        "return": lambda: waiting_return(by=by, kind=kind, row=row),
        "compare": lambda: _compare(None),
    }
    action = request.POST.get("do", "")
    if not model_admin.may_change(request):
        raise PermissionDenied
    if action not in acts:
        raise Http404
    outcome = do(request, acts[action], gettext(SUCCESS_MESSAGES[action]))
    if isinstance(outcome, Success) and isinstance(outcome.value, Club):
        model_admin.log_change(request, outcome.value, f"What waits: {action} {kind} {row}.")
    return redirect(request.get_full_path())


def _compare(most: int | None) -> None:
    """Recalculate at most ``most`` new results (None: all), for at most ``SECONDS`` seconds."""
    until = monotonic() + SECONDS
    for result in find_results_in_force().filter(comparison=None)[:most]:
        differs = bool(compare_evening(result.evening, result).differences)
        comparison_keep(result=result, differs=differs)
        if monotonic() > until:
            break


def _link_line(line: WaitingLine) -> LinkedLine:
    row = line.row.season if isinstance(line.row, RowQuestion) else line.row
    meta = row._meta
    admin_page = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    return LinkedLine(line, admin_page, find_page(line.row))
