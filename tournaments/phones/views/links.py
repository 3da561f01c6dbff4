"""The organiser's pages of the tables' phones: the links on cards, and requests that are done."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import Right
from accounts.shared.views import draw_qr
from tournaments.base.views import do_at_evening, list_rights, member_page
from tournaments.core.record import Stage
from tournaments.models import Evening, Journal
from tournaments.phones.forms import DoneForm, TableForm
from tournaments.phones.selectors import find_table_link, list_links, make_token
from tournaments.phones.services import WHILE_SCORED, ask_answer, link_revoke, links_make


@require_safe
@never_cache
@member_page(Right.RUN)
def links(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show each table's link as a card, and the tables without a link."""
    table_links = list_links(evening) if evening.stage in WHILE_SCORED else ()
    context = {
        "evening": evening,
        "cards": [
            (link.table, request.build_absolute_uri(reverse("scan", args=[link.token])))
            for link in table_links
            if link.token
        ],
        "without": [link.table for link in table_links if not link.token],
        "early": evening.stage in (Stage.DRAFT, Stage.CHECK_IN),
    }
    return render(request, "phones/links.html", context | list_rights(request))


@require_POST
@member_page(Right.RUN)
def make(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Create a phone link for each table that has none."""
    do_at_evening(request, evening, links_make, _describe_made)
    return redirect("links", evening.pk)


def _describe_made(line: Journal) -> str:
    tables = line.payload["tables"]
    words = ngettext(
        "Table %(tables)s has a code now.", "Tables %(tables)s have their codes now.", len(tables)
    )
    return words % {"tables": ", ".join(map(str, tables))}


@require_POST
@member_page(Right.RUN)
def revoke(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Revoke a table's link, or replace it with a new one."""
    form = TableForm(request.POST)
    if not form.is_valid():
        raise Http404
    data = form.cleaned_data
    words = (
        _("Table %(table)s has a new code. Print its card again.")
        if data["renew"]
        else _("The code of table %(table)s no longer works.")
    )
    do_at_evening(request, evening, partial(link_revoke, **data), words % data)
    return redirect("links", evening.pk)


@require_safe
@never_cache
@member_page(Right.RUN)
def link_qr(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Return a table's link as a QR code."""
    link = find_table_link(evening, table)
    if link is None:
        raise Http404
    return draw_qr(request.build_absolute_uri(reverse("scan", args=[make_token(link)])))


@require_POST
@member_page(Right.RUN)
def ask_done(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Mark a table's message or request as answered."""
    form = DoneForm(request.POST)
    if not form.is_valid():
        raise Http404
    do_at_evening(request, evening, partial(ask_answer, ask=form.cleaned_data["ask"]))
    return redirect("evening", evening.pk)
