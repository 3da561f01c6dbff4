"""A pool is recorded and corrected."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from games.rules import pool
from tournaments.core import checks, leaving, ledger
from tournaments.core.dealing import FEWEST_AT_A_POOL
from tournaments.core.facts import Line, Stage, StakeKind
from tournaments.core.settings import Counting
from tournaments.models import Deal, StakeRow
from tournaments.selectors.facts import load_facts
from tournaments.selectors.tables import AtTable, at_table, left_in_pool
from tournaments.services.bell import ring_if_due
from tournaments.services.counts import (
    Tally,
    TallyKind,
    forget_counts,
    no_longer_broke,
    whole,
    write_counts,
)
from tournaments.services.journal import Act, journaled
from tournaments.services.records import open_table, recorded, write_lines
from tournaments.services.results import result_again


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
    _refuse_bids(act)
    at = open_table(act, round, table)
    left = left_in_pool(act.evening, at)
    _refuse_out_of_turn(act, at, deal, len(at.playing) + len(left))
    lines = _lines(act, at, deal, winners, in_call, tally, _before(act, at), left)
    record = Deal.objects.create(round=at.round, position=table, number=deal, journal=act.line)
    write_lines(act, record, 1, lines)
    if act.settings.counting is Counting.AT_THE_END:
        forget_counts(act, at, winners)
        write_counts(act, at.round, tally)
    if deal == act.settings.deals:
        ring_if_due(act, at.round, table)
    elif at.play.whole_games:
        _stake_again(act, at, lines)


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
    _refuse_bids(act)
    record, standing = recorded(act, round, table, deal, base_version)
    facts = load_facts(act.evening.pk)
    before = ledger.balances(facts, act.settings, upto_seq=record.journal.seq - 1)
    left = next(leaving.left_in_pool(facts, pool) for pool in facts.pools if pool.seq == record.journal.seq)
    players = [line.entry for line in standing.lines if line.entry not in left]
    at = at_table(act.evening.pk, round, table).of(players)
    lines = _lines(act, at, deal, winners, in_call, tally, {entry: before[entry] for entry in players}, left)
    write_lines(act, record, base_version + 1, lines)
    if act.settings.counting is Counting.AT_THE_END:
        no_longer_broke(act, at, winners, tally)
        write_counts(act, at.round, tally)
    act.note(round=round, table=table, deal=deal)
    if act.stage is Stage.FINISHED:
        result_again(act)


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
    if players < FEWEST_AT_A_POOL:
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


def _refuse_bids(act: Act) -> None:
    if not act.evening.play.staked:
        raise RuleError("game", _("Bids and tricks are recorded in this game, not counters."))


def _stake_again(act: Act, at: AtTable, lines: Sequence[Line]) -> None:
    """Between the deals of a whole game, who has lost all counters takes a fresh stake."""
    if act.settings.counting is not Counting.EACH_DEAL:
        return
    broke = [line.entry for line in lines if at.held.get(line.entry, 0) + (line.counters or 0) == 0]
    StakeRow.objects.bulk_create(
        StakeRow(
            entry_id=entry,
            round=at.round,
            kind=StakeKind.FRESH,
            counters=act.settings.stake,
            journal=act.line,
        )
        for entry in broke
        if entry in at.playing
    )
    if broke:
        act.note(fresh=broke)
