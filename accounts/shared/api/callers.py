"""Who asks the API: a member by the session or by a token, and what that may do in a club."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from accounts import limits
from accounts.account.selectors.accounts import token_by
from accounts.account.services.accounts import token_used
from accounts.database.snapshots import after_reading
from accounts.models import Club, Role, Token, User
from accounts.permissions import Right, club_for, require, right_by

SCHEME = "Bearer"


class Bearer(BaseAuthentication):
    """``Authorization: Bearer ht_…``. Wrong ones are counted by address, and many are told to wait."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _space, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        now = timezone.now()
        token = token_by(secret.strip(), now)
        if token is None:
            if wait := limits.too_many(request._request, "token"):
                raise Throttled(wait)
            limits.failed(request._request, "token")
            raise AuthenticationFailed(
                gettext("This API token is not valid. It may be revoked or expired. Create a new one.")
            )
        after_reading(lambda: token_used(token=token, now=now))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class Session(SessionAuthentication):
    """Signed in on the pages; what it writes must hold the page's CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


def user_of(request: Request) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - the door asks for an account
    return request.user


def capped(request: Request, club: int, held: Right | None) -> Right | None:
    """The member's right in a club, as far as the token goes: not beyond its role, nor in another club."""
    token = request.auth
    if not isinstance(token, Token) or held is None:
        return held
    most = right_by(Role(token.role))
    if most is None or token.club_id not in (None, club):
        return None
    return min(held, most)


def club_at(request: Request, pk: int, needed: Right = Right.VIEW) -> tuple[Club, Right]:
    """The club and the caller's right in it: 404 for a stranger, 403 below ``needed``."""
    club, held = club_for(user_of(request), pk) or (None, None)
    right = capped(request, pk, held)
    if club is None or right is None:
        raise Http404
    require(right, needed)
    return club, right


def in_reach(request: Request, rows: Any, club: str = "club") -> Any:
    """Of some rows those of clubs that the caller is a member of, and that the token is for."""
    rows = rows.filter(**{f"{club}__memberships__user": user_of(request)})
    token = request.auth
    if isinstance(token, Token) and token.club_id is not None:
        rows = rows.filter(**{club: token.club_id})
    return rows
