"""User accounts as the administration makes and changes them."""

from collections.abc import Collection

from django.contrib.auth.models import Group as Powers
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction

from accounts.account.services.access import SUPERUSER_ONLY, users_deactivate
from accounts.account.services.accounts import EMAIL_TAKEN, address_keep
from accounts.errors import ForbiddenError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import clean_name
from accounts.permissions import Right, admin_right, require
from accounts.players.services.forgetting import installation_left


@transaction.atomic
def user_add(*, by: User, email: str, name: str = "", password: str | None = None) -> User:
    """A user with this address, which ``by`` vouches for; without a ``password`` nobody signs in by one."""
    require(admin_right(by, "accounts.add_user"), Right.RUN)
    name = clean_name(name) if name.strip() else ""
    try:
        with transaction.atomic():
            return User.objects.create_user(email, password, name=name)
    except IntegrityError as error:
        raise TakenError("email", EMAIL_TAKEN) from error


@transaction.atomic
def user_change(
    *,
    by: User,
    user: User,
    email: str | None = None,
    name: str | None = None,
    is_active: bool | None = None,
    is_staff: bool | None = None,
    is_superuser: bool | None = None,
    groups: Collection[int] | None = None,
    user_permissions: Collection[int] | None = None,
) -> None:
    """What is None stays. Only superusers change what somebody may do here, and those who may do anything.

    With another address, which ``by`` vouches for, nobody signs in by the one before. RuleError where
    nobody would be left to look after the installation.
    """
    user = _user(by, user)
    powers = (is_staff, is_superuser, groups, user_permissions)
    if any(value is not None for value in powers):
        _only_superusers(by)
    _stays_looked_after(user, is_active, is_superuser)
    if name is not None:
        user.name = clean_name(name) if name.strip() else ""
    for field, value in (("is_active", is_active), ("is_staff", is_staff), ("is_superuser", is_superuser)):
        if value is not None:
            setattr(user, field, value)
    _save(user, email)
    if groups is not None:
        user.groups.set(Powers.objects.filter(pk__in=groups))
    if user_permissions is not None:
        user.user_permissions.set(Permission.objects.filter(pk__in=user_permissions))
    if is_active is False:
        users_deactivate(users=[user])


@transaction.atomic
def user_password(*, by: User, user: User, password: str | None) -> None:
    """Another password; None: nobody signs in by one. Whoever was signed in by the old one is no more."""
    user = _user(by, user)
    user.set_password(password)
    user.save(update_fields=["password"])


def _user(by: User, user: User) -> User:
    """The user's row, locked. Of those who come in here only a superuser changes one."""
    require(admin_right(by, "accounts.change_user"), Right.RUN)
    found = User.objects.select_for_update().get(pk=user.pk)
    if found.gone_at is not None:
        raise StateError("name", _("This account is deleted."))
    if found.is_staff or found.is_superuser:
        _only_superusers(by)
    return found


def _only_superusers(by: User) -> None:
    if not by.is_superuser:
        raise ForbiddenError("role", SUPERUSER_ONLY)


def _stays_looked_after(user: User, is_active: bool | None, is_superuser: bool | None) -> None:
    if False in (is_active, is_superuser):
        installation_left(user=user)


def _save(user: User, email: str | None) -> None:
    try:
        with transaction.atomic():
            if email is not None:
                user.email = User.objects.normalize_email(email).lower()
            user.save(update_fields=["email", "name", "is_active", "is_staff", "is_superuser"])
    except IntegrityError as error:
        raise TakenError("email", EMAIL_TAKEN) from error
    if email is not None:
        address_keep(user=user, verified=True)
