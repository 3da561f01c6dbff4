"""The pages that need no account: everybody comes by the evening's join code."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.players.selectors.claims import claim_ticket
from accounts.shared.views.qr import qr_of
from accounts.unlisted import unlisted
from tournaments.base.views.pages import status_of
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import evening_by_code, evening_tag, names_of, player_of
from tournaments.hall.forms.find_me import JoinForm
from tournaments.hall.presenters import player_page
from tournaments.hall.presenters.hall import HallPage
from tournaments.hall.presenters.hall_results import Screen, figure_titles, screens_of
from tournaments.hall.presenters.name_list import names_a_to_z
from tournaments.hall.presenters.public_view import PublicView, public_view, until_ms
from tournaments.models import Evening
from tournaments.results.presenters.pictures import own_picture
from tournaments.templatetags.headtable import columns

P = ParamSpec("P")
ENDED = "ended"
"""What 404.html is passed where no evening is open under a code."""
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
    """A page reached by the join code; 404 in words where no hall of that code is open."""

    @require_safe
    @unlisted
    @wraps(page)
    def view(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        evening = _evening_of(request, code)
        if evening is None:
            raise Http404(ENDED)
        return page(request, evening, *args, **kwargs)

    return view  # type: ignore[return-value]


def _evening_of(request: HttpRequest, code: str) -> Evening | None:
    """The evening of a code; None for a wrong one, of which one address may try so many."""
    code = code.upper()
    known = limits.knows(request, "join", code)
    if not known:
        limits.refuse_guessers(request, "join", code)
    evening = evening_by_code(code)
    if known:
        return evening
    if evening is None:
        limits.failed(request, "join")
    else:
        limits.passed(request, "join", code)
    return evening


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Type the code, and be led to the names."""
    form = JoinForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        evening = _evening_of(request, form.cleaned_data["code"])
        if evening is not None:
            return redirect("find-me", evening.join_code)
        form.add_error(
            "code",
            _("No open evening has this code. Check the code on the projector."),
        )
    return render(request, "hall/join.html", {"form": form}, status=status_of(form))


@code_page
def find_me(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Everybody's names, to find the own one."""
    shown = {"evening": evening, "people": names_a_to_z(evening)}
    return render(request, "hall/find_me.html", shown)


@code_page
def player(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """One person's evening, on the phone."""

    def me(view: PublicView) -> dict[str, Any]:
        if entry not in view.names:
            raise Http404
        found = player_page.PlayerPage(view, entry, program_clock.now())
        return {"me": found, "own_path": own_picture(found.play, view.floor, entry, found.name)}

    return _changing(request, evening, "hall/player", me)


@never_cache
@code_page
def claim_way(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """On to where somebody with an account says that this is them, with the ticket that opens it."""
    person = player_of(entry) if entry in names_of(evening) else None
    if person is None:
        raise Http404
    return redirect(f"{reverse('player-claim', args=[evening.club_id, person])}?token={claim_ticket(person)}")


@code_page
def hall(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The projector's page; on a player's phone (``?me=``, their entry) with the way back to their own."""

    def shown(view: PublicView) -> dict[str, Any]:
        asked = request.GET.get("me", "")
        screens: tuple[Screen, ...] = ()
        if view.stage is Stage.FINISHED:
            titles = figure_titles(view.play, len(columns(view.play, "yellow")))
            screens = screens_of(view.told, partial(own_picture, view.facts.play, view.floor), titles)
        return {
            "hall": HallPage(view, program_clock.now()),
            "screens": screens,
            "me": next((entry for entry in view.names if str(entry) == asked), None),
        }

    return _changing(request, evening, "hall/hall", shown)


@cache_control(public=True, max_age=DAY)
@code_page
def qr(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The way to the names as a QR code."""
    return qr_of(request.build_absolute_uri(reverse("find-me", args=[evening.join_code])))


@code_page
def live(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Where no stream is to be had: ``live.py`` answers here wherever the server can keep one open."""
    return HttpResponse(status=503, headers={"Retry-After": "15", "Cache-Control": "no-store"})


@cache_control(public=True, max_age=DAY)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone is told that keeps Headtable among its programs: it opens where one finds the own seat."""
    told = {
        "name": "Headtable",
        "short_name": "Headtable",
        "description": _("Card evenings with many tables: your seat, the clock and the bell."),
        "lang": get_language(),
        "start_url": reverse("join"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#17462f",
        "background_color": "#f6f1e4",
        "icons": [
            {"src": static(f"img/{name}"), "sizes": sizes, "type": type, "purpose": purpose}
            for name, sizes, type, purpose in ICONS
        ],
    }
    response = JsonResponse(told, content_type="application/manifest+json")
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _changing(request: HttpRequest, evening: Evening, page: str, look: Look) -> HttpResponse:
    """The whole page; for a page that asks again, the part that changes, or that nothing did."""
    if not request.headers.get("HX-Request"):
        return _vary(render(request, f"{page}.html", {**_shown(evening, look), "part": f"{page}/now.html"}))
    until = until_ms(public_view(evening), program_clock.now())
    etag = f'"{evening.pk}.{evening_tag(evening)}.{until}.{get_language()}"'.replace(" ", "-")
    response = get_conditional_response(request, etag=etag)
    if not response:
        response = render(request, f"{page}/now.html", _shown(evening, look))
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    return _vary(response)


def _shown(evening: Evening, look: Look) -> dict[str, Any]:
    view = public_view(evening)
    return {"evening": evening, "pulse": view.pulse, **look(view)}


def _vary(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
    return response
