"""House rules: a club's own way of playing a game, under a name of its own."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.answers import answers
from accounts.models import Club
from accounts.names import LONGEST


@answers(
    *("id", "name", "game", "options", "retired", "created"),
    component="HouseRulesAnswer",
    description="House rules: the ``options`` that differ from the game. Those ``retired`` are "
    "offered no more.",
)
class HouseRules(models.Model):
    """A game with changed options. ``options`` holds only these; all other options follow the game.

    An evening copies its rules. So changing or retiring house rules changes no evening.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules", verbose_name=_("club"))
    name = models.CharField(_("Name"), max_length=LONGEST)
    game = models.CharField(_("Game"), max_length=40)
    options = models.JSONField(_("changed options"), default=dict)
    retired = models.BooleanField(_("retired"), default=False)
    created = models.DateTimeField(_("created"), default=timezone.now)
    request_key = models.UUIDField("request key", null=True, editable=False)
    request_digest = models.CharField("digest of the request", max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ("name", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "name"), condition=models.Q(retired=False), name="house_rules_named_once"
            ),
            models.UniqueConstraint(fields=("club", "request_key"), name="house_rules_made_once"),
        )

    def __str__(self) -> str:
        return self.name
