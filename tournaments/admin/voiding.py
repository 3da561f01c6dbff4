"""Lines and deals that are taken back from a list, for a reason that is asked for: all of them or none."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import ForbiddenError, RuleError
from tournaments.admin.asking import asked_by, page
from tournaments.facts.running.access import names_of
from tournaments.models import Evening
from tournaments.services.book import LONGEST_REASON
from tournaments.services.journal import By
from tournaments.words import refusal

MOST = 20
"""Rows that are taken back at once."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        help_text=_("The club can read this reason in the journal of the evening."),
    )


def take_back(
    of: "ModelAdmin[Any]",
    request: HttpRequest,
    rows: Sequence[Any],
    evening_of: Callable[[Any], Evening],
    command: Callable[[By, Any], object],
) -> HttpResponse | None:
    """Ask why, then do ``command`` for each row in this order; the first that is refused stops all."""
    if len(rows) > MOST:
        told = gettext("There are too many. Choose at most %(most)s.") % {"most": MOST}
        of.message_user(request, told, messages.ERROR)
        return None
    form = ReasonForm(request.POST if "reason" in request.POST else None)
    if not form.is_valid() or not _done(of, request, form, rows, evening_of, command):
        return _ask(of, request, form, rows)
    of.message_user(request, gettext("Changed: %(n)s.") % {"n": len(rows)})
    for row in rows:
        of.log_change(request, row, form.cleaned_data["reason"])
    return None


def _ask(
    of: "ModelAdmin[Any]", request: HttpRequest, form: ReasonForm, rows: Sequence[Any]
) -> TemplateResponse:
    return page(
        of,
        request,
        "admin/voiding.html",
        gettext("Undo"),
        status=422 if form.errors else 200,
        form=form,
        rows=rows,
        action=request.POST.get("action", ""),
        checkbox=ACTION_CHECKBOX_NAME,
    )


def _done(
    of: "ModelAdmin[Any]",
    request: HttpRequest,
    form: ReasonForm,
    rows: Sequence[Any],
    evening_of: Callable[[Any], Evening],
    command: Callable[[By, Any], object],
) -> bool:
    """Whether all of it was done; else the form says which one was refused and why, and none was."""
    row = None
    try:
        with transaction.atomic():
            for row in rows:
                by = asked_by(request, evening_of(row).pk, reason=form.cleaned_data["reason"], keyed=False)
                command(by, row)
    except ForbiddenError as error:
        raise PermissionDenied from error
    except RuleError as error:
        figures = {"what": str(row), "why": refusal(error, names_of(evening_of(row)))}
        form.add_error(None, gettext("Nothing was undone. %(what)s: %(why)s") % figures)
        return False
    return True
