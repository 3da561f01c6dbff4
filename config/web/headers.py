"""What answers say to browsers and caches, beside what Django has them say; and bodies that are too large."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from accounts.refusals import TOO_LARGE
from accounts.shared.api.error_bodies import too_large

LARGEST = 5_000_000
"""Bytes that are read of a request: the file of a season has four millions. The proxy's limit is the same."""
FEATURES = "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
"""What no page here asks a browser for."""
API = "/api/"

Message = dict[str, Any]


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
        ended = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if ended is not None and not ended.value and request.is_secure():
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
    """``receive`` of a server that bounds nothing: of a body that is too large the application is told none.

    The length that it is told is then too large, so that ``BodyMiddleware`` refuses it. The rest is read
    and dropped: a client reads an answer only once it has sent everything.
    """
    lengths = [value.decode("latin-1") for name, value in scope["headers"] if name == b"content-length"]
    refused = any(map(_too_large, lengths))
    told, read = False, 0

    async def receive_bounded() -> Message:
        nonlocal refused, told, read
        while not (refused and not told):
            message: Message = await receive()
            if message["type"] != "http.request":
                return message
            if told:
                continue
            read += len(message.get("body", b""))
            refused = read > LARGEST
            if not refused:
                told = not message.get("more_body")
                return message
            _say_length(scope, read)
        told = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive_bounded


def _say_length(scope: Any, length: int) -> None:
    """Put it among the headers, from which the request is made once its body is read."""
    others = [header for header in scope["headers"] if header[0] != b"content-length"]
    scope["headers"] = [*others, (b"content-length", b"%d" % length)]


def _too_large(length: str) -> bool:
    return length.isdecimal() and (len(length) > len(str(LARGEST)) or int(length) > LARGEST)
