"""Services for the bell and its cuts: ring, move everybody, open the next round, record or draw cards.

Also functions that set and stop the round's clock. The core decides who moves where.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any

from django.db.models import Max

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from accounts.refusals import CHANGED_MEANWHILE
from tournaments.base.arguments import MOST_AT_A_TABLE, ArgumentLimits, EntryNo, RoundNo, Seed, TableNo
from tournaments.base.selectors import write_rows
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.kinds import awaited
from tournaments.core.movement import cuts
from tournaments.core.movement.bell import Move, NextGame
from tournaments.core.movement.clock import (
    LAST_MINUTE,
    Clock,
    ClockHand,
    count_shown_seconds,
    restore_clock,
    start_clock,
)
from tournaments.core.movement.cuts import NONE_NEEDED, Attempt, CutNeed
from tournaments.core.movement.seating import (
    TableSeat,
    find_next_dealers,
    list_playing,
    list_seats,
    list_unseated,
)
from tournaments.core.reasons.moves import COUNT
from tournaments.core.record import Purpose, Stage
from tournaments.core.refusals import NOT_RUNG, RESULTS_MISSING, ROUND_OVER
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import WAY
from tournaments.evening.services.evenings import give_fresh_stakes, give_stakes, seat_late
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import CutRow, Journal, MoveRow, RoundRow, RoundTable, SeatRow
from tournaments.standings.services import write_awaited_result

RUNG_ALREADY = _("The bell of round %(round)s has already rung.")

REPEAT_AFTER = (timedelta(seconds=1), timedelta(seconds=5))
"""Times after a bell at which the worker sends the evening's state again, because a message may be lost."""

OUT_BEFORE = "out_of_knockout"
"""The reason why a player without a seat gets none."""


def set_clock(act: Act, row: RoundRow, clock: Clock) -> None:
    """Set the round's clock and schedule its wake-ups.

    An announced last minute is not announced again, unless the clock again has more than that left.
    """
    runs = (ClockHand.RUNNING, ClockHand.UP)
    before, hand = row.clock.find_hand(act.now), clock.find_hand(act.now)
    row.starts_at, row.ends_at, row.left = clock.starts_at, clock.ends_at, clock.left
    if hand in runs or (before in runs and hand is ClockHand.PAUSED):
        row.begun = row.begun or act.line
    elif hand is not ClockHand.PAUSED:
        row.begun = None
    if clock.measure_remaining(act.now) > LAST_MINUTE:
        row.warned = None
    row.save(update_fields=["starts_at", "ends_at", "left", "begun", "warned"])
    for time in (clock.starts_at, clock.warns_at, clock.ends_at):
        act.wake(time)


def stop_clock(act: Act, row: RoundRow, time: datetime) -> None:
    """Stop the clock after seats have changed. Keep the time left at ``time`` until the organiser resumes."""
    if row.clock.find_hand(time) is not ClockHand.OFF:
        clock, row.starts_at, row.ends_at, row.begun = restore_clock(row.clock, time), None, None, None
        set_clock(act, row, clock)
        act.note(left=count_shown_seconds(row.clock.measure_remaining(act.now)))


def start_new_clock(act: Act, row: RoundRow, after: timedelta) -> None:
    """Start the clock of a newly opened round, ``after`` this time. Without a round time, do nothing."""
    if act.settings.minutes:
        length = timedelta(minutes=act.settings.minutes)
        set_clock(act, row, start_clock(act.now, act.scale_length(length), act.scale_length(after)))


def ring(act: Act, row: RoundRow, **conditions: object) -> None:
    """Ring the bell once. One conditional update with ``conditions`` claims the round. Else StaleError."""
    line = act.add_line("bell_rung", round=row.number)
    if not RoundRow.objects.filter(pk=row.pk, rung=None, closed=None, **conditions).update(rung=line):
        raise StaleError("round", RUNG_ALREADY, round=row.number)
    for after in REPEAT_AFTER:
        act.wake(act.now + after)


def ring_if_due(act: Act, row: RoundRow, table: int) -> None:
    """Ring if this table's result ends the round: the head table by settings; in whole games the last."""
    if row.rung_id:
        return

    def still_out() -> tuple[int, ...]:
        return awaited.find_awaited_tables(load_facts(act.evening.pk), row.number)

    if act.evening.play.format.may_ring(table, act.settings, still_out):
        ring(act, row)


@journaled("bell_asked", Stage.PLAYING, title="Ring the bell")
def bell_ring(act: Act, *, round: RoundNo) -> None:
    """Ring the bell. No new deal begins. Tables that still play finish their deal."""
    ring(act, require_open_round(act, round))


@journaled("moves_applied", Stage.PLAYING, title="Make the moves", looks=True)
def moves_apply(act: Act, *, round: RoundNo, seen: int | None = None) -> None:
    """Make all moves of the bell. Fresh stakes are given, late players get seats, and players go home.

    ``seen``: the journal's last line when you saw the moves. If they have changed, this is refused.
    """
    row = require_open_round(act, round)
    if seen is not None and seen != act.line.seq - 1:
        raise StaleError("seen", CHANGED_MEANWHILE)
    before = act.before
    next_round = apply_bell(act, row, before.facts, require_decided(row, before.preview))
    start_new_clock(act, next_round, timedelta(seconds=act.settings.gap))


def require_open_round(act: Act, number: int) -> RoundRow:
    """Return the evening's present round, if its number is ``number``. Else StaleError."""
    row = act.get_round()
    if row.number != number or row.closed_id:
        raise StaleError("round", ROUND_OVER, round=number)
    return row


def require_decided(row: RoundRow, preview: Preview) -> Preview:
    """Return the bell's result if nothing is missing. Else StateError."""
    if not row.rung_id:
        raise StateError("round", NOT_RUNG)
    if preview.still_out:
        raise StateError(
            "round",
            RESULTS_MISSING,
            tables=", ".join(map(str, preview.still_out)),
        )
    for number, need in preview.cuts:
        raise StateError(
            "cards",
            _("Players must still cut at table %(table)s (round %(round)s)."),
            table=need.table,
            round=number,
        )
    for count in preview.counts:
        raise StateError("counts", COUNT, table=count.table)
    return preview


def apply_bell(act: Act, row: RoundRow, facts: Facts, preview: Preview) -> RoundRow:
    """Write the result of the bell, and return the round that it opens."""
    bell = preview.bell
    if preview.is_last:
        raise StateError("round", _("Round %(round)s was the last round. Settle up."), round=row.number)
    if not bell.seats:
        raise StateError("round", _("Nobody plays any more. Settle up."))
    RoundRow.objects.filter(pk=row.pk).update(closed=act.line)
    next_round = RoundRow.objects.create(evening=act.evening, number=row.number + 1, journal=act.line)
    seats = ((entry, place.table, place.chair) for entry, place in bell.seats.items())
    write_rows(SeatRow, ("entry_id", "position", "chair"), seats, round=next_round, journal=act.line)
    give_fresh_stakes(act, next_round, bell.fresh)
    act.note(round=row.number)
    if preview.next_game is not None:
        _write_drawn(act, row, next_round, facts, preview.next_game)
    else:
        _write_moved(act, row, next_round, facts, preview)
    return next_round


def _write_moved(act: Act, row: RoundRow, next_round: RoundRow, facts: Facts, preview: Preview) -> None:
    """Write the moves of a bell. Waiting people then take the free chairs."""
    bell = preview.bell
    write_rows(MoveRow, WAY, map(_make_way_values, bell.moves), round=row, journal=act.line)
    latecomers = list_unseated(facts, next_round.number, bell.seats)
    chairs = preview.chairs
    left_over = seat_late(act, next_round, facts, latecomers, chairs, staked=True)
    _set_tables(act, next_round, facts, preview, chairs)
    act.note(waiting=left_over)


def _write_drawn(act: Act, row: RoundRow, next_round: RoundRow, facts: Facts, game: NextGame) -> None:
    """Write the tables of a drawn game, and each player's move to a seat or to no seat, with the reason."""
    numbers = ((number,) for number in range(1, len(game.tables) + 1))
    write_rows(RoundTable, ("position",), numbers, round=next_round, dealer=1, journal=act.line)
    players = set(list_playing(facts, row.number))
    seats = (seat for seat in list_seats(facts, row.number) if seat.entry in players)
    sat = {seat.entry: TableSeat(seat.position, seat.chair) for seat in seats}
    ends = game.places
    moves = (
        Move(entry, sat.get(entry), ends.get(entry), reason)
        for entry, reason in game.why.items()
        if reason.code != OUT_BEFORE
    )
    write_rows(MoveRow, WAY, map(_make_way_values, moves), round=row, journal=act.line)
    give_stakes(act, next_round, facts, (entry for entry in ends if entry not in sat))
    act.note(waiting=game.sits_out, main=game.main, byes=game.byes)


def _make_way_values(move: Move) -> tuple[object, ...]:
    start = (move.start.table, move.start.chair) if move.start else (None, None)
    end = (move.end.table, move.end.chair) if move.end else (None, None)
    return (move.entry, *start, *end, move.why.code, dict(move.why.figures))


def _set_tables(
    act: Act, row: RoundRow, facts: Facts, preview: Preview, chairs: Mapping[int, set[int]]
) -> None:
    """Write the round's tables. The deal passes to the next taken chair, even if its player is new."""
    numbers = preview.numbers
    before = {new: old for old, new in numbers.items()}
    new_chairs = {before[number]: seats for number, seats in chairs.items()}
    dealers = find_next_dealers(facts, row.number - 1, new_chairs, to_right=facts.play.to_right)
    tables = ((numbers[number], dealer) for number, dealer in dealers.items())
    write_rows(RoundTable, ("position", "dealer"), tables, round=row, journal=act.line)


CardCut = Annotated[str, ArgumentLimits(most=3)]
CardsCut = Annotated[
    Mapping[int, CardCut],
    ArgumentLimits("The card of each player: K, or with its suit KS.", most=MOST_AT_A_TABLE),
]
DividedDeal = Annotated[int, ArgumentLimits("For a yellow chip: the deal whose pool was divided.", least=0)]
AttemptNo = Annotated[
    int, ArgumentLimits("The number of this attempt. Refused if it is recorded already.", least=1)
]
Among = Annotated[
    Collection[EntryNo],
    ArgumentLimits("The players who cut. Refused if other players cut by now.", most=MOST_AT_A_TABLE),
]

NEEDED_NO_MORE = _("This cut is already recorded, or it is no longer needed.")


@journaled("cut_made", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, right=Right.SCORE, title="Record a cut")
def cut_record(
    act: Act,
    *,
    round: RoundNo,
    purpose: Purpose,
    table: TableNo,
    cards: CardsCut,
    deal: DividedDeal = 0,
    attempt: AttemptNo = 0,
) -> None:
    """Record a cut made at the table: one card for each player who had to cut.

    ``attempt``: its number, as the caller saw it. StaleError at ``cards`` if that attempt is recorded
    already.
    """
    needs = _find_needs(act, round, purpose, table, deal)
    need = next((need for need in needs if cards.keys() == set(need.among)), needs[0])
    if attempt and attempt != len(need.attempts) + 1:
        raise StaleError("cards", NEEDED_NO_MORE)
    _write_attempt(act, act.line, round, need, cuts.check_attempt(need, cards), "")
    write_awaited_result(act)


@journaled("cut_drawn", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, title="Draw a cut by lot")
def cut_draw(
    act: Act,
    *,
    round: RoundNo,
    purpose: Purpose,
    table: TableNo,
    deal: DividedDeal = 0,
    among: Among = (),
    seed: Seed = "",
) -> None:
    """Draw the cards of a cut with a recorded seed. Equal cuts are drawn again.

    ``among``: the players who cut, as the caller saw. StaleError at ``cards`` if other players cut by now.
    """
    seed = act.choose_seed(seed)
    needs = _find_needs(act, round, purpose, table, deal)
    matching = [need for need in needs if not among or set(among) == set(need.among)]
    if not matching:
        raise StaleError("cards", NEEDED_NO_MORE)
    if len(matching) > 1:
        raise RuleError("cards", _("Several cuts are needed here. Say who cuts."))
    (need,) = matching
    act.note(**_describe_lot(round, need, seed))
    _draw_cut(act, act.line, round, need, seed)
    write_awaited_result(act)


@journaled("cut_drawn", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED, title="Draw all cuts by lot")
def cuts_draw(act: Act, *, seed: Seed = "") -> None:
    """Draw every missing cut with one seed, and the cuts that become necessary by it. Each gets a line."""
    seed, count = act.choose_seed(seed), 0
    while open_cuts := _find_open_cuts(act):
        round, need = open_cuts[0]
        line = act.add_line("cut_drawn", **_describe_lot(round, need, seed)) if count else act.line
        if not count:
            act.note(**_describe_lot(round, need, seed))
        _draw_cut(act, line, round, need, seed)
        count += 1
    if not count:
        raise StateError("cards", NONE_NEEDED)
    write_awaited_result(act)


def _describe_lot(round: int, need: CutNeed, seed: str) -> dict[str, Any]:
    """Return the payload for the line of a drawn cut."""
    payload = {"round": round, "table": need.table, "purpose": need.purpose, "seed": seed}
    return {**payload, "among": list(need.among)}


def _draw_cut(act: Act, line: Journal, round: int, need: CutNeed, seed: str) -> None:
    while True:
        attempt = _draw_attempt(act, need, seed)
        chain = _write_attempt(act, line, round, need, attempt, seed)
        tied = cuts.find_highest_people(attempt)
        if len(tied) == 1:
            return
        need = replace(need, among=tied, attempts=(*need.attempts, attempt), chain=chain)


def _find_open_cuts(act: Act) -> Sequence[tuple[int, CutNeed]]:
    """Return the missing cuts. After a correction, a chip's cut may belong to an earlier round."""
    preview = build_preview(load_facts(act.evening.pk), act.get_round().number)
    return preview.cuts if act.stage is Stage.PLAYING else preview.chips.needs


def _find_needs(act: Act, round: int, purpose: Purpose, table: int, deal: int) -> list[CutNeed]:
    """Return the missing cuts for this purpose, one for each group of equal players. RuleError if none."""
    key = (round, purpose, table, deal)
    needs = [
        need for number, need in _find_open_cuts(act) if (number, need.purpose, need.table, need.deal) == key
    ]
    if not needs:
        raise StateError("cards", NONE_NEEDED)
    return needs


def _write_attempt(
    act: Act, line: Journal, round: int, need: CutNeed, cards: Iterable[tuple[int, str]], seed: str
) -> int:
    """Write the cards of an attempt. Return the number of the cut."""
    row = RoundRow.objects.get(evening=act.evening, number=round, void=None)
    last = CutRow.objects.filter(round=row).aggregate(last=Max("chain"))["last"] or 0
    chain = need.chain if need.attempts else last + 1
    CutRow.objects.bulk_create(
        CutRow(
            round=row,
            position=need.table,
            purpose=need.purpose,
            deal=need.deal,
            chain=chain,
            attempt=len(need.attempts) + 1,
            entry_id=entry,
            card=card,
            seed=seed,
            journal=line,
        )
        for entry, card in cards
    )
    return chain


def _draw_attempt(act: Act, need: CutNeed, seed: str) -> Attempt:
    """Draw a cut for players' numbers in order of arrival, so that a seed gives the same draw anywhere."""
    people = list(act.evening.entries.filter(void=None).order_by("id").values_list("id", flat=True))
    numbers = {entry: number for number, entry in enumerate(people, start=1)}
    numbered = replace(need, among=tuple(numbers[entry] for entry in need.among))
    return tuple((people[number - 1], card) for number, card in cuts.draw_cut(numbered, seed))
