"""An evening is planned: what is chosen for it, and the opening of its check-in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import accepted
from accounts.models import Club
from accounts.permissions import Right, club_for, require
from games.rules.registry import ruleset
from tournaments.core.facts import Stage
from tournaments.core.settings import Settings
from tournaments.forms.prepare import EveningForm, SettingsForm, games, in_words, initial_of
from tournaments.models import Evening
from tournaments.services.evenings import (
    SETTLED_WITH_SEATS,
    Choice,
    check_in_open,
    evening_change,
    evening_create,
)
from tournaments.views.base import (
    asked_by,
    attempt,
    command,
    key_of,
    may_run,
    member_page,
    signed_in,
    status_of,
)

OVER = (Stage.SETTLING, Stage.FINISHED)
get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A planned evening: how it will be played, and the button that opens the hall."""
    shown = {"evening": evening, "may_run": may_run(request), **_summary(evening)}
    return render(request, "prepare/draft.html", shown)


@get_or_post
@login_required
def evening_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Plan an evening in this club."""
    found = club_for(signed_in(request), pk)
    if found is None:
        raise Http404
    club, right = found
    require(right, Right.RUN)
    form = EveningForm(
        request.POST if request.method == "POST" else None,
        initial=initial_of(Settings()) | {"held_on": timezone.localdate()},
    )
    made: list[Evening] = []
    if request.method == "POST" and accepted(form, lambda: made.append(_create(request, club, form))):
        return redirect("evening", made[0].pk)
    shown = {"club": club, "form": form, "only_game": games()[0] if len(games()) == 1 else None}
    return render(request, "prepare/new.html", shown, status=status_of(form))


def _create(request: HttpRequest, club: Club, form: EveningForm) -> Evening:
    chosen = form.cleaned_data
    return evening_create(
        actor=signed_in(request),
        club=club,
        name=chosen["name"],
        held_on=chosen["held_on"],
        choice=Choice(chosen["game"]),
        settings=form.settings,
        key=key_of(request),
    )


@get_or_post
@member_page(Right.VIEW)
def evening_settings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What was chosen: to read for everybody, to change for who runs the evening."""
    runs = may_run(request)
    shown = {"evening": evening, "may_run": runs, "over": evening.stage in OVER, **_summary(evening)}
    if request.method != "POST" and (not runs or evening.stage in OVER):
        return render(request, "prepare/settings.html", shown)
    require(request.right, Right.RUN)  # type: ignore[attr-defined]
    before = {"name": evening.name, "held_on": evening.held_on, **initial_of(evening.settings)}
    fixed = SETTLED_WITH_SEATS if evening.stage in (Stage.SEATED, Stage.PLAYING) else ()
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=before, fixed=fixed)
    if (
        request.method == "POST"
        and form.is_valid()
        and attempt(form, evening, lambda: _change(request, evening, form))
    ):
        messages.success(request, _("The settings are changed."))
        return redirect("evening", evening.pk)
    return render(request, "prepare/settings.html", {**shown, "form": form}, status=status_of(form))


def _change(request: HttpRequest, evening: Evening, form: SettingsForm) -> None:
    evening_change(
        asked_by(request, evening),
        name=form.cleaned_data["name"],
        held_on=form.cleaned_data["held_on"],
        settings=form.settings,
    )


@require_POST
@member_page(Right.RUN)
def open_check_in(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The doors open."""
    return command(
        request, evening, reverse("evening", args=[evening.pk]), check_in_open, _("Check-in is open.")
    )


def _summary(evening: Evening) -> dict[str, object]:
    """The settings in words: the few that matter most, and all the others."""
    said = in_words(evening.settings)
    few = len(SettingsForm.FIRST)
    return {"game": _(ruleset(evening.game).title), "first": said[:few], "more": said[few:]}
