"""Rows of results: the settlements of a finished evening, and decisions and comparisons of *What waits*.

A result has one version when the evening finishes, another after each correction.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from tournaments.core.evening import Play
from tournaments.core.formats.registry import play_of
from tournaments.core.settings import Settings, from_json
from tournaments.models.evening import EntryRow, Evening, Journal


class Result(models.Model):
    """The evening's result under the ruleset, options and settings it was played by."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="results", verbose_name=_("evening"))
    version = models.PositiveIntegerField(_("Version"))
    journal = models.ForeignKey(Journal, models.RESTRICT, related_name="+", verbose_name=_("journal line"))
    game = models.CharField(_("Game"), max_length=40)
    format = models.CharField(_("Format"), max_length=20, default="progressive")
    rules_name = models.CharField(_("house rules"), max_length=60, blank=True)
    options = models.JSONField(_("Options"), default=dict, blank=True)
    chosen = models.JSONField(_("Settings"), default=dict, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ("evening", "version")
        constraints = (models.UniqueConstraint(fields=("evening", "version"), name="results_count_up"),)

    def __str__(self) -> str:
        return f"{self.evening} ({self.version})"

    @property
    def settings(self) -> Settings:
        return from_json(self.chosen)

    @property
    def play(self) -> Play:
        return play_of(self.game, self.options, self.format)


class Settlement(models.Model):
    """One person's figures at settling up, in one version of the result: counters, or points.

    ``player`` is who the entry was when the version was written: a closed season goes on counting them.
    ``best`` is the best deal in counters or points; ``share`` what the person had of the points or counters
    at their tables, of 10,000; ``reached`` the last game of a knockout that they were in. Empty: not known.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="settlements", verbose_name=_("result"))
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="settlements", verbose_name=_("entry"))
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("player")
    )
    place = models.PositiveIntegerField(_("Place"))
    counters = models.IntegerField(_("Counters"), null=True, blank=True)
    fresh = models.PositiveIntegerField(_("Fresh stakes"), null=True, blank=True)
    net = models.IntegerField(_("Settled"), null=True, blank=True)
    yellow = models.PositiveIntegerField(_("yellow chips"), null=True, blank=True)
    score = models.IntegerField(_("Points"), null=True, blank=True)
    exact = models.PositiveIntegerField(_("Exact bids"), null=True, blank=True)
    hands = models.PositiveIntegerField(_("Deals needed"), null=True, blank=True)
    deals = models.PositiveIntegerField(_("Deals played"), null=True, blank=True)
    wins = models.PositiveIntegerField(_("Deals won"), null=True, blank=True)
    best = models.IntegerField(_("Best deal"), null=True, blank=True)
    share = models.PositiveIntegerField(_("Share of the tables"), null=True, blank=True)
    reached = models.PositiveIntegerField(_("Games reached"), null=True, blank=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        ordering = ("result", "place", "id")
        constraints = (models.UniqueConstraint(fields=("result", "entry"), name="settled_once"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.place}"


class WaitingDecision(models.Model):
    """Somebody decided to leave a row as it is. It waits again as soon as its ``mark`` is another.

    ``what``: the kind of thing that waits. ``row``: its number. ``mark``: changes whenever the row does.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    what = models.CharField(max_length=20)
    row = models.PositiveBigIntegerField()
    mark = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("what", "row"), name="one_decision_each"),)

    def __str__(self) -> str:
        return f"{self.what} {self.row}"


class Comparison(models.Model):
    """Whether a version of an evening's result differs from what its facts come to."""

    result = models.OneToOneField(Result, models.CASCADE, primary_key=True, related_name="comparison")
    differs = models.BooleanField()

    def __str__(self) -> str:
        return str(self.result)
