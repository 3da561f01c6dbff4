"""A user's own account: its name and address, and the tokens that programs show in place of a password."""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.account.selectors.accounts import digest_of
from accounts.errors import RuleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Membership, Role, Token, User
from accounts.names import clean_name
from accounts.refusals import CHOOSE_ONE

EMAIL_TAKEN = _("Another account uses this e-mail. Choose another e-mail.")


def name_change(*, by: User, name: str) -> None:
    """How one is called."""
    User.objects.filter(pk=by.pk).update(name=clean_name(name))


@transaction.atomic
def address_ask(*, by: User, email: str) -> EmailAddress:
    """An address to change to, once it is confirmed; whatever was asked before it is forgotten."""
    EmailAddress.objects.filter(user=by).exclude(email=by.email).delete()
    return EmailAddress.objects.create(user=by, email=email)


@transaction.atomic
def address_change(*, by: User, email: str) -> None:
    """Another address at once, not confirmed: where no mail is sent nobody could confirm it."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=by.pk).update(email=email)
    except IntegrityError as error:
        raise TakenError("email", EMAIL_TAKEN) from error
    address_keep(user=User.objects.get(pk=by.pk), verified=False)


@transaction.atomic
def address_keep(*, user: User, verified: bool) -> None:
    """The user's address is the one of the account, and no other is."""
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)


MARK = "ht_"
"""How a token begins, so that it is known for one where it should not be."""
HINT = 8
MOST_DAYS = 3660
MOST_TOKENS = 50
SELDOM = timedelta(minutes=1)
"""That a token was used is written no more often."""


@transaction.atomic
def token_create(
    *, by: User, name: str, role: str, club: Club | None = None, days: int | None = None
) -> tuple[Token, str]:
    """A token of the user's own, and its secret, which nobody can read again.

    It can do what the user can, up to ``role``, in one ``club`` or in all; for some ``days``, or without end.
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
        digest=digest_of(secret),
        hint=secret[:HINT],
        role=role,
        club=club,
        made_at=now,
        expires=now + timedelta(days=days) if days else None,
    )
    return token, secret


def token_revoke(*, by: User, token: Token) -> None:
    """It is good for nothing from now on. The user's own only; a second time changes nothing."""
    Token.objects.filter(pk=token.pk, user=by, revoked_at=None).update(revoked_at=timezone.now())


def token_used(*, token: Token, now: datetime) -> None:
    """Note that it was used, unless that was noted just now."""
    if token.used_at is None or now - token.used_at > SELDOM:
        Token.objects.filter(pk=token.pk).update(used_at=now)
