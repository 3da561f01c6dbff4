"""What is done to an evening for a reason: lines of its journal are undone, or it is called off."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.options import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import ForbiddenError, RuleError
from tournaments.admin.asking import asked_by, evening_to_change, number_of, page
from tournaments.base.services.book import LONGEST_REASON
from tournaments.base.words import refusal
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.seasons import seasons_by_stage
from tournaments.journal.presenters.page import lines_shown
from tournaments.models import Evening, Journal
from tournaments.planning.forms.summary import all_in_words
from tournaments.results.presenters.finishing import call_off_effects
from tournaments.results.services.results import evening_call_off
from tournaments.undo.services.revert import line_take_back

MOST = 20
"""Lines that are undone at once."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        help_text=_("The club can read this reason in the journal of the evening."),
    )


def undo_view(of: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Ask why, then undo the chosen lines, the newest first; the first that is refused stops all."""
    evening, post = evening_to_change(of, request, pk), request.method == "POST"
    asked = {number_of(line) for line in (request.POST if post else request.GET).getlist("line")[: MOST + 1]}
    known = [seq for seq in asked if seq is not None]
    lines = list(evening.journal.filter(seq__in=known).order_by("-seq"))
    back = redirect("admin:tournaments_evening_change", evening.pk)
    if not 0 < len(asked) <= MOST or len(lines) < len(asked):
        of.message_user(
            request, gettext("Choose between 1 and %(most)s lines.") % {"most": MOST}, messages.ERROR
        )
        return back
    form = ReasonForm(request.POST if post else None)
    if form.is_valid() and _undone(request, form, evening, lines):
        of.message_user(request, gettext("Changed: %(n)s.") % {"n": len(lines)})
        for line in lines:
            of.log_change(request, line, form.cleaned_data["reason"])
        return back
    shown = lines_shown(evening, lines, all_in_words)
    return _asked(of, request, gettext("Undo"), evening=evening, lines=shown, effects=(), form=form)


def call_off_view(of: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Ask why, then call the evening off."""
    evening = evening_to_change(of, request, pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            evening_call_off(asked_by(request, evening.pk, reason=reason))
        except ForbiddenError as error:
            raise PermissionDenied from error
        except RuleError as error:
            form.add_error(None, refusal(error, names_of(evening)))
        else:
            of.message_user(request, gettext("This evening was called off."))
            of.log_change(request, evening, reason)
            return redirect("admin:tournaments_evening_change", evening.pk)
    effects = call_off_effects(seasons_by_stage(evening.pk)[0])
    shown: dict[str, Any] = {"evening": evening, "lines": (), "effects": effects}
    return _asked(of, request, gettext("Call off the evening"), form=form, **shown)


def _asked(of: Any, request: HttpRequest, title: str, *, form: ReasonForm, **shown: Any) -> HttpResponse:
    """Return the page that asks for the reason."""
    status = 422 if form.errors else 200
    return page(of, request, "admin/voiding.html", title, status=status, form=form, **shown)


def _undone(request: HttpRequest, form: ReasonForm, evening: Evening, lines: Sequence[Journal]) -> bool:
    """Return whether all was done; else the form says which line was refused and why, and none was."""
    line = lines[0]
    try:
        with transaction.atomic():
            for line in lines:
                by = asked_by(request, evening.pk, reason=form.cleaned_data["reason"], keyed=False)
                line_take_back(by, line=line.seq)
    except ForbiddenError as error:
        raise PermissionDenied from error
    except RuleError as error:
        figures = {"what": str(line), "why": refusal(error, names_of(evening))}
        form.add_error(None, gettext("Nothing was undone. %(what)s: %(why)s") % figures)
        return False
    return True
