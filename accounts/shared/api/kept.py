"""Answers that a program may keep: asked for again with their ``ETag``, 304 says that they still stand."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.release import etag


def kept(request: Request, answer: Callable[[], Any], *tag: object) -> HttpResponseBase:
    """What ``answer`` says, or 304 where the caller has it as it is.

    ``tag``: all that the answer depends on, besides who asks, in which language, and the program.
    """
    asked = request._request
    who = getattr(request.user, "pk", None)  # to a public address nobody comes as anybody
    mark = etag(who, asked.get_full_path(), *tag)
    response: HttpResponseBase | None = get_conditional_response(asked, etag=mark)
    if response is None:
        response = Response(answer())
    response["ETag"] = mark
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Authorization", "Cookie", "Accept-Language"))
    return response
