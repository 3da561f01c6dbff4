"""Ways in: invitations, claims, tokens, and what a program’s request was answered."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.answers import answers
from accounts.models.clubs import Club, Role
from accounts.models.players import Player
from accounts.models.users import User


@answers(
    *("id", "role", "player", "made_by", "made_at", "expires"),
    component="InvitationAnswer",
    about="An invitation that is open. With a ``player``, who takes it is that person on the list.",
)
class Invitation(models.Model):
    """A link by which somebody joins a club, once. Only a digest of the link is kept.

    With a ``player``: who takes it is that person on the list.
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
    about="Somebody says to be a person on the list; ``granted`` is null until that is decided.",
)
class Claim(models.Model):
    """Somebody with an account says: this person on the list is me. An organiser says yes or no.

    ``granted`` is None until then; a granted claim stands until it ends.
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
        return self.user.called


@answers(
    *("id", "name", "hint", "role", "club", "made_at", "expires", "used_at", "revoked_at"),
    component="TokenAnswer",
    about="A token, without its secret; ``hint`` is how it begins. It can do what its user can, up to "
    "``role``; in one ``club``, if any.",
)
class Token(models.Model):
    """What a program shows in place of a password. Only a digest is kept; ``hint`` is how it begins.

    It can do what its user can, up to ``role``, and in one ``club`` only if it was made for one.
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
    """What a program's request of this key was answered: sent again, it is answered so again, and not done.

    For what has no journal of its own. ``body`` is None where the answer held a secret.
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
