"""What a club has opened to everybody with the address: no account, no code; and the buttons that open it."""

from functools import partial
from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.permissions import Right, require
from accounts.shared.views.base import do, get_or_post, signed_in
from accounts.unlisted import unlisted
from tournaments.base.views.conditional_get import remembered
from tournaments.base.views.pages import do_at_evening, member_page
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import evening_tag, published_evening
from tournaments.evening.services.publishing import evening_publish, league_publish
from tournaments.hall.forms.publish import PublishForm
from tournaments.hall.presenters import published
from tournaments.hall.presenters.hall import HallPage
from tournaments.hall.presenters.public_view import until_ms
from tournaments.models import Evening, Season
from tournaments.seasons.presenters.columns import table_shown
from tournaments.seasons.selectors.access import (
    league_for,
    newest_season,
    published_league,
    published_season,
    season_tag,
    seasons_of,
)
from tournaments.seasons.views.seasons import all_evenings

T = TypeVar("T")


@require_safe
@unlisted
def evening(request: HttpRequest, address: str) -> HttpResponse:
    """The evening as its hall sees it; the page itself asks for the part that changes."""
    found = _or_404(published_evening(address))
    part = bool(request.headers.get("HX-Request"))
    until = until_ms(published.published_view(found), program_clock.now())
    return remembered(request, lambda: _evening(request, found, part=part), evening_tag(found), until, part)


def _evening(request: HttpRequest, evening: Evening, *, part: bool) -> HttpResponse:
    page = "hall/evening_now.html"
    return render(request, page if part else "hall/evening.html", _shown(evening) | {"part": page})


def _shown(evening: Evening, names: str = "") -> dict[str, object]:
    view = published.published_view(evening, names)
    return {"evening": evening, "pulse": view.pulse, "hall": HallPage(view, program_clock.now())}


@require_safe
@unlisted
def league(request: HttpRequest, address: str) -> HttpResponse:
    """The league with its seasons, the newest first."""
    found = _or_404(published_league(address))
    seasons = seasons_of(found.pk)
    shown = {"league": found, "seasons": seasons}
    return remembered(
        request, lambda: render(request, "hall/league.html", shown), found.club.revision, seasons
    )


@require_safe
@unlisted
def season(request: HttpRequest, address: str, pk: int) -> HttpResponse:
    """A season's table, each place with what sets the next below where points alone do not say so."""
    found = _or_404(published_season(address, pk))

    def page() -> HttpResponse:
        return render(request, "hall/season.html", _table(request, found))

    return remembered(request, page, season_tag(found))


def _table(request: HttpRequest, season: Season, names: str = "") -> dict[str, object]:
    told = published.public_season(season, names)
    shown = table_shown(season, told.counted, told.table, everything=all_evenings(request))
    shown |= {"season": season, "evenings": told.evenings, "prizes": told.prizes}
    return shown | {"open": told.open}


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def publish_evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Look at what visitors would see; open it to everybody with the address, or close it again."""
    back = reverse("evening" if evening.stage == Stage.FINISHED else "evening-settings", args=[evening.pk])
    if request.method == "POST":
        asked = PublishForm.read(request.POST)
        act = partial(evening_publish, published=asked.published, names=asked.names)
        do_at_evening(request, evening, act, _said(asked.published))
        return redirect(back)
    form = PublishForm.of(evening, request.GET)
    shown = {"row": evening, "back": back, "form": form, **_shown(evening, form.shown)}
    return render(request, "hall/publish_evening.html", shown)


@get_or_post
@login_required
def publish_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Look at what visitors would see of the newest season; open the league to them, or close it again."""
    found, right = _or_404(league_for(signed_in(request), pk))
    require(right, Right.RUN)
    if request.method == "POST":
        asked = PublishForm.read(request.POST)
        act = partial(league_publish, by=signed_in(request), league=found)
        do(request, partial(act, published=asked.published, names=asked.names), _said(asked.published))
        return redirect("league", pk)
    form, season = PublishForm.of(found, request.GET), newest_season(found)
    shown = {"row": found, "back": reverse("league", args=[pk]), "form": form}
    shown |= _table(request, season, form.shown) if season else {}
    return render(request, "hall/publish_league.html", shown)


def _said(opened: bool) -> str:
    return _("Visitors can see it now.") if opened else _("Only members of the club can see it now.")


def _or_404(found: T | None) -> T:
    if found is None:
        raise Http404
    return found
