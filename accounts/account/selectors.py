"""Queries about a user's account and tokens. They also find the token of a program's request."""

import hashlib
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.database.folding import by_name
from accounts.models import DEMO, Membership, Token, User


def list_memberships(user: User) -> QuerySet[Membership]:
    """Return the user's clubs with the role in each, by name."""
    mine = Membership.objects.filter(user=user).select_related("club")
    return mine.order_by(*by_name("club__name"), "club")


def may_begin(visitor: User | AnonymousUser | None) -> bool:
    """Return whether the visitor may create the first account.

    Without accounts, everybody may. If only the demo's account exists, only the demo's organiser may.
    """
    emails = list(User.objects.values_list("email", flat=True)[:2])
    return not emails or (emails == [DEMO] and isinstance(visitor, User) and visitor.is_demo)


def is_confirmed(user: User) -> bool:
    """Return whether the user has confirmed the address by a link from a mail."""
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def find_pending_email(user: User) -> EmailAddress | None:
    """Return the requested address that the user has not confirmed yet; None without one."""
    return EmailAddress.objects.filter(user=user).exclude(email=user.email).order_by("-pk").first()


def hash_secret(secret: str) -> str:
    """Return the digest to store for a token or link. Readers of the database cannot use a digest."""
    return hashlib.sha256(secret.encode()).hexdigest()


def list_tokens(user: User) -> QuerySet[Token]:
    """Return the user's tokens, the newest first."""
    return Token.objects.filter(user=user).select_related("club")


def find_token(secret: str, now: datetime) -> Token | None:
    """Return the valid token with its user; None if it is unknown, expired or revoked."""
    return (
        Token.objects.filter(Q(expires=None) | Q(expires__gt=now))
        .filter(digest=hash_secret(secret), revoked_at=None, user__is_active=True)
        .select_related("user")
        .first()
    )
