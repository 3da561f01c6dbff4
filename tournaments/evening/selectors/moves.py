"""Moves and seats as written, seats that can change, earlier rounds, and lines that can be undone.

Also: cut cards, the moves that level the tables, the newest seats, and corrections after the moves.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest

from accounts.database.prepared_queries import prepare_query
from accounts.errors import RuleError, StateError
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import find_limits
from tournaments.core.movement import levelling
from tournaments.core.movement.bell import Move
from tournaments.core.movement.levelling import (
    APPLIED,
    LEVELLED,
    OF_ALL,
    REPLAYED,
    UNDONE,
    NewSeat,
    Reseating,
)
from tournaments.core.movement.seating import TableSeat, build_seated_tables, list_presences, list_seats
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence, Stage
from tournaments.core.refusals import CLOSING, DEAL_STARTED, FILLING, LEFT_IN_POOL
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import (
    CutRow,
    Deal,
    Evening,
    Journal,
    MoveRow,
    OpenDeal,
    RoundRow,
    RoundTable,
    SeatRow,
    StakeRow,
    TableEnding,
)

WAY = ("entry_id", "from_position", "from_chair", "to_position", "to_chair", "why", "figures")
"""The columns of a move."""


@dataclass(frozen=True)
class MadeMove:
    """A move of a round, by its bell or later."""

    round: int
    by_hand: bool
    move: Move

    @property
    def is_by_bell(self) -> bool:
        """Return whether the round's bell caused the move."""
        return not self.by_hand and self.move.why.code != "late"


def load_made_moves(evening: Evening, **lookups: Any) -> list[MadeMove]:
    """Return the valid moves in the order in which they were made; ``lookups`` select the rows."""
    rows = MoveRow.objects.filter(round__evening=evening, void=None, **lookups).order_by("journal__seq", "id")
    return [
        MadeMove(round, by_hand, _build_move(*way))
        for round, by_hand, *way in rows.values_list("round__number", "by_hand", *WAY)
    ]


def load_bell_moves(evening: Evening, round: int) -> list[Move]:
    """Return the moves by the round's bell of people who had a seat and got another one."""
    row = (row.move for row in load_made_moves(evening, round__number=round, by_hand=False))
    return [move for move in row if move.start and move.end and move.start != move.end]


def _build_move(
    entry: int,
    table: int | None,
    chair: int | None,
    to_table: int | None,
    to_chair: int | None,
    code: str,
    figures: Any,
) -> Move:
    return Move(
        entry, _build_table_seat(table, chair), _build_table_seat(to_table, to_chair), Reason(code, figures)
    )


def _build_table_seat(table: int | None, chair: int | None) -> TableSeat | None:
    return None if table is None else TableSeat(table, chair or 0)


def load_cut_cards(evening: Evening, *order: str, **lookups: Any) -> list[CutRow]:
    """Return the valid cut cards with their rounds, by chain, attempt and the columns of ``order``."""
    rows = CutRow.objects.filter(round__evening=evening, void=None, **lookups).select_related("round")
    return list(rows.order_by("chain", "attempt", *(order or ("id",))))


def load_line_cards(lines: Iterable[Journal]) -> list[CutRow]:
    """Return the cards that these lines wrote, with the players who cut them."""
    rows = CutRow.objects.filter(journal__in=lines).order_by("journal__seq", "attempt", "id")
    return list(rows.select_related("entry"))


def load_draw_lines(line: Journal) -> list[Journal]:
    """Return the journal lines of the lots that were drawn together with this line. This line comes first."""
    with_it = {"evening": line.evening_id, "verb": line.verb, "payload__seed": line.payload["seed"]}
    return list(Journal.objects.filter(**with_it, seq__gte=line.seq).order_by("seq"))


@dataclass(frozen=True)
class Goes:
    """A player who changes tables."""

    entry: int
    name: str
    start: int
    table: int
    chair: int


def plan_level_moves(facts: Facts) -> tuple[Goes, ...]:
    """Return the moves that would level the tables of the last round. RuleError with too few people."""
    names, number = facts.names, facts.now.number
    tables = build_seated_tables(facts, number)
    sits = {player.entry: position for position, table in tables.items() for player in table.playing}
    places = levelling.level(tables, facts.play.game, find_limits(facts.play))
    return tuple(
        Goes(place.entry, names[place.entry], sits[place.entry], place.table, place.chair) for place in places
    )


def refuse_mixing(round: RoundRow) -> None:
    """Refuse to mix the tables in a format with fixed tables. RuleError at ``table``."""
    round.evening.play.format.refuse_mixing(round.number)


def get_round(evening: Evening) -> RoundRow:
    """Return the round that is being played."""
    return RoundRow.objects.filter(evening=evening, void=None).latest("number")


def refuse_decided(round: RoundRow, tables: Collection[int]) -> None:
    """Refuse new seats after the bell, or at tables that have started to play. StateError."""
    if round.rung_id or round.closed_id:
        raise StateError("round", round.evening.play.format.refusals.rung)
    stakes = StakeRow.objects.filter(round=round, in_pool__gt=0, void=None)
    stakes = stakes.filter(
        entry__seats__round=round, entry__seats__position__in=tables, entry__seats__void=None
    )
    if (pool := stakes.values_list("entry__seats__position", flat=True).first()) is not None:
        raise StateError("table", LEFT_IN_POOL, table=pool)
    bid = OpenDeal.objects.filter(round=round, position__in=tables, void=None)
    if (table := bid.values_list("position", flat=True).first()) is not None:
        raise _make_started_refusal(round, table)
    decided = Deal.objects.filter(round=round, void=None, position__in=tables)
    endings = TableEnding.objects.filter(table__round=round, void=None, table__position__in=tables)
    positions = [
        *decided.values_list("position", flat=True),
        *endings.values_list("table__position", flat=True),
    ]
    if positions:
        raise _make_started_refusal(round, min(positions))


def refuse_closing_now(round: RoundRow, table: int, fills: Collection[int]) -> None:
    """Refuse to close ``table`` if it, or a table in ``fills`` for its players, has started to play."""
    try:
        refuse_decided(round, {table, *fills})
    except RuleError as error:
        played_table = error.figures.get("table")
        if played_table is None or error.message == LEFT_IN_POOL:
            raise
        raise StateError(
            "table", CLOSING if played_table == table else FILLING, table=table, other=played_table
        ) from None


def has_result(round: RoundRow) -> bool:
    """Return whether the round has a result, or a deal in play."""
    try:
        refuse_decided(round, RoundTable.objects.filter(round=round).values_list("position", flat=True))
    except RuleError:
        return True
    return False


def may_draw_again(evening: Evening) -> bool:
    """Return whether seats can be drawn, or drawn again. That ends with the first result."""
    if evening.stage != Stage.PLAYING:
        return evening.stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED)
    round = get_round(evening)
    return round.number == 1 and not has_result(round)


def may_remove(evening: Evening) -> bool:
    """Return whether the evening can be removed: until its first result, or always if imported."""
    if evening.rehearsal_of_id is not None:
        return False
    return is_recorded(evening) or may_draw_again(evening)


def _make_started_refusal(round: RoundRow, table: int) -> RuleError:
    """Return the refusal for a table that has started to play. At fixed tables that is its game."""
    return StateError("table", round.evening.play.format.refusals.begun or DEAL_STARTED, table=table)


SEATS_DRAWN = "seats_drawn"
MANY = 10
"""Tables are levelled at most so often after one bell."""
ACT = ("verb", "seq", "at")


def load_new_seats(evening: Evening, facts: Facts) -> tuple[dict[int, NewSeat], Reseating | None]:
    """Return the players' new seats by entry, and the last act that changed the whole hall; in two queries.

    If the act voided a seat, that is the player's start. A player who lost their seat has no end. People who
    left are not included.
    """
    lines = Journal.objects.filter(evening=evening, verb__in=(*OF_ALL, SEATS_DRAWN)).order_by("-seq")
    acts = [Reseating(*line) for line in lines.values_list(*ACT)[:MANY]]
    if not acts or not facts.rounds:
        return {}, None
    since = next((act for act in acts if act.verb != LEVELLED), acts[-1])
    number = facts.now.number
    sits = {seat.entry: TableSeat(seat.position, seat.chair) for seat in list_seats(facts, number)}
    seats = _find_opened_seats(facts, since, number) if since.verb == APPLIED else {}
    changes = _load_seat_changes(evening, since)
    if since.verb == UNDONE and any(act == since for _entry, act, _start in changes):
        seats = {entry: NewSeat(entry, None, seat, since) for entry, seat in sits.items()}
    for entry, act, start in changes:
        if entry in sits or start is not None:
            seats[entry] = NewSeat(entry, start, sits.get(entry), act)
    states = list_presences(facts, number + 1)
    new_seats = {
        entry: seat
        for entry, seat in seats.items()
        if seat.start != seat.end and states.get(entry, Presence.LEFT).plays
    }
    return new_seats, acts[0] if acts[0].of_all else None


def _find_opened_seats(facts: Facts, act: Reseating, number: int) -> dict[int, NewSeat]:
    """Return the seats of the round that the moves opened, each with the seat in the round before."""
    before = {seat.entry: TableSeat(seat.position, seat.chair) for seat in list_seats(facts, number - 1)}
    return {
        seat.entry: NewSeat(seat.entry, before.get(seat.entry), TableSeat(seat.position, seat.chair), act)
        for seat in list_seats(facts, number)
    }


def _load_seat_changes(evening: Evening, since: Reseating) -> list[tuple[int, Reseating, TableSeat | None]]:
    """Return each entry's changes since the act, the newest last, with the voided seat if any."""
    first = since.seq if since.verb == REPLAYED else since.seq + 1
    rows = SeatRow.objects.filter(round__evening=evening).filter(
        Q(void__seq__gte=since.seq) | Q(void=None, journal__seq__gte=first)
    )
    changes: dict[tuple[int, int], tuple[int, Reseating, TableSeat | None]] = {}
    columns = (*(f"journal__{name}" for name in ACT), *(f"void__{name}" for name in ACT))
    for entry, table, chair, *acts in rows.values_list("entry", "position", "chair", *columns):
        written_by, voided_by = acts[:3], acts[3:]
        if voided_by[1] is not None:
            changes[voided_by[1], entry] = (entry, Reseating(*voided_by), TableSeat(table, chair))
        if written_by[1] >= first:
            changes.setdefault((written_by[1], entry), (entry, Reseating(*written_by), None))
    return [changes[key] for key in sorted(changes)]


# Earlier rounds are cached, so a long evening is read as fast as a short one. For the 24th round of 1,000
# people this takes 25 ms instead of 190. Most commands do not change earlier rounds.
OF_ROUNDS = ("tables", "seats", "pools", "counts", "stakes")
"""The facts that belong to a round, each in the order of rounds."""

IN_PRESENT = frozenset(
    {
        *("deal_recorded", "deal_scored", "bids_recorded", "deal_confirmed", "table_counted", "table_ended"),
        *("bell_asked", "bell_rung", "time_up", "minute_left", "round_begun", "moves_announced"),
        *("clock_started", "clock_paused", "clock_resumed", "clock_extended"),
        *("moves_applied", "cut_made", "cut_drawn"),
    }
)
"""Verbs of lines that only change the present round, or that open the next one."""

AT_MOST = 4
"""Most evenings in the cache. An evening of 1,000 people and 24 rounds takes 12 MB."""


@dataclass(frozen=True)
class Earlier:
    """The valid facts of all rounds before ``until``, by the kinds in ``OF_ROUNDS``.

    They were read at journal line ``seq`` with this ``time``. The time is needed because line numbers repeat
    after a backup is restored.
    """

    until: int = 0
    seq: int = 0
    time: datetime | None = None
    facts: tuple[tuple[Any, ...], ...] = field(default=((),) * len(OF_ROUNDS), repr=False)


NOTHING = Earlier()
_cache, _lock = OrderedDict[tuple[int, str], Earlier](), Lock()


def get_earlier_rounds(evening: int, code: str) -> Earlier:
    """Return the cached earlier rounds if they are still valid, else NOTHING. ``code``: the join code."""
    earlier = _cache.get((evening, code), NOTHING)
    return earlier if earlier.until and _is_current(evening, earlier) else NOTHING


def _is_current(evening: int, earlier: Earlier) -> bool:
    first, *since = _select_lines_since(evening, earlier.seq) or [()]
    same = first[:2] == (earlier.seq, earlier.time)
    return same and all(verb in IN_PRESENT for _seq, _time, verb in since)


@prepare_query
def _select_lines_since(evening: int, seq: int) -> QuerySet[Any, Any]:
    rows = Journal.objects.filter(evening=evening, seq__gte=seq).order_by("seq")
    return rows.values_list("seq", "at", "verb")


def cache_earlier(
    evening: int, code: str, facts: Facts, earlier: Earlier, seq: int, time: datetime | None
) -> None:
    """Cache what was read at this journal line. Within a transaction, do nothing: it may be rolled back."""
    if connection.in_atomic_block or len(facts.rounds) < 2:
        return
    until = facts.now.number
    parts = earlier.facts if until == earlier.until else tuple(_list_earlier_facts(facts, earlier, until))
    if len(parts) == len(OF_ROUNDS):
        with _lock:
            _cache[evening, code] = replace(earlier, until=until, seq=seq, time=time, facts=parts)
            _cache.move_to_end((evening, code))
            while len(_cache) > AT_MOST:
                _cache.popitem(last=False)


def _list_earlier_facts(facts: Facts, earlier: Earlier, until: int) -> Iterator[tuple[Any, ...]]:
    """Yield the facts of each kind before round ``until``. Skip a kind that is not ordered by round."""
    for kind, cached in zip(OF_ROUNDS, earlier.facts, strict=True):
        rows = getattr(facts, kind)
        later = (n for n in range(len(cached), len(rows)) if rows[n].round >= until)
        end = next(later, len(rows))
        if all(row.round >= until for row in rows[end:]):
            yield rows[:end]


MOVES_KEPT = "moves_kept"
"""The verb of the line by which the organiser lets the moves stand."""


def find_later_correction(evening: Evening, number: int) -> int:
    """Return the last line after round ``number`` opened that changed a deal of the round before; else 0."""
    opening = RoundRow.objects.filter(evening=evening, number=number, void=None).values("journal__seq")
    condition = Q(versions__journal__seq__gt=opening) | Q(void__seq__gt=opening)
    deals = Deal.objects.filter(condition, round__evening=evening, round__number=number - 1)
    last = Greatest(Max("versions__journal__seq"), Coalesce(Max("void__seq"), 0))
    return deals.aggregate(last=last)["last"] or 0


def has_kept_moves(evening: Evening, since: int, *, but: Journal | None = None) -> bool:
    """Return whether the organiser let the moves stand after line ``since``; ignore the line ``but``."""
    lines = Journal.objects.filter(evening=evening, verb=MOVES_KEPT, seq__gt=since)
    return lines.exclude(pk=but.pk if but else 0).exists()


NEXT_BELL = frozenset({"seat_kept", "player_returned"})
"""Verbs of lines that only concern the next bell."""
COMINGS = NEXT_BELL | {"people_checked_in", "entry_withdrawn", "player_left", "player_paused"}
SEATS = frozenset({"seats_swapped", "seat_moved", "table_added", "table_closed", "tables_levelled"})
CUTS = frozenset({"cut_made", "cut_drawn"})
AT_THE_BELL = CUTS | {"table_ended", "table_counted", "counters_counted"}
STAKES = frozenset({"stake_corrected"})
CALLED_OFF = "evening_called_off"
"""The verb of the line that ends an evening without a result."""
# Other lines are not in this list. Results are corrected in versions. ``bell_undo`` undoes a bell with all
# its effects.
TAKEN_BACK = COMINGS | SEATS | AT_THE_BELL | STAKES | {CALLED_OFF}
"""Verbs of lines that can be undone."""
LINE_TAKEN_BACK = "line_taken_back"
"""The verb of a line that undoes another line."""

TAG = "back"

TURNS = frozenset(
    {
        "seats_drawn",
        "play_begun",
        "moves_applied",
        "moves_replayed",
        "bell_undone",
        "last_bell",
        "evening_finished",
    }
)
"""Verbs of lines that begin a new part of the evening. Lines before them can no longer be undone."""


def make_tag(line: Journal) -> str:
    """Return the tag of a message about the new line if the line can be undone, else ""."""
    if line.verb not in TAKEN_BACK or line.evening.stage == Stage.FINISHED:
        return ""
    return f"{TAG}-{line.evening_id}-{line.seq}"


def parse_tag(tag: str | None) -> tuple[int, int] | None:
    """Return the evening and the line in a message's tag. None for other tags."""
    mark, *numbers = (tag or "").split("-")
    return (int(numbers[0]), int(numbers[1])) if mark == TAG else None


def find_last_turn(evening: int) -> int:
    """Return the last of the ``TURNS``: only later lines can be undone. 0 if there is none."""
    lines = Journal.objects.filter(evening=evening, verb__in=TURNS)
    return lines.aggregate(last=Max("seq"))["last"] or 0
