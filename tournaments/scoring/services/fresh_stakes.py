"""Fresh stakes between the deals of a round, or of a whole game: who is broke takes one before the next deal.

After the last deal it is the bell that gives them, and that changes seats for those given here. What people
took along and brought back follows a correction of what happened before.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Min, Q, QuerySet

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.counters import ledger
from tournaments.core.kinds import awaited
from tournaments.core.movement import position
from tournaments.core.record import CountKind, Line, StakeKind
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import BETWEEN, load_facts
from tournaments.evening.selectors.tables import AtTable
from tournaments.evening.services.journal import Act
from tournaments.evening.services.places import fresh_given
from tournaments.models import CountRow, Deal, DealLine, DealVersion, Journal, RoundRow, StakeRow, TableEnding
from tournaments.scoring.services.counts import Tally, TallyKind, Three


@dataclass(frozen=True)
class Decided:
    """A decided deal at its table: the lines that stand, how counters were told, what each had before."""

    at: AtTable
    lines: Sequence[Line]
    tally: Tally | Three
    before: dict[int, int | None]

    def broke(self, act: Act) -> list[int]:
        """Those with no counters left: by the deal, or as was told where deals are not counted."""
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
    """Whether the table plays another deal of the round after this one, which nobody has decided yet."""
    over = at.round.closed_id or at.ending is not None or deal >= act.settings.deals
    if over or deal < at.deals:
        return False
    return at.play.format.plays_on(rung=bool(at.round.rung_id))


def stake_again(act: Act, row: RoundRow, broke: Collection[int]) -> None:
    """These take a fresh stake before the next deal."""
    fresh_given(act, row, broke)
    if broke:
        act.note(fresh=list(broke))


def given_since(record: Deal) -> QuerySet[StakeRow]:
    """The fresh stakes that a table's last deal brought: with it, by its corrections, by an undone bell."""
    return StakeRow.objects.filter(
        round=record.round_id,
        kind=StakeKind.FRESH,
        entry__in=DealLine.objects.filter(version__deal=record).values("entry"),
        journal__seq__gte=record.journal.seq,
        journal__verb__in=BETWEEN,
        void=None,
    )


def stakes_follow(act: Act, record: Deal, now: Decided) -> None:
    """By a correction of the table's last deal more people were broke: they take a fresh stake, too.

    Those that were taken were taken: who was not broke after all has theirs struck by hand, in the ledger.
    """
    known = set(given_since(record).values_list("entry", flat=True))
    stake_again(act, record.round, [entry for entry in now.broke(act) if entry not in known])


def stakes_reopened(act: Act, row: RoundRow, undone: Collection[int | None]) -> None:
    """A bell, or an early end, was undone: where deals follow after all, who is broke takes a fresh stake.

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
    here = position.presences(facts, row.number)
    broke = [
        seat.entry
        for seat in position.seats_of(facts, row.number)
        if seat.position in out and here[seat.entry].plays and held.get(seat.entry) == 0
    ]
    counts = CountRow.objects.filter(round=row, kind=CountKind.BELL, entry__in=broke, void=None)
    counts.update(void=act.line)
    stake_again(act, row, broke)


GOING_AND_COMING = (StakeKind.DEPARTURE, StakeKind.RETURN)


def departures_follow(act: Act, since: QuerySet[StakeRow], more: Mapping[int, int]) -> None:
    """Departures and returns among ``since`` are of so many counters more, by entry.

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
