"""The adapter for django-allauth: who may sign up, messages, mails, and limits on attempts."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth
from allauth.core.ratelimit import clear, consume, respond_429
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.clubs.selectors import find_invitation_by_number
from accounts.clubs.services import invitation_accept
from accounts.models import Invitation, User
from accounts.refusals import WRONG_PASSWORD

log = logging.getLogger(__name__)

INVITATION = "invitation"
"""The session key for the number of the opened invitation. After opening, no address contains the token."""
SIGN_IN = "sign-in"
"""The scope of ``limits`` for accounts that have signed in from a network address."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is already your e-mail."),
        "email_password_mismatch": _("No account has this e-mail and password."),
        "email_taken": _("This e-mail cannot be used. If you already have an account, sign in."),
        "enter_current_password": _(WRONG_PASSWORD),
        "incorrect_password": _(WRONG_PASSWORD),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether the visitor may sign up. If sign-up is not open, a valid invitation is required."""
        if settings.SIGN_UP == "open":
            return True
        return find_invitation_by_number(request.session.get(INVITATION), timezone.now()) is not None

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return False: these pages always answer with HTML."""
        return False

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the account. If the account needs an invitation, use it up.

        RuleError if the invitation is no longer valid: then no account is created.
        """
        user.name = form.cleaned_data["name"]
        with transaction.atomic():
            saved: User = super().save_user(request, user, form, commit)
            if settings.SIGN_UP == "invited":
                invitation = Invitation.objects.get(pk=request.session[INVITATION])
                invitation_accept(by=saved, invitation=invitation)
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address. Refuse it where another account has taken it meanwhile."""
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            self.add_message(
                request,
                messages.ERROR,
                "account/messages/email_confirmation_failed.txt",
                {"email": email_address.email},
            )
            return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt before the password check. allauth takes it off again after a right password.

        An account that has signed in from this address before has further attempts of its own.
        """
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            account = self._get_login_attempts_cache_key(request, **credentials)
            is_known = limits.knows_secret(request, SIGN_IN, _read_email(credentials))
            if not (is_known and consume(request, action="login_known", key=account)):
                respond_429(request)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Sign the user in, and remember the account at this network address.

        Failures of other people at this address then do not lock the account's user out.
        """
        user = super().authenticate(request, **credentials)
        if user:
            limits.remember(request, SIGN_IN, _read_email(credentials))
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that all limits use: for IPv6, the visitor's network."""
        return limits.find_address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return a key of account and address. Wrong passwords from other addresses then lock nobody out."""
        return f"{self.get_client_ip(request)} {_read_email(credentials)}"

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """End the wait after a new password by a link, also for an account that has signed in here before."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        clear(request, action="login_known", key=self._get_login_attempts_cache_key(request, **credentials))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """Add the message. Its text can depend on whether this installation sends mail."""
        context = {**(message_context or {}), "sends_mail": bool(settings.EMAIL_HOST)}
        super().add_message(request, level, message_template, context, **more)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail. If sending fails, warn the user, who can try again. The page still renders."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            log.exception("A mail could not be sent (%s)", template_prefix)
            unsent = gettext("The e-mail could not be sent. Try again later.")
            messages.warning(allauth.request, unsent)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account" if self.request.user.is_authenticated else "account_login")


def _read_email(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or "").lower()
