"""Pictures of an evening and of a season: on a page with their tables, and each as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.names import name_key
from accounts.permissions import Right
from tournaments.facts.running.access import evening_tag
from tournaments.facts.running.evening import load_facts
from tournaments.facts.seasons.access import season_tag
from tournaments.models import Evening, Season
from tournaments.pages.results.pictures import Picture, Shown, evening_pictures
from tournaments.pages.results.prizes import keeps_secrets
from tournaments.pages.seasons.charts import season_drawn
from tournaments.views.base import may_run, member_page, of_member, rights_of
from tournaments.views.conditional_get import remembered
from tournaments.views.seasons.base import season_page
from tournaments.views.seasons.seasons import frame


@require_safe
@member_page(Right.VIEW)
def pictures(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who sat where, and how it went: that, only once it is no secret any more."""
    return remembered(request, lambda: _page(request, evening), *_tag(request, evening))


@require_safe
@member_page(Right.VIEW)
def picture(request: HttpRequest, evening: Evening, which: str) -> HttpResponse:
    """One picture as a file; 404 where there is none of it, or not for this visitor."""
    return remembered(request, lambda: _file(request, evening, which), *_tag(request, evening))


def _tag(request: HttpRequest, evening: Evening) -> tuple[object, ...]:
    return evening_tag(evening), of_member(request).right


def _page(request: HttpRequest, evening: Evening) -> HttpResponse:
    facts, secret = load_facts(evening.pk), _secret(request, evening)
    chosen = _chosen(request, facts.names)
    shown = {
        "evening": evening,
        "play": facts.play,
        "pictures": evening_pictures(evening, facts, Shown(chosen), secret=secret),
        "people": _in_order(facts.names),
        "chosen": chosen,
        "secret": secret,
    }
    return render(request, "results/pictures/page.html", shown | rights_of(request))


def _file(request: HttpRequest, evening: Evening, which: str) -> HttpResponse:
    facts = load_facts(evening.pk)
    shown = Shown(_chosen(request, facts.names), alone=True)
    return _one_of(evening_pictures(evening, facts, shown, secret=_secret(request, evening)), which)


@require_safe
@season_page(Right.VIEW)
def season_pictures(request: HttpRequest, season: Season) -> HttpResponse:
    """Everybody's place after each evening of a season, a picture for each division."""
    return remembered(request, lambda: _season_page(request, season), *_season_tag(request, season))


@require_safe
@season_page(Right.VIEW)
def season_picture(request: HttpRequest, season: Season, which: str) -> HttpResponse:
    """One of them as a file."""
    return remembered(request, lambda: _season_file(request, season, which), *_season_tag(request, season))


def _season_tag(request: HttpRequest, season: Season) -> tuple[object, ...]:
    return season_tag(season), of_member(request).right


def _season_page(request: HttpRequest, season: Season) -> HttpResponse:
    drawn = season_drawn(season, all_known=may_run(request))
    chosen = _chosen(request, drawn.names)
    shown = {
        "pictures": drawn.pictures(Shown(chosen)),
        "people": _in_order(drawn.names),
        "chosen": chosen,
        "left_out": drawn.left_out,
    }
    return render(request, "seasons/pictures.html", frame(request, season, "pictures") | shown)


def _season_file(request: HttpRequest, season: Season, which: str) -> HttpResponse:
    drawn = season_drawn(season, all_known=may_run(request))
    return _one_of(drawn.pictures(Shown(_chosen(request, drawn.names), alone=True)), which)


def _one_of(pictures: Iterable[Picture], which: str) -> HttpResponse:
    for found in pictures:
        if found.key == which:
            return HttpResponse(found.svg, content_type="image/svg+xml")
    raise Http404


def _secret(request: HttpRequest, evening: Evening) -> bool:
    return not may_run(request) and keeps_secrets(evening)


def _chosen(request: HttpRequest, names: Mapping[int, str]) -> int | None:
    """Who is to stand out; None for nobody of these."""
    asked = request.GET.get("who", "")
    return next((who for who in names if str(who) == asked), None)


def _in_order(names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Everybody by name, as one looks for it."""
    return sorted(names.items(), key=lambda one: (name_key(one[1]), one[0]))
