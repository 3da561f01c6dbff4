"""Services to draw, swap and change seats, to start play, and to add, close and level tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHANGED_MEANWHILE, TWO_PLAYERS
from tournaments.base.arguments import LONGEST_SEED, MOST_AT_A_TABLE, ArgumentLimits, EntryNo
from tournaments.base.selectors import write_rows
from tournaments.bell.services.bell import start_new_clock, stop_clock
from tournaments.core import chance
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import find_limits
from tournaments.core.movement import clock, levelling, seating
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.table_sizes import choose_sizes, refuse_tables, refuse_wanted
from tournaments.core.record import Stage
from tournaments.core.refusals import LAST_TABLE_ONLY, NO_TABLE, TOO_FEW_LEFT
from tournaments.core.settings import NUMBERS, OF_TABLES
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import refuse_closing_now, refuse_decided, refuse_mixing
from tournaments.evening.services.evenings import (
    choose,
    find_occupied_chairs,
    give_stakes,
    load_sitting_seats,
    take_back_draw,
)
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import MoveRow, RoundRow, RoundTable, SeatRow

DrawSeed = Annotated[
    str,
    ArgumentLimits(
        "Use an earlier seed to repeat a draw. Default: a new seed.", most=LONGEST_SEED, empty=True
    ),
]
CHANGES_SETTING = "Changes this setting. Default: as it stands."
Tables = Annotated[int, ArgumentLimits(CHANGES_SETTING, *NUMBERS["tables"])]
People = Annotated[int, ArgumentLimits(CHANGES_SETTING, *NUMBERS["people"])]
Fewest = Annotated[int, ArgumentLimits(CHANGES_SETTING, *NUMBERS["people_least"])]
Most = Annotated[int, ArgumentLimits(CHANGES_SETTING, *NUMBERS["people_most"])]
OneTable = Annotated[int, ArgumentLimits(least=1)]
Chair = Annotated[int, ArgumentLimits("Seat. Default: the first free seat.", least=1)]
LastTable = Annotated[
    int, ArgumentLimits("Number of the last table. Only that table can be closed.", least=1)
]
AtNewTable = Annotated[Sequence[EntryNo], ArgumentLimits(least=1, most=MOST_AT_A_TABLE)]


@journaled("seats_drawn", Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, title="Draw the seats")
def seats_draw(
    act: Act,
    *,
    seed: DrawSeed = "",
    tables: Tables | None = None,
    people: People | None = None,
    people_least: Fewest | None = None,
    people_most: Most | None = None,
) -> None:
    """Draw all seats with a recorded seed. An earlier draw is undone, until the first result.

    ``tables`` and ``people`` change the settings of the same names. After the start, seats are drawn again
    only with these arguments, and play starts again.
    """
    sizes = dict(zip(OF_TABLES, (tables, people, people_least, people_most), strict=True))
    if changes := {name: number for name, number in sizes.items() if number is not None}:
        choose(act, **changes)
        refuse_wanted(act.evening.play.game, act.settings.table_wish)
    elif act.stage is Stage.PLAYING:
        raise StateError("stage", _("Play has begun. Only other table sizes can draw the seats again."))
    seat_everybody(act, seed)


def seat_everybody(act: Act, seed: str, order: Sequence[int] = (), season: str = "") -> None:
    """Give everybody their first seat: by lot, or by the ``order`` of entries in a ``season``.

    Lots are drawn for people's numbers in order of arrival, so a seed gives the same draw anywhere.
    """
    if act.stage is not Stage.CHECK_IN:
        take_back_draw(act)
    facts = load_facts(act.evening.pk)
    presences = movement_seating.list_presences(facts, 1)
    entries = [entry for entry in facts.entries if presences[entry.id].plays]
    game = act.evening.play.game
    refuse_tables(len(entries), game)
    sizes = choose_sizes(len(entries), game)
    seed = act.choose_seed(seed)
    numbered = dict(enumerate(entries, start=1))
    people = [replace(entry, id=n) for n, entry in numbered.items()]
    if season:
        numbers = {entry.id: n for n, entry in numbered.items()}
        ranks = [numbers[entry] for entry in order if entry in numbers]
        draw = seating.seat_in_order(ranks, numbered, sizes.sizes, seed)
        act.note(season=season)
    else:
        draw = seating.draw(people, sizes.sizes, seed)
    round = RoundRow.objects.create(evening=act.evening, number=1, journal=act.line)
    tables = enumerate(draw.dealers, start=1)
    write_rows(RoundTable, ("position", "dealer"), tables, round=round, journal=act.line)
    seats = ((place.table, place.chair, numbered[place.entry].id) for place in draw.seats)
    write_rows(SeatRow, ("position", "chair", "entry_id"), seats, round=round, journal=act.line)
    act.note(seed=seed, sizes=sizes.sizes, why=sizes.why.code, figures=dict(sizes.why.figures))
    act.go_to(Stage.SEATED)


@journaled("play_begun", Stage.SEATED, title="Start play")
def evening_start(act: Act) -> None:
    """Start play. Each player gets a stake, and the first round opens."""
    round, facts = act.get_round(), load_facts(act.evening.pk)
    chairs = find_occupied_chairs(round)
    fewest = find_limits(act.evening.play).fewest if len(chairs) > 1 else act.evening.play.game.fewest
    for number, seats in chairs.items():
        if len(seats) < fewest:
            raise StateError(
                "table",
                _("Table %(table)s has too few players. Draw the seats again."),
                table=number,
            )
    give_stakes(act, round, facts, (seat.entry for seat in facts.seats if seat.round == round.number))
    start_new_clock(act, round, clock.NOTHING)
    act.go_to(Stage.PLAYING)


@journaled(
    "seats_swapped", Stage.SEATED, Stage.PLAYING, asks_reason=True, title="Swap two players", looks=True
)
def seats_swap(act: Act, *, first: EntryNo, second: EntryNo) -> None:
    """Swap the seats of two players."""
    round = act.get_round()
    if first == second:
        raise RuleError("second", TWO_PLAYERS)
    sits = load_sitting_seats(round)
    for field, entry in (("first", first), ("second", second)):
        if entry not in sits:
            raise StateError(field, _("This player has no seat in this round. Choose another player."))
    first_seat, second_seat = sits[first], sits[second]
    refuse_decided(round, {first_seat.position, second_seat.position})
    _reseat(
        act,
        round,
        [
            (first_seat, second_seat.position, second_seat.chair),
            (second_seat, first_seat.position, first_seat.chair),
        ],
    )


@journaled(
    "seat_moved",
    Stage.SEATED,
    Stage.PLAYING,
    asks_reason=True,
    title="Move a player to another seat",
    looks=True,
)
def seat_move(act: Act, *, entry: EntryNo, table: OneTable, chair: Chair | None = None) -> None:
    """Move a player to another seat, or give a waiting player a seat."""
    round, limits = act.get_round(), find_limits(act.evening.play)
    chairs, sits = find_occupied_chairs(round), load_sitting_seats(round)
    if table not in chairs:
        raise RuleError("table", NO_TABLE, table=table)
    seat = sits.get(entry)
    if len(chairs[table]) >= limits.most and (seat is None or seat.position != table):
        raise StateError("table", _("Table %(table)s is full. Choose another table."), table=table)
    if chair is None:
        chair = seating.find_lowest_empty(chairs[table])
    if chair in chairs[table]:
        raise StateError("chair", _("This seat is taken. Swap the two players."))
    if not 1 <= chair <= limits.most:
        raise RuleError("chair", _("Choose a seat from 1 to %(most)s."), most=limits.most)
    refuse_decided(round, {table} | ({seat.position} if seat else set()))
    if seat and seat.position != table:
        _refuse_emptied("entry", sits, [seat], limits.fewest)
    if seat:
        _reseat(act, round, [(seat, table, chair)])
    else:
        _seat_waiting(act, round, load_facts(act.evening.pk), {entry: chair}, table)


@journaled("table_added", Stage.PLAYING, asks_reason=True, title="Add a table", looks=True)
def table_add(act: Act, *, entries: AtNewTable) -> None:
    """Add a last table, for players who wait or who sit at other tables."""
    round, limits = act.get_round(), find_limits(act.evening.play)
    refuse_mixing(round)
    people = list(dict.fromkeys(entries))
    if not limits.fewest <= len(people) <= limits.most:
        raise RuleError(
            "entries",
            _("A table has from %(fewest)s to %(most)s players."),
            fewest=limits.fewest,
            most=limits.most,
        )
    sits, places = load_sitting_seats(round), {entry: chair for chair, entry in enumerate(people, start=1)}
    movers = [sits[entry] for entry in people if entry in sits]
    refuse_decided(round, {seat.position for seat in movers})
    _refuse_emptied("entries", sits, movers, limits.fewest)
    new, seed = max(find_occupied_chairs(round)) + 1, act.choose_seed("")
    dealer = chance.order_by_lot(places.values(), seed)[0]
    RoundTable.objects.create(round=round, position=new, dealer=dealer, journal=act.line)
    act.note(table=new, seed=seed)
    _reseat(act, round, [(seat, new, places[seat.entry_id]) for seat in movers])
    newcomers = {entry: chair for entry, chair in places.items() if entry not in sits}
    if newcomers:
        _seat_waiting(act, round, load_facts(act.evening.pk), newcomers, new)


@journaled("table_closed", Stage.PLAYING, asks_reason=True, title="Close the last table", looks=True)
def table_close(act: Act, *, table: LastTable) -> None:
    """Close the last table. Its players move to the smallest tables, the lowest table first."""
    round = act.get_round()
    refuse_mixing(round)
    sits, booby = load_sitting_seats(round), max(find_occupied_chairs(round))
    if table != booby:
        raise StateError("table", LAST_TABLE_ONLY, last=booby)
    chairs: dict[int, dict[int, int]] = {number: {} for number in find_occupied_chairs(round)}
    for seat in SeatRow.objects.filter(round=round, void=None):
        if seat.position != booby or seat.entry_id in sits:
            chairs[seat.position][seat.chair] = seat.entry_id
    places = seating.close_booby(chairs, find_limits(act.evening.play).most)
    refuse_closing_now(round, table, {place.table for place in places})
    RoundTable.objects.filter(round=round, position=table, void=None).update(void=act.line)
    _reseat(act, round, [(sits[place.entry], place.table, place.chair) for place in places])
    SeatRow.objects.filter(round=round, position=table, void=None).update(void=act.line)
    act.note(table=table)


@journaled("tables_levelled", Stage.PLAYING, title="Make the tables even", looks=True)
def tables_level(act: Act, *, seen: int | None = None) -> None:
    """Make the tables even with the fewest moves. The clock stops until it is resumed.

    ``seen``: the journal's last line when you saw the moves. If they have changed, this is refused.
    """
    if seen is not None and seen != act.line.seq - 1:
        raise StaleError("seen", CHANGED_MEANWHILE)
    round, facts = act.get_round(), load_facts(act.evening.pk)
    refuse_mixing(round)
    tables, sits = movement_seating.build_seated_tables(facts, round.number), load_sitting_seats(round)
    places = levelling.level(tables, act.evening.play.game, find_limits(act.evening.play))
    if not places:
        raise StateError("table", _("The tables are level. Nobody has to move."))
    ways = [(sits[place.entry], place.table, place.chair) for place in places]
    refuse_decided(round, {table for seat, to, _chair in ways for table in (seat.position, to)})
    _reseat(act, round, ways, reason="levelled")
    stop_clock(act, round, act.now)


def _refuse_emptied(field: str, sits: Mapping[int, SeatRow], seats: Sequence[SeatRow], fewest: int) -> None:
    """Refuse to leave too few people at a table. A table that already has too few may be emptied."""
    sizes = Counter(seat.position for seat in sits.values())
    for table, leavers in Counter(seat.position for seat in seats).items():
        if sizes[table] - leavers < fewest <= sizes[table]:
            raise StateError(
                field,
                TOO_FEW_LEFT,
                table=table,
            )


def _reseat(
    act: Act, round: RoundRow, ways: Sequence[tuple[SeatRow, int, int]], reason: str = "by_hand"
) -> None:
    """Void the old seats, and write the new seats and the moves by hand."""
    SeatRow.objects.filter(pk__in=[seat.pk for seat, _table, _chair in ways]).update(void=act.line)
    SeatRow.objects.bulk_create(
        SeatRow(round=round, position=table, chair=chair, entry_id=seat.entry_id, journal=act.line)
        for seat, table, chair in ways
    )
    MoveRow.objects.bulk_create(
        MoveRow(
            round=round,
            entry_id=seat.entry_id,
            by_hand=True,
            from_position=seat.position,
            from_chair=seat.chair,
            to_position=table,
            to_chair=chair,
            why=reason,
            figures={"reason": act.line.reason},
            journal=act.line,
        )
        for seat, table, chair in ways
    )


def _seat_waiting(act: Act, round: RoundRow, facts: Facts, chairs: Mapping[int, int], table: int) -> None:
    """Seat waiting people on these chairs of the table; ``chairs``: by entry."""
    if chairs.keys() - set(movement_seating.list_waiting(facts, round.number)):
        raise StateError("entry", _("This player does not wait for a seat. Choose another player."))
    SeatRow.objects.bulk_create(
        SeatRow(round=round, position=table, chair=chair, entry_id=entry, journal=act.line)
        for entry, chair in chairs.items()
    )
    MoveRow.objects.bulk_create(
        MoveRow(
            round=round,
            entry_id=entry,
            by_hand=True,
            to_position=table,
            to_chair=chair,
            why="by_hand",
            figures={"reason": act.line.reason},
            journal=act.line,
        )
        for entry, chair in chairs.items()
    )
    if act.stage is Stage.PLAYING:
        give_stakes(act, round, facts, chairs)
