"""Rows of an evening: the evening, its journal, its phones' links, entries, presence; and rows of ratings.

Only the row of the evening is locked. Ratings can be recalculated from the results.
"""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.answers import answers
from accounts.models import Club, NamesShown, Player
from tournaments.core import record
from tournaments.core import settings as evening_settings
from tournaments.core.evening import Play
from tournaments.core.formats.registry import build_play
from tournaments.core.record import Stage

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no letters that are easily confused in bad light

ADMIN = "admin"
"""The key in a line's payload that marks a line from the administration."""


STAGES = {
    Stage.DRAFT: _("Being prepared"),
    Stage.CHECK_IN: _("Check-in is open"),
    Stage.SEATED: _("The seats are drawn"),
    Stage.PLAYING: _("Being played"),
    Stage.SETTLING: _("Settling up"),
    Stage.FINISHED: _("Finished"),
    Stage.CALLED_OFF: _("Called off"),
}
"""Each stage in words."""


def new_join_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(6))


def new_public_address() -> str:
    """Return the secret part of a public address: 128 random bits, as 22 letters."""
    return secrets.token_urlsafe(16)


def today() -> Any:
    return timezone.localdate()


class HeldEvenings(models.Manager["Evening"]):
    """All evenings except rehearsals."""

    def get_queryset(self) -> models.QuerySet["Evening"]:
        return super().get_queryset().filter(rehearsal_of=None)


@answers(
    *("id", "club", "club_name", "name", "held_on", "stage", "format", "game", "rules_name", "people"),
    *("join_code", "published", "public_address", "names_shown", "seq"),
    component="EveningAnswer",
    description="An evening. ``seq`` counts its journal; ``join_code`` leads to its hall's pages "
    "once that is "
    "open.\n\n``public_address`` completes the address for visitors while it is ``published``, with "
    "``names_shown``.",
)
class Evening(models.Model):
    """A games night. ``seq``: the number of its newest journal line. ``stage``: how far the evening is.

    ``rehearsal_of``: set if this is a rehearsal of another evening. A rehearsal counts nowhere, and ``held``
    leaves it out. ``public_address``: the secret part of the address of a published evening. ``people`` and
    ``club_name`` exist only in lists (``annotate_people``).
    """

    people: int
    club_name: str

    club = models.ForeignKey(Club, models.CASCADE, related_name="evenings", verbose_name=_("club"))
    name = models.CharField(_("Name"), max_length=60)
    held_on = models.DateField(_("Date"), default=today)
    join_code = models.CharField(_("Join code"), max_length=8, unique=True, default=new_join_code)
    format = models.CharField(_("Format"), max_length=20, default="progressive")
    game = models.CharField(_("Game"), max_length=40, default="draw-poker")
    options = models.JSONField(default=dict, blank=True)
    rules_name = models.CharField(_("house rules"), max_length=60, blank=True)
    chosen = models.JSONField(default=dict, blank=True)
    stage = models.CharField(_("stage"), max_length=12, default=Stage.DRAFT, choices=STAGES)
    seq = models.PositiveIntegerField(_("last journal line"), default=0)
    public_address = models.CharField(max_length=32, unique=True, null=True, blank=True, editable=False)
    names_shown = models.CharField(_("Names"), max_length=10, blank=True, choices=NamesShown)
    created = models.DateTimeField(_("created"), default=timezone.now)
    request_key = models.UUIDField(unique=True, null=True, blank=True, editable=False)
    rehearsal_of = models.OneToOneField(
        "self",
        models.CASCADE,
        null=True,
        blank=True,
        editable=False,
        related_name="rehearsal",
        verbose_name=_("rehearsal of"),
    )
    _read: tuple[dict[str, Any], evening_settings.Settings] | None = None
    _played: tuple[tuple[Any, ...], Play] | None = None

    objects: ClassVar[models.Manager["Evening"]] = models.Manager()
    held: ClassVar[HeldEvenings] = HeldEvenings()

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ("-held_on", "-id")
        indexes = (models.Index(fields=("-held_on", "-id"), name="evenings_by_date"),)

    def __str__(self) -> str:
        return self.name

    @property
    def published(self) -> bool:
        """Return whether everybody with the address may read the evening."""
        return self.public_address is not None

    @property
    def settings(self) -> evening_settings.Settings:
        """Return the settings as they were chosen. Cached by stored value, as they are needed often."""
        if self._read is None or self._read[0] is not self.chosen:
            self._read = self.chosen, evening_settings.read_stored(self.chosen)
        return self._read[1]

    @property
    def play(self) -> Play:
        """Return the game with its options, the format and the tables, as they were chosen."""
        of = self.game, dict(self.options), self.format, self.settings.table_wish
        if self._played is None or self._played[0] != of:
            self._played = of, build_play(*of)
        return self._played[1]


class Rehearsal(models.Model):
    """How a rehearsal is played: ``speed`` times as fast as a real evening.

    The next step is at ``next_at``, never after ``until``; empty: the rehearsal is over. ``state``: data that
    no fact contains.
    """

    evening = models.OneToOneField(Evening, models.CASCADE, related_name="+", verbose_name=_("evening"))
    speed = models.PositiveSmallIntegerField(_("speed"))
    rounds = models.PositiveSmallIntegerField(_("Rounds"))
    next_at = models.DateTimeField(_("goes on at"), null=True, blank=True)
    until = models.DateTimeField(_("stops at"))
    state = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")

    def __str__(self) -> str:
        return str(self.evening)


class Line(models.Model):
    """The record of an action: its author, time and reason. It has a number, and is saved with its facts."""

    seq = models.PositiveIntegerField(_("number"))
    verb = models.CharField(_("What"), max_length=40)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
    )
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    at = models.DateTimeField(_("When"), default=timezone.now)
    payload = models.JSONField(_("figures"), default=dict, blank=True)
    request_key = models.UUIDField(null=True, blank=True, editable=False)
    request_digest = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.seq}. {self.verb}"

    @property
    def author(self) -> str:
        """Return the name of the member, or of the program."""
        if self.payload.get(ADMIN):
            name = self.actor.display_name if self.actor else _("somebody")
            return str(_("%(name)s (administration)") % {"name": name})
        return self.actor.display_name if self.actor else str(_("the program"))


class Journal(Line):
    """The journal: one line for each action in an evening. ``link``: set if a table's phone acted."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="journal", verbose_name=_("evening"))
    link = models.ForeignKey(
        "ScorerLink",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("table phone"),
    )

    class Meta:
        verbose_name = _("journal line")
        verbose_name_plural = _("journal")
        ordering = ("evening", "seq")
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("evening", "seq"), name="journal_counts_up"),
            models.UniqueConstraint(fields=("evening", "request_key"), name="one_line_per_request"),
        )

    @property
    def author(self) -> str:
        """Return the name of the member, of a table's phone, or of the program."""
        if self.link is not None:
            return str(_("the phone of table %(table)s") % {"table": self.link.table})
        return super().author


class Fact(models.Model):
    """A row that a journal line wrote. ``void``: the line that undid the row; no other column changes.

    ``void`` is empty again when that line is itself undone.
    """

    journal = models.ForeignKey(Journal, models.RESTRICT, related_name="+", verbose_name=_("journal line"))
    void = models.ForeignKey(
        Journal, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("undone by")
    )

    class Meta:
        abstract = True


STANDS = models.Q(void__isnull=True)
"""Matches facts that are not undone."""


class ScorerLink(Fact):
    """A table's link in one evening. ``void``: the link is revoked. Its address is its number, signed."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="links", verbose_name=_("evening"))
    table = models.PositiveIntegerField(_("table"))

    class Meta:
        verbose_name = _("link of a table phone")
        verbose_name_plural = _("links of table phones")
        ordering = ("evening", "table", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("evening", "table"), condition=STANDS, name="one_link_for_a_table"
            ),
        )

    def __str__(self) -> str:
        return str(self.table)


class EntryRow(Fact):
    """A person's entry in an evening. All other facts refer to the entry, never to the player."""

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


@answers(
    *("id", "entry", "name", "asked_at"),
    component="PhoneClaimAnswer",
    description="A phone without an account says to be a person’s, and waits for the organiser.",
)
class PhoneClaim(models.Model):
    """A phone that says to be this person's, without an account. It is no fact: it decides nothing.

    ``granted`` is None until the organiser agrees or refuses. With a ``digest`` the row is a code that is
    shown for the person: the phone that sends it is granted. ``attempts``: how often the code was tried.
    """

    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="phone_claims", verbose_name=_("entry"))
    asked_at = models.DateTimeField(_("requested"), default=timezone.now)
    granted = models.BooleanField(_("confirmed"), null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    class Meta:
        verbose_name = _("“This is me” request of a phone")
        verbose_name_plural = _("“This is me” requests of phones")
        ordering = ("id",)

    def __str__(self) -> str:
        return self.entry.name

    @property
    def waits(self) -> bool:
        return self.granted is None

    @property
    def name(self) -> str:
        return self.entry.name


# The reasons, and when a row is valid: docs/decisions/0062-ratings-are-rows.md. Backups leave them out.
class ClubRatings(models.Model):
    """The state of the club's list for which its rating rows are valid: ``revision`` and ``merged``.

    ``version`` increases with each write. A writer compares it with the version read before.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="rated")
    revision = models.PositiveIntegerField(default=0)
    merged = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.club)


class RatedEvening(models.Model):
    """An evening with rating rows, valid for its day and for line ``seq`` of its journal.

    ``evening`` is empty if the evening was removed. Then ratings of that day and later are invalid.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    evening = models.OneToOneField(Evening, models.SET_NULL, null=True, related_name="rated")
    held_on = models.DateField()
    seq = models.PositiveIntegerField()

    class Meta:
        indexes = (models.Index(fields=("club", "held_on"), name="rated_by_date"),)

    def __str__(self) -> str:
        return str(self.evening)


class RatingRow(models.Model):
    """A person's rating in a game after an evening. ``evenings``: the number of evenings so far.

    ``until``: the day of the person's next evening in that game; it may be the same day.
    """

    rated = models.ForeignKey(RatedEvening, models.CASCADE, related_name="ratings")
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="+")
    evenings = models.PositiveIntegerField()
    number = models.IntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    until = models.DateField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("rated", "entry"), name="rated_once"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.number}"
