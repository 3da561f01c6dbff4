"""Who may ask the API, and how often: the decorators of its views."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.decorators import api_view, authentication_classes, permission_classes, throttle_classes
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.shared.api.callers import Bearer, Session
from accounts.shared.api.keys import deleted_before

View = Callable[..., Any]
READS_QUERY = "reads_query"
"""By which methods an address looks through its parameters itself."""
LONGEST_NAME = 40


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
        return _door(view, methods)

    return decorate


class ByUser(SimpleRateThrottle):
    """So many requests of one account. Kept in this process alone, as for addresses."""

    scope = "member"

    @property
    def cache(self) -> BaseCache:  # type: ignore[override]
        return caches["throttle"]

    def get_rate(self) -> str:
        return str(settings.API_RATE)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


def member(*methods: str) -> Callable[[View], View]:
    """A view of the API for who has an account: by the session's cookie, or by a token."""

    def decorate(view: View) -> View:
        if "DELETE" in methods:
            view = _once_deleted(view)
        for limit in (
            permission_classes([IsAuthenticated]),
            authentication_classes([Bearer, Session]),
            throttle_classes([ByUser]),
        ):
            view = limit(view)
        return _door(view, methods)

    return decorate


def _asked_rightly(view: View) -> View:
    """The view, where the address has no query that nobody reads: a slip of the pen is not passed over."""

    @wraps(view)
    def asked(request: Request, *args: Any, **kwargs: Any) -> Any:
        reading = getattr(request.parser_context["view"], READS_QUERY, ())
        if request.query_params and request.method not in reading:
            said = exceptions.ErrorDetail(gettext("This parameter is unknown."), "unknown")
            raise exceptions.ValidationError({name[:LONGEST_NAME]: [said] for name in request.query_params})
        return view(request, *args, **kwargs)

    return asked


def _once_deleted(view: View) -> View:
    """The view, but for a deletion that was carried out by a request of the same key."""

    @wraps(view)
    def asked(request: Request, *args: Any, **kwargs: Any) -> Response:
        known = deleted_before(request)
        return view(request, *args, **kwargs) if known is None else known

    return asked


class AsItIs(DefaultContentNegotiation):
    """For an address that has one kind of answer, whatever is asked for; refusals are JSON."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


def with_file(view: View) -> View:
    """Let an address of the API answer with a file, also where the caller accepts nothing else."""
    view.cls.content_negotiation_class = AsItIs  # type: ignore[attr-defined]
    return view


def _door(view: View, methods: tuple[str, ...]) -> View:
    view = _asked_rightly(view)
    decorated = api_view([*methods, "HEAD"] if "GET" in methods else methods)(view)
    # Without OPTIONS, which would have nothing to say.
    decorated.cls.http_method_names = sorted({*decorated.cls.http_method_names} - {"options"})
    return decorated
