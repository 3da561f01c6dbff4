"""The door of the public API: who may ask, and how often from one address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import BaseCache, caches
from rest_framework.decorators import (
    api_view,
    authentication_classes,
    permission_classes,
    throttle_classes,
)
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

View = Callable[..., Any]


class ByAddress(SimpleRateThrottle):
    """So many requests from one address, of all that is public together. Kept in this process alone.

    docs/decisions/0008-calculators-limited-in-process.md says why.
    """

    scope = "public"

    @property
    def cache(self) -> BaseCache:  # type: ignore[override]
        return caches["throttle"]

    def get_rate(self) -> str:
        return str(settings.CALCULATOR_RATE)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def public(*methods: str) -> Callable[[View], View]:
    """A view of the API for everybody: no account, no cookies, JSON only, limited by address."""

    def decorate(view: View) -> View:
        for limit in (
            permission_classes([AllowAny]),
            authentication_classes([]),
            throttle_classes([ByAddress]),
        ):
            view = limit(view)
        decorated = api_view([*methods, "HEAD"] if "GET" in methods else methods)(view)
        # Without OPTIONS, which would have nothing to say.
        decorated.cls.http_method_names = sorted({*decorated.cls.http_method_names} - {"options"})
        return decorated

    return decorate
