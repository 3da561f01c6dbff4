"""Who looks after the installation takes access away: from users, tokens and invitations of anybody."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from accounts.models import Invitation, Token, User


@transaction.atomic
def users_deactivate(*, users: Iterable[User]) -> None:
    """They are signed out and come in no more, nor by their tokens, nor others by what they invited to.

    What they wrote stays.
    """
    asked = [user.pk for user in users]
    User.objects.filter(pk__in=asked).update(is_active=False)
    # Revoked, not only void meanwhile: who is let in again later has invited nobody.
    made = Invitation.objects.filter(made_by__in=asked, used_at=None, revoked_at=None)
    made.update(revoked_at=timezone.now())


def tokens_withdraw(*, tokens: Iterable[Token]) -> int:
    """They are good for nothing from now on; how many were still good for something."""
    standing = Token.objects.filter(pk__in=[token.pk for token in tokens], revoked_at=None)
    return standing.update(revoked_at=timezone.now())


def invitations_withdraw(*, invitations: Iterable[Invitation]) -> int:
    """Nobody joins by them any more; how many had not been taken."""
    asked = [invitation.pk for invitation in invitations]
    standing = Invitation.objects.filter(pk__in=asked, revoked_at=None, used_at=None)
    return standing.update(revoked_at=timezone.now())
