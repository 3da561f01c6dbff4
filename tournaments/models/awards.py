"""Prizes that were given: by the rules at the end of an evening or a season, or by hand."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.evening import Evening, Journal
from tournaments.models.leagues import Season
from tournaments.models.people import EntryRow
from tournaments.models.results import Result
from tournaments.models.season_results import SeasonResult

SOURCES = ("result", "season_result", "evening", "season")
"""Where a prize can come from: a result by its rules, or by hand an evening or a season."""


def exactly_one(names: tuple[str, ...]) -> Q:
    """Return the condition that one of these columns is filled and the others are empty."""
    condition = Q()
    for filled in names:
        condition |= Q(**{f"{name}__isnull": name != filled for name in names})
    return condition


class Award(models.Model):
    """A prize, who won it (nobody, one, or several who share), and why.

    It comes from exactly one of the ``SOURCES``. ``winners`` win at an evening, ``players`` in a season.
    A prize that was told or given by hand keeps a winner who is removed: somebody has to choose again.
    ``revealed``: the journal line that announced a prize of an evening. ``withdrawn``: a prize by hand was
    taken back.
    """

    result = models.ForeignKey(
        Result, models.CASCADE, null=True, blank=True, related_name="awards", verbose_name=_("result")
    )
    season_result = models.ForeignKey(
        SeasonResult,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="awards",
        verbose_name=_("result of a season"),
    )
    evening = models.ForeignKey(
        Evening, models.CASCADE, null=True, blank=True, related_name="gifts", verbose_name=_("evening")
    )
    season = models.ForeignKey(
        Season, models.CASCADE, null=True, blank=True, related_name="gifts", verbose_name=_("season")
    )
    rank = models.PositiveIntegerField(_("Order"))
    prize = models.CharField(_("Prize"), max_length=60)
    title = models.CharField(_("title"), max_length=120)
    winners = models.ManyToManyField(
        EntryRow, related_name="awards", blank=True, verbose_name=_("Winners of an evening")
    )
    players = models.ManyToManyField(
        Player, related_name="awards", blank=True, verbose_name=_("Winners of a season")
    )
    why = models.CharField(_("Why"), max_length=40)
    figures = models.JSONField(_("figures"), default=dict, blank=True)
    revealed = models.ForeignKey(
        Journal, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("announced by")
    )
    withdrawn = models.BooleanField(_("taken back"), default=False)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prize standings")
        ordering = ("result", "season_result", "evening", "season", "rank")
        constraints = (
            models.UniqueConstraint(fields=("result", "prize"), name="a_prize_once"),
            models.UniqueConstraint(fields=("season_result", "prize"), name="a_season_prize_once"),
            models.UniqueConstraint(fields=("evening", "prize"), name="a_gift_once"),
            models.UniqueConstraint(fields=("season", "prize"), name="a_season_gift_once"),
            models.CheckConstraint(condition=exactly_one(SOURCES), name="an_award_has_one_source"),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def current_winners(self) -> list[EntryRow]:
        """The winners at an evening but for those whose entry was removed."""
        return [winner for winner in self.winners.all() if not self._is_removed(winner)]

    @property
    def removed_winners(self) -> list[EntryRow]:
        return [winner for winner in self.winners.all() if self._is_removed(winner)]

    def _is_removed(self, winner: EntryRow) -> bool:
        """Whether the entry does not stand; for a result: did not when the result was written."""
        if self.result is None:
            return winner.void_id is not None
        return winner.void_id is not None and winner.void_id <= self.result.journal_id
