"""Rows of results, leagues and prizes: settlements, seasons, divisions, people and questions."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.answers import answers
from accounts.database.folding import by_name
from accounts.models import Club, NamesShown, Player
from tournaments.core.evening import Play
from tournaments.core.formats.registry import build_play
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.settings import Settings, from_json
from tournaments.models.evening import EntryRow, Evening, Journal, Line

# A result has one version when the evening finishes, and another after each correction.


class Result(models.Model):
    """The result of an evening, with the ruleset, options and settings by which it was played."""

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
        return build_play(self.game, self.options, self.format)


class Settlement(models.Model):
    """One person's figures at settling up, in one version of the result: counters, or points.

    ``player``: the player of the entry when the version was written. A closed season still counts this
    player. ``best``: the best deal, in counters or points. ``share``: the person's part of the points or
    counters at their tables, in 1/10,000. ``reached``: the last game of a knockout in which they were. Empty:
    not known.
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
    """A decision to leave a row as it is. The row waits again when its ``mark`` changes.

    ``what``: the kind of row. ``row``: its number. ``mark``: a value that changes with the row.
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
    """Whether a version of an evening's result differs from the result calculated from its facts."""

    result = models.OneToOneField(Result, models.CASCADE, primary_key=True, related_name="comparison")
    differs = models.BooleanField()

    def __str__(self) -> str:
        return str(self.result)


SEASON_STAGES = {SeasonStage.OPEN: _("open"), SeasonStage.CLOSED: _("closed")}


class League(models.Model):
    """A competition of a club that goes on from season to season. It is published like an evening."""

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
        """Return whether everybody with the address may read the tables of its seasons."""
        return self.public_address is not None


@answers(
    *("id", "league", "name", "stage", "rules", "seq"),
    component="SeasonMadeAnswer",
    description="A season. ``seq`` counts the lines of its book.",
)
class Season(models.Model):
    """A season. ``rules``: how evenings count. ``seq``: newest line of its book. ``seed``: for lots."""

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
    """One line of a season's book: an action on the season, its author and its reason."""

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
    """One of a season's divisions. The lowest ``rank`` is the highest division."""

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
    """A player with a division in the season, or a guest. Other players of the season have no such row."""

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

    ``pinned``: the version that counts in a closed season, with this ``name`` and day.
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
    """Prizes that a club gives often, for evenings or for seasons."""

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


def empty_list() -> list[Any]:
    return []


class SeasonResult(models.Model):
    """The table of a season at its closing, under the rules of that day.

    ``merged``: the players merged into another one by then. Keys are player ids as text.
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

    ``points`` is exact ("93/2"). ``evenings``: for each evening its id, its state, the points, and the place.
    ``moves_to``: the division of the next season, if it is another one.
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

    The question is shown at the row until it is closed. The journal lines have the authors and times.
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


SOURCES = ("result", "season_result", "evening", "season")
"""The possible sources of a prize: a result by its rules; or, by hand, an evening or a season."""


def exactly_one(names: tuple[str, ...]) -> Q:
    """Return the condition that exactly one of these columns is filled."""
    condition = Q()
    for filled in names:
        condition |= Q(**{f"{name}__isnull": name != filled for name in names})
    return condition


class Award(models.Model):
    """A prize, its winners (none, one, or several who share), and the reason.

    A prize comes from exactly one of the ``SOURCES``. ``winners``: entries at an evening. ``players``: in a
    season. A prize recorded with a result or given by hand keeps a removed winner: an organiser must choose
    again. ``revealed``: the journal line that announced an evening's prize. ``withdrawn``: a prize by hand
    was taken back.
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
        """Return the winners at an evening, without those whose entry was removed."""
        return [winner for winner in self.winners.all() if not self._is_removed(winner)]

    @property
    def removed_winners(self) -> list[EntryRow]:
        return [winner for winner in self.winners.all() if self._is_removed(winner)]

    def _is_removed(self, winner: EntryRow) -> bool:
        """Return whether the entry is void. For a result: whether it was void when the result was written."""
        if self.result is None:
            return winner.void_id is not None
        return winner.void_id is not None and winner.void_id <= self.result.journal_id
