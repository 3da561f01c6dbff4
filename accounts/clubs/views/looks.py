"""How a club looks to everybody: its logo, and the shades of its colour. Neither needs an account."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.colours import shades
from accounts.logos import TYPES
from accounts.models import ClubLogo
from accounts.unlisted import unlisted

DAY = 60 * 60 * 24
YEAR = 365 * DAY
ALONE = "default-src 'none'; frame-ancestors 'none'; sandbox"
"""The policy of a picture that somebody uploaded: it loads nothing, runs nothing, and is nobody's frame."""


@cache_control(public=True, max_age=YEAR, immutable=True)
@require_safe
@unlisted
def logo(request: HttpRequest, pk: int, mark: str) -> HttpResponse:
    """The logo that has this mark: another one has another address. It cannot be guessed, as a join code."""
    found = ClubLogo.objects.filter(club=pk, club__logo_mark=mark).first() if mark else None
    if found is None or found.kind not in TYPES:
        raise Http404
    response = HttpResponse(bytes(found.data), content_type=TYPES[found.kind])
    response["Content-Security-Policy"] = ALONE
    return response


@cache_control(public=True, max_age=DAY)
@require_safe
def colour(request: HttpRequest, digits: str) -> HttpResponse:
    """The shades of a colour as a style sheet: pages may hold no styles of their own."""
    if not re.fullmatch(r"[0-9a-f]{6}", digits, re.ASCII):
        raise Http404
    light, dark = shades(f"#{digits}")
    return render(request, "accounts/colours.css", {"light": light, "dark": dark}, content_type="text/css")
