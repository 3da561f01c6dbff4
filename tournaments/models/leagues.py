"""Leagues: the seasons that evenings add up to, their divisions and people, and the book of each season."""

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.answers import answers
from accounts.database.folding import by_name
from accounts.models import Club, NamesShown, Player
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models.evening import Evening, Line
from tournaments.models.results import Result

SEASON_STAGES = {SeasonStage.OPEN: _("open"), SeasonStage.CLOSED: _("closed")}


class League(models.Model):
    """A competition of a club that goes on from season to season. Published like an evening."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="leagues", verbose_name=_("club"))
    name = models.CharField(_("Name"), max_length=60)
    public_address = models.CharField(max_length=32, unique=True, null=True, blank=True, editable=False)
    names_shown = models.CharField(_("Names"), max_length=10, blank=True, choices=NamesShown)
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = (*by_name(), "id")
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="a_league_once"),)

    def __str__(self) -> str:
        return self.name

    @property
    def published(self) -> bool:
        """Whether everybody with the address may read the tables of its seasons."""
        return self.public_address is not None


@answers(
    *("id", "league", "name", "stage", "rules", "seq"),
    component="SeasonMadeAnswer",
    about="A season. ``seq`` counts the lines of its book.",
)
class Season(models.Model):
    """A season; ``rules`` say how its evenings count, ``seq`` numbers its book, ``seed`` is for its lots."""

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons", verbose_name=_("league"))
    name = models.CharField(_("Name"), max_length=60)
    rules = models.JSONField(default=dict, blank=True)
    stage = models.CharField(_("stage"), max_length=10, default=SeasonStage.OPEN, choices=SEASON_STAGES)
    seq = models.PositiveIntegerField(_("last journal line"), default=0)
    seed = models.CharField(max_length=64, blank=True)
    follows = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="next",
        verbose_name=_("previous season"),
    )
    created = models.DateTimeField(_("created"), default=timezone.now)
    request_key = models.UUIDField(unique=True, null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("league", "-id")
        constraints = (models.UniqueConstraint(fields=("league", "name"), name="a_season_once"),)

    def __str__(self) -> str:
        return self.name


class SeasonLine(Line):
    """One line of a season's book: what somebody did to the season, and why."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="book", verbose_name=_("season"))

    class Meta:
        verbose_name = _("line of a season’s journal")
        verbose_name_plural = _("season’s journal")
        ordering = ("season", "seq")
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("season", "seq"), name="season_lines_count_up"),
            models.UniqueConstraint(fields=("season", "request_key"), name="one_season_line_per_request"),
        )


class Division(models.Model):
    """One of a season's divisions, the first by ``rank`` the highest."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions", verbose_name=_("season"))
    rank = models.PositiveIntegerField(_("Order"))
    name = models.CharField(_("Name"), max_length=60)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ("season", "rank")
        constraints = (
            models.UniqueConstraint(fields=("season", "rank"), name="divisions_in_order"),
            models.UniqueConstraint(fields=("season", "name"), name="a_division_once"),
        )

    def __str__(self) -> str:
        return self.name


class SeasonPlayer(models.Model):
    """Somebody of whom a season says more than that they played: the division, or that they are a guest."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="people", verbose_name=_("season"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="seasons", verbose_name=_("player"))
    division = models.ForeignKey(
        Division, models.SET_NULL, null=True, blank=True, related_name="people", verbose_name=_("division")
    )
    guest = models.BooleanField(_("Guest"), default=False)

    class Meta:
        verbose_name = _("player of a season")
        verbose_name_plural = _("players of a season")
        ordering = ("season", "id")
        constraints = (models.UniqueConstraint(fields=("season", "player"), name="in_a_season_once"),)

    def __str__(self) -> str:
        return str(self.player)


class SeasonEvening(models.Model):
    """An evening that counts for a season.

    ``pinned``: the version that counts once the season is closed, under this ``name`` and day.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="evenings", verbose_name=_("season"))
    evening = models.ForeignKey(Evening, models.CASCADE, related_name="seasons", verbose_name=_("evening"))
    weight = models.PositiveIntegerField(_("Weight in percent"), default=100)
    division = models.ForeignKey(
        Division,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="evenings",
        verbose_name=_("division"),
    )
    pinned = models.ForeignKey(
        Result,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("version that counts"),
    )
    name = models.CharField(_("Name"), max_length=60, blank=True)
    held_on = models.DateField(_("Date"), null=True, blank=True)

    class Meta:
        verbose_name = _("evening of a season")
        verbose_name_plural = _("evenings of a season")
        ordering = ("season", "evening__held_on", "evening")
        constraints = (models.UniqueConstraint(fields=("season", "evening"), name="counts_in_a_season_once"),)

    def __str__(self) -> str:
        return str(self.evening)


def no_prizes() -> list[Any]:
    return []


class PrizeSet(models.Model):
    """Prizes that a club gives again and again, for evenings or for seasons."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="prize_sets", verbose_name=_("club"))
    name = models.CharField(_("Name"), max_length=60)
    for_seasons = models.BooleanField(_("For seasons"), default=False)
    prizes = models.JSONField(_("Prizes"), default=no_prizes, blank=True)

    class Meta:
        verbose_name = _("prize set")
        verbose_name_plural = _("prize sets")
        ordering = (*by_name(), "id")
        constraints = (
            models.UniqueConstraint(fields=("club", "for_seasons", "name"), name="a_prize_set_once"),
        )

    def __str__(self) -> str:
        return self.name
