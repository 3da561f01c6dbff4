"""A deal of bids: what everybody bid, then the tricks, which score it; and both corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.errors import RequiredError, RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from games.rules import checks
from games.rules.bidding import check_bids, check_change
from games.rules.deals import DealPlan as Plan
from games.rules.deals import Hand, Trump
from games.rules.scoring import best_of_deal, refuse_uncounted, score_deal
from tournaments.bell.services.bell import ring_if_due
from tournaments.core.counters.checks import ONE_MISSING
from tournaments.core.kinds.counters import as_called, played, require_bids
from tournaments.core.record import DealPart, Pool, Stage
from tournaments.core.refusals import GAME_OVER, NOT_AT_TABLE, RUNG
from tournaments.evening.selectors.deals import BidTable, bid_table
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import BidRow, OpenDeal
from tournaments.scoring.services.counts import (
    recorded,
    refuse_closed,
    refuse_out_of_turn,
    write_deal,
    write_lines,
)
from tournaments.standings.services import result_again

BIDS_RECORDED = _("The bids of this deal are already recorded. Check them.")

SUITS = ("", "C", "D", "H", "S")


@dataclass(frozen=True)
class Taken:
    """What was won, by entry: how many tricks, or which (from 1) where that counts; and revokes."""

    tricks: Mapping[int, int]
    took: Mapping[int, Sequence[int]] = field(default_factory=dict)
    revokes: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Bids:
    """What was bid, by entry; the dealer's call where the game has one, and the trump if it was noted."""

    bids: Mapping[int, int]
    call: Mapping[str, Any] = field(default_factory=dict)
    trump: str = ""


@journaled("bids_recorded", Stage.PLAYING, right=Right.SCORE, by_link=True, title="Record the bids of a deal")
def bids_record(act: Act, *, round: int, table: int, deal: int, told: Bids, base: int | None = None) -> None:
    """Record each player's bid on the next deal.

    ``base``: the journal line of the current bids, to replace them. This requires a reason, except in games
    where bids can be changed.
    """
    at = _in_turn(act, round, table, deal)
    plan = _plan(at, told.call)
    if at.open is None and base is not None:
        raise StaleError(
            "base", _("The bids have changed since you opened this page. Check them, then enter yours again.")
        )
    if at.open is not None:
        if at.open.seq != base:
            raise StaleError("base", BIDS_RECORDED)
        if not act.line.reason and not _may_change(at, plan, deal, told):
            raise RequiredError("reason", _("These bids are already made. Enter a reason to correct them."))
        OpenDeal.objects.filter(pk=at.open.id).update(void=act.line)
    _check_bids(at, plan, deal, told)
    opened = OpenDeal.objects.create(
        round=at.at.round,
        position=table,
        deal=deal,
        call=dict(told.call),
        trump=told.trump,
        journal=act.line,
    )
    BidRow.objects.bulk_create(
        BidRow(deal=opened, entry_id=entry, bid=told.bids[entry]) for entry in at.bidders(deal)
    )


@journaled("deal_scored", Stage.PLAYING, right=Right.SCORE, by_link=True, title="Record the tricks of a deal")
def score_record(
    act: Act, *, round: int, table: int, deal: int, taken: Taken, told: Bids | None = None
) -> None:
    """Record the tricks, which score the deal. ``told``: the bids, if they were not recorded before.

    Record a trump turned up after the bids with the tricks.
    """
    at = _in_turn(act, round, table, deal)
    if at.open is not None:
        if told is not None and (told.bids, told.call) != (at.open.bids, at.open.call):
            raise StaleError("base", BIDS_RECORDED)
        told = Bids(at.open.bids, at.open.call, at.open.trump or (told.trump if told else ""))
        OpenDeal.objects.filter(pk=at.open.id).update(void=act.line)
    elif told is None:
        raise StateError("bids", _("Enter the bids first."))
    plan = _plan(at, told.call)
    _check_bids(at, plan, deal, told)
    lines = _lines(act, at, plan, deal, told, taken)
    record = write_deal(act, at.at.round, table, deal)
    write_lines(act, record, 1, lines, told.call, told.trump)
    if _is_over(at, deal, lines, told):
        ring_if_due(act, at.at.round, table)


@journaled(
    "score_corrected",
    Stage.PLAYING,
    Stage.SETTLING,
    Stage.FINISHED,
    asks_reason=True,
    title="Correct a deal with bids",
    looks=True,
    replays=True,
)
def score_correct(
    act: Act, *, round: int, table: int, deal: int, base_version: int, taken: Taken, told: Bids
) -> None:
    """Correct a recorded deal with bids. Seats stay. All that depends on the deal is calculated again.

    It is refused if the next deal would have been another one.
    """
    record, _standing = recorded(act, round, table, deal, base_version)
    at = _bid_table(act, round, table, deal)
    plan = _plan(at, told.call)
    _check_bids(at, plan, deal, told)
    lines = _lines(act, at, plan, deal, told, taken)
    ends = _ends_by(at, lines, told)
    write_lines(act, record, base_version + 1, lines, told.call, told.trump)
    act.note(round=round, table=table, deal=deal)
    if ends and not at.at.round.closed_id:
        ring_if_due(act, at.at.round, table)
    if act.stage is Stage.FINISHED:
        result_again(act)


def _bid_table(act: Act, round: int, table: int, deal: int | None = None) -> BidTable:
    """Return the table, as it was before ``deal`` if recorded. RuleError where counters are played for."""
    require_bids(act.evening.play)
    return bid_table(act.evening, round, table, deal, at=act.table(round, table))


def _in_turn(act: Act, round: int, table: int, deal: int) -> BidTable:
    """Return the table if this deal comes next there; RuleError if not."""
    at = _bid_table(act, round, table)
    refuse_closed(at.at)
    if deal > len(at.decided) and not at.play.kind.enough(at.play, len(at.places)):
        raise StateError(
            "players",
            _("This game is for %(range)s players. Table %(table)s has %(players)s."),
            range=str(most) if (most := at.game.most) == at.game.fewest else f"{at.game.fewest}–{most}",
            table=table,
            players=len(at.places),
        )
    refuse_out_of_turn(at.at, deal, at.next_number)
    return at


def _plan(at: BidTable, call: Mapping[str, Any]) -> Plan:
    """Return the deal that comes next, with the dealer's call in it. RuleError if over, or without calls."""
    bare = at.plan
    if bare is None:
        raise StateError("deal", GAME_OVER)
    if call and not bare.by_call:
        raise RuleError("call", _("This game has no call. Leave it empty."))
    return as_called(at.play, bare, call)


def _check_bids(at: BidTable, plan: Plan, deal: int, told: Bids) -> None:
    """Check that everybody bid, nobody else did, and the rules allow each bid in its turn."""
    _refuse_others(told.bids, at.places, "bids")
    if told.trump not in SUITS:
        raise RuleError("trump", _("Enter a suit as C, D, H or S."))
    if told.trump and plan.trump is Trump.NONE:
        raise RuleError("trump", _("This deal has no trump. Leave the trump empty."))
    if told.trump and plan.trump is Trump.FIXED and told.trump != plan.suit:
        raise RuleError("trump", _("Another suit is trump in this deal. Correct the trump."))
    bidders = at.bidders(deal)
    bids, zeros = [told.bids[entry] for entry in bidders], [at.zeros[entry] for entry in bidders]
    try:
        check_bids(at.game, plan, bids, zeros)
    except RuleError as error:
        raise _named(error, bidders) from None


def _may_change(at: BidTable, plan: Plan, deal: int, told: Bids) -> bool:
    """Return whether the bids may become these: when all have bid, the last one may still change theirs."""
    if at.open is None or told.call != at.open.call:
        return False
    bidders = at.bidders(deal)
    stood = [at.open.bids[entry] for entry in bidders]
    changed = [place for place, entry in enumerate(bidders) if told.bids.get(entry) != stood[place]]
    try:
        for place in changed:
            check_change(at.game, plan, len(bidders), stood, place, told.bids.get(bidders[place], 0))
    except RuleError:
        return False
    return True


def _refuse_others(told: Mapping[int, object], people: Sequence[int], field: str) -> None:
    if set(told) - set(people):
        raise RuleError(field, NOT_AT_TABLE)
    for entry in people:
        if entry not in told:
            raise RuleError(f"{field}-{entry}", ONE_MISSING, who=entry)


def _lines(act: Act, at: BidTable, plan: Plan, deal: int, told: Bids, taken: Taken) -> list[DealPart]:
    """Return the deal's lines, scored; the best are its winners, in the call those whose bid was exact."""
    for field_, named_ in (("took", taken.took), ("revokes", taken.revokes)):
        if set(named_) - set(at.places):
            raise RuleError(field_, NOT_AT_TABLE)
    _refuse_others(taken.tricks, at.places, "tricks")
    hands = [
        Hand(
            told.bids[entry],
            taken.tricks[entry],
            checks.several(taken.took.get(entry, ()), f"took-{entry}"),
            taken.revokes.get(entry, 0),
        )
        for entry in at.places
    ]
    try:
        refuse_uncounted(at.game, plan, hands)
        scores = score_deal(at.game, plan, hands, at.orders(deal).playing[0])
    except RuleError as error:
        raise _named(error, at.places) from None
    best = best_of_deal(scores, hands)
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
        for place, (entry, hand) in enumerate(zip(at.places, hands, strict=True))
    ]


def _named(error: RuleError, people: Sequence[int]) -> RuleError:
    """Move the rules' refusal from a place ("bids.2") to that person's field ("bids-17")."""
    field_, _dot, place = error.field.rpartition(".")
    if field_ and place.isdigit():
        error.field = f"{field_}-{people[int(place)]}"
    return error


def _pool(at: BidTable, deal: int, lines: Sequence[DealPart], told: Bids) -> Pool:
    return Pool(at.at.round.number, at.at.table, deal, tuple(lines), 0, call=told.call, trump=told.trump)


def _is_over(at: BidTable, deal: int, lines: Sequence[DealPart], told: Bids) -> bool:
    """Return whether the table has played its round with this deal."""
    return _plays_no_more(at, [*at.decided, _pool(at, deal, lines, told)])


def _plays_no_more(at: BidTable, decided: Sequence[Pool]) -> bool:
    return at.play.format.deal(at.play, at.at.round.number, len(at.places), decided) is None


def _ends_by(at: BidTable, lines: Sequence[DealPart], told: Bids) -> bool:
    """Return whether a correction ends a whole game that went on before.

    RuleError where other deals would have followed, or a game would go on whose bell has rung.
    """
    was, *after = at.later
    corrected = [*at.decided, _pool(at, was.deal, lines, told), *after]
    stood, round = [*at.decided, *at.later], at.at.round
    was_over, is_over = _plays_no_more(at, stood), _plays_no_more(at, corrected)
    if was_over and not is_over and round.rung_id and not round.closed_id:
        raise StateError("round", RUNG)
    began = len(stood[0].lines)
    followed, would_follow = (
        [done.deal for done in played(at.play, began, decided)] for decided in (stood, corrected)
    )
    if followed[len(at.decided) + 1 :] != would_follow[len(at.decided) + 1 :]:
        raise StateError(
            "deal",
            _("This correction would change the deals that follow. Undo the later deals first."),
        )
    return is_over and not was_over
