"""Decorators and authentication of API views: access, rate limits, repeated requests, and cached responses.

A session or a token authenticates a member. A request repeated with the same ``Idempotency-Key`` gets the
stored response, and is not run again. With an ``ETag`` the API answers 304 if nothing has changed.
"""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.decorators import api_view, authentication_classes, permission_classes, throttle_classes
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts import limits
from accounts.account.selectors import find_token
from accounts.account.services import token_touch
from accounts.database.snapshots import run_after_reading
from accounts.errors import KeyUsedError, RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Answer, Club, Role, Token, User
from accounts.permissions import Right, find_club, get_role_right, require
from accounts.refusals import KEY_USED
from accounts.release import make_etag

SCHEME = "Bearer"


class Bearer(BaseAuthentication):
    """``Authorization: Bearer ht_…``. Wrong tokens are counted by address; after many, callers must wait."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _space, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        now = timezone.now()
        token = find_token(secret.strip(), now)
        if token is None:
            if wait := limits.get_wait(request._request, "token"):
                raise Throttled(wait)
            limits.count_failure(request._request, "token")
            raise AuthenticationFailed(
                gettext("This API token is not valid. It may be revoked or expired. Create a new one.")
            )
        run_after_reading(lambda: token_touch(token=token, now=now))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class Session(SessionAuthentication):
    """The session of the pages. Requests that write need the page's CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


def get_user(request: Request) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - the door asks for an account
    return request.user


def cap_right(request: Request, club: int, right: Right | None) -> Right | None:
    """Return the member's right within the token's limits: at most its role, and only in its club."""
    token = request.auth
    if not isinstance(token, Token) or right is None:
        return right
    most = get_role_right(Role(token.role))
    if most is None or token.club_id not in (None, club):
        return None
    return min(right, most)


def get_club_for_api(request: Request, pk: int, least: Right = Right.VIEW) -> tuple[Club, Right]:
    """Return the club and the caller's right in it: 404 for a stranger, 403 below ``least``."""
    club, member_right = find_club(get_user(request), pk) or (None, None)
    right = cap_right(request, pk, member_right)
    if club is None or right is None:
        raise Http404
    require(right, least)
    return club, right


def filter_reachable(request: Request, rows: Any, club: str = "club") -> Any:
    """Keep rows of clubs that the caller is a member of, and only of the token's club if it has one."""
    rows = rows.filter(**{f"{club}__memberships__user": get_user(request)})
    token = request.auth
    if isinstance(token, Token) and token.club_id is not None:
        rows = rows.filter(**{club: token.club_id})
    return rows


HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(days=7)
A_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""A UUID in the form that the API's description requires. Python would accept other forms."""


def read_key(request: Request) -> UUID | None:
    """Return the request's ``Idempotency-Key``; None without one. RuleError if it is no UUID."""
    text = request.headers.get(HEADER)
    if text is None:
        return None
    if not A_UUID.fullmatch(text):
        raise RuleError(HEADER, _("This must be a UUID. Create a new one for each change."))
    return UUID(text)


def run_once(request: Request, act: Callable[[], Response], *, secret: bool = False) -> Response:
    """Run ``act`` and return its response. Store the response in the same transaction for the same key.

    Use it for rows without keys of their own; evenings and seasons have them. A ``secret`` response is not
    stored, so the repeated request is refused. RuleError if the key was used with another body.
    """
    key = read_key(request)
    if key is None:
        with transaction.atomic():
            return act()
    user, digest = get_user(request), _hash_request(request)
    try:
        with transaction.atomic():
            row = Answer.objects.create(user=user, key=key, digest=digest)
            response = act()
            row.status, row.body = response.status_code, None if secret else response.data
            row.save(update_fields=["status", "body"])
            Answer.objects.filter(user=user, at__lt=timezone.now() - KEPT_FOR).delete()
    except IntegrityError as error:
        row_before = Answer.objects.filter(user=user, key=key).first()
        if row_before is None:
            raise error
        return _repeat_answer(row_before, digest)
    return response


def set_location(request: Request, answer: Response, name: str, *numbers: int, by: str = "id") -> Response:
    """Set the ``Location`` of the created object: the address ``name``, with the response's field ``by``."""
    address = reverse(name, args=[*numbers, answer.data[by]])
    answer["Location"] = request.build_absolute_uri(address)
    return answer


def find_repeated_deletion(request: Request) -> Response | None:
    """Return the empty response to a repeated deletion: the object to look for is gone.

    Other responses are repeated only to users who can still see the objects.
    """
    if request.method != "DELETE" or (key := read_key(request)) is None:
        return None
    rows = Answer.objects.filter(user=get_user(request), key=key, digest=_hash_request(request), status=204)
    return Response(status=204) if rows.exists() else None


def _repeat_answer(row: Answer, digest: str) -> Response:
    if row.digest != digest:
        raise KeyUsedError(HEADER, KEY_USED)
    if row.body is None and row.status != 204:
        raise StateError(HEADER, _("This was done before. Its answer can be read only once."))
    return Response(row.body, status=row.status)


def _hash_request(request: Request) -> str:
    body: Any = [request.method, request.path, request.data]
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


View = Callable[..., Any]
READS_QUERY = "reads_query"
"""The attribute with the methods whose query parameters the view reads itself."""
LONGEST_NAME = 40


class ByAddress(SimpleRateThrottle):
    """Limits the requests of one address to all public parts together. Counted in this process only.

    docs/decisions/0008-calculators-limited-in-process.md gives the reasons.
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
    """Make an API view for everybody: no account, no cookies, JSON only, limited by address."""

    def decorate(view: View) -> View:
        for limit in (
            permission_classes([AllowAny]),
            authentication_classes([]),
            throttle_classes([ByAddress]),
        ):
            view = limit(view)
        return _build_view(view, methods)

    return decorate


class ByUser(SimpleRateThrottle):
    """Limits the requests of one account. Counted in this process only, as for addresses."""

    scope = "member"

    @property
    def cache(self) -> BaseCache:  # type: ignore[override]
        return caches["throttle"]

    def get_rate(self) -> str:
        return str(settings.API_RATE)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


def member(*methods: str) -> Callable[[View], View]:
    """Make an API view for accounts: by session cookie, or by token."""

    def decorate(view: View) -> View:
        if "DELETE" in methods:
            view = _repeat_deletions(view)
        for limit in (
            permission_classes([IsAuthenticated]),
            authentication_classes([Bearer, Session]),
            throttle_classes([ByUser]),
        ):
            view = limit(view)
        return _build_view(view, methods)

    return decorate


def _check_query(view: View) -> View:
    """Refuse query parameters that the view does not read: a typing mistake is not ignored."""

    @wraps(view)
    def checked(request: Request, *args: Any, **kwargs: Any) -> Any:
        names = getattr(request.parser_context["view"], READS_QUERY, ())
        if request.query_params and request.method not in names:
            detail = exceptions.ErrorDetail(gettext("This parameter is unknown."), "unknown")
            raise exceptions.ValidationError({name[:LONGEST_NAME]: [detail] for name in request.query_params})
        return view(request, *args, **kwargs)

    return checked


def _repeat_deletions(view: View) -> View:
    """Answer a repeated deletion with the same key without running the view."""

    @wraps(view)
    def checked(request: Request, *args: Any, **kwargs: Any) -> Response:
        row = find_repeated_deletion(request)
        return view(request, *args, **kwargs) if row is None else row

    return checked


class AsItIs(DefaultContentNegotiation):
    """For an address with one kind of response: the ``Accept`` header is ignored. Refusals are JSON."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


def allow_file(view: View) -> View:
    """Let an API view respond with a file, whatever the ``Accept`` header."""
    view.cls.content_negotiation_class = AsItIs  # type: ignore[attr-defined]
    return view


def _build_view(view: View, methods: tuple[str, ...]) -> View:
    view = _check_query(view)
    decorated = api_view([*methods, "HEAD"] if "GET" in methods else methods)(view)
    # Without OPTIONS: its response would contain nothing useful.
    decorated.cls.http_method_names = sorted({*decorated.cls.http_method_names} - {"options"})
    return decorated


def not_modified_or(request: Request, answer: Callable[[], Any], *tag: object) -> HttpResponseBase:
    """Return the body of ``answer``, or 304 if the caller has the present version.

    ``tag``: everything that the response depends on, besides user, language and program.
    """
    http_request = request._request
    user = getattr(request.user, "pk", None)  # a public address has no users
    mark = make_etag(user, http_request.get_full_path(), *tag)
    response: HttpResponseBase | None = get_conditional_response(http_request, etag=mark)
    if response is None:
        response = Response(answer())
    response["ETag"] = mark
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Authorization", "Cookie", "Accept-Language"))
    return response
