"""Queries about a user's own account and about tokens: the user's own, and the one that a program sends."""

import hashlib
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.database.folding import by_name
from accounts.models import DEMO, Membership, Token, User


def memberships_of(user: User) -> QuerySet[Membership]:
    """Return the user's clubs with the role in each, by name."""
    mine = Membership.objects.filter(user=user).select_related("club")
    return mine.order_by(*by_name("club__name"), "club")


def may_begin(visitor: User | AnonymousUser | None) -> bool:
    """Return whether the visitor may make the first account: anybody, or beside a demo its organiser."""
    emails = list(User.objects.values_list("email", flat=True)[:2])
    return not emails or (emails == [DEMO] and isinstance(visitor, User) and visitor.is_demo)


def is_confirmed(user: User) -> bool:
    """Return whether the user's address was confirmed by somebody who reads its mail."""
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def address_asked(user: User) -> EmailAddress | None:
    """Return the address that replaces the user's once it is confirmed; None if none was asked for."""
    return EmailAddress.objects.filter(user=user).exclude(email=user.email).order_by("-pk").first()


def digest_of(secret: str) -> str:
    """Return the digest that is stored of a token or a link. Readers of the database can use neither."""
    return hashlib.sha256(secret.encode()).hexdigest()


def tokens_of(user: User) -> QuerySet[Token]:
    """Return the user's tokens, the newest first."""
    return Token.objects.filter(user=user).select_related("club")


def token_by(secret: str, now: datetime) -> Token | None:
    """Return the valid token, with its user; None where it was revoked, is too old or never was."""
    return (
        Token.objects.filter(Q(expires=None) | Q(expires__gt=now))
        .filter(digest=digest_of(secret), revoked_at=None, user__is_active=True)
        .select_related("user")
        .first()
    )
