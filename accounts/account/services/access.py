"""What the administration gives and takes: groups of users with permissions, and anybody's access."""

from collections.abc import Collection, Iterable

from django.contrib.auth.models import Group as Powers
from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from accounts.errors import ForbiddenError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Invitation, Token, User
from accounts.names import clean_name
from accounts.players.services.lists import ownerless_without

SUPERUSER_ONLY = _("Only a superuser can do this.")


@transaction.atomic
def users_deactivate(*, users: Iterable[User]) -> None:
    """Sign these users out for good, and end their tokens and invitations. What they wrote stays.

    Refused if a club would have no owner who can sign in: then all users stay active.
    """
    asked = [user.pk for user in users]
    if left := ownerless_without(asked):
        raise StateError(
            "is_active",
            _("These clubs would have no owner: %(clubs)s. Make somebody else an owner first."),
            clubs=", ".join(club.name for club in left),
        )
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


@transaction.atomic
def powers_add(*, by: User, name: str, permissions: Collection[int] = ()) -> Powers:
    """A group of users who may do this."""
    _only_superusers(by)
    powers = Powers.objects.create(name=clean_name(name))
    powers.permissions.set(Permission.objects.filter(pk__in=permissions))
    return powers


@transaction.atomic
def powers_change(
    *, by: User, powers: Powers, name: str | None = None, permissions: Collection[int] | None = None
) -> None:
    """Another name, or other permissions; what is None stays."""
    _only_superusers(by)
    if name is not None:
        powers.name = clean_name(name)
        powers.save(update_fields=["name"])
    if permissions is not None:
        powers.permissions.set(Permission.objects.filter(pk__in=permissions))


def powers_delete(*, by: User, powers: Powers) -> None:
    """No such group any more: its users may do what they may without it."""
    _only_superusers(by)
    powers.delete()


def _only_superusers(by: User) -> None:
    if not (by.is_active and by.is_superuser):
        raise ForbiddenError("role", SUPERUSER_ONLY)
