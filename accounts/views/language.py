"""Choosing a language: what the browser asks for counts, until somebody chooses."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.forms.account import LanguageForm
from accounts.views.base import get_or_post, show


@get_or_post
def language(request: HttpRequest) -> HttpResponse:
    """A button for each language, in its own name; then back to where one came from."""
    back = _back(request)
    form = LanguageForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        page = show(request, "accounts/language.html", form, languages=settings.LANGUAGES, back=back)
        patch_vary_headers(page, ["Cookie"])
        return page
    answer = redirect(back or reverse("home"))
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        form.cleaned_data["language"],
        max_age=settings.LANGUAGE_COOKIE_AGE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return answer


def _back(request: HttpRequest) -> str:
    """Where to go afterwards: a page of this program, or nothing. BadRequest where it is no address."""
    said = (request.POST if request.method == "POST" else request.GET).get("next", "")
    here = url_has_allowed_host_and_scheme(said, {request.get_host()}, require_https=request.is_secure())
    if here and not said.startswith("/"):
        raise BadRequest("next")
    return said if here else ""
