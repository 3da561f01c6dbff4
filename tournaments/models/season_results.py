"""What a closed season announced, one version for each closing; and what members ask about their rows."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.leagues import Division, Season, SeasonLine


def empty_list() -> list[Any]:
    return []


class SeasonResult(models.Model):
    """The table of a season as it was closed, under the rules of that day.

    ``merged``: whose entries on the player list counted as another's, by the ids as text.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="results", verbose_name=_("season"))
    version = models.PositiveIntegerField(_("Version"))
    journal = models.ForeignKey(SeasonLine, models.RESTRICT, related_name="+", verbose_name=_("journal line"))
    rules = models.JSONField(_("Rules"), default=dict, blank=True)
    merged = models.JSONField(_("merged entries"), default=dict, blank=True)

    class Meta:
        verbose_name = _("result of a season")
        verbose_name_plural = _("results of seasons")
        ordering = ("season", "version")
        constraints = (models.UniqueConstraint(fields=("season", "version"), name="season_results_count_up"),)

    def __str__(self) -> str:
        return f"{self.season} ({self.version})"


class SeasonSettlement(models.Model):
    """One person's row in one version of a season's result.

    ``points`` is exact ("93/2"). ``evenings``: for each evening its id, what became of it, the points, and
    the place. ``moves_to``: the division of the next season, where it is another.
    """

    result = models.ForeignKey(
        SeasonResult, models.CASCADE, related_name="settlements", verbose_name=_("result of a season")
    )
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("player")
    )
    division = models.ForeignKey(
        Division, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("division")
    )
    place = models.PositiveIntegerField(_("Place"))
    points = models.CharField(_("Points"), max_length=60)
    played = models.PositiveIntegerField(_("Evenings played"))
    counted = models.PositiveIntegerField(_("Evenings that count"))
    below = models.BooleanField(_("too few evenings"), default=False)
    why = models.CharField(_("Why"), max_length=40, blank=True)
    figures = models.JSONField(_("figures"), default=dict, blank=True)
    evenings = models.JSONField(_("evenings"), default=empty_list, blank=True)
    moves_to = models.ForeignKey(
        Division, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("moves to")
    )

    class Meta:
        verbose_name = _("row of a season’s result")
        verbose_name_plural = _("rows of seasons’ results")
        ordering = ("result", "division", "place", "id")

    def __str__(self) -> str:
        return f"{self.player}: {self.place}"


class RowQuestion(models.Model):
    """A member's question about a row of the season's table, and the organiser's answer.

    It stands at the row until it is closed. The journal lines tell who wrote, and when.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="questions", verbose_name=_("season"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="questions", verbose_name=_("player"))
    question = models.CharField(_("Question"), max_length=500)
    answer = models.CharField(_("Answer"), max_length=500, blank=True)
    asked = models.ForeignKey(SeasonLine, models.RESTRICT, related_name="+", verbose_name=_("asked"))
    answered = models.ForeignKey(
        SeasonLine, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("answered")
    )
    closed = models.ForeignKey(
        SeasonLine, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("closed")
    )

    class Meta:
        verbose_name = _("question about a row")
        verbose_name_plural = _("questions about rows")
        ordering = ("season", "id")

    def __str__(self) -> str:
        return self.question
