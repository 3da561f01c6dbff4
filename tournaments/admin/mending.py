"""An evening is removed or corrected, or its import taken back, from its page in the administration."""

from functools import partial
from typing import Any

from django import forms
from django.contrib.admin.options import ModelAdmin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from accounts.models import User
from accounts.shared.views.base import Done, Refused, do
from tournaments.admin.asking import asked_by, evening_to_change, page
from tournaments.base.words import refusal
from tournaments.console.presenters.confirmations import removal_asked
from tournaments.core.record import Stage
from tournaments.evening.selectors.seasons import seasons_by_stage
from tournaments.evening.selectors.seat_options import may_remove
from tournaments.planning.services.evenings import evening_correct
from tournaments.results.forms.settling import CorrectForm
from tournaments.results.presenters.imported_result import games_counted_alike
from tournaments.seasons.services.removal import evening_delete
from tournaments.transfer.forms.imports import TakeBackForm
from tournaments.transfer.selectors.imports_made import import_of, take_back_of
from tournaments.transfer.services.import_back import import_take_back

PAGE, TEMPLATE = "admin:tournaments_evening_change", "admin/mending.html"


def remove_view(of: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then remove the evening; what the service refuses is told on the evening's page."""
    evening = evening_to_change(of, request, pk)
    if request.method == "POST":
        by = asked_by(request, evening.pk, keyed=False)
        if isinstance(do(request, lambda: evening_delete(by), words=refusal), Refused):
            return redirect(PAGE, evening.pk)
        of.message_user(request, gettext("The evening was removed."))
        return redirect("admin:tournaments_evening_changelist")
    if not may_remove(evening):
        return redirect(PAGE, evening.pk)
    asked = removal_asked(evening, *seasons_by_stage(evening.pk))
    shown = {"evening": evening, "effects": asked.effects, "form": forms.Form(), "yes": asked.yes}
    return page(of, request, TEMPLATE, asked.title, status=200, **shown)


def correct_view(of: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the name or the day of a finished evening, with the reason."""
    evening = evening_to_change(of, request, pk)
    if evening.stage != Stage.FINISHED:
        return redirect(PAGE, evening.pk)
    form = CorrectForm(
        request.POST if request.method == "POST" else None,
        games=games_counted_alike(evening),
        initial={"name": evening.name, "held_on": evening.held_on, "game": evening.game},
    )
    form.fields["reason"].widget = forms.TextInput()
    if form.is_valid():
        reason, told = form.cleaned_data["reason"], form.told
        by = asked_by(request, evening.pk, reason=reason, keyed=False)
        if isinstance(do(request, lambda: evening_correct(by, **told), words=refusal), Done):
            of.message_user(request, gettext("Saved."))
            of.log_change(request, evening, reason)
            return redirect(PAGE, evening.pk)
    shown = {"evening": evening, "effects": (), "form": form, "yes": gettext("Save the correction")}
    title, status = gettext("Correct name or date"), 422 if form.errors else 200
    return page(of, request, TEMPLATE, title, status=status, **shown)


def take_back_view(of: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the import that recorded the evening, with the reason, as it was shown."""
    evening = evening_to_change(of, request, pk)
    key, club = import_of(evening), evening.club
    plan = take_back_of(club.pk, key) if key else None
    if plan is None:
        raise Http404
    form = TakeBackForm(request.POST if request.method == "POST" else None, initial={"mark": plan.mark})
    form.fields["reason"].widget = forms.TextInput()
    if form.is_valid():
        assert isinstance(request.user, User)  # noqa: S101 - the administration lets nobody else in
        act = partial(import_take_back, by=request.user, club=club, key=plan.made.key, admin=True)
        if isinstance(do(request, partial(act, **form.cleaned_data), words=refusal), Done):
            of.message_user(request, gettext("The import was taken back."))
            return redirect("admin:tournaments_evening_changelist")
        return redirect(request.path)
    title, status = gettext("Take back an import"), 422 if form.errors else 200
    shown = {"evening": evening, "plan": plan, "form": form, "yes": gettext("Take back the import")}
    return page(of, request, "admin/import_back.html", title, status=status, **shown)
