"""Rounds with their clocks, their tables and who sat where; and the clock of each machine."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.core.movement.clock import Clock
from tournaments.core.record import Ending
from tournaments.models.evening import STANDS, Evening, Fact, Journal
from tournaments.models.people import EntryRow


class RoundRow(Fact):
    """A round. ``rung`` and ``closed`` are its state: the lines that rang its bell and closed it.

    Its clock runs from ``starts_at`` to ``ends_at``, or stands with so much ``left``; ``begun`` and
    ``warned`` are the lines that told the hall. After the bell ``moves_at`` is when people are moved by
    the program itself, which ``looked`` at the evening as of that journal line, and is ``held`` back
    where the organiser says so.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="rounds", verbose_name=_("evening"))
    number = models.PositiveIntegerField(_("number"))
    rung = models.ForeignKey(
        Journal, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("bell rung by")
    )
    closed = models.ForeignKey(
        Journal, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("closed by")
    )

    starts_at = models.DateTimeField(_("clock starts at"), null=True, blank=True)
    ends_at = models.DateTimeField(_("bell rings at"), null=True, blank=True)
    left = models.DurationField(_("time left"), null=True, blank=True)
    begun = models.ForeignKey(
        Journal,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("start announced by"),
    )
    warned = models.ForeignKey(
        Journal,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("last minute announced by"),
    )
    moves_at = models.DateTimeField(_("players move at"), null=True, blank=True)
    looked = models.PositiveIntegerField(_("checked up to line"), default=0)
    held = models.BooleanField(_("waits for the organiser"), default=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("evening", "number")
        constraints = (
            models.UniqueConstraint(fields=("evening", "number"), condition=STANDS, name="one_round_each"),
        )
        indexes = (
            # What the clocks look through every second: the rounds that are being played.
            models.Index(
                fields=("ends_at",), condition=STANDS & models.Q(closed__isnull=True), name="open_rounds"
            ),
        )

    def __str__(self) -> str:
        return str(self.number)

    @property
    def clock(self) -> Clock:
        return Clock(self.starts_at, self.ends_at, self.left)


class RoundTable(Fact):
    """A table in a round. ``dealer`` is the chair that deals first."""

    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="tables", verbose_name=_("round"))
    position = models.PositiveIntegerField(_("table"))
    dealer = models.PositiveIntegerField(_("Dealer’s seat"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("round", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "position"), condition=STANDS, name="one_table_per_position"
            ),
        )

    def __str__(self) -> str:
        return str(self.position)


class TableEnding(Fact):
    """A table's round that ended other than by its last deal."""

    table = models.ForeignKey(RoundTable, models.CASCADE, related_name="endings", verbose_name=_("table"))
    ending = models.CharField(_("early ending"), max_length=8, choices=[(e, e) for e in Ending])

    class Meta:
        verbose_name = _("early ending")
        verbose_name_plural = _("early endings")
        constraints = (
            models.UniqueConstraint(fields=("table",), condition=STANDS, name="a_table_ends_once"),
        )

    def __str__(self) -> str:
        return self.ending


class SeatRow(Fact):
    """Who sat where in a round."""

    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="seats", verbose_name=_("round"))
    position = models.PositiveIntegerField(_("table"))
    chair = models.PositiveIntegerField(_("seat"))
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="seats", verbose_name=_("entry"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("round", "position", "chair")
        constraints = (
            models.UniqueConstraint(fields=("round", "entry"), condition=STANDS, name="everybody_sits_once"),
            models.UniqueConstraint(
                fields=("round", "position", "chair"), condition=STANDS, name="one_on_a_chair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.position}.{self.chair}"


class ClockReference(models.Model):
    """By which times were written. It tells a process that starts whether the clock was set meanwhile."""

    machine = models.CharField(_("computer since its last start"), max_length=100, unique=True)
    offset = models.FloatField(_("seconds ahead of the steady clock"))
    seen_at = models.DateTimeField(_("seen"), auto_now=True)

    class Meta:
        verbose_name = _("clock of a computer")
        verbose_name_plural = _("clocks of computers")

    def __str__(self) -> str:
        return self.machine
