"""Services to record a deal's bids, to record its tricks (which scores the deal), and to correct both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.errors import RequiredError, RuleError, SameError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from games.rules import checks
from games.rules.bidding import check_bids, check_change
from games.rules.deals import DealPlan as Plan
from games.rules.deals import Hand, Trump
from games.rules.scoring import find_best, refuse_uncounted, score_deal
from tournaments.bell.services.bell import ring_if_due
from tournaments.core.counters.checks import ONE_MISSING
from tournaments.core.kinds.counters import call_deal, list_finished_deals, require_bids
from tournaments.core.record import DealPart, Pool, Stage
from tournaments.core.refusals import DEAL_RECORDED, GAME_OVER, NOT_AT_TABLE, RUNG
from tournaments.evening.selectors.deals import BidTable, load_bid_table
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import BidRow, OpenDeal
from tournaments.scoring.services.corrections import (
    accept_repeated,
    is_repeated,
    refuse_as_stale,
    refuse_late_correction,
    refuse_unchanged,
    void_idle_cuts,
)
from tournaments.scoring.services.counts import (
    load_deal,
    load_newest,
    refuse_closed,
    refuse_out_of_turn,
    write_deal,
    write_lines,
)
from tournaments.standings.services import rewrite_result

BIDS_RECORDED = _("The bids of this deal are already recorded. Check them.")

SUITS = ("", "C", "D", "H", "S")


@dataclass(frozen=True)
class TrickResult:
    """The tricks won, by entry: their number, or which ones (from 1) in a madness deal; and the revokes."""

    tricks: Mapping[int, int]
    took: Mapping[int, Sequence[int]] = field(default_factory=dict)
    revokes: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class DealBids:
    """The bids by entry, the dealer's call in games with calls, and the trump if it was recorded."""

    by_entry: Mapping[int, int]
    call: Mapping[str, Any] = field(default_factory=dict)
    trump: str = ""


@journaled("bids_recorded", Stage.PLAYING, right=Right.SCORE, by_link=True, title="Record the bids of a deal")
def bids_record(
    act: Act, *, round: int, table: int, deal: int, bids: DealBids, base: int | None = None
) -> None:
    """Record each player's bid on the next deal.

    ``base``: the journal line of the current bids, to replace them. Replacing bids requires a reason, except
    in games where a bid may be changed.
    """
    state = _load_bid_table(act, round, table)
    if is_repeated(act, state.scorer_table, deal):
        _refuse_repeated(act, round, table, deal, bids)
    _require_turn(state, deal)
    plan = _plan_deal(state, bids.call)
    if state.open is None and base is not None:
        raise StaleError(
            "base", _("The bids have changed since you opened this page. Check them, then enter yours again.")
        )
    if state.open is not None:
        if state.open.seq != base:
            stands = DealBids(state.open.bids, state.open.call, state.open.trump)
            same = act.line.link_id is not None and _is_same(bids, stands)
            raise (SameError if same else StaleError)("base", BIDS_RECORDED)
        if not act.line.reason and not _may_change(state, plan, deal, bids):
            raise RequiredError("reason", _("These bids are already made. Enter a reason to correct them."))
        OpenDeal.objects.filter(pk=state.open.id).update(void=act.line)
    _check_bids(state, plan, deal, bids)
    open_deal = OpenDeal.objects.create(
        round=state.scorer_table.round,
        position=table,
        deal=deal,
        call=dict(bids.call),
        trump=bids.trump,
        journal=act.line,
    )
    BidRow.objects.bulk_create(
        BidRow(deal=open_deal, entry_id=entry, bid=bids.by_entry[entry]) for entry in state.list_bidders(deal)
    )


def _refuse_repeated(act: Act, round: int, table: int, deal: int, bids: DealBids) -> None:
    """Refuse bids from a phone if the deal is scored: SameError if these bids are in the result."""
    record, version = load_newest(act, round, table, deal)
    newest = record.versions.latest("version")
    stands = DealBids({line.entry: line.bid or 0 for line in version.lines}, newest.call, newest.trump)
    raise (SameError if _is_same(bids, stands) else StaleError)("deal", DEAL_RECORDED)


def _is_same(bids: DealBids, stands: DealBids) -> bool:
    """Return whether the bids are the same. The trump may be missing in one of them."""
    is_trump_same = bids.trump == stands.trump or not (bids.trump and stands.trump)
    return is_trump_same and (bids.by_entry, bids.call) == (stands.by_entry, stands.call)


@journaled("deal_scored", Stage.PLAYING, right=Right.SCORE, by_link=True, title="Record the tricks of a deal")
def score_record(
    act: Act, *, round: int, table: int, deal: int, result: TrickResult, bids: DealBids | None = None
) -> None:
    """Record the tricks and so score the deal. ``bids``: the bids, if they were not recorded before.

    Record a trump turned up after the bids with the tricks.
    """
    state = _load_bid_table(act, round, table)
    if bids is not None and is_repeated(act, state.scorer_table, deal):
        _accept_repeated(act, round, table, deal, bids, result)
        return
    _require_turn(state, deal)
    if state.open is not None:
        if bids is not None and (bids.by_entry, bids.call) != (state.open.bids, state.open.call):
            raise StaleError("base", BIDS_RECORDED)
        bids = DealBids(state.open.bids, state.open.call, state.open.trump or (bids.trump if bids else ""))
        OpenDeal.objects.filter(pk=state.open.id).update(void=act.line)
    elif bids is None:
        raise StateError("bids", _("Enter the bids first."))
    plan = _plan_deal(state, bids.call)
    _check_bids(state, plan, deal, bids)
    lines = _score_lines(act, state, plan, deal, bids, result)
    record = write_deal(act, state.scorer_table.round, table, deal)
    write_lines(act, record, 1, lines, bids.call, bids.trump)
    if _is_over(state, deal, lines, bids):
        ring_if_due(act, state.scorer_table.round, table)


def _accept_repeated(
    act: Act, round: int, table: int, deal: int, bids: DealBids, result: TrickResult
) -> None:
    record, version = load_newest(act, round, table, deal)
    if bids.call != record.versions.latest("version").call:
        raise StaleError("deal", DEAL_RECORDED)
    with refuse_as_stale():
        state = _load_bid_table(act, round, table, deal)
        lines = _score_lines(act, state, _plan_deal(state, bids.call), deal, bids, result)
    accept_repeated(act, record, version.lines, lines, bids.call, bids.trump)


@journaled(
    "score_corrected",
    Stage.PLAYING,
    Stage.SETTLING,
    Stage.FINISHED,
    asks_reason=True,
    by_link=True,
    title="Correct a deal with bids",
    looks=True,
    replays=True,
)
def score_correct(
    act: Act, *, round: int, table: int, deal: int, base_version: int, result: TrickResult, bids: DealBids
) -> None:
    """Correct a recorded deal with bids. Seats stay. Everything that depends on the deal is calculated again.

    Refused if a different deal would have followed. A table's phone may do this with its last result, until
    the next one is recorded or the moves are made.
    """
    record, version = load_deal(act, round, table, deal, base_version)
    refuse_late_correction(act, act.get_table(round, table), record, base_version)
    state = _load_bid_table(act, round, table, deal)
    plan = _plan_deal(state, bids.call)
    _check_bids(state, plan, deal, bids)
    lines = _score_lines(act, state, plan, deal, bids, result)
    refuse_unchanged(act, record, version.lines, lines, bids.call, bids.trump)
    ends = _ends_game(state, lines, bids)
    _void_bids_of_other_deal(act, state, _make_pool(state, deal, lines, bids))
    write_lines(act, record, base_version + 1, lines, bids.call, bids.trump)
    act.note(round=round, table=table, deal=deal)
    void_idle_cuts(act, state.scorer_table.round)
    if ends and not state.scorer_table.round.closed_id:
        ring_if_due(act, state.scorer_table.round, table)
    if act.stage is Stage.FINISHED:
        rewrite_result(act)


def _load_bid_table(act: Act, round: int, table: int, deal: int | None = None) -> BidTable:
    """Return the table, before ``deal`` if that is recorded. RuleError if the game is played for counters."""
    require_bids(act.evening.play)
    return load_bid_table(act.evening, round, table, deal, read_table=act.get_table(round, table))


def _require_turn(state: BidTable, deal: int) -> None:
    """Refuse a deal that is not the table's next one."""
    refuse_closed(state.scorer_table)
    if deal > len(state.decided) and not state.play.kind.can_play(state.play, len(state.places)):
        raise StateError(
            "players",
            _("This game is for %(range)s players. Table %(table)s has %(players)s."),
            range=str(most)
            if (most := state.game.most) == state.game.fewest
            else f"{state.game.fewest}–{most}",
            table=state.scorer_table.table,
            players=len(state.places),
        )
    refuse_out_of_turn(state.scorer_table, deal, state.next_number)


def _plan_deal(state: BidTable, call: Mapping[str, Any]) -> Plan:
    """Return the next deal with the dealer's call. RuleError if the game is over or has no calls."""
    bare = state.plan
    if bare is None:
        raise StateError("deal", GAME_OVER)
    if call and not bare.by_call:
        raise RuleError("call", _("This game has no call. Leave it empty."))
    return call_deal(state.play, bare, call)


def _check_bids(state: BidTable, plan: Plan, deal: int, bids: DealBids) -> None:
    """Refuse missing bids, bids of other people, and bids that the rules do not allow in their turn."""
    _refuse_others(bids.by_entry, state.places, "bids")
    if bids.trump not in SUITS:
        raise RuleError("trump", _("Enter a suit as C, D, H or S."))
    if bids.trump and plan.trump is Trump.NONE:
        raise RuleError("trump", _("This deal has no trump. Leave the trump empty."))
    if bids.trump and plan.trump is Trump.FIXED and bids.trump != plan.suit:
        raise RuleError("trump", _("Another suit is trump in this deal. Correct the trump."))
    bidders = state.list_bidders(deal)
    numbers, zeros = [bids.by_entry[entry] for entry in bidders], [state.zeros[entry] for entry in bidders]
    try:
        check_bids(state.game, plan, numbers, zeros)
    except RuleError as error:
        raise _move_to_person(error, bidders) from None


def _may_change(state: BidTable, plan: Plan, deal: int, bids: DealBids) -> bool:
    """Return whether these bids may replace the old ones: the last bidder may still change their bid."""
    if state.open is None or bids.call != state.open.call:
        return False
    bidders = state.list_bidders(deal)
    stood = [state.open.bids[entry] for entry in bidders]
    places = [place for place, entry in enumerate(bidders) if bids.by_entry.get(entry) != stood[place]]
    try:
        for place in places:
            check_change(state.game, plan, len(bidders), stood, place, bids.by_entry.get(bidders[place], 0))
    except RuleError:
        return False
    return True


def _refuse_others(by_entry: Mapping[int, object], people: Sequence[int], field: str) -> None:
    if set(by_entry) - set(people):
        raise RuleError(field, NOT_AT_TABLE)
    for entry in people:
        if entry not in by_entry:
            raise RuleError(f"{field}-{entry}", ONE_MISSING, who=entry)


def _score_lines(
    act: Act, state: BidTable, plan: Plan, deal: int, bids: DealBids, result: TrickResult
) -> list[DealPart]:
    """Return the scored lines. ``won``: the best. ``in_call``: exact bids, if the settings protect these."""
    for field_, by_entry in (("took", result.took), ("revokes", result.revokes)):
        if set(by_entry) - set(state.places):
            raise RuleError(field_, NOT_AT_TABLE)
    _refuse_others(result.tricks, state.places, "tricks")
    hands = [
        Hand(
            bids.by_entry[entry],
            result.tricks[entry],
            checks.read_list(result.took.get(entry, ()), f"took-{entry}"),
            result.revokes.get(entry, 0),
        )
        for entry in state.places
    ]
    try:
        refuse_uncounted(state.game, plan, hands)
        scores = score_deal(state.game, plan, hands, state.list_orders(deal).playing[0])
    except RuleError as error:
        raise _move_to_person(error, state.places) from None
    best = find_best(scores, hands)
    protects = act.settings.exact_protects
    return [
        DealPart(
            entry,
            won=place in best,
            in_call=protects and hand.bid == hand.tricks,
            bid=hand.bid,
            tricks=hand.tricks,
            took=hand.took,
            revokes=hand.revokes,
            score=scores[place],
        )
        for place, (entry, hand) in enumerate(zip(state.places, hands, strict=True))
    ]


def _move_to_person(error: RuleError, people: Sequence[int]) -> RuleError:
    """Move a refusal from a place ("bids.2") to that player's field ("bids-17")."""
    field_, _dot, place = error.field.rpartition(".")
    if field_ and place.isdigit():
        error.field = f"{field_}-{people[int(place)]}"
    return error


def _make_pool(state: BidTable, deal: int, lines: Sequence[DealPart], bids: DealBids) -> Pool:
    return Pool(
        state.scorer_table.round.number,
        state.scorer_table.table,
        deal,
        tuple(lines),
        0,
        call=bids.call,
        trump=bids.trump,
    )


def _is_over(state: BidTable, deal: int, lines: Sequence[DealPart], bids: DealBids) -> bool:
    """Return whether this deal is the last of the table's round."""
    return _has_finished(state, [*state.decided, _make_pool(state, deal, lines, bids)])


def _has_finished(state: BidTable, decided: Sequence[Pool]) -> bool:
    return _find_next_deal(state, decided) is None


def _find_next_deal(state: BidTable, decided: Sequence[Pool]) -> Plan | None:
    return state.play.format.plan_deal(
        state.play, state.scorer_table.round.number, len(state.places), decided
    )


def _void_bids_of_other_deal(act: Act, state: BidTable, corrected: Pool) -> None:
    """Void the bids in play if another deal follows the corrected one, or none."""
    _was, *after = state.later
    stood, now = ([*state.decided, pool, *after] for pool in (state.later[0], corrected))
    if _find_next_deal(state, stood) != _find_next_deal(state, now):
        row = state.scorer_table
        OpenDeal.objects.filter(round=row.round, position=row.table, void=None).update(void=act.line)


def _ends_game(state: BidTable, lines: Sequence[DealPart], bids: DealBids) -> bool:
    """Return whether a correction ends a whole game that was not over before.

    RuleError if other deals would have followed, or if the game would continue after its bell.
    """
    was, *after = state.later
    corrected = [*state.decided, _make_pool(state, was.deal, lines, bids), *after]
    stood, round = [*state.decided, *state.later], state.scorer_table.round
    was_over, is_over = _has_finished(state, stood), _has_finished(state, corrected)
    if was_over and not is_over and round.rung_id and not round.closed_id:
        raise StateError("round", RUNG)
    began = len(stood[0].lines)
    followed, would_follow = (
        [pool.deal for pool in list_finished_deals(state.play, began, decided)]
        for decided in (stood, corrected)
    )
    if followed[len(state.decided) + 1 :] != would_follow[len(state.decided) + 1 :]:
        raise StateError(
            "deal",
            _("This correction would change the deals that follow. Undo the later deals first."),
        )
    return is_over and not was_over
