"""Rows of play: rounds, tables, seats, deals, bids, counts, stakes, cuts, moves; and each machine's clock."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.core import record
from tournaments.core.movement.clock import Clock
from tournaments.core.record import Ending
from tournaments.models.evening import STANDS, EntryRow, Evening, Fact, Journal


class RoundRow(Fact):
    """A round. ``rung`` and ``closed`` are its state: the lines that rang its bell and closed it.

    The clock runs from ``starts_at`` to ``ends_at``, or is paused with ``left``. ``begun`` and ``warned``:
    the lines that announced the start and the last minute. After the bell: ``moves_at`` is the time at which
    the program moves people. ``looked`` is the journal line at which the program last checked the moves.
    ``held``: the organiser stopped the automatic moves.
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
            # For the query of the clocks, every second: the rounds in play.
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
    """The end of a table's round before its last deal."""

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
    """Readings of a computer's clock. A starting process compares them to see if a clock was set."""

    machine = models.CharField(_("computer since its last start"), max_length=100, unique=True)
    offset = models.FloatField(_("seconds ahead of the steady clock"))
    seen_at = models.DateTimeField(_("seen"), auto_now=True)

    class Meta:
        verbose_name = _("clock of a computer")
        verbose_name_plural = _("clocks of computers")

    def __str__(self) -> str:
        return self.machine


class Deal(Fact):
    """A decided deal at a table. Its result is its highest version."""

    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="deals", verbose_name=_("round"))
    position = models.PositiveIntegerField(_("table"))
    number = models.PositiveIntegerField(_("deal"))

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ("round", "position", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "position", "number"), condition=STANDS, name="a_deal_counts_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}.{self.position}.{self.number}"


class DealVersion(models.Model):
    """A deal's result as somebody entered or corrected it."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="versions", verbose_name=_("deal"))
    version = models.PositiveIntegerField(_("Version"))
    journal = models.ForeignKey(Journal, models.RESTRICT, related_name="+", verbose_name=_("journal line"))
    call = models.JSONField(_("The dealer’s call"), default=dict, blank=True)
    trump = models.CharField(_("Trump"), max_length=1, blank=True)
    confirmed = models.ForeignKey(
        Journal, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("confirmed by")
    )

    class Meta:
        verbose_name = _("result of a deal")
        verbose_name_plural = _("results of deals")
        ordering = ("deal", "version")
        constraints = (models.UniqueConstraint(fields=("deal", "version"), name="versions_count_up"),)

    def __str__(self) -> str:
        return str(self.version)


class DealLine(models.Model):
    """One player's part in a deal: counters won (+) or lost (-), empty if deals are not counted.

    In games with bids: the bid, the tricks won (``took``: which tricks, if that matters), revokes, and the
    score.
    """

    version = models.ForeignKey(DealVersion, models.CASCADE, related_name="lines", verbose_name=_("result"))
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="lines", verbose_name=_("entry"))
    won = models.BooleanField(_("won the pool"), default=False)
    in_call = models.BooleanField(_("called"), default=False)
    counters = models.IntegerField(_("Counters"), null=True, blank=True)
    bid = models.PositiveSmallIntegerField(_("bid"), null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(_("Tricks"), null=True, blank=True)
    took = models.JSONField(_("numbers of the tricks"), default=list, blank=True)
    revokes = models.PositiveSmallIntegerField(_("Revokes"), default=0)
    score = models.IntegerField(_("Points"), null=True, blank=True)
    cards = models.CharField(_("cards shown"), max_length=30, blank=True)

    class Meta:
        verbose_name = _("result of a player")
        verbose_name_plural = _("results of players")
        ordering = ("version", "id")
        constraints = (models.UniqueConstraint(fields=("version", "entry"), name="one_line_each"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.counters}"


class OpenDeal(Fact):
    """A deal with bids in play: its trump, and the dealer's call if the game has one.

    If bids are changed, a new row has all bids, and the old row is void.
    """

    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="open_deals", verbose_name=_("round"))
    position = models.PositiveIntegerField(_("table"))
    deal = models.PositiveIntegerField(_("deal"))
    call = models.JSONField(_("The dealer’s call"), default=dict, blank=True)
    trump = models.CharField(_("Trump"), max_length=1, blank=True)

    class Meta:
        verbose_name = _("deal in play")
        verbose_name_plural = _("deals in play")
        ordering = ("round", "position", "deal")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "position", "deal"), condition=STANDS, name="a_deal_is_called_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}.{self.position}.{self.deal}"


class BidRow(models.Model):
    """A player's bid in a deal in play. The deal's result has its own copy of the bids."""

    deal = models.ForeignKey(OpenDeal, models.CASCADE, related_name="bids", verbose_name=_("deal"))
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="bids", verbose_name=_("entry"))
    bid = models.PositiveSmallIntegerField(_("bid"))

    class Meta:
        verbose_name = _("bid")
        verbose_name_plural = _("bids")
        ordering = ("deal", "id")
        constraints = (models.UniqueConstraint(fields=("deal", "entry"), name="one_bid_each"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.bid}"


class CountRow(Fact):
    """The counters of a person, counted at a round's bell or at settling up."""

    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="counts", verbose_name=_("entry"))
    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="counts", verbose_name=_("round"))
    kind = models.CharField(_("When"), max_length=8, choices=[(k, k) for k in record.CountKind])
    counters = models.PositiveIntegerField(_("Counters"))

    class Meta:
        verbose_name = _("count")
        verbose_name_plural = _("counts")
        ordering = ("journal__seq", "id")
        constraints = (
            models.UniqueConstraint(fields=("entry", "round", "kind"), condition=STANDS, name="counted_once"),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.counters}"


class StakeRow(Fact):
    """Counters that a banker gave or took (``kind``) as a round opened, or when the player left."""

    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="stakes", verbose_name=_("entry"))
    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="stakes", verbose_name=_("round"))
    kind = models.CharField(_("What"), max_length=10, choices=[(k, k) for k in record.StakeKind])
    counters = models.PositiveIntegerField(_("Counters"))
    in_pool = models.PositiveIntegerField(_("left in the pool"), default=0)

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        ordering = ("journal__seq", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "round", "kind", "journal"), condition=STANDS, name="one_stake_of_a_kind"
            ),
            models.UniqueConstraint(
                fields=("entry",),
                condition=STANDS & models.Q(kind=record.StakeKind.FIRST),
                name="one_first_stake",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind} {self.counters}"


class CutRow(Fact):
    """One card of one attempt of a cut. If the program drew it, ``seed`` repeats the draw."""

    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="cuts", verbose_name=_("round"))
    position = models.PositiveIntegerField(_("table"))
    purpose = models.CharField(_("purpose"), max_length=10, choices=[(p, p) for p in record.Purpose])
    deal = models.PositiveIntegerField(_("deal"), default=0)
    chain = models.PositiveIntegerField(_("cut"))
    attempt = models.PositiveIntegerField(_("attempt"), default=1)
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="cuts", verbose_name=_("entry"))
    card = models.CharField(_("card"), max_length=2)
    seed = models.CharField(_("Seed"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("cut")
        verbose_name_plural = _("cuts")
        ordering = ("round", "chain", "attempt", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "chain", "attempt", "entry"), condition=STANDS, name="one_card_each"
            ),
            models.UniqueConstraint(
                fields=("round", "chain", "attempt", "card"), condition=STANDS, name="a_card_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.card}"


class MoveRow(Fact):
    """A person's move from one place to another, at the bell of ``round`` or by hand, and the reason."""

    round = models.ForeignKey(RoundRow, models.CASCADE, related_name="moves", verbose_name=_("round"))
    entry = models.ForeignKey(EntryRow, models.CASCADE, related_name="moves", verbose_name=_("entry"))
    by_hand = models.BooleanField(_("by hand"), default=False)
    from_position = models.PositiveIntegerField(_("from table"), null=True, blank=True)
    from_chair = models.PositiveIntegerField(_("from seat"), null=True, blank=True)
    to_position = models.PositiveIntegerField(_("to table"), null=True, blank=True)
    to_chair = models.PositiveIntegerField(_("to seat"), null=True, blank=True)
    why = models.CharField(_("Why"), max_length=40)
    figures = models.JSONField(_("figures"), default=dict, blank=True)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("journal__seq", "id")

    def __str__(self) -> str:
        return f"{self.entry}: {self.why}"
