"""Services to undo the last bell, replay or keep its moves, and preview the changes of a command.

``rehearse_at`` runs the command and rolls it back, so a preview and the command use the same code.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from accounts.refusals import CHANGED_MEANWHILE
from tournaments.base.arguments import ArgumentLimits, RoundNo
from tournaments.bell.services.bell import apply_bell, require_decided, require_open_round, stop_clock
from tournaments.core.counters import ledger
from tournaments.core.formats.preview import build_preview
from tournaments.core.record import CountKind, Stage, StakeKind
from tournaments.core.refusals import NOT_RUNG
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import STAKE_CORRECTED, load_facts
from tournaments.evening.selectors.moves import (
    LINE_TAKEN_BACK,
    MOVES_KEPT,
    find_later_correction,
    has_kept_moves,
)
from tournaments.evening.services.journal import Act, RequestedBy, journaled
from tournaments.models import (
    CountRow,
    CutRow,
    Deal,
    EntryRow,
    Evening,
    Journal,
    MoveRow,
    OpenDeal,
    PresenceRow,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)
from tournaments.scoring.services.counts import stake_after_undo

UndoneRound = Annotated[
    int,
    ArgumentLimits(
        "The round whose bell is undone. This prevents two people from undoing two bells at once.", least=1
    ),
]
Discard = Annotated[bool, ArgumentLimits("Discard the results of the round after this bell.")]


@journaled(
    "bell_undone",
    Stage.PLAYING,
    Stage.SETTLING,
    right=Right.RUN,
    asks_reason=True,
    title="Undo the last bell",
    looks=True,
)
def bell_undo(act: Act, *, round: UndoneRound | None = None, discard: Discard = False) -> None:
    """Undo the last bell. Its round is open again, with the seats, counters and chips from before.

    Games that were stopped at this bell or before it can continue. ``round``: the round of this bell. It
    prevents two people from undoing two bells at once.
    """
    last = act.get_round()
    applied = not last.rung_id and not last.closed_id and last.number > 1
    _refuse_other(round, last.number - applied)
    undone = {last.rung_id, last.closed_id}
    if applied:
        row = _void_opened(act, last, discard)
        _advance_arrivals(act, last)
    else:
        row = _reopen(act, last)
    if row.rung:
        since = {"void": None, "journal__seq__gt": row.rung.seq}
        CutRow.objects.filter(round=row, **since).update(void=act.line)
        TableEnding.objects.filter(table__round=row, void=None).update(void=act.line)
        stop_clock(act, row, row.rung.at)
    undone.add(row.rung_id)
    row.rung, row.moves_at, row.held = None, None, False
    row.save(update_fields=["rung", "moves_at", "held"])
    stake_after_undo(act, row, undone)
    act.go_to(Stage.PLAYING)


@journaled(
    "moves_replayed",
    Stage.PLAYING,
    right=Right.RUN,
    asks_reason=True,
    title="Calculate the last moves again",
    looks=True,
)
def moves_replay(act: Act, *, round: UndoneRound | None = None, discard: Discard = False) -> None:
    """Undo the last bell's moves and make them again from the corrected deals.

    A cut between the same players is used again. If a new cut is needed, this is refused. The clock stops
    until it is resumed.
    """
    last = act.get_round()
    if last.rung_id or last.number == 1:
        raise StateError(
            "round", _("There are no moves to calculate again. This is possible only for the last moves.")
        )
    _refuse_other(round, last.number - 1)
    _refuse_stakes(last)
    absences = _load_absences_since(act, last)
    row = _void_opened(act, last, discard)
    facts = load_facts(act.evening.pk)
    next_round = apply_bell(act, row, facts, require_decided(row, build_preview(facts, row.number)))
    next_round.starts_at, next_round.ends_at, next_round.left = last.starts_at, last.ends_at, last.left
    next_round.warned = last.warned
    stop_clock(act, next_round, act.now)
    _keep_away(act, next_round, absences)


def correct_and_replay(by: RequestedBy, correct: Callable[[RequestedBy], Journal], *, round: int) -> Journal:
    """Correct the last closed round and make its moves again. Both happen, or neither."""
    with transaction.atomic():
        correct(by)
        return moves_replay(replace(by, key=derive_replay_key(by.key)), round=round)


def derive_replay_key(key: UUID | None) -> UUID | None:
    """Return the request's key for the replay that is part of another command."""
    return uuid5(key, "moves_replayed") if key else None


def _refuse_other(round: int | None, last: int) -> None:
    if round is not None and round != last:
        raise StaleError(
            "round",
            _("Only the most recent bell can be undone. It ended round %(round)s. Undo that bell first."),
            round=last,
        )


def _refuse_stakes(last: RoundRow) -> None:
    """Refuse if somebody corrected stakes of the round: a replay would lose the correction."""
    fresh = StakeRow.objects.filter(round=last, kind=StakeKind.FRESH)
    if fresh.filter(
        Q(journal__verb=STAKE_CORRECTED, void=None)
        | ~Q(journal__verb=STAKE_CORRECTED) & Q(void__verb=STAKE_CORRECTED)
    ).exists():
        raise StateError(
            "round",
            _("Fresh stakes of round %(round)s were corrected. Undo that correction or the bell first."),
            round=last.number,
        )


def _reopen(act: Act, last: RoundRow) -> RoundRow:
    """Reopen the round whose bell rang last. Void the effects of the bell; the deals stay."""
    if not last.rung_id and not last.closed_id:
        raise StateError("round", NOT_RUNG)
    if last.closed is not None:
        if not last.rung_id:
            stop_clock(act, last, last.closed.at)
        last.closed = None
        last.save(update_fields=["closed"])
        CountRow.objects.filter(round=last, kind=CountKind.FINAL, void=None).update(void=act.line)
    act.note(round=last.number)
    return last


def _void_opened(act: Act, last: RoundRow, discard: bool) -> RoundRow:
    """Void the round that the last bell opened, with its seats and stakes. Reopen the round before.

    People of the voided round who left since are present again, as at the bell. The line notes who they are.
    """
    deals = Deal.objects.filter(round=last, void=None)
    if deals.exists() and not discard:
        raise RuleError(
            "discard",
            _("Round %(round)s already has results. Confirm that they are discarded."),
            round=last.number,
        )
    opening = last.journal
    since = _select_presences_since(act, last).filter(entry__in=_select_round_entries(last))
    presences = [list(row) for row in since.values_list("entry", "state")]
    act.note(round=last.number - 1, presences=presences)
    since.update(void=act.line)
    deals.update(void=act.line)
    for model in (SeatRow, RoundTable, StakeRow, CutRow, MoveRow, CountRow, OpenDeal):
        model.objects.filter(round=last, void=None).update(void=act.line)
    TableEnding.objects.filter(table__round=last, void=None).update(void=act.line)
    RoundRow.objects.filter(pk=last.pk).update(void=act.line)
    before = RoundRow.objects.get(evening=act.evening, number=last.number - 1, void=None)
    MoveRow.objects.filter(round=before, void=None, journal=opening).update(void=act.line)
    before.closed = None
    before.save(update_fields=["closed"])
    return before


def _select_presences_since(act: Act, last: RoundRow) -> QuerySet[PresenceRow]:
    """Return comings and goings since the round was opened. A replay opens the round with them."""
    rows = PresenceRow.objects.filter(entry__evening=act.evening, void=None)
    return rows.filter(journal__seq__gte=last.journal.seq).order_by("journal__seq", "id")


def _advance_arrivals(act: Act, last: RoundRow) -> None:
    """Let people who came for the voided round join the round before, because that one is open again."""
    since = list(_select_presences_since(act, last))
    PresenceRow.objects.filter(pk__in=[row.pk for row in since]).update(void=act.line)
    PresenceRow.objects.bulk_create(
        PresenceRow(
            entry_id=row.entry_id,
            from_round=min(row.from_round, last.number),
            state=row.state,
            journal=act.line,
        )
        for row in since
    )


def _select_round_entries(last: RoundRow) -> QuerySet[EntryRow]:
    """Return the people who sat in the round, or who waited and left with counters."""
    departures = StakeRow.objects.filter(round=last, kind=StakeKind.DEPARTURE, void=None)
    seats = SeatRow.objects.filter(round=last).exclude(void__verb=LINE_TAKEN_BACK)
    return EntryRow.objects.filter(Q(pk__in=seats.values("entry")) | Q(pk__in=departures.values("entry")))


@dataclass(frozen=True)
class _Absences:
    """Presences and departures of a round's people, to be written again after a replay."""

    presences: tuple[PresenceRow, ...]
    departures: tuple[StakeRow, ...]


def _load_absences_since(act: Act, last: RoundRow) -> _Absences:
    departures = StakeRow.objects.filter(round=last, kind=StakeKind.DEPARTURE, void=None)
    return _Absences(
        tuple(_select_presences_since(act, last).filter(entry__in=_select_round_entries(last))),
        tuple(departures),
    )


def _keep_away(act: Act, next_round: RoundRow, absences: _Absences) -> None:
    """Write again that people left after the replayed moves, with their counters by the corrected deals."""
    PresenceRow.objects.bulk_create(
        PresenceRow(entry_id=row.entry_id, from_round=row.from_round, state=row.state, journal=act.line)
        for row in absences.presences
    )
    facts = load_facts(act.evening.pk)
    balances = ledger.compute_balances(facts, act.settings)
    owners = set(facts.starters) - set(ledger.count_taken_away(facts))
    StakeRow.objects.bulk_create(
        _find_departure(act, next_round, row, balances[row.entry_id])
        for row in absences.departures
        if row.entry_id in owners
    )


def _find_departure(act: Act, next_round: RoundRow, was: StakeRow, balance: int | None) -> StakeRow:
    """Return what a player took along and left in a pool, by the corrected deals if every deal is counted."""
    counters, in_pool = was.counters, was.in_pool
    if balance is not None and act.settings.counting is Counting.EACH_DEAL:
        in_pool = min(in_pool, balance)
        counters = balance - in_pool
    return StakeRow(
        entry_id=was.entry_id,
        round=next_round,
        kind=StakeKind.DEPARTURE,
        counters=counters,
        in_pool=in_pool,
        journal=act.line,
    )


T = TypeVar("T")
REASON_PENDING = "…"
"""A placeholder for the reason, which the form requires only with the confirmation."""


def rehearse_at(
    by: RequestedBy, command: Callable[[RequestedBy], object], look: Callable[[Evening], T]
) -> tuple[int, T, T]:
    """Return the journal's last line, and what ``look`` returns before and after the command.

    The command is rolled back, and no live message is sent. Raises what the command raises.
    """
    with journaled.share(by.evening), transaction.atomic():
        evening = Evening.objects.select_for_update(of=("self",)).get(pk=by.evening)
        before = look(evening)
        command(replace(by, key=None, reason=by.reason.strip() or REASON_PENDING))
        after = look(Evening.objects.get(pk=by.evening))
        transaction.set_rollback(True)
    return evening.seq, before, after


def run_if_current(
    by: RequestedBy, command: Callable[[RequestedBy], T], *, seq: int, key: UUID | None = None
) -> T:
    """Run the command if line ``seq``, from the preview, is still the last line. Else StaleError at ``seen``.

    A repeated request returns its earlier line. ``key``: the request key of the command's last line, if it
    writes several lines.
    """
    with journaled.share(by.evening), transaction.atomic():
        evening = Evening.objects.select_for_update(of=("self",)).get(pk=by.evening)
        key = key or by.key
        is_repeat = key and Journal.objects.filter(evening=evening, request_key=key).exists()
        if evening.seq != seq and not is_repeat:
            raise StaleError("seen", CHANGED_MEANWHILE)
        return command(by)


@journaled(MOVES_KEPT, Stage.PLAYING, title="Let the last moves stand after a correction")
def moves_keep(act: Act, *, round: RoundNo) -> None:
    """Keep the moves that opened this round after a correction. Nobody changes seats."""
    row = require_open_round(act, round)
    since = find_later_correction(act.evening, row.number)
    if not since or has_kept_moves(act.evening, since, but=act.line):
        raise StateError("round", _("No correction waits for a decision about the moves."))
    act.note(round=round - 1)
