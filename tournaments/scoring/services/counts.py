"""Counters as they are entered, counts at the bell, and fresh stakes between the deals of a round.

The services of deals use them. A correction also changes departures and returns: ``departures_follow``.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from django.db.models import Case, F, IntegerField, Min, Q, QuerySet, Sum, When

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import NOT_WHOLE
from tournaments.core.counters import checks, ledger
from tournaments.core.kinds import awaited
from tournaments.core.movement.seating import presences, seats_of
from tournaments.core.record import CountKind, Line, StakeKind
from tournaments.core.refusals import TOO_MANY_COUNTERS
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import BETWEEN, load_facts
from tournaments.evening.selectors.tables import AtTable
from tournaments.evening.services.evenings import fresh_given
from tournaments.evening.services.journal import Act
from tournaments.models import CountRow, Deal, DealLine, DealVersion, Journal, RoundRow, StakeRow, TableEnding


class TallyKind(StrEnum):
    """How the counters of a deal are told."""

    STAKES = "stakes"  # what each put into the pool
    COUNTS = "counts"  # what each has after the deal
    NET = "net"  # what each won (+) or lost (-)
    THREE = "three"  # what each put up for three stakes, and who won each
    NONE = "none"  # not counted


@dataclass(frozen=True)
class Tally:
    kind: TallyKind = TallyKind.NONE
    amounts: Mapping[int, int] = field(default_factory=dict)

    def with_left(self, left: Mapping[int, int]) -> "Tally":
        """Return the tally with what those who have gone ``left`` in the pool."""
        match self.kind:
            case TallyKind.STAKES:
                gone = dict(left)
            case TallyKind.COUNTS:
                gone = dict.fromkeys(left, 0)
            case TallyKind.NET | TallyKind.THREE | TallyKind.NONE:
                gone = {entry: -counters for entry, counters in left.items()}
            case _:
                assert_never(self.kind)
        return Tally(self.kind, {**self.amounts, **gone})


@dataclass(frozen=True)
class Three:
    """Three stakes as they were told: the first, second and third that everybody put up, what each put into
    the second with its bets, who is still in it, and who won each: ``third`` None where nobody did.

    ``won`` is None where the cards decide.
    """

    first: int
    second: int
    third: int
    stakes: Mapping[int, int]
    won: tuple[int, int, int | None] | None = None

    @property
    def amounts(self) -> Mapping[int, int]:
        return self.stakes


def whole(amounts: Mapping[int, object], field: str = "counters") -> None:
    """Refuse what is no whole number, at its person."""
    for entry, amount in amounts.items():
        if type(amount) is not int:
            raise RuleError(f"{field}-{entry}", NOT_WHOLE)


def refuse_wrong_counts(act: Act, counts: Mapping[int, int]) -> None:
    """Refuse counts that are no numbers, below nothing, or together more than all there are."""
    whole(counts)
    checks.check_counts(counts)
    if sum(counts.values()) > (most := _given_out(act)):
        raise RuleError("counters", TOO_MANY_COUNTERS, most=most)


def _given_out(act: Act) -> int:
    """Return all counters on the tables: what the banker gave less what was taken away."""
    signed = Case(
        When(kind=StakeKind.DEPARTURE, then=-F("counters")),
        default=F("counters"),
        output_field=IntegerField(),
    )
    stakes = StakeRow.objects.filter(round__evening=act.evening, void=None)
    return int(stakes.aggregate(sum=Sum(signed))["sum"] or 0)


def write_counts(act: Act, row: RoundRow, tally: Tally) -> None:
    """Write the table's counts at the bell; a second count takes the place of the first."""
    if tally.kind is not TallyKind.COUNTS:
        return
    refuse_wrong_counts(act, tally.amounts)
    CountRow.objects.filter(round=row, kind=CountKind.BELL, entry__in=tally.amounts, void=None).update(
        void=act.line
    )
    CountRow.objects.bulk_create(
        CountRow(entry_id=entry, round=row, kind=CountKind.BELL, counters=counters, journal=act.line)
        for entry, counters in tally.amounts.items()
    )


def forget_counts(act: Act, at: AtTable, winners: Collection[int]) -> None:
    """Void the counts made before this deal. Who was broke before and did not win stays broke."""
    counts = CountRow.objects.filter(round=at.round, kind=CountKind.BELL, entry__in=at.playing, void=None)
    counts.filter(Q(counters__gt=0) | Q(entry__in=winners)).update(void=act.line)


def no_longer_broke(act: Act, at: AtTable, winners: Collection[int], tally: Tally) -> None:
    """Void counts of 0 by a correction: of the winners; of everybody, when who is broke is told anew."""
    zeros = CountRow.objects.filter(
        round=at.round, kind=CountKind.BELL, counters=0, entry__in=at.playing, void=None
    )
    told_anew = at.playing if tally.kind is TallyKind.COUNTS else winners
    zeros.filter(entry__in=set(told_anew)).update(void=act.line)


# Fresh stakes given here are those between deals. After the last deal the bell gives them. The bell also
# changes the seats of people who took one here.
@dataclass(frozen=True)
class Decided:
    """A decided deal at its table: the lines that stand, how counters were told, what each had before."""

    at: AtTable
    lines: Sequence[Line]
    tally: Tally | Three
    before: dict[int, int | None]

    def broke(self, act: Act) -> list[int]:
        """Return those with no counters left: by the deal, or as told where deals are not counted."""
        if act.settings.counting is Counting.EACH_DEAL:
            return [
                line.entry
                for line in self.lines
                if line.entry in self.at.playing
                and (self.before.get(line.entry) or 0) + (line.counters or 0) == 0
            ]
        told = isinstance(self.tally, Tally) and self.tally.kind is TallyKind.COUNTS
        return [line.entry for line in self.lines if told and self.tally.amounts.get(line.entry) == 0]


def deal_follows(act: Act, at: AtTable, deal: int) -> bool:
    """Return whether the table plays another deal of the round after this one, which is not decided yet."""
    over = at.round.closed_id or at.ending is not None or deal >= act.settings.deals
    if over or deal < at.deals:
        return False
    return at.play.format.plays_on(rung=bool(at.round.rung_id))


def stake_again(act: Act, row: RoundRow, broke: Collection[int]) -> None:
    """Give these a fresh stake before the next deal."""
    fresh_given(act, row, broke)
    if broke:
        act.note(fresh=list(broke))


def given_since(record: Deal) -> QuerySet[StakeRow]:
    """Return the fresh stakes of a table's last deal: with it, by its corrections, by an undone bell."""
    return StakeRow.objects.filter(
        round=record.round_id,
        kind=StakeKind.FRESH,
        entry__in=DealLine.objects.filter(version__deal=record).values("entry"),
        journal__seq__gte=record.journal.seq,
        journal__verb__in=BETWEEN,
        void=None,
    )


def stakes_follow(act: Act, record: Deal, now: Decided) -> None:
    """Give a fresh stake to those whom a correction of the table's last deal makes broke, too.

    Those that were taken were taken: who was not broke after all has theirs struck by hand, in the ledger.
    """
    known = set(given_since(record).values_list("entry", flat=True))
    stake_again(act, record.round, [entry for entry in now.broke(act) if entry not in known])


def stakes_reopened(act: Act, row: RoundRow, undone: Collection[int | None]) -> None:
    """Give fresh stakes after an undone bell or early end, where deals follow, to those who are broke.

    Only at tables that recorded or corrected a deal since the first of the lines ``undone``, or of the early
    ends that are void now: at the others whoever was broke by a deal has taken one.
    """
    play = act.evening.play
    if not play.game.stakes or not play.several_deals(act.settings):
        return
    ends = TableEnding.objects.filter(void=act.line).values("journal")
    lines = Journal.objects.filter(Q(pk__in=[pk for pk in undone if pk]) | Q(pk__in=ends))
    decided = DealVersion.objects.filter(deal__round=row, deal__void=None)
    decided = decided.filter(journal__seq__gt=lines.aggregate(first=Min("seq"))["first"])
    tables = set(decided.values_list("deal__position", flat=True))
    facts = load_facts(act.evening.pk)
    out = tables.intersection(awaited.still_out(facts, row.number))
    held = ledger.balances_at_bell(facts, act.settings, row.number)
    here = presences(facts, row.number)
    broke = [
        seat.entry
        for seat in seats_of(facts, row.number)
        if seat.position in out and here[seat.entry].plays and held.get(seat.entry) == 0
    ]
    counts = CountRow.objects.filter(round=row, kind=CountKind.BELL, entry__in=broke, void=None)
    counts.update(void=act.line)
    stake_again(act, row, broke)


GOING_AND_COMING = (StakeKind.DEPARTURE, StakeKind.RETURN)


def departures_follow(act: Act, since: QuerySet[StakeRow], more: Mapping[int, int]) -> None:
    """Change departures and returns among ``since`` by ``more`` counters, by entry.

    For where every deal is counted: nobody counted what was taken along.
    RuleError where somebody would have gone with fewer than none.
    """
    changed = [entry for entry, counters in more.items() if counters]
    ways = since.filter(entry__in=changed, kind__in=GOING_AND_COMING, void=None)
    for row in ways.order_by("journal__seq"):
        counters = row.counters + more[row.entry_id]
        if counters < 0:
            raise RuleError(
                "counters",
                _(
                    "%(who)s left with %(counters)s counters, so this change cannot take away "
                    "%(lost)s. Correct the counters that you entered."
                ),
                who=row.entry_id,
                counters=row.counters,
                lost=row.counters - counters,
            )
        StakeRow.objects.filter(pk=row.pk).update(void=act.line)
        row.pk, row.counters = None, counters
        row.save(force_insert=True)
