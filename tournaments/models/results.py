"""What a finished evening announced: one version when it finishes, another after each correction."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.evening import Evening, Journal
from tournaments.models.people import EntryRow


class Result(models.Model):
    """The evening's result under the ruleset, options and settings it was played by."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="results", verbose_name=_("evening"))
    version = models.PositiveIntegerField(_("version"))
    journal = models.ForeignKey(Journal, models.RESTRICT, related_name="+", verbose_name=_("written by"))
    game = models.CharField(_("game"), max_length=40)
    format = models.CharField(_("format"), max_length=20, default="progressive")
    rules_name = models.CharField(_("house rules"), max_length=60, blank=True)
    options = models.JSONField(_("the game's options"), default=dict, blank=True)
    chosen = models.JSONField(_("settings"), default=dict, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ("evening", "version")
        constraints = (models.UniqueConstraint(fields=("evening", "version"), name="results_count_up"),)

    def __str__(self) -> str:
        return f"{self.evening} ({self.version})"


class Settlement(models.Model):
    """One person's figures at settling up, in one version of the result: counters, or points.

    ``best`` is the best deal in counters or points; ``share`` what the person had of the points or counters
    at his tables, of 10,000; ``reached`` the last game of a knockout that he was in. Empty: not known.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="settlements", verbose_name=_("result"))
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="settlements", verbose_name=_("entry"))
    place = models.PositiveIntegerField(_("place"))
    counters = models.IntegerField(_("counters"), null=True, blank=True)
    fresh = models.PositiveIntegerField(_("fresh stakes"))
    net = models.IntegerField(_("after settling up"), null=True, blank=True)
    yellow = models.PositiveIntegerField(_("yellow chips"))
    score = models.IntegerField(_("points"), null=True, blank=True)
    exact = models.PositiveIntegerField(_("exact bids"), null=True, blank=True)
    hands = models.PositiveIntegerField(_("hands used"), null=True, blank=True)
    deals = models.PositiveIntegerField(_("deals played"), null=True, blank=True)
    wins = models.PositiveIntegerField(_("deals won"), null=True, blank=True)
    best = models.IntegerField(_("best deal"), null=True, blank=True)
    share = models.PositiveIntegerField(_("share of the tables"), null=True, blank=True)
    reached = models.PositiveIntegerField(_("games reached"), null=True, blank=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        ordering = ("result", "place", "id")
        constraints = (models.UniqueConstraint(fields=("result", "entry"), name="settled_once"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.place}"


class Award(models.Model):
    """A prize, who won it (nobody, one, or several who share), and why. ``revealed``: the hall knows."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="awards", verbose_name=_("result"))
    rank = models.PositiveIntegerField(_("order"))
    prize = models.CharField(_("prize"), max_length=60)
    title = models.CharField(_("title"), max_length=120)
    winners = models.ManyToManyField(EntryRow, related_name="awards", verbose_name=_("winners"))
    why = models.CharField(_("why"), max_length=40)
    figures = models.JSONField(_("figures"), default=dict, blank=True)
    revealed = models.ForeignKey(
        Journal, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("revealed by")
    )

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering = ("result", "rank")
        constraints = (models.UniqueConstraint(fields=("result", "prize"), name="a_prize_once"),)

    def __str__(self) -> str:
        return self.title
