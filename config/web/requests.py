"""Each request has a number, by which what was logged of it is found again; and its line in the log."""

import logging
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template import loader
from django.urls import set_urlconf

from accounts.outages import outage_of
from accounts.shared.api import error_bodies
from accounts.unavailable import report, unavailable
from config.web import logs
from config.web.health import PROBES

log = logging.getLogger("headtable.requests")

HEADER = "X-Request-ID"
API = "/api/"
WHOLE = re.compile("/(api|admin|account/tokens)(/|$)")
"""Requests that need every address of the program: the page of tokens links to the API."""
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]


def number_of(given: str) -> str:
    """The number that a trusted proxy gave the request; a new one if there is none, or it is none."""
    trusted = settings.TRUSTED_PROXIES > 0 and WELL_FORMED.fullmatch(given)
    return given if trusted else secrets.token_hex(6)


class RequestMiddleware:
    """Numbers the request, for its log and its answer, and says in the log that it was answered.

    Only a request to the API or to the administration has them loaded.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began, number = time.perf_counter(), number_of(request.headers.get(HEADER, ""))
        logs.number.set(number)
        if not WHOLE.match(request.path_info):
            request.urlconf = settings.PAGE_URLCONF
            set_urlconf(settings.PAGE_URLCONF)  # for what is refused before Django looks for the view
        response = self.get_response(request)
        set_urlconf(None)
        response[HEADER] = number
        _say(request, response, round((time.perf_counter() - began) * 1000))
        return response


@receiver(request_finished)
def _over(**_: Any) -> None:
    """What a thread does next is not of this request. Not before: Django logs refusals at the very end."""
    logs.number.set("")


def _say(request: HttpRequest, response: HttpResponse, ms: int) -> None:
    """The request's line: none for static files, and one for those who look closely for a probe."""
    if request.path_info.startswith(settings.STATIC_URL):
        return
    level = logging.DEBUG if request.path_info in PROBES else logging.INFO
    user = vars(request).get("_cached_user")  # if the page asked for it: we ask the database nothing
    log.log(
        level,
        "%s %s %s %s ms",
        request.method,
        request.path,
        response.status_code,
        ms,
        extra={
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "ms": ms,
            "user": getattr(user, "pk", None),
        },
    )


def numbered(scope: Any, send: Send) -> Send:
    """The same for a request that Django does not see: ``send``, with the number in the answer."""
    given = dict(scope["headers"]).get(HEADER.lower().encode(), b"").decode("latin-1")
    number = number_of(given)
    logs.number.set(number)

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            named = (HEADER.lower().encode(), number.encode())
            message = {**message, "headers": [*message["headers"], named]}
        await send(message)

    return answer


def unread(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to what cannot be read: too large, of too many fields, or of a host that is not ours."""
    return render(request, "400.html", status=400)


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to what failed on our side, with the number by which it is found in the log.

    An outage of the database comes here from outside all views, such as from the reading of a session.
    """
    error = sys.exception()
    if outage := outage_of(error):
        if not request.path_info.startswith(API):
            return unavailable(request, outage, cast(Exception, error))
        report(request, outage, cast(Exception, error))
        return error_bodies.unavailable(outage)
    if request.path_info.startswith(API):
        return error_bodies.failure(logs.number.get())
    page = loader.get_template("500.html").render({"number": logs.number.get()})
    return HttpResponseServerError(page)
