"""One's own account: its name and its address."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import clean_name


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
        raise RuleError("email", _("This address cannot be used: another account has it.")) from error
    address_keep(user=User.objects.get(pk=by.pk), verified=False)


@transaction.atomic
def address_keep(*, user: User, verified: bool) -> None:
    """The user's address is the one of the account, and no other is."""
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
