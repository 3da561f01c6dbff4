"""The pages that need no account: everybody comes by the evening's join code."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from io import BytesIO
from typing import Any, Concatenate, ParamSpec

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.forms.public import JoinForm
from tournaments.models import Evening
from tournaments.selectors import mine, public
from tournaments.selectors.evenings import evening_by_code
from tournaments.selectors.hall import hall as hall_of
from tournaments.views.base import status_of

P = ParamSpec("P")
DAY = 60 * 60 * 24


def code_page(
    page: Callable[Concatenate[HttpRequest, Evening, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """A page reached by the join code; 404 where no hall of that code is open."""

    @require_safe
    @wraps(page)
    def view(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        evening = evening_by_code(code)
        if evening is None:
            raise Http404
        return page(request, evening, *args, **kwargs)

    return view  # type: ignore[return-value]


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Type the code, and be led to the names."""
    form = JoinForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        evening = evening_by_code(form.cleaned_data["code"])
        if evening is not None:
            return redirect("find-me", evening.join_code)
        form.add_error(
            "code",
            _("No evening that is open now has this code. Look again: it stands on the hall's screen."),
        )
    return render(request, "public/join.html", {"form": form}, status=status_of(form))


@code_page
def find_me(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Everybody's names, to find the own one."""
    shown = {"evening": evening, "people": public.names_a_to_z(evening)}
    return render(request, "public/find_me.html", shown)


@code_page
def player(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """One person's evening, on the phone."""

    def me() -> dict[str, Any]:
        found = mine.mine(evening, entry)
        if found is None:
            raise Http404
        return {"me": found}

    return _changing(request, evening, "public/player", me)


@code_page
def hall(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The projector's page."""
    return _changing(request, evening, "public/hall", lambda: {"hall": hall_of(evening)})


@cache_control(public=True, max_age=DAY)
@code_page
def qr(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The way to the names as a QR code: black on white, which cameras read in the dark too."""
    address = request.build_absolute_uri(reverse("find-me", args=[evening.join_code]))
    svg = BytesIO()
    segno.make(address, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, omitsize=True, border=4, dark="#000", light="#fff"
    )
    return HttpResponse(svg.getvalue(), content_type="image/svg+xml")


def _changing(
    request: HttpRequest, evening: Evening, page: str, look: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The whole page; for a page that asks again, the part that changes, or that nothing did."""
    if not request.headers.get("HX-Request"):
        return _vary(
            render(request, f"{page}.html", {"evening": evening, "part": f"{page}_now.html", **look()})
        )
    etag = f'"{evening.pk}-{evening.seq}-{evening.stage}"'
    response = get_conditional_response(request, etag=etag)
    if not response:
        response = render(request, f"{page}_now.html", {"evening": evening, **look()})
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    return _vary(response)


def _vary(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request"])
    return response
