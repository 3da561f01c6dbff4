"""A deal is recorded and corrected; a table ends its round early; counters are counted at the bell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import Q

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from games.rules import pool
from tournaments.core import checks, leaving, ledger
from tournaments.core.chairs import HEAD
from tournaments.core.facts import CountKind, Ending, Line, Stage
from tournaments.core.position import FEWEST_IN_A_DEAL
from tournaments.core.settings import BellBy, Counting, Unfinished
from tournaments.models import CountRow, Deal, DealLine, DealVersion, RoundRow, TableEnding
from tournaments.selectors.facts import load_facts
from tournaments.selectors.tables import AtTable, at_table, left_in_pool, versions_of
from tournaments.services.bell import ring
from tournaments.services.counts import refuse_wrong_counts, whole
from tournaments.services.journal import Act, journaled
from tournaments.services.results import result_again


class TallyKind(StrEnum):
    """How the counters of a deal are told."""

    STAKES = "stakes"  # what each put into the pool
    COUNTS = "counts"  # what each has after the deal
    NET = "net"  # what each won (+) or lost (-)
    NONE = "none"  # not counted


@dataclass(frozen=True)
class Tally:
    kind: TallyKind = TallyKind.NONE
    amounts: Mapping[int, int] = field(default_factory=dict)

    def with_left(self, left: Mapping[int, int]) -> Tally:
        """The tally with what those who have gone ``left`` in the pool."""
        match self.kind:
            case TallyKind.STAKES:
                gone = dict(left)
            case TallyKind.COUNTS:
                gone = dict.fromkeys(left, 0)
            case _:
                gone = {entry: -counters for entry, counters in left.items()}
        return Tally(self.kind, {**self.amounts, **gone})


@journaled("deal_recorded", Stage.PLAYING, right=Right.SCORE)
def deal_record(
    act: Act,
    *,
    round: int,
    table: int,
    deal: int,
    winners: Collection[int],
    in_call: Collection[int],
    tally: Tally,
) -> None:
    """A table's pool is decided. At the head table, the round's last deal rings the bell if so set."""
    at = _open_table(act, round, table)
    left = left_in_pool(act.evening, at)
    _refuse_out_of_turn(act, at, deal, len(at.playing) + len(left))
    lines = _lines(act, at, deal, winners, in_call, tally, _before(act, at), left)
    record = Deal.objects.create(round=at.round, position=table, number=deal, journal=act.line)
    _write(act, record, 1, lines)
    if act.settings.counting is Counting.AT_THE_END:
        _forget_counts(act, at, winners)
        _write_counts(act, at.round, tally)
    if (
        table == HEAD
        and deal == act.settings.deals
        and act.settings.bell is BellBy.HEAD
        and not at.round.rung_id
    ):
        ring(act, at.round)


@journaled("deal_corrected", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, asks_reason=True)
def deal_correct(
    act: Act,
    *,
    round: int,
    table: int,
    deal: int,
    base_version: int,
    winners: Collection[int],
    in_call: Collection[int],
    tally: Tally,
) -> None:
    """A deal was written down wrongly. Seats and counts stay; everything computed follows."""
    record = (
        Deal.objects.filter(
            round__evening=act.evening, round__number=round, position=table, number=deal, void=None
        )
        .select_related("journal")
        .first()
    )
    if record is None:
        raise RuleError("deal", _("No such deal was recorded."))
    standing = versions_of(record)[-1]
    if standing.version != base_version:
        raise StaleError("version", _("Somebody else corrected this deal meanwhile: look again."))
    facts = load_facts(act.evening.pk)
    before = ledger.balances(facts, act.settings, upto_seq=record.journal.seq - 1)
    left = next(leaving.left_in_pool(facts, pool) for pool in facts.pools if pool.seq == record.journal.seq)
    players = [line.entry for line in standing.lines if line.entry not in left]
    at = at_table(act.evening.pk, round, table).of(players)
    lines = _lines(act, at, deal, winners, in_call, tally, {entry: before[entry] for entry in players}, left)
    _write(act, record, base_version + 1, lines)
    if act.settings.counting is Counting.AT_THE_END:
        _no_longer_broke(act, at, winners, tally)
        _write_counts(act, at.round, tally)
    act.note(round=round, table=table, deal=deal)
    if act.stage is Stage.FINISHED:
        result_again(act)


@journaled("table_ended", Stage.PLAYING, right=Right.SCORE)
def table_end(act: Act, *, round: int, table: int, ending: Ending) -> None:
    """After the bell: a table that cannot finish its deal, or that had none in play."""
    at = _open_table(act, round, table)
    if not at.round.rung_id:
        raise RuleError("round", _("The bell has not rung yet."))
    if at.done(act.settings.deals):
        raise StaleError("table", _("Table %(table)s has its result already."), table=table)
    if ending is Ending.VOID and act.settings.unfinished is not Unfinished.CUT:
        raise RuleError(
            "ending",
            _("This evening waits for table %(table)s. To let its players cut, change the settings."),
            table=table,
        )
    if ending is Ending.EARLY and act.settings.deals == 1:
        raise RuleError("ending", _("A round has one deal here: its result is awaited."))
    if ending is Ending.EARLY and not at.deals:
        raise RuleError("ending", _("Table %(table)s has decided no deal in this round."), table=table)
    if ending is Ending.EARLY and left_in_pool(act.evening, at):
        raise RuleError("ending", _("A deal is in play: somebody who has gone left counters in its pool."))
    TableEnding.objects.create(table=at.record, ending=ending, journal=act.line)
    act.note(round=round, table=table, ending=ending)


@journaled("table_counted", Stage.PLAYING, right=Right.SCORE)
def table_count(act: Act, *, round: int, table: int, counts: Mapping[int, int]) -> None:
    """Counters counted at a table when the bell rings, where deals are not counted."""
    if act.settings.counting is not Counting.AT_THE_END:
        raise RuleError("counts", _("This evening counts each deal: correct the deal instead."))
    at = _open_table(act, round, table)
    if not counts:
        raise RuleError("counts", _("Nothing was counted."))
    if set(counts) - set(at.playing):
        raise RuleError("counts", _("Somebody named here does not play at table %(table)s."), table=table)
    _refuse_broke_winner(at, counts)
    _write_counts(act, at.round, Tally(TallyKind.COUNTS, counts))
    act.note(round=round, table=table)


def _open_table(act: Act, number: int, table: int) -> AtTable:
    at = at_table(act.evening.pk, number, table)
    if at.round.closed_id:
        raise RuleError("round", _("Round %(round)s is closed."), round=number)
    return at


def _refuse_out_of_turn(act: Act, at: AtTable, deal: int, players: int) -> None:
    if 1 <= deal <= at.deals:
        raise StaleError("deal", _("This deal was recorded already."))
    if at.done(act.settings.deals) or deal > act.settings.deals:
        if at.deals < act.settings.deals and at.ending is None:
            said = _("Table %(table)s has finished its deal after the bell: no deal begins after it.")
        else:
            said = _("Table %(table)s has played its deals of this round.")
        raise RuleError("deal", said, table=at.table)
    if deal != at.deals + 1:
        raise RuleError("deal", _("Deal %(deal)s comes next at this table."), deal=at.deals + 1)
    if players < FEWEST_IN_A_DEAL:
        raise RuleError("table", _("Fewer than two play at table %(table)s: no deal there."), table=at.table)


def _before(act: Act, at: AtTable) -> Mapping[int, int | None]:
    """What each player has before the deal; unknown where deals are not counted."""
    counted = act.settings.counting is Counting.EACH_DEAL
    return {entry: at.held[entry] if counted else None for entry in at.playing}


def _lines(
    act: Act,
    at: AtTable,
    deal: int,
    winners: Collection[int],
    in_call: Collection[int],
    tally: Tally,
    before: Mapping[int, int | None],
    left: Mapping[int, int],
) -> list[Line]:
    """The deal's lines, checked by the core against what everybody held ``before``.

    ``left`` is what people who have gone since have in the pool: they lose it, whatever is told.
    """
    for field_, named in (("winners", winners), ("in_call", in_call), ("counters", tally.amounts)):
        if set(named) - set(at.playing):
            raise RuleError(
                field_, _("Somebody named here does not play at table %(table)s."), table=at.table
            )
    whole(tally.amounts)
    before = {**before, **left}
    net = _net(act, at, deal, winners, tally.with_left(left), before)
    lines = [
        Line(entry, entry in winners, entry in winners or entry in in_call, net.get(entry))
        for entry in before
    ]
    checks.check_deal(lines, before, act.settings.counting, _broke(tally))
    if tally.kind is TallyKind.STAKES:
        _refuse_side_pool(tally.with_left(left).amounts, winners)
    return lines


def _refuse_side_pool(stakes: Mapping[int, int], winners: Collection[int]) -> None:
    """Stakes alone do not say who won a side pool, in which the short winner has no part."""
    if max(stakes.values()) > min(stakes.get(winner, 0) for winner in winners):
        raise RuleError(
            "counters",
            _("Somebody put in more than the winner, so there was a side pool: enter what each has now."),
        )


def _broke(tally: Tally) -> list[int]:
    """Who was counted to have nothing left."""
    return [e for e, left in tally.amounts.items() if tally.kind is TallyKind.COUNTS and left == 0]


def _net(
    act: Act, at: AtTable, deal: int, winners: Collection[int], tally: Tally, before: Mapping[int, int | None]
) -> Mapping[int, int]:
    if act.settings.counting is Counting.AT_THE_END:
        if tally.kind not in (TallyKind.NONE, TallyKind.COUNTS):
            raise RuleError("counters", _("In this evening counters are counted at the end only."))
        return {}
    if tally.kind is TallyKind.STAKES:
        stakes = {entry: tally.amounts.get(entry, 0) for entry in before}
        clockwise = at.from_left_of(at.dealer(deal))
        return pool.divide(stakes, [entry for entry in clockwise if entry in winners])
    if tally.kind is TallyKind.COUNTS:
        return checks.from_counts(before, tally.amounts)
    return tally.amounts


def _write(act: Act, record: Deal, version: int, lines: Sequence[Line]) -> None:
    made = DealVersion.objects.create(deal=record, version=version, journal=act.line)
    DealLine.objects.bulk_create(
        DealLine(
            version=made, entry_id=line.entry, won=line.won, in_call=line.in_call, counters=line.counters
        )
        for line in lines
    )


def _refuse_broke_winner(at: AtTable, counts: Mapping[int, int]) -> None:
    last = Deal.objects.filter(round=at.round, position=at.table, number=at.deals, void=None).first()
    lines = versions_of(last)[-1].lines if last else ()
    for line in lines:
        if line.won and counts.get(line.entry) == 0:
            raise RuleError(
                "counts", _("%(who)s won the pool, and cannot be left without counters."), who=line.entry
            )


def _forget_counts(act: Act, at: AtTable, winners: Collection[int]) -> None:
    """A count made before this deal says nothing any more; who was broke before and did not win still is."""
    counts = CountRow.objects.filter(round=at.round, kind=CountKind.BELL, entry__in=at.playing, void=None)
    counts.filter(Q(counters__gt=0) | Q(entry__in=winners)).update(void=act.line)


def _no_longer_broke(act: Act, at: AtTable, winners: Collection[int], tally: Tally) -> None:
    """By a correction: the winner is not broke, nor is who was, when those who are are told anew."""
    zeros = CountRow.objects.filter(
        round=at.round, kind=CountKind.BELL, counters=0, entry__in=at.playing, void=None
    )
    told_anew = at.playing if tally.kind is TallyKind.COUNTS else winners
    zeros.filter(entry__in=set(told_anew)).update(void=act.line)


def _write_counts(act: Act, row: RoundRow, tally: Tally) -> None:
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
