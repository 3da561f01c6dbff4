"""Entries of an evening’s people, and their presence: from which round they play, pause or are gone."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.core import record
from tournaments.models.evening import STANDS, Evening, Fact


class EntryRow(Fact):
    """A person's place in an evening. Every other fact points here, never at the player behind it."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="entries", verbose_name=_("evening"))
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="entries", verbose_name=_("player")
    )
    name = models.CharField(_("Name"), max_length=60)
    role = models.CharField(_("Role"), max_length=30, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("evening", "player"), condition=STANDS, name="a_player_enters_once"
            ),
        )

    def __str__(self) -> str:
        return self.name


class PresenceRow(Fact):
    """From ``from_round`` on the person is here, keeps the seat, is paused, or has left."""

    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="presences", verbose_name=_("entry"))
    from_round = models.PositiveIntegerField(_("from round"))
    state = models.CharField(_("State"), max_length=12, choices=[(s, s) for s in record.Presence])

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presence")
        ordering = ("journal__seq", "id")

    def __str__(self) -> str:
        return f"{self.entry}: {self.state}"
