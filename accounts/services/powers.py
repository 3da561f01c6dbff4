"""What groups of users may do in the administration: only superusers say it, as they say it of users."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import Group as Powers
from django.contrib.auth.models import Permission
from django.db import transaction

from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import clean_name


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
        raise ForbiddenError("role", _("Only a superuser can do this."))
