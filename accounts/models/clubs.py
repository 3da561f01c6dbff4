"""Clubs, and who may do what in them."""

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.answers import answers
from accounts.logos import TYPES
from accounts.models.users import User


class Public(models.TextChoices):
    """How people are called in the hall, and on their own pages of an evening."""

    NAME = "name", _("full name")
    INITIALS = "initials", _("initials")
    OTHER = "other", _("another name")


class NamesShown(models.TextChoices):
    """How people are called on a published page."""

    FIRST = "first", _("first names")
    INITIALS = "initials", _("initials")
    EACH = "each", _("each player’s choice")
    NAME = "name", _("full names")


def document_roles() -> list[str]:
    """Return the roles that have prizes of their own, as the document calls them."""
    return ["lady", "gentleman"]


class BellSound(models.TextChoices):
    """How a club's bell sounds: static/js/bell/bell.js has the same keys."""

    BRONZE = "bronze", _("small bronze bell")
    CHURCH = "church", _("church bell")
    HAND = "hand", _("hand bell")
    GONG = "gong", _("gong")


@answers(
    *("id", "name", "public", "roles", "colour", "bell", "logo", "created", "my_role"),
    component="ClubAnswer",
    about="A club. ``my_role`` is what the caller is in it; ``public``: how strangers read of its people.\n\n"
    "``colour`` is ``#rrggbb``, empty for Headtable’s own. ``logo`` is the address of the picture, or empty.",
)
class Club(models.Model):
    """``revision`` counts what was changed on the club's list: pages that show names are remembered by it.

    ``roles`` are what the club calls the roles that have prizes of their own; there may be none.
    ``colour`` is ``#rrggbb``, or nothing for Headtable's own. ``logo_mark`` is of the logo's bytes and stands
    in its address; nothing without a logo. ``my_role`` is there where a query asks for it.
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
        """Return the address of the picture, or ""."""
        return reverse("club-logo", args=[self.pk, self.logo_mark]) if self.logo_mark else ""


class ClubLogo(models.Model):
    """A club's logo, in a table of its own: no query for clubs loads it, and backups have it."""

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
    """What a member may do; each may do what those below may."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Membership(models.Model):
    """``since`` is not known of members who were there before it was kept."""

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
