"""The tokens of programs: as their owner sees them, and by what a program shows."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import Token, User


def digest_of(secret: str) -> str:
    """What is kept of a token or a link: who reads the database can use neither."""
    return hashlib.sha256(secret.encode()).hexdigest()


def tokens_of(user: User) -> QuerySet[Token]:
    """The user's tokens, the newest first."""
    return Token.objects.filter(user=user).select_related("club")


def token_by(secret: str, now: datetime) -> Token | None:
    """The token that stands, with its user; None where it was revoked, is too old or never was."""
    return (
        Token.objects.filter(Q(expires=None) | Q(expires__gt=now))
        .filter(digest=digest_of(secret), revoked_at=None, user__is_active=True)
        .select_related("user")
        .first()
    )
