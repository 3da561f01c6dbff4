"""The page of an evening's journal, and the page to undo a line."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import Right
from accounts.shared.views import Success
from tournaments.base.views import (
    do_at_evening,
    get_member_request,
    get_status,
    list_rights,
    member_page,
    preview_change,
    render_preview,
)
from tournaments.evening.selectors.access import load_names
from tournaments.journal.forms import BackForm, JournalForm
from tournaments.journal.presenters.page import describe_line, load_journal_page
from tournaments.journal.selectors import find_last_table
from tournaments.models import Evening
from tournaments.planning.forms.prepare import describe_all_settings
from tournaments.undo.services.revert import line_take_back


@require_safe
@member_page(Right.VIEW, of_recorded=True)
def journal(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show a hundred lines, by table, person or kind. The page polls for lines after its ``seq``."""
    get_member_request(request).part = "HX-Request" in request.headers and "seq" in request.GET
    form = JournalForm(
        request.GET, tables=find_last_table(evening), names=load_names(evening), play=evening.play
    )
    page = load_journal_page(evening, form.line_filter, form.until, describe_all_settings)
    context = {
        "evening": evening,
        "form": form,
        "page": page,
        "here": form.make_query(form.until),
        "older": form.make_query(page.older),
        "newer": form.make_query(page.newer),
    }
    response = render(request, "journal/page.html", context | list_rights(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def back(request: HttpRequest, evening: Evening, seq: int) -> HttpResponse:
    """Undo a line after the reader has seen the changes; then redirect to the page before."""
    line = describe_line(evening, seq, describe_all_settings)
    if line is None:
        raise Http404
    next_page, message = _find_origin(request, evening), gettext("Undone: %(what)s") % {"what": line.words}
    form = BackForm(request.POST if request.method == "POST" else None)
    outcome = do_at_evening(request, evening, partial(line_take_back, line=seq), message, form=form)
    if isinstance(outcome, Success):
        return redirect(next_page)
    context = {
        "evening": evening,
        "line": line,
        "form": form,
        "seq": seq,
        "back": next_page,
    }
    return render(request, "journal/take_back.html", context | list_rights(request), status=get_status(form))


@require_POST
@member_page(Right.RUN)
def back_look(request: HttpRequest, evening: Evening, seq: int) -> HttpResponse:
    """Show what would change now if the line were undone."""
    if describe_line(evening, seq, describe_all_settings) is None:
        raise Http404
    return render_preview(
        request, evening, preview_change(request, evening, partial(line_take_back, line=seq))
    )


def _find_origin(request: HttpRequest, evening: Evening) -> str:
    """Return the page of this evening that led here, else its journal."""
    address = request.POST.get("next", request.GET.get("next", ""))
    return (
        address
        if address.startswith(reverse("evening", args=[evening.pk]))
        else reverse("journal", args=[evening.pk])
    )
