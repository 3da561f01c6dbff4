"""Pictures of an evening and of a season: on a page with their tables, and each as a file."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.names import name_order
from accounts.permissions import Right
from accounts.players.selectors.claims import own_player
from accounts.shared.views.base import signed_in
from tournaments.base.views.conditional_get import remembered
from tournaments.base.views.pages import may_run, member_page, of_member, rights_of
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Season
from tournaments.prizes.presenters.prizes import keeps_secrets
from tournaments.results.presenters.pictures import Picture, Shown, evening_pictures
from tournaments.seasons.presenters.charts import season_drawn
from tournaments.seasons.selectors.access import season_tag
from tournaments.seasons.views.base import season_page
from tournaments.seasons.views.seasons import frame

Draw = Callable[[Shown], Iterable[Picture]]


@require_safe
@member_page(Right.VIEW)
def pictures(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who sat where, and how it went: that, only once it is no secret any more."""

    def page() -> HttpResponse:
        facts, secret = load_facts(evening.pk), _secret(request, evening)
        shown = {"evening": evening, "play": facts.play, "secret": secret} | rights_of(request)
        draw = partial(evening_pictures, facts, secret=secret)
        return _page(request, facts.names, draw, "results/pictures/page.html", shown)

    return _remembered(request, evening_tag(evening), page)


@require_safe
@member_page(Right.VIEW)
def picture(request: HttpRequest, evening: Evening, which: str) -> HttpResponse:
    """One picture as a file; 404 where there is none of it, or not for this visitor."""

    def file() -> HttpResponse:
        facts = load_facts(evening.pk)
        draw = partial(evening_pictures, facts, secret=_secret(request, evening))
        return _file(request, facts.names, draw, which)

    return _remembered(request, evening_tag(evening), file)


@require_safe
@season_page(Right.VIEW)
def season_pictures(request: HttpRequest, season: Season) -> HttpResponse:
    """Everybody's place after each evening of a season, a picture for each division."""

    own = own_player(signed_in(request).pk, season.league.club_id)
    mine = own[1].pk if own else None

    def page() -> HttpResponse:
        drawn = season_drawn(season, all_known=may_run(request))
        shown = frame(request, season, "pictures") | {"left_out": drawn.left_out}
        return _page(request, drawn.names, drawn.pictures, "seasons/pictures.html", shown, mine)

    return _remembered(request, (season_tag(season), mine), page)


@require_safe
@season_page(Right.VIEW)
def season_picture(request: HttpRequest, season: Season, which: str) -> HttpResponse:
    """One of them as a file."""

    def file() -> HttpResponse:
        drawn = season_drawn(season, all_known=may_run(request))
        return _file(request, drawn.names, drawn.pictures, which)

    return _remembered(request, season_tag(season), file)


def _remembered(request: HttpRequest, tag: object, answer: Callable[[], HttpResponse]) -> HttpResponse:
    return remembered(request, answer, tag, of_member(request).right)


def _page(
    request: HttpRequest,
    names: Mapping[int, str],
    draw: Draw,
    template: str,
    shown: dict[str, Any],
    mine: int | None = None,
) -> HttpResponse:
    chosen = _chosen(request, names, mine)
    drawn = {"pictures": draw(Shown(chosen)), "people": _in_order(names), "chosen": chosen}
    return render(request, template, shown | drawn)


def _file(request: HttpRequest, names: Mapping[int, str], draw: Draw, which: str) -> HttpResponse:
    for found in draw(Shown(_chosen(request, names), alone=True)):
        if found.key == which:
            return HttpResponse(found.svg, content_type="image/svg+xml")
    raise Http404


def _secret(request: HttpRequest, evening: Evening) -> bool:
    """Whether the pictures show only who sat where."""
    return evening.stage == Stage.CALLED_OFF or (not may_run(request) and keeps_secrets(evening))


def _chosen(request: HttpRequest, names: Mapping[int, str], mine: int | None = None) -> int | None:
    """Who is to stand out, oneself unless it is said; None for nobody of these."""
    asked = request.GET.get("who", "" if mine is None else str(mine))
    return next((who for who in names if str(who) == asked), None)


def _in_order(names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Everybody by name, as one looks for it."""
    return sorted(names.items(), key=lambda one: (name_order(one[1]), one[0]))
