"""User accounts. They sign in by e-mail; what they may do in a club, memberships say."""

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

DEMO = "demo@headtable.example"
"""The e-mail of the demo club's organiser."""


class UserManager(BaseUserManager["User"]):
    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        with transaction.atomic(self._db):
            user.save(using=self._db)
            # Who has the machine made it, and vouches for the address: of allauth's rows this is the one.
            EmailAddress.objects.using(self._db).create(
                user=user, email=user.email, primary=True, verified=True
            )
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in. Players need no account.

    Of an account that was deleted (``gone_at``) the row stays, without name and address: it wrote lines.
    """

    email = models.EmailField(_("E-mail"), unique=True)
    name = models.CharField(_("Name"), max_length=60, blank=True)
    is_staff = models.BooleanField(_("may use the administration"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("created"), default=timezone.now)
    gone_at = models.DateTimeField(_("account deleted"), null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower()

    @property
    def is_demo(self) -> bool:
        """Return whether it is the account of the demo club's organiser."""
        return self.email == DEMO

    @property
    def called(self) -> str:
        """Return how others read of an account: never by its e-mail address."""
        if self.gone_at is not None:
            return str(_("a former member"))
        return self.name or str(_("somebody without a name"))

    def __str__(self) -> str:
        """Return the name for the user and the administration: for others it is ``called``."""
        return self.called if self.name or self.gone_at is not None else self.email
