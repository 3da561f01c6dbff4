"""Middleware for every request: its number and log line, headers, size limits, and the database snapshot.

Also the Content-Security-Policy: a page loads only what this server sends.
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
from django.core.exceptions import MiddlewareNotUsed
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.template import loader
from django.urls import set_urlconf
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from accounts.database.snapshots import read_snapshot
from accounts.outages import find_outage, log_outage, render_outage
from accounts.refusals import TOO_LARGE
from accounts.shared.api import error_bodies
from accounts.shared.api.error_bodies import answer_too_large
from config.web import logs
from config.web.health import PROBES

log = logging.getLogger("headtable.requests")

HEADER = "X-Request-ID"
API = "/api/"
WHOLE = re.compile("/(api|admin|account/tokens)(/|$)")
"""Requests that need all addresses of the program. The page of tokens links to the API."""
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]


def choose_number(text: str) -> str:
    """Return the request's number from a trusted proxy; a new number if the text is not valid."""
    trusted = settings.TRUSTED_PROXIES > 0 and WELL_FORMED.fullmatch(text)
    return text if trusted else secrets.token_hex(6)


class RequestMiddleware:
    """Gives the request a number, for its log lines and its response, and logs the response.

    Loads the API and the administration only for requests that need them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began, number = time.perf_counter(), choose_number(request.headers.get(HEADER, ""))
        logs.number.set(number)
        if not WHOLE.match(request.path_info):
            request.urlconf = settings.PAGE_URLCONF
            set_urlconf(settings.PAGE_URLCONF)  # for refusals before Django finds the view
        response = self.get_response(request)
        set_urlconf(None)
        if not _is_static(request):
            response[HEADER] = number
        _log_request(request, response, round((time.perf_counter() - began) * 1000))
        return response


@receiver(request_finished)
def _clear_number(**_: Any) -> None:
    """Clear the number after the request. Not earlier, because Django logs refusals at the very end."""
    logs.number.set("")


def _log_request(request: HttpRequest, response: HttpResponse, ms: int) -> None:
    """Log the request. Static files are not logged; probes have level DEBUG."""
    if _is_static(request):
        return
    level = logging.DEBUG if request.path_info in PROBES else logging.INFO
    user = vars(request).get("_cached_user")  # only if the page loaded the user: logging makes no query
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


def _is_static(request: HttpRequest) -> bool:
    return request.path_info.startswith(settings.STATIC_URL)


def add_number(scope: Any, send: Send) -> Send:
    """Return a ``send`` that adds the number to the response, for requests that do not reach Django."""
    header = dict(scope["headers"]).get(HEADER.lower().encode(), b"").decode("latin-1")
    number = choose_number(header)
    logs.number.set(number)

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            number_header = (HEADER.lower().encode(), number.encode())
            message = {**message, "headers": [*message["headers"], number_header]}
        await send(message)

    return answer


def unread(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response to an unreadable request: too large, too many fields, or a foreign host."""
    return render(request, "400.html", status=400)


def failed(request: HttpRequest) -> HttpResponse:
    """Return the response to a failure of ours, with its number in the log.

    A database outage outside of all views ends here too, such as one while the session is read.
    """
    error = sys.exception()
    if outage := find_outage(error):
        if not request.path_info.startswith(API):
            return render_outage(request, outage, cast(Exception, error))
        log_outage(request, outage, cast(Exception, error))
        return error_bodies.answer_unavailable(outage)
    if request.path_info.startswith(API):
        return error_bodies.answer_failure(logs.number.get())
    page = loader.get_template("500.html").render({"number": logs.number.get()})
    return HttpResponseServerError(page)


LARGEST = 5_000_000
"""The most bytes of a body: the file of a season has four million. The proxy's limit is the same."""
FEATURES = "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
"""Browser features that no page here uses."""


class HeadersMiddleware:
    """Forbids browser ``FEATURES`` to pages, and shared caches to store a signed-in user's responses.

    What is no page has fewer headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        response = self.get_response(request)
        if _is_static(request):  # every byte counts: a phone requests eight files before it shows a page
            del response["Referrer-Policy"]
            if "immutable" in response.get("Cache-Control", ""):  # a browser never asks whether it changed
                del response["ETag"], response["Last-Modified"]
            return response
        if response.headers.get("Content-Type") == "application/json":
            response["Content-Security-Policy"] = DATA_POLICY
        else:
            response.setdefault("Permissions-Policy", FEATURES)
        if with_session and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and request.is_secure():
            response.setdefault("Clear-Site-Data", '"cache"')  # no old pages after signing out
        return response


STATIC_POLICY = "default-src 'none'"
DATA_POLICY = f"{STATIC_POLICY}; frame-ancestors 'none'; sandbox"
"""The policies of static files and of data: opened as a page they load nothing."""
TEXT = re.compile(r"(text/(html|plain|css|csv)|application/(json|manifest\+json)|image/svg\+xml)\b")


def set_static_policy(headers: Any, path: str, url: str) -> None:
    """Set the policy of a static file."""
    headers["Content-Security-Policy"] = STATIC_POLICY


class CompressMiddleware(GZipMiddleware):
    """Compresses texts where no proxy stands in front, which would do it better: docs/decisions/0073.

    A request that another site caused is answered without compression, so that its length says nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if settings.TRUSTED_PROXIES:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_foreign = request.headers.get("Sec-Fetch-Site") == "cross-site"
        if response.streaming or is_foreign or not TEXT.match(response.headers.get("Content-Type", "")):
            return response
        return super().process_response(request, response)


class BodyMiddleware:
    """Refuses a body whose length is too large without reading it: Django would store uploads on the disk."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _is_too_large(str(request.META.get("CONTENT_LENGTH") or "")):
            return self.get_response(request)
        if not request.path_info.startswith(API):
            return render(request, "413.html", status=413)
        reason = gettext(TOO_LARGE) % {"bytes": LARGEST}
        return answer_too_large(reason)


def bound_body(scope: Any, receive: Callable[[], Any]) -> Callable[[], Any]:
    """Return a ``receive`` that passes on no body that is too large, for a server without limits.

    Instead the application gets a length that is too large, so that ``BodyMiddleware`` refuses the request.
    The rest is read and dropped: a client reads a response only once it has sent everything.
    """
    lengths = [value.decode("latin-1") for name, value in scope["headers"] if name == b"content-length"]
    is_refused = any(map(_is_too_large, lengths))
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
            _set_length(scope, read)
        is_complete = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive_bounded


def _set_length(scope: Any, length: int) -> None:
    """Put the length among the headers. Django makes the request from them after the body is read."""
    other_headers = [header for header in scope["headers"] if header[0] != b"content-length"]
    scope["headers"] = [*other_headers, (b"content-length", b"%d" % length)]


def _is_too_large(length: str) -> bool:
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
    """Reads each response from one snapshot. Last, so that sessions and messages are written after it.

    A page that shows a refused command or a preview is read from two snapshots, before and after the command.
    If others wrote between them, the request is run again, because nothing was saved. After ``TRIES`` runs
    the response is returned as it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        tries = TRIES
        while True:
            tries -= 1
            with read_snapshot() as read:
                response = self.get_response(request)
                if not tries or not read.is_torn():
                    return response
