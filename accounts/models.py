"""Users, clubs with their members and players, invitations, claims, tokens, and stored API responses."""

from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.answers import answers
from accounts.database.folding import by_name
from accounts.logos import TYPES

DEMO = "demo@headtable.example"
"""The e-mail address of the demo club's organiser."""


class UserManager(BaseUserManager["User"]):
    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        with transaction.atomic(self._db):
            user.save(using=self._db)
            # The superuser is created on the server itself, which vouches for the address. This is
            # allauth's row for it.
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

    A deleted account (``gone_at``) keeps its row without name and address, because journal lines refer to it.
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
        """Return whether this is the account of the demo club's organiser."""
        return self.email == DEMO

    @property
    def display_name(self) -> str:
        """Return the account's name for other people. It is never the e-mail address."""
        if self.gone_at is not None:
            return str(_("a former member"))
        return self.name or str(_("somebody without a name"))

    def __str__(self) -> str:
        """Return the name that the user and the administration see. Other people see ``display_name``."""
        return self.display_name if self.name or self.gone_at is not None else self.email


class Public(models.TextChoices):
    """How a person is named in the hall and on the person's own pages of an evening."""

    NAME = "name", _("full name")
    INITIALS = "initials", _("initials")
    OTHER = "other", _("another name")


class NamesShown(models.TextChoices):
    """How people are named on a published page."""

    FIRST = "first", _("first names")
    INITIALS = "initials", _("initials")
    EACH = "each", _("each player’s choice")
    NAME = "name", _("full names")


def document_roles() -> list[str]:
    """Return the roles with prizes of their own, as the original rules name them."""
    return ["lady", "gentleman"]


class BellSound(models.TextChoices):
    """The sound of a club's bell: static/js/bell/bell.js has the same keys."""

    BRONZE = "bronze", _("small bronze bell")
    CHURCH = "church", _("church bell")
    HAND = "hand", _("hand bell")
    GONG = "gong", _("gong")


@answers(
    *("id", "name", "public", "roles", "colour", "bell", "logo", "created", "my_role"),
    component="ClubAnswer",
    description="A club. ``my_role`` is what the caller is in it; ``public``: how strangers read of "
    "its people.\n\n"
    "``colour`` is ``#rrggbb``, empty for Headtable’s own. ``logo`` is the address of the picture, or empty.",
)
class Club(models.Model):
    """A club. ``revision`` increases with each change on its list; cached pages with names include it.

    ``roles``: the club's names of the roles with prizes of their own; possibly none. ``colour``: ``#rrggbb``,
    or "" for Headtable's own. ``logo_mark``: a digest of the logo, for its address; "" without a logo.
    ``my_role`` is set only by queries that ask for it.
    """

    my_role: "Role"

    name = models.CharField(_("Name"), max_length=60)
    created = models.DateTimeField(_("created"), default=timezone.now)
    public = models.CharField(
        _("Public name"),
        max_length=10,
        default=Public.NAME,
        choices=[(choice.value, choice.label) for choice in (Public.NAME, Public.INITIALS)],
    )
    roles = models.JSONField(_("Roles"), default=document_roles, blank=True)
    colour = models.CharField(_("Colour"), max_length=7, default="", blank=True)
    bell = models.CharField(_("Bell"), max_length=10, default=BellSound.BRONZE, choices=BellSound)
    logo_mark = models.CharField(max_length=32, default="", blank=True, editable=False)
    revision = models.PositiveIntegerField(_("Version"), default=0, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("organisations", "clubs")

    def __str__(self) -> str:
        return self.name

    @property
    def logo(self) -> str:
        """Return the address of the logo, or ""."""
        return reverse("club-logo", args=[self.pk, self.logo_mark]) if self.logo_mark else ""


class ClubLogo(models.Model):
    """A club's logo. Its own table keeps it out of all queries for clubs. Backups include it."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="+")
    kind = models.CharField(max_length=4, choices=[(kind, kind) for kind in TYPES])
    data = models.BinaryField()

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")

    def __str__(self) -> str:
        return f"{self.club}, {self.kind}"


DEMO_CLUB = "Demo Club"


class Role(models.TextChoices):
    """A member's role. Each role includes the rights of the roles below it."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Membership(models.Model):
    """A membership. ``since`` is None for members who joined before dates were stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="memberships", verbose_name=_("user"))
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", verbose_name=_("club"))
    role = models.CharField(_("Role"), max_length=12, choices=Role)
    since = models.DateTimeField(default=timezone.now, null=True, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = (models.UniqueConstraint(fields=("user", "club"), name="one_membership_each"),)

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}: {self.club}"


@answers(
    *("player", "name", "role", "active", "public", "public_name", "also", "merged_into"),
    component="PlayerAnswer",
    description="A person on the list. ``also``: names of entries that were merged into this one.\n\n"
    "``public`` is what strangers read of the person, empty where that is as the club has it.",
)
class Player(models.Model):
    """A person on the club's list. An evening refers to people by entries of its own.

    ``public``: what strangers read of the person; "" for the club's usual way. A forgotten person
    (``forgotten_at``) has no name any more; results stay. Only ``attach_merges`` sets ``also`` and
    ``merged_into``.
    """

    also: tuple[str, ...]
    merged_into: int | None

    club = models.ForeignKey(Club, models.CASCADE, related_name="players", verbose_name=_("club"))
    name = models.CharField(_("Name"), max_length=60)
    role = models.CharField(_("Usual role"), max_length=30, blank=True)
    active = models.BooleanField(_("On the list"), default=True)
    public = models.CharField(_("Public name"), max_length=10, blank=True, choices=Public)
    public_name = models.CharField(_("Other name"), max_length=60, blank=True)
    forgotten_at = models.DateTimeField(_("name removed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = (*by_name(), "id")

    def __str__(self) -> str:
        return self.name

    @property
    def player(self) -> int:
        """Return the id, under the name that API responses use."""
        return self.pk


class Group(models.Model):
    """A group of the club's players, such as juniors or newcomers. It can have a prize of its own."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="groups", verbose_name=_("club"))
    name = models.CharField(_("Name"), max_length=30)
    players = models.ManyToManyField(Player, related_name="groups", blank=True, verbose_name=_("players"))

    class Meta:
        verbose_name = _("player group")
        verbose_name_plural = _("player groups")
        ordering = (*by_name(), "id")
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="a_group_once"),)

    def __str__(self) -> str:
        return self.name


@answers("gone", "kept", "reason", "at", component="MergeAnswer", description="")
class Merge(models.Model):
    """Two entries of one person. The results of ``gone`` belong to ``kept`` until the merge is undone."""

    gone = models.ForeignKey(Player, models.CASCADE, related_name="merges", verbose_name=_("merged entry"))
    kept = models.ForeignKey(Player, models.CASCADE, related_name="merged", verbose_name=_("remaining entry"))
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("merged by")
    )
    at = models.DateTimeField(_("When"), default=timezone.now)
    undone_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("undone by")
    )
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("gone",), condition=models.Q(undone_at__isnull=True), name="merged_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.gone} = {self.kept}"


@answers(
    *("id", "role", "player", "made_by", "made_at", "expires"),
    component="InvitationAnswer",
    description="An invitation that is open. With a ``player``, who takes it is that person on the list.",
)
class Invitation(models.Model):
    """An invitation link to a club, for one use. Only a digest of its token is stored.

    With a ``player``: the user who accepts is linked to that person on the list.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations", verbose_name=_("club"))
    role = models.CharField(_("Role"), max_length=12, choices=Role)
    player = models.ForeignKey(
        Player, models.CASCADE, null=True, blank=True, related_name="invitations", verbose_name=_("player")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", verbose_name=_("Invited by")
    )
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    expires = models.DateTimeField(_("valid until"))
    used_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("accepted by")
    )
    used_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.club}: {self.get_role_display()}"


@answers(
    *("id", "player", "player_name", "user", "user_name", "asked_at", "granted", "decided_at"),
    component="ClaimAnswer",
    description="Somebody says to be a person on the list; ``granted`` is null until that is decided.",
)
class Claim(models.Model):
    """A request to link an account to a person on the list. An organiser decides.

    ``granted`` is None until the decision. A granted claim is valid until it ends.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="claims", verbose_name=_("player"))
    user = models.ForeignKey(User, models.CASCADE, related_name="claims", verbose_name=_("user"))
    asked_at = models.DateTimeField(_("requested"), default=timezone.now)
    granted = models.BooleanField(_("confirmed"), null=True, blank=True)
    decided_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("“This is me” request")
        verbose_name_plural = _("“This is me” requests")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("player",),
                condition=models.Q(granted=True, ended_at__isnull=True),
                name="a_player_is_one_user",
            ),
            models.UniqueConstraint(
                fields=("player", "user"),
                condition=models.Q(granted__isnull=True, ended_at__isnull=True),
                name="asked_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} = {self.player}"

    @property
    def player_name(self) -> str:
        return self.player.name

    @property
    def user_name(self) -> str:
        return self.user.display_name


@answers(
    *("id", "name", "hint", "role", "club", "made_at", "expires", "used_at", "revoked_at"),
    component="TokenAnswer",
    description="A token, without its secret; ``hint`` is how it begins. It can do what its user can, up to "
    "``role``; in one ``club``, if any.",
)
class Token(models.Model):
    """A program's token. Only a digest is stored; ``hint`` is the token's beginning.

    The token can do what its user can, up to ``role``. With a ``club`` it works only there.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens", verbose_name=_("user"))
    name = models.CharField(_("Name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12, editable=False)
    role = models.CharField(_("Role"), max_length=12, choices=Role)
    club = models.ForeignKey(
        Club,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="tokens",
        verbose_name=_("club"),
    )
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    expires = models.DateTimeField(_("valid until"), null=True, blank=True)
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.name


class Answer(models.Model):
    """The stored response to a program's request with this key. A repeated request is not run again.

    Used for requests that write no journal line. ``body`` is None if the response contained a secret.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    key = models.UUIDField()
    digest = models.CharField(max_length=64, editable=False)
    status = models.PositiveSmallIntegerField(default=200)
    body = models.JSONField(null=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="answered_once"),)

    def __str__(self) -> str:
        return str(self.key)
