"""The organiser's page of the tables' links: a card for each table, to be printed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import Right
from accounts.shared.views.qr import qr_of
from tournaments.base.views.pages import command, member_page, rights_of
from tournaments.core.record import Stage
from tournaments.models import Evening, Journal
from tournaments.phones.forms.table_requests import DoneForm, TableForm
from tournaments.phones.selectors.links import link_of, links_of, token_of
from tournaments.phones.services.phones import WHILE_SCORED, ask_answer, link_revoke, links_make


@require_safe
@never_cache
@member_page(Right.RUN)
def links(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Each table's link as a card, and the tables that have none."""
    found = links_of(evening) if evening.stage in WHILE_SCORED else ()
    shown = {
        "evening": evening,
        "cards": [
            (link.table, request.build_absolute_uri(reverse("scan", args=[link.token])))
            for link in found
            if link.token
        ],
        "without": [link.table for link in found if not link.token],
        "early": evening.stage in (Stage.DRAFT, Stage.CHECK_IN),
    }
    return render(request, "phones/links.html", shown | rights_of(request))


@require_POST
@member_page(Right.RUN)
def make(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Create a phone link for each table that has none."""
    then = reverse("links", args=[evening.pk])
    return command(request, evening, then, lambda by: links_make(by), _made)


def _made(line: Journal) -> str:
    tables = line.payload["tables"]
    words = ngettext(
        "Table %(tables)s has a code now.", "Tables %(tables)s have their codes now.", len(tables)
    )
    return words % {"tables": ", ".join(map(str, tables))}


@require_POST
@member_page(Right.RUN)
def revoke(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A table's phone writes no more; or a new link takes the old one's place."""
    form, then = TableForm(request.POST), reverse("links", args=[evening.pk])
    if not form.is_valid():
        raise Http404
    told = form.cleaned_data
    words = (
        _("Table %(table)s has a new code. Print its card again.")
        if told["renew"]
        else _("The code of table %(table)s no longer works.")
    )
    return command(request, evening, then, lambda by: link_revoke(by, **told), words % told)


@require_safe
@never_cache
@member_page(Right.RUN)
def link_qr(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """A table's link as a QR code."""
    link = link_of(evening, table)
    if link is None:
        raise Http404
    return qr_of(request.build_absolute_uri(reverse("scan", args=[token_of(link)])))


@require_POST
@member_page(Right.RUN)
def ask_done(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What a table told or asked is seen to."""
    form = DoneForm(request.POST)
    if not form.is_valid():
        raise Http404
    then = reverse("evening", args=[evening.pk])
    return command(request, evening, then, lambda by: ask_answer(by, ask=form.cleaned_data["ask"]))
