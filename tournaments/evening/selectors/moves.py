"""Moves and seats as written, seats that can change, earlier rounds, and lines that can be taken back.

Also here: cards that were cut, the moves that make tables level, the newest seats, and whether a result was
corrected after the moves that rest on it.
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

from accounts.database.prepared_queries import prepared
from accounts.errors import RuleError, StateError
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import limits_in
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
from tournaments.core.movement.seating import TableSeat, presences, seats_of, tables_seated
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
    """A move that was made at a round, by its bell or later."""

    round: int
    by_hand: bool
    move: Move

    @property
    def by_bell(self) -> bool:
        """Return whether the bell of the round brought it."""
        return not self.by_hand and self.move.why.code != "late"


def made_moves(evening: Evening, **where: Any) -> list[MadeMove]:
    """Return the moves that stand, in the order in which they were made; ``where``: of the rows."""
    rows = MoveRow.objects.filter(round__evening=evening, void=None, **where).order_by("journal__seq", "id")
    return [
        MadeMove(round, by_hand, _move(*way))
        for round, by_hand, *way in rows.values_list("round__number", "by_hand", *WAY)
    ]


def moves_of_bell(evening: Evening, round: int) -> list[Move]:
    """Return the moves that the bell of the round brought to people who had a seat, and have another."""
    made = (made.move for made in made_moves(evening, round__number=round, by_hand=False))
    return [move for move in made if move.start and move.end and move.start != move.end]


def _move(
    entry: int,
    table: int | None,
    chair: int | None,
    to_table: int | None,
    to_chair: int | None,
    why: str,
    figures: Any,
) -> Move:
    return Move(entry, _place(table, chair), _place(to_table, to_chair), Reason(why, figures))


def _place(table: int | None, chair: int | None) -> TableSeat | None:
    return None if table is None else TableSeat(table, chair or 0)


def cards_cut(evening: Evening, *then: str, **where: Any) -> list[CutRow]:
    """Return the cards that stand, by chain and attempt, and ``then`` by these columns; with their rounds."""
    rows = CutRow.objects.filter(round__evening=evening, void=None, **where).select_related("round")
    return list(rows.order_by("chain", "attempt", *(then or ("id",))))


def cuts_written(lines: Iterable[Journal]) -> list[CutRow]:
    """Return the cards that these lines wrote, with those who cut them."""
    rows = CutRow.objects.filter(journal__in=lines).order_by("journal__seq", "attempt", "id")
    return list(rows.select_related("entry"))


def drawn_with(line: Journal) -> list[Journal]:
    """Return the lines of the lots that were drawn with this one, its own first."""
    with_it = {"evening": line.evening_id, "verb": line.verb, "payload__seed": line.payload["seed"]}
    return list(Journal.objects.filter(**with_it, seq__gte=line.seq).order_by("seq"))


@dataclass(frozen=True)
class Goes:
    """Somebody changes tables."""

    entry: int
    name: str
    start: int
    table: int
    chair: int


def moves_to_level(facts: Facts) -> tuple[Goes, ...]:
    """Return who would move in the last round to level its tables. RuleError if they are too few."""
    names, number = facts.names, facts.now.number
    tables = tables_seated(facts, number)
    sits = {player.entry: at for at, table in tables.items() for player in table.playing}
    places = levelling.level(tables, facts.play.game, limits_in(facts.play))
    return tuple(
        Goes(place.entry, names[place.entry], sits[place.entry], place.table, place.chair) for place in places
    )


def refuse_mixing(round: RoundRow) -> None:
    """Raise RuleError at ``table`` where the format keeps its tables as they were drawn."""
    round.evening.play.format.refuse_mixing(round.number)


def round_of(evening: Evening) -> RoundRow:
    """Return the round that is being played."""
    return RoundRow.objects.filter(evening=evening, void=None).latest("number")


def refuse_decided(round: RoundRow, tables: Collection[int]) -> None:
    """Raise StateError for seats at which a deal was played: they change only between rounds, or games."""
    if round.rung_id or round.closed_id:
        raise StateError("round", round.evening.play.format.refusals.rung)
    left = StakeRow.objects.filter(round=round, in_pool__gt=0, void=None)
    left = left.filter(entry__seats__round=round, entry__seats__position__in=tables, entry__seats__void=None)
    if (pool := left.values_list("entry__seats__position", flat=True).first()) is not None:
        raise StateError("table", LEFT_IN_POOL, table=pool)
    bid = OpenDeal.objects.filter(round=round, position__in=tables, void=None)
    if (table := bid.values_list("position", flat=True).first()) is not None:
        raise _begun(round, table)
    decided = Deal.objects.filter(round=round, void=None, position__in=tables)
    ended = TableEnding.objects.filter(table__round=round, void=None, table__position__in=tables)
    at = [*decided.values_list("position", flat=True), *ended.values_list("table__position", flat=True)]
    if at:
        raise _begun(round, min(at))


def refuse_closing_now(round: RoundRow, table: int, fills: Collection[int]) -> None:
    """Refuse to close ``table`` once it has started to play, or a table that its players would go to."""
    try:
        refuse_decided(round, {table, *fills})
    except RuleError as error:
        begun = error.figures.get("table")
        if begun is None or error.message == LEFT_IN_POOL:
            raise
        raise StateError("table", CLOSING if begun == table else FILLING, table=table, other=begun) from None


def has_result(round: RoundRow) -> bool:
    """Return whether anything of the round was decided, or a deal of it begun."""
    try:
        refuse_decided(round, RoundTable.objects.filter(round=round).values_list("position", flat=True))
    except RuleError:
        return True
    return False


def may_draw_again(evening: Evening) -> bool:
    """Return whether seats can still be drawn, or drawn again: until the first result."""
    if evening.stage != Stage.PLAYING:
        return evening.stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED)
    round = round_of(evening)
    return round.number == 1 and not has_result(round)


def may_remove(evening: Evening) -> bool:
    """Return whether the evening can be removed: until its first result, or at any time if imported."""
    if evening.rehearsal_of_id is not None:
        return False
    return is_recorded(evening) or may_draw_again(evening)


def _begun(round: RoundRow, table: int) -> RuleError:
    """Return the refusal for a table that plays already. At fixed tables that is its game."""
    return StateError("table", round.evening.play.format.refusals.begun or DEAL_STARTED, table=table)


DRAWN = "seats_drawn"
MANY = 10
"""Tables are not levelled more often than this after one bell."""
ACT = ("verb", "seq", "at")


def reseated(evening: Evening, facts: Facts) -> tuple[dict[int, NewSeat], Reseating | None]:
    """Return everybody's new seat by entry, and the last act for the whole hall; in two queries.

    A seat that an act made void is where somebody sat before it. Somebody who lost a seat has no end. People
    who went away are not among them.
    """
    lines = Journal.objects.filter(evening=evening, verb__in=(*OF_ALL, DRAWN)).order_by("-seq")
    acts = [Reseating(*line) for line in lines.values_list(*ACT)[:MANY]]
    if not acts or not facts.rounds:
        return {}, None
    since = next((act for act in acts if act.verb != LEVELLED), acts[-1])
    number = facts.now.number
    sits = {seat.entry: TableSeat(seat.position, seat.chair) for seat in seats_of(facts, number)}
    found = _opened(facts, since, number) if since.verb == APPLIED else {}
    changes = _changes(evening, since)
    if since.verb == UNDONE and any(act == since for _entry, act, _start in changes):
        found = {entry: NewSeat(entry, None, seat, since) for entry, seat in sits.items()}
    for entry, act, start in changes:
        if entry in sits or start is not None:
            found[entry] = NewSeat(entry, start, sits.get(entry), act)
    here = presences(facts, number + 1)
    moved = {
        entry: seat
        for entry, seat in found.items()
        if seat.start != seat.end and here.get(entry, Presence.LEFT).plays
    }
    return moved, acts[0] if acts[0].of_all else None


def _opened(facts: Facts, act: Reseating, number: int) -> dict[int, NewSeat]:
    """Return the seats of the round that the moves opened, with those of the round before."""
    before = {seat.entry: TableSeat(seat.position, seat.chair) for seat in seats_of(facts, number - 1)}
    return {
        seat.entry: NewSeat(seat.entry, before.get(seat.entry), TableSeat(seat.position, seat.chair), act)
        for seat in seats_of(facts, number)
    }


def _changes(evening: Evening, since: Reseating) -> list[tuple[int, Reseating, TableSeat | None]]:
    """Return each entry's changes since the act, the newest last, with the seat made void, if any."""
    first = since.seq if since.verb == REPLAYED else since.seq + 1
    rows = SeatRow.objects.filter(round__evening=evening).filter(
        Q(void__seq__gte=since.seq) | Q(void=None, journal__seq__gte=first)
    )
    changes: dict[tuple[int, int], tuple[int, Reseating, TableSeat | None]] = {}
    columns = (*(f"journal__{name}" for name in ACT), *(f"void__{name}" for name in ACT))
    for entry, table, chair, *acts in rows.values_list("entry", "position", "chair", *columns):
        written, taken = acts[:3], acts[3:]
        if taken[1] is not None:
            changes[taken[1], entry] = (entry, Reseating(*taken), TableSeat(table, chair))
        if written[1] >= first:
            changes.setdefault((written[1], entry), (entry, Reseating(*written), None))
    return [changes[key] for key in sorted(changes)]


# Earlier rounds stay in memory, so that a long evening is read as fast as a short one: of 1,000 people's 24th
# round 25 ms instead of 190. Most commands leave them as they are.
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
"""The verbs of what is written in the present round alone, or opens the next one."""

AT_MOST = 4
"""So many evenings are kept: one of 1,000 people with 24 rounds has 12 MB."""


@dataclass(frozen=True)
class Earlier:
    """What stands of all rounds before ``until``, by the kinds of ``OF_ROUNDS``.

    It was read at the journal line ``seq``, written ``at`` that time: where a backup was put back, numbers
    come again.
    """

    until: int = 0
    seq: int = 0
    at: datetime | None = None
    facts: tuple[tuple[Any, ...], ...] = field(default=((),) * len(OF_ROUNDS), repr=False)


NOTHING = Earlier()
_kept, _lock = OrderedDict[tuple[int, str], Earlier](), Lock()


def earlier_rounds(evening: int, code: str) -> Earlier:
    """Return what is known of the evening's earlier rounds, if it stands. ``code``: its join code."""
    earlier = _kept.get((evening, code), NOTHING)
    return earlier if earlier.until and _stands(evening, earlier) else NOTHING


def _stands(evening: int, earlier: Earlier) -> bool:
    first, *since = _lines_since(evening, earlier.seq) or [()]
    same = first[:2] == (earlier.seq, earlier.at)
    return same and all(verb in IN_PRESENT for _seq, _at, verb in since)


@prepared
def _lines_since(evening: int, seq: int) -> QuerySet[Any, Any]:
    rows = Journal.objects.filter(evening=evening, seq__gte=seq).order_by("seq")
    return rows.values_list("seq", "at", "verb")


def keep(evening: int, code: str, facts: Facts, earlier: Earlier, seq: int, at: datetime | None) -> None:
    """Keep what was read at this journal line. Not within a command: what it has read may yet be undone."""
    if connection.in_atomic_block or len(facts.rounds) < 2:
        return
    until = facts.now.number
    parts = earlier.facts if until == earlier.until else tuple(_parts(facts, earlier, until))
    if len(parts) == len(OF_ROUNDS):
        with _lock:
            _kept[evening, code] = replace(earlier, until=until, seq=seq, at=at, facts=parts)
            _kept.move_to_end((evening, code))
            while len(_kept) > AT_MOST:
                _kept.popitem(last=False)


def _parts(facts: Facts, earlier: Earlier, until: int) -> Iterator[tuple[Any, ...]]:
    """Yield the facts of each kind before a round, where nothing of an earlier round comes later."""
    for kind, known in zip(OF_ROUNDS, earlier.facts, strict=True):
        rows = getattr(facts, kind)
        later = (n for n in range(len(known), len(rows)) if rows[n].round >= until)
        end = next(later, len(rows))
        if all(row.round >= until for row in rows[end:]):
            yield rows[:end]


KEPT = "moves_kept"
"""The verb of the line that lets the moves stand."""


def corrected_after_moves(evening: Evening, number: int) -> int:
    """Return the line that last changed a deal of the round before, once ``number`` was opened; else 0."""
    opened = RoundRow.objects.filter(evening=evening, number=number, void=None).values("journal__seq")
    changed = Q(versions__journal__seq__gt=opened) | Q(void__seq__gt=opened)
    deals = Deal.objects.filter(changed, round__evening=evening, round__number=number - 1)
    last = Greatest(Max("versions__journal__seq"), Coalesce(Max("void__seq"), 0))
    return deals.aggregate(last=last)["last"] or 0


def moves_kept(evening: Evening, since: int, *, but: Journal | None = None) -> bool:
    """Return whether the organiser let the moves stand after that line, ``but`` for this line."""
    lines = Journal.objects.filter(evening=evening, verb=KEPT, seq__gt=since)
    return lines.exclude(pk=but.pk if but else 0).exists()


AHEAD = frozenset({"seat_kept", "player_returned"})
"""What is said of the next bell only."""
COMINGS = AHEAD | {"people_checked_in", "entry_withdrawn", "player_left", "player_paused"}
SEATS = frozenset({"seats_swapped", "seat_moved", "table_added", "table_closed", "tables_levelled"})
CUTS = frozenset({"cut_made", "cut_drawn"})
AT_THE_BELL = CUTS | {"table_ended", "table_counted", "counters_counted"}
STAKES = frozenset({"stake_corrected"})
CALLED_OFF = "evening_called_off"
"""The verb of the line that ends an evening without a result."""
# Results cannot be taken back, for they are corrected in versions; nor can a bell, which is undone with all
# that it brought.
TAKEN_BACK = COMINGS | SEATS | AT_THE_BELL | STAKES | {CALLED_OFF}
"""What can be taken back, by the line's verb."""
BACK = "line_taken_back"
"""The verb of the line that takes one back."""

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
"""With these the evening goes on to something else, and what was before them stands."""


def tag_of(line: Journal) -> str:
    """Return the mark of a message about the new line if it can be taken back, else an empty text."""
    if line.verb not in TAKEN_BACK or line.evening.stage == Stage.FINISHED:
        return ""
    return f"{TAG}-{line.evening_id}-{line.seq}"


def tagged(tag: str | None) -> tuple[int, int] | None:
    """Return the evening and the line of a message with this mark. None if it has no such mark."""
    mark, *where = (tag or "").split("-")
    return (int(where[0]), int(where[1])) if mark == TAG else None


def last_turn(evening: int) -> int:
    """Return the line since which things can be taken back, 0 where there is none."""
    lines = Journal.objects.filter(evening=evening, verb__in=TURNS)
    return lines.aggregate(last=Max("seq"))["last"] or 0
