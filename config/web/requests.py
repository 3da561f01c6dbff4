"""Middleware for every request: its number and log line, headers, size limits, and the database snapshot.

Also the Content-Security-Policy: a page may load only what this server sends. A response is read from one
snapshot.
"""

import logging
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

from csp.constants import NONE, SELF
from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template import loader
from django.urls import set_urlconf
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from accounts.database.snapshots import read_snapshot
from accounts.outages import outage_of, report, unavailable
from accounts.refusals import TOO_LARGE
from accounts.shared.api import error_bodies
from accounts.shared.api.error_bodies import too_large
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


def number_of(text: str) -> str:
    """Return the number that a trusted proxy gave the request; a new one if it gave no valid one."""
    trusted = settings.TRUSTED_PROXIES > 0 and WELL_FORMED.fullmatch(text)
    return text if trusted else secrets.token_hex(6)


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
    """Clear the number when the request is over. Not before: Django logs refusals at the very end."""
    logs.number.set("")


def _say(request: HttpRequest, response: HttpResponse, ms: int) -> None:
    """Log the request: static files not at all, and probes at level DEBUG."""
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
    """Return ``send`` with the number in the answer, for a request that Django does not see."""
    header = dict(scope["headers"]).get(HEADER.lower().encode(), b"").decode("latin-1")
    number = number_of(header)
    logs.number.set(number)

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            number_header = (HEADER.lower().encode(), number.encode())
            message = {**message, "headers": [*message["headers"], number_header]}
        await send(message)

    return answer


def unread(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the answer to an unreadable request: too large, too many fields, or a host not ours."""
    return render(request, "400.html", status=400)


def failed(request: HttpRequest) -> HttpResponse:
    """Return the answer to a failure on our side, with the number by which it is found in the log.

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


LARGEST = 5_000_000
"""Bytes that are read of a request: the file of a season has four millions. The proxy's limit is the same."""
FEATURES = "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
"""What no page here asks a browser for."""


class HeadersMiddleware:
    """No page may use the camera; and what somebody who is signed in was answered is for that one only."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", FEATURES)
        if with_session and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and request.is_secure():
            response.setdefault("Clear-Site-Data", '"cache"')  # else going back shows what was seen before
        return response


class BodyMiddleware:
    """A body that says it is too large is not read: what is uploaded is kept on the disk meanwhile."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _too_large(str(request.META.get("CONTENT_LENGTH") or "")):
            return self.get_response(request)
        if not request.path_info.startswith(API):
            return render(request, "413.html", status=413)
        reason = gettext(TOO_LARGE) % {"bytes": LARGEST}
        return too_large(reason)


def bounded(scope: Any, receive: Callable[[], Any]) -> Callable[[], Any]:
    """Return a bounded ``receive`` for a server without limits: it passes on no body that is too large.

    The application gets a length that is too large instead, so that ``BodyMiddleware`` refuses it. The
    rest is read and dropped: a client reads an answer only once it has sent everything.
    """
    lengths = [value.decode("latin-1") for name, value in scope["headers"] if name == b"content-length"]
    is_refused = any(map(_too_large, lengths))
    is_complete, read = False, 0

    async def receive_bounded() -> Message:
        nonlocal is_refused, is_complete, read
        while not (is_refused and not is_complete):
            message: Message = await receive()
            if message["type"] != "http.request":
                return message
            if is_complete:
                continue
            read += len(message.get("body", b""))
            is_refused = read > LARGEST
            if not is_refused:
                is_complete = not message.get("more_body")
                return message
            _say_length(scope, read)
        is_complete = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive_bounded


def _say_length(scope: Any, length: int) -> None:
    """Put it among the headers, from which the request is made once its body is read."""
    other_headers = [header for header in scope["headers"] if header[0] != b"content-length"]
    scope["headers"] = [*other_headers, (b"content-length", b"%d" % length)]


def _too_large(length: str) -> bool:
    return length.isdecimal() and (len(length) > len(str(LARGEST)) or int(length) > LARGEST)


POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}


TRIES = 3


class SnapshotMiddleware:
    """The last of all: sessions and messages are written by those before it, so after the snapshot.

    A page that shows why a command was refused, or what it would change, is read from two snapshots: before
    the command and after it. Where others wrote between them, the request is carried out anew: nothing was
    done yet. After so many tries the page is shown as it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        tries = TRIES
        while True:
            tries -= 1
            with read_snapshot() as read:
                response = self.get_response(request)
                if not tries or not read.torn():
                    return response
