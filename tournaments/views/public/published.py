"""What a club has opened to everybody: no account and no code, public names; and the buttons that open it."""

from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import Right, require
from accounts.views.base import signed_in
from tournaments.core.leagues.rules import SeasonStage
from tournaments.facts.running import program_clock
from tournaments.facts.running.access import evening_tag
from tournaments.facts.seasons.access import league_for, season_tag, seasons_of
from tournaments.forms.club.publish import PublishForm
from tournaments.models import Evening
from tournaments.pages.public import published
from tournaments.pages.public.hall import hall
from tournaments.pages.public.hall_cache import glance_of
from tournaments.pages.seasons.columns import table_shown
from tournaments.services.club.publishing import evening_publish, league_publish
from tournaments.views.base import command, member_page
from tournaments.views.conditional_get import remembered
from tournaments.views.seasons.seasons import all_evenings

T = TypeVar("T")


@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening as its hall sees it; the page itself asks for the part that changes."""
    found = _or_404(published.published_evening(pk))
    part = bool(request.headers.get("HX-Request"))
    return remembered(request, lambda: _evening(request, found, part=part), evening_tag(found), part)


def _evening(request: HttpRequest, evening: Evening, *, part: bool) -> HttpResponse:
    glance = glance_of(evening)
    shown = {"evening": evening, "pulse": glance.pulse, "hall": hall(glance, program_clock.now())}
    page = "public/evening_now.html"
    return render(request, page if part else "public/evening.html", shown | {"part": page})


@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """The league with its seasons, the newest first."""
    found = _or_404(published.published_league(pk))
    seasons = seasons_of(found.pk)
    shown = {"league": found, "seasons": seasons}
    return remembered(
        request, lambda: render(request, "public/league.html", shown), found.club.revision, seasons
    )


@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """A season's table, each place with what sets the next below where points alone do not say so."""
    found = _or_404(published.published_season(pk))

    def page() -> HttpResponse:
        told = published.public_season(found)
        shown = table_shown(found, told.counted, told.table, everything=all_evenings(request))
        shown |= {"season": found, "open": found.stage == SeasonStage.OPEN, "evenings": told.evenings}
        return render(request, "public/season.html", shown)

    return remembered(request, page, season_tag(found))


@require_POST
@member_page(Right.RUN, of_recorded=True)
def publish_evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open the evening to everybody, or close it again."""
    opened = PublishForm.read(request.POST)
    then = reverse("evening-settings" if evening.play.format.planned else "evening", args=[evening.pk])
    return command(request, evening, then, lambda by: evening_publish(by, published=opened), _said(opened))


@require_POST
@login_required
def publish_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the league with its seasons to everybody, or close it again."""
    found, right = _or_404(league_for(signed_in(request), pk))
    require(right, Right.RUN)
    opened = PublishForm.read(request.POST)
    league_publish(by=signed_in(request), league=found, published=opened)
    messages.success(request, _said(opened))
    return redirect("league", pk)


def _said(opened: bool) -> str:
    return _("Visitors can see it now.") if opened else _("Only members of the club can see it now.")


def _or_404(found: T | None) -> T:
    if found is None:
        raise Http404
    return found
