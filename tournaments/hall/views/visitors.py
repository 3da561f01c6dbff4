"""Pages without an account: the hall, published evenings and leagues; and the pages that publish them.

The join code of an evening opens its hall.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.clubs.selectors import find_logo
from accounts.permissions import Right, require
from accounts.shared.views import do, draw_qr, get_or_post, get_signed_in_user
from accounts.unlisted import unlisted
from tournaments.base.pictures.raster import rasterize
from tournaments.base.views import cached_response, do_at_evening, list_rights, member_page
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import (
    find_evening_by_code,
    find_published_evening,
    make_evening_tag,
)
from tournaments.evening.services.evenings import evening_publish, league_publish
from tournaments.hall.forms import PublishForm
from tournaments.hall.presenters import published
from tournaments.hall.presenters.evening_picture import (
    LinkPreview,
    describe_link,
    describe_occasion,
    describe_podium,
    draw_evening,
)
from tournaments.hall.presenters.hall import HallPage
from tournaments.hall.presenters.published import PublicView, compute_until_ms, load_public_view
from tournaments.hall.presenters.screens import (
    Screen,
    list_figure_titles,
    make_play_screens,
    make_screens,
)
from tournaments.models import Evening, Season
from tournaments.results.presenters.pictures import draw_own_path
from tournaments.seasons.presenters.table import build_table_context
from tournaments.seasons.selectors.access import (
    find_league,
    find_newest_season,
    find_published_league,
    find_published_season,
    load_season_tag,
    load_seasons,
)
from tournaments.seasons.views.seasons import wants_all_evenings
from tournaments.templatetags.headtable import columns

P = ParamSpec("P")
ENDED = "ended"
"""The argument for 404.html if no evening is open under a code."""
Look = Callable[[PublicView], dict[str, Any]]
DAY = 60 * 60 * 24
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)


def code_page(
    page: Callable[Concatenate[HttpRequest, Evening, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Wrap a page with a join code in its address. 404 with an explanation if the code opens no hall."""
    return require_safe(by_code(page))


def by_code(
    page: Callable[Concatenate[HttpRequest, Evening, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Wrap a page or an action with a join code in its address."""

    @unlisted
    @wraps(page)
    def view(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        evening = find_evening(request, code)
        if evening is None:
            raise Http404(ENDED)
        return page(request, evening, *args, **kwargs)

    return view  # type: ignore[return-value]


def find_evening(request: HttpRequest, code: str) -> Evening | None:
    """Return the evening of a code, None for a wrong one. Guesses are limited per network address."""
    code = code.upper()
    is_known = limits.has_shown_lately(request, "join", code)
    if not is_known:
        limits.refuse_guessers(request, "join", code)
    evening = find_evening_by_code(code)
    if is_known:
        return evening
    if evening is None:
        limits.count_failure(request, "join")
    else:
        limits.note_success(request, "join", code)
    return evening


@code_page
def hall(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the projector's page. With ``?me=`` (an entry), add a link back to the player's own page."""

    def shown(view: PublicView) -> dict[str, Any]:
        entry_text = request.GET.get("me", "")
        page, screens = HallPage(view, program_clock.read_time()), tuple[Screen, ...]()
        if page.shows_standings:
            screens = make_play_screens(view)
        if view.stage is Stage.FINISHED:
            titles = list_figure_titles(view.play, len(columns(view.play, "yellow")))
            draw_path = partial(draw_own_path, view.facts.play, view.hall_floor)
            screens = make_screens(view.announcement, draw_path, titles)
        return {
            "hall": page,
            "screens": screens,
            "me": next((entry for entry in view.names if str(entry) == entry_text), None),
        }

    return render_changing(request, evening, "hall/hall", shown)


@cache_control(public=True, max_age=DAY)
@code_page
def qr(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Return the address of the list of names as a QR code."""
    return draw_qr(request.build_absolute_uri(reverse("find-me", args=[evening.join_code])))


@code_page
def live(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Return 503. Where the server can hold streams open, ``console/live.py`` responds instead."""
    return HttpResponse(status=503, headers={"Retry-After": "15", "Cache-Control": "no-store"})


@cache_control(public=True, max_age=DAY)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest. A phone uses it to install Headtable, which opens at the join page."""
    document = {
        "name": "Headtable",
        "short_name": "Headtable",
        "description": _("Card evenings with many tables: your seat, the clock and the bell."),
        "lang": get_language(),
        "start_url": reverse("join"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#17644a",
        "background_color": "#f4f6f4",
        "icons": [
            {"src": static(f"img/{name}"), "sizes": sizes, "type": type, "purpose": purpose}
            for name, sizes, type, purpose in ICONS
        ],
    }
    response = JsonResponse(document, content_type="application/manifest+json")
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def render_changing(
    request: HttpRequest, evening: Evening, page: str, look: Look, status: int = 200
) -> HttpResponse:
    """Render the whole page. For a page that polls, only the changed part, or 304 if nothing changed."""
    if not request.headers.get("HX-Request"):
        context = {**_make_context(evening, look), "part": f"{page}/now.html"}
        return _vary(render(request, f"{page}.html", context, status=status))
    until = compute_until_ms(load_public_view(evening), program_clock.read_time())
    etag = f'"{evening.pk}.{make_evening_tag(evening)}.{until}.{get_language()}"'.replace(" ", "-")
    response = get_conditional_response(request, etag=etag)
    if not response:
        response = render(request, f"{page}/now.html", _make_context(evening, look))
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    return _vary(response)


def _make_context(evening: Evening, look: Look) -> dict[str, Any]:
    view = load_public_view(evening)
    return {"evening": evening, "pulse": view.pulse, **look(view)}


def _vary(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
    return response


T = TypeVar("T")


@require_safe
@unlisted
def evening(request: HttpRequest, address: str) -> HttpResponse:
    """Show the evening as its hall sees it. The page polls for the part that changes."""
    public_evening = _get_or_404(find_published_evening(address))
    part = bool(request.headers.get("HX-Request"))
    until = compute_until_ms(published.load_published_view(public_evening), program_clock.read_time())
    return cached_response(
        request,
        lambda: _render_evening(request, public_evening, part=part),
        make_evening_tag(public_evening),
        until,
        part,
    )


def _render_evening(request: HttpRequest, evening: Evening, *, part: bool) -> HttpResponse:
    page = "hall/evening_now.html"
    return render(
        request, page if part else "hall/evening.html", _make_published_context(evening) | {"part": page}
    )


@require_safe
@unlisted
def picture(request: HttpRequest, address: str) -> HttpResponse:
    """Return the picture of the published evening for links to it. It is drawn when it is first asked for."""
    public_evening = _get_or_404(find_published_evening(address))

    def draw() -> HttpResponse:
        view = published.load_published_view(public_evening)
        png = rasterize(draw_evening(view, find_logo(public_evening.club)))
        return HttpResponse(png, content_type="image/png")

    return cached_response(request, draw, make_evening_tag(public_evening))


def _make_published_context(evening: Evening, names: str = "") -> dict[str, object]:
    view = published.load_published_view(evening, names)
    hall = HallPage(view, program_clock.read_time())
    return {
        "evening": evening,
        "pulse": view.pulse,
        "hall": hall,
        "about": describe_occasion(view),
        "link": describe_link(view),
    }


@require_safe
@unlisted
def league(request: HttpRequest, address: str) -> HttpResponse:
    """Show the league with its seasons, the newest first."""
    public = _get_or_404(find_published_league(address))
    seasons = load_seasons(public.pk)
    link = LinkPreview(f"{public} · {public.club}", public.club.name)
    context = {"league": public, "seasons": seasons, "link": link}
    return cached_response(
        request, lambda: render(request, "hall/league.html", context), public.club.revision, seasons
    )


@require_safe
@unlisted
def season(request: HttpRequest, address: str, pk: int) -> HttpResponse:
    """Show a season's table. Where points are equal, the reason for the order is below the place."""
    public = _get_or_404(find_published_season(address, pk))

    def page() -> HttpResponse:
        return render(request, "hall/season.html", _make_table_context(request, public))

    return cached_response(request, page, load_season_tag(public))


def _make_table_context(request: HttpRequest, season: Season, names: str = "") -> dict[str, object]:
    public = published.load_public_season(season, names)
    context = build_table_context(season, public.count, public.table, everything=wants_all_evenings(request))
    context |= {"season": season, "evenings": public.evenings, "prizes": public.prizes}
    link = LinkPreview(f"{season} · {season.league}", describe_podium(public.podium) or context["in_short"])
    return context | {"open": public.open, "podium": public.podium, "link": link}


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def publish_evening(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show a preview of the visitors' page. Publish the evening, or end its publication."""
    back_address = reverse(
        "evening" if evening.stage == Stage.FINISHED else "evening-settings", args=[evening.pk]
    )
    if request.method == "POST":
        choice = PublishForm.read(request.POST)
        act = partial(evening_publish, published=choice.published, names=choice.names)
        do_at_evening(request, evening, act, _describe_success(choice.published))
        return redirect(back_address)
    form = PublishForm.make_for(evening, request.GET)
    context = {
        "row": evening,
        "back": back_address,
        "form": form,
        **_make_published_context(evening, form.names_shown),
    }
    return render(request, "hall/publish_evening.html", context | list_rights(request))


@get_or_post
@login_required
def publish_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a preview of the newest season. Publish the league, or end its publication."""
    own_league, right = _get_or_404(find_league(get_signed_in_user(request), pk))
    require(right, Right.RUN)
    if request.method == "POST":
        choice = PublishForm.read(request.POST)
        act = partial(league_publish, by=get_signed_in_user(request), league=own_league)
        do(
            request,
            partial(act, published=choice.published, names=choice.names),
            _describe_success(choice.published),
        )
        return redirect("league", pk)
    form, season = PublishForm.make_for(own_league, request.GET), find_newest_season(own_league)
    context = {"row": own_league, "club": own_league.club, "back": reverse("league", args=[pk]), "form": form}
    context |= _make_table_context(request, season, form.names_shown) if season else {}
    return render(request, "hall/publish_league.html", context)


def _describe_success(is_public: bool) -> str:
    return _("Visitors can see it now.") if is_public else _("Only members of the club can see it now.")


def _get_or_404(row: T | None) -> T:
    if row is None:
        raise Http404
    return row
