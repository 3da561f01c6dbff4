"""The evening's journal: who did what when."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.permissions import Right
from tournaments.core.play import Play
from tournaments.core.settings import Settings
from tournaments.forms.journal import JournalForm
from tournaments.forms.summary import in_words
from tournaments.models import Evening
from tournaments.selectors.evenings import names_of
from tournaments.selectors.journal.page import journal_page, last_table
from tournaments.views.base import member_page, rights_of


@require_safe
@member_page(Right.VIEW)
def journal(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A hundred lines, by table, person or kind; the page asks by its ``seq`` for what came since."""
    request.part = "HX-Request" in request.headers and "seq" in request.GET  # type: ignore[attr-defined]
    form = JournalForm(request.GET, tables=last_table(evening), names=names_of(evening), play=evening.play)
    page = journal_page(evening, form.asked, form.until, _said)
    shown = {
        "evening": evening,
        "form": form,
        "page": page,
        "here": form.query(form.until),
        "older": form.query(page.older),
        "newer": form.query(page.newer),
    }
    response = render(request, "journal/page.html", shown | rights_of(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _said(settings: Settings, play: Play) -> Sequence[tuple[str, str]]:
    first, more = in_words(settings, play)
    return [*first, *more]
