"""Services for accounts and their tokens: the user's own, and all accounts in the administration.

Users change their name and address, and create and revoke tokens. The administration adds and changes
users, sets passwords, deactivates users, withdraws tokens and invitations, and manages groups of users with
permissions.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group as Powers
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.account.selectors import hash_secret
from accounts.errors import ForbiddenError, RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Invitation, Membership, Role, Token, User
from accounts.names import clean_name
from accounts.permissions import Right, get_admin_right, require
from accounts.players.services import lock_ownerless_clubs, refuse_last_superuser
from accounts.refusals import CHOOSE_ONE

SUPERUSER_ONLY = _("Only a superuser can do this.")


@transaction.atomic
def users_deactivate(*, users: Iterable[User]) -> None:
    """Deactivate these users, and revoke their tokens and invitations. What they wrote stays.

    Refuse if a club would have no owner with an active account: then all users stay active.
    """
    pks = [user.pk for user in users]
    if orphans := lock_ownerless_clubs(pks):
        raise StateError(
            "is_active",
            _("These clubs would have no owner: %(clubs)s. Make somebody else an owner first."),
            clubs=", ".join(club.name for club in orphans),
        )
    User.objects.filter(pk__in=pks).update(is_active=False)
    # Revoke the invitations: a user who is activated again later must not bring them back.
    invitations = Invitation.objects.filter(made_by__in=pks, used_at=None, revoked_at=None)
    invitations.update(revoked_at=timezone.now())


def tokens_withdraw(*, tokens: Iterable[Token]) -> int:
    """Revoke the tokens. Return how many were still valid."""
    valid = Token.objects.filter(pk__in=[token.pk for token in tokens], revoked_at=None)
    return valid.update(revoked_at=timezone.now())


def invitations_withdraw(*, invitations: Iterable[Invitation]) -> int:
    """Revoke the invitations. Return how many had not been used."""
    pks = [invitation.pk for invitation in invitations]
    valid = Invitation.objects.filter(pk__in=pks, revoked_at=None, used_at=None)
    return valid.update(revoked_at=timezone.now())


@transaction.atomic
def powers_add(*, by: User, name: str, permissions: Collection[int] = ()) -> Powers:
    """Create a group of users with these permissions."""
    _refuse_unless_superuser(by)
    powers = Powers.objects.create(name=clean_name(name))
    powers.permissions.set(Permission.objects.filter(pk__in=permissions))
    return powers


@transaction.atomic
def powers_change(
    *, by: User, powers: Powers, name: str | None = None, permissions: Collection[int] | None = None
) -> None:
    """Change the group's name or permissions. None changes nothing."""
    _refuse_unless_superuser(by)
    if name is not None:
        powers.name = clean_name(name)
        powers.save(update_fields=["name"])
    if permissions is not None:
        powers.permissions.set(Permission.objects.filter(pk__in=permissions))


def powers_delete(*, by: User, powers: Powers) -> None:
    """Delete the group. Its users lose only the permissions that came from the group."""
    _refuse_unless_superuser(by)
    powers.delete()


EMAIL_TAKEN = _("Another account uses this e-mail. Choose another e-mail.")


def name_change(*, by: User, name: str) -> None:
    """Change the user's name."""
    User.objects.filter(pk=by.pk).update(name=clean_name(name))


@transaction.atomic
def address_ask(*, by: User, email: str) -> EmailAddress:
    """Request an address that replaces the present one when confirmed. Drop an earlier request."""
    EmailAddress.objects.filter(user=by).exclude(email=by.email).delete()
    return EmailAddress.objects.create(user=by, email=email)


@transaction.atomic
def address_change(*, by: User, email: str) -> None:
    """Change the address at once, unconfirmed. Without mail, nobody could confirm an address."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=by.pk).update(email=email)
    except IntegrityError as error:
        raise TakenError("email", EMAIL_TAKEN) from error
    email_set(user=User.objects.get(pk=by.pk), verified=False)


@transaction.atomic
def email_set(*, user: User, verified: bool) -> None:
    """Make the user's address the only one of the account."""
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)


MARK = "ht_"
"""The start of every token. By it a token is recognised in a wrong place, such as the log."""
HINT = 8
MOST_DAYS = 3660
MOST_TOKENS = 50
SELDOM = timedelta(minutes=1)
"""The shortest time between two updates of a token's last use."""


@transaction.atomic
def token_create(
    *, by: User, name: str, role: str, club: Club | None = None, days: int | None = None
) -> tuple[Token, str]:
    """Create a token for the user. Return the row and the secret, which is shown only once.

    The token can do what the user can, up to ``role``, in ``club`` or in all clubs. It expires after
    ``days``; None: never.
    """
    User.objects.select_for_update().get(pk=by.pk)
    if role not in Role:
        raise RuleError("role", CHOOSE_ONE)
    if days is not None and not 0 < days <= MOST_DAYS:
        raise RuleError("days", _("Choose from 1 to %(most)s days."), most=MOST_DAYS)
    if club is not None and not Membership.objects.filter(user=by, club=club).exists():
        raise RuleError("club", CHOOSE_ONE)
    if Token.objects.filter(user=by, revoked_at=None).count() >= MOST_TOKENS:
        raise StateError("name", _("You have %(most)s API tokens. Revoke one first."), most=MOST_TOKENS)
    secret, now = MARK + secrets.token_urlsafe(32), timezone.now()
    token = Token.objects.create(
        user=by,
        name=clean_name(name),
        digest=hash_secret(secret),
        hint=secret[:HINT],
        role=role,
        club=club,
        made_at=now,
        expires=now + timedelta(days=days) if days else None,
    )
    return token, secret


def token_revoke(*, by: User, token: Token) -> None:
    """Revoke a token of the user at once. Revoking it again changes nothing."""
    Token.objects.filter(pk=token.pk, user=by, revoked_at=None).update(revoked_at=timezone.now())


def token_touch(*, token: Token, now: datetime) -> None:
    """Record the token's use, unless a use was recorded within the last minute (``SELDOM``)."""
    if token.used_at is None or now - token.used_at > SELDOM:
        Token.objects.filter(pk=token.pk).update(used_at=now)


@transaction.atomic
def user_add(*, by: User, email: str, name: str = "", password: str | None = None) -> User:
    """Add a user. ``by`` vouches for the address. Without ``password`` the user has no usable password."""
    require(get_admin_right(by, "accounts.add_user"), Right.RUN)
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
    """Change the user. None changes nothing. Only superusers change permissions, staff and superusers.

    ``by`` vouches for a new address; the old address no longer signs in. RuleError if nobody else could look
    after the installation.
    """
    user = _lock_user(by, user)
    powers = (is_staff, is_superuser, groups, user_permissions)
    if any(value is not None for value in powers):
        _refuse_unless_superuser(by)
    _refuse_last_superuser(user, is_active, is_superuser)
    if name is not None:
        user.name = clean_name(name) if name.strip() else ""
    for field, value in (("is_active", is_active), ("is_staff", is_staff), ("is_superuser", is_superuser)):
        if value is not None:
            setattr(user, field, value)
    _save_email(user, email)
    if groups is not None:
        user.groups.set(Powers.objects.filter(pk__in=groups))
    if user_permissions is not None:
        user.user_permissions.set(Permission.objects.filter(pk__in=user_permissions))
    if is_active is False:
        users_deactivate(users=[user])


@transaction.atomic
def password_set(*, by: User, user: User, password: str | None) -> None:
    """Set another password; None: the user has no usable password. End the sessions of the old password."""
    user = _lock_user(by, user)
    user.set_password(password)
    user.save(update_fields=["password"])


def _lock_user(by: User, user: User) -> User:
    """Lock the user's row and return it. Only a superuser changes staff and superusers."""
    require(get_admin_right(by, "accounts.change_user"), Right.RUN)
    row = User.objects.select_for_update().get(pk=user.pk)
    if row.gone_at is not None:
        raise StateError("name", _("This account is deleted."))
    if row.is_staff or row.is_superuser:
        _refuse_unless_superuser(by)
    return row


def _refuse_unless_superuser(by: User) -> None:
    if not (by.is_active and by.is_superuser):
        raise ForbiddenError("role", SUPERUSER_ONLY)


def _refuse_last_superuser(user: User, is_active: bool | None, is_superuser: bool | None) -> None:
    if False in (is_active, is_superuser):
        refuse_last_superuser(user=user)


def _save_email(user: User, email: str | None) -> None:
    try:
        with transaction.atomic():
            if email is not None:
                user.email = User.objects.normalize_email(email).lower()
            user.save(update_fields=["email", "name", "is_active", "is_staff", "is_superuser"])
    except IntegrityError as error:
        raise TakenError("email", EMAIL_TAKEN) from error
    if email is not None:
        email_set(user=user, verified=True)
