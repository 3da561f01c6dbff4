"""How counters are told, and counts at the bell: for the services that take them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from django.db.models import Case, F, IntegerField, Q, Sum, When

from accounts.errors import RuleError
from accounts.refusals import NOT_WHOLE
from tournaments.core.counters import checks
from tournaments.core.record import CountKind, StakeKind
from tournaments.core.refusals import TOO_MANY_COUNTERS
from tournaments.evening.selectors.tables import AtTable
from tournaments.evening.services.journal import Act
from tournaments.models import CountRow, RoundRow, StakeRow


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
        """The tally with what those who have gone ``left`` in the pool."""
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
    """All counters that are on the tables: what the banker gave less what was taken away."""
    signed = Case(
        When(kind=StakeKind.DEPARTURE, then=-F("counters")),
        default=F("counters"),
        output_field=IntegerField(),
    )
    stakes = StakeRow.objects.filter(round__evening=act.evening, void=None)
    return int(stakes.aggregate(sum=Sum(signed))["sum"] or 0)


def write_counts(act: Act, row: RoundRow, tally: Tally) -> None:
    """Counts of the table at the bell; a second count takes the place of the first."""
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
    """A count made before this deal says nothing any more; who was broke before and did not win still is."""
    counts = CountRow.objects.filter(round=at.round, kind=CountKind.BELL, entry__in=at.playing, void=None)
    counts.filter(Q(counters__gt=0) | Q(entry__in=winners)).update(void=act.line)


def no_longer_broke(act: Act, at: AtTable, winners: Collection[int], tally: Tally) -> None:
    """By a correction: the winner is not broke, nor is who was, when those who are are told anew."""
    zeros = CountRow.objects.filter(
        round=at.round, kind=CountKind.BELL, counters=0, entry__in=at.playing, void=None
    )
    told_anew = at.playing if tally.kind is TallyKind.COUNTS else winners
    zeros.filter(entry__in=set(told_anew)).update(void=act.line)
