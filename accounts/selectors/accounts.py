"""One's own account, as its page shows it."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.db.models.functions import Lower

from accounts.models import Membership, User


def memberships_of(user: User) -> QuerySet[Membership]:
    """The user's clubs with the role in each, by name."""
    return Membership.objects.filter(user=user).select_related("club").order_by(Lower("club__name"), "club")


def is_confirmed(user: User) -> bool:
    """Whether somebody who reads the mail of the user's address has said so."""
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def address_asked(user: User) -> EmailAddress | None:
    """The address that is to take the place of the user's, once it is confirmed."""
    return EmailAddress.objects.filter(user=user).exclude(email=user.email).order_by("-pk").first()
