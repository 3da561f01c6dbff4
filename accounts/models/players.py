"""A club’s list: its players, their groups, and who is there twice."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.answers import answers
from accounts.database.folding import by_name
from accounts.models.clubs import Club, Public
from accounts.models.users import User


@answers(
    *("player", "name", "role", "active", "public", "public_name", "also", "merged_into"),
    component="PlayerAnswer",
    about="A person on the list. ``also``: names of entries that were merged into this one.\n\n"
    "``public`` is what strangers read of the person, empty where that is as the club has it.",
)
class Player(models.Model):
    """A person on the club's list. Evenings refer to people by their own entries.

    ``public`` is how strangers read of the person, empty where that is as the club has it. Who asked to be
    forgotten (``forgotten_at``) has no name any more; what the person played stays. ``also`` and
    ``merged_into`` are there where ``with_merges`` has filled them.
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
        """Return the number, under the name that answers use."""
        return self.pk


class Group(models.Model):
    """Some of the club's players, for whom there may be a prize of their own: juniors, newcomers."""

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


@answers("gone", "kept", "reason", "at", component="MergeAnswer", about="")
class Merge(models.Model):
    """Two entries on the list are one person: whatever ``gone`` played is ``kept``'s, until it is undone."""

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
