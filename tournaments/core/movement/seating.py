"""Seats: the draw, late places, closing a table, the next dealer, chairs at a bell, and a round's seats.

Tables are numbered from the head table (1) down to the booby table (the highest), chairs from 1 clockwise.
Chance is a recorded seed, so that every draw can be repeated before witnesses. The draw does not depend on
counters, pools or bells. The last part reads one round from an evening's facts: who plays, who waits, the
tables at its bell.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from operator import attrgetter
from typing import NamedTuple

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from tournaments.core.chance import order_by_lot
from tournaments.core.reasons import Reason
from tournaments.core.record import Ending, Entry, EveningRecord, Pool, Presence, Round, SeatFact, TableFact


class DrawnSeat(NamedTuple):
    """A chair at a table, and the entry that is to sit there."""

    table: int
    chair: int
    entry: int


@dataclass(frozen=True)
class SeatDraw:
    """The seats as drawn, from the head table down; people who sit out; each table's first dealer."""

    seats: tuple[DrawnSeat, ...]
    sits_out: tuple[int, ...]
    dealers: tuple[int, ...]


def draw(entries: Sequence[Entry], sizes: Sequence[int], seed: str) -> SeatDraw:
    """Draw seats by lot. Each table's number of each role is its proportional share, rounded up or down.

    Lots decide who sits out, which tables get the share rounded up, who sits at them, their chairs, and
    each table's first dealer. This lot replaces the cut. The order of ``entries`` does not matter.
    """
    places = sum(sizes)
    roles = {entry.id: entry.role for entry in entries}
    if len(roles) < places:
        raise ValueError(f"{places} places for {len(roles)} entries")
    lots = order_by_lot(roles, f"{seed}:out")
    people = order_by_lot(lots[:places], f"{seed}:tables")
    waiting = {role: [e for e in people if roles[e] == role] for role in set(roles.values())}
    wanted = _share_roles(sizes, {role: len(of) for role, of in waiting.items()}, seed)
    seats: list[DrawnSeat] = []
    dealers: list[int] = []
    for position in range(1, len(sizes) + 1):
        table = [waiting[role].pop() for role in wanted[position].elements()]
        chairs = order_by_lot(table, f"{seed}:chairs")
        seats += [DrawnSeat(position, chair, entry) for chair, entry in enumerate(chairs, 1)]
        dealers.append(chairs.index(order_by_lot(table, f"{seed}:dealers")[0]) + 1)
    return SeatDraw(tuple(seats), tuple(lots[places:]), tuple(dealers))


def seat_in_order(ranks: Sequence[int], people: Iterable[int], sizes: Sequence[int], seed: str) -> SeatDraw:
    """Seat people by rank from table 1 on. The first of a table takes its first chair, and deals first.

    People without a rank come after all others, by lot. Lots also decide who sits out if not all fit.
    """
    people = list(people)
    unranked = order_by_lot((entry for entry in people if entry not in ranks), f"{seed}:tables")
    out = order_by_lot(people, f"{seed}:out")[sum(sizes) :]
    queue = iter(entry for entry in (*ranks, *unranked) if entry not in out)
    seats = [
        DrawnSeat(position, chair, next(queue))
        for position, size in enumerate(sizes, 1)
        for chair in range(1, size + 1)
    ]
    return SeatDraw(tuple(seats), tuple(out), (1,) * len(sizes))


def _share_roles(sizes: Sequence[int], people: Mapping[str, int], seed: str) -> dict[int, Counter[str]]:
    """Return how many of each role each table gets: its share rounded down, and by lot some rounded up.

    Such a rounding always exists: the shares themselves fill every table and use up every role.
    """
    total = sum(sizes)
    roles = order_by_lot(people, f"{seed}:roles")
    tables = order_by_lot(range(1, len(sizes) + 1), f"{seed}:order")
    size = dict(enumerate(sizes, 1))
    down = {t: Counter({r: size[t] * people[r] // total for r in roles}) for t in tables}
    broken = {t: [r for r in roles if size[t] * people[r] % total] for t in tables}
    left = Counter({r: people[r] - sum(down[t][r] for t in tables) for r in roles})
    up: dict[int, set[str]] = {t: set() for t in tables}
    for table in tables:
        for _place in range(size[table] - down[table].total()):
            if not _round_up(table, broken, up, left, set()):
                raise AssertionError("shares that fill the tables can be rounded to fill them")
    return {t: down[t] + Counter(up[t]) for t in tables}


def _round_up(
    table: int,
    broken: Mapping[int, list[str]],
    shares_up: Mapping[int, set[str]],
    roles_left: Counter[str],
    tried: set[str],
) -> bool:
    """Give ``table`` one more of some role: of people left, or from a table that can take another role.

    ``broken``: each table's roles with a fractional share. ``shares_up``: the roles rounded up so far.
    ``roles_left``: the people not yet given out. ``tried``: the roles already tried in this search.
    """
    for role in broken[table]:
        if role in shares_up[table] or role in tried:
            continue
        tried.add(role)
        if roles_left[role]:
            roles_left[role] -= 1
            shares_up[table].add(role)
            return True
        for table_from in shares_up:
            if role in shares_up[table_from] and _round_up(table_from, broken, shares_up, roles_left, tried):
                shares_up[table_from].remove(role)
                shares_up[table].add(role)
                return True
    return False


def find_late_place(occupied: Mapping[int, Collection[int]], most: int) -> tuple[int, int] | None:
    """Return the position and chair of a late player. None if there is no room, and the player waits.

    The place is at the booby table if it has room. Otherwise it is at the smallest table; of equal ones, at
    the one nearest the booby table. ``occupied``: each table's occupied chairs. ``most``: the players
    allowed.
    """
    if not occupied:
        return None
    booby = max(occupied)
    if len(occupied[booby]) < most:
        return booby, find_lowest_empty(occupied[booby])
    position = _find_smallest(occupied)
    if len(occupied[position]) >= most:
        return None
    return position, find_lowest_empty(occupied[position])


def seat_late(
    occupied: Mapping[int, Collection[int]], waiting: Iterable[int], most: int
) -> tuple[tuple[DrawnSeat, ...], tuple[int, ...]]:
    """Seat waiting people in the order of coming. Return their places, and people without a place."""
    chairs = {position: set(taken_chairs) for position, taken_chairs in occupied.items()}
    places: list[DrawnSeat] = []
    left_over: list[int] = []
    for entry in waiting:
        place = find_late_place(chairs, most)
        if place is None:
            left_over.append(entry)
            continue
        places.append(DrawnSeat(*place, entry))
        chairs[place[0]].add(place[1])
    return tuple(places), tuple(left_over)


def close_booby(occupied: Mapping[int, Mapping[int, int]], most: int) -> tuple[DrawnSeat, ...]:
    """Return where the booby table's players go when it closes: in chair order, the smallest table first.

    ``occupied`` is each table's entries by chair. RuleError if it is the only table or they do not
    fit, ``most`` being the players allowed at a table.
    """
    booby = max(occupied)
    chairs = {position: set(at) for position, at in occupied.items() if position != booby}
    if not chairs:
        raise StateError("table", _("The only table cannot be closed."))
    places: list[DrawnSeat] = []
    for _chair, entry in sorted(occupied[booby].items()):
        position = _find_smallest(chairs)
        if len(chairs[position]) >= most:
            raise StateError(
                "table",
                _(
                    "The other tables have no room for the %(players)s players of table %(table)s. A "
                    "table has at most %(most)s seats."
                ),
                players=len(occupied[booby]),
                table=booby,
                most=most,
            )
        places.append(DrawnSeat(position, find_lowest_empty(chairs[position]), entry))
        chairs[position].add(places[-1].chair)
    return tuple(places)


def find_next_dealer(occupied: Collection[int], previous: int, *, to_right: bool = False) -> int:
    """Return the chair that deals after ``previous``: the next occupied chair, clockwise.

    ``to_right``: counter-clockwise, as the game's deal passes.
    """
    if to_right:
        return max((chair for chair in occupied if chair < previous), default=max(occupied))
    return min((chair for chair in occupied if chair > previous), default=min(occupied))


def find_last_dealer(first: int, deals: Iterable[Collection[int]], *, to_right: bool = False) -> int:
    """Return the chair that dealt the last of these deals. Each deal is given by the chairs that took part.

    ``first`` deals the first. A player who sits a deal out does not deal it.
    """
    dealer = first
    for index, chairs in enumerate(deals):
        if chairs and (index or dealer not in chairs):
            dealer = find_next_dealer(chairs, dealer, to_right=to_right)
    return dealer


def _find_smallest(occupied: Mapping[int, Collection[int]]) -> int:
    """Return the table with the fewest players; of equal ones, the one nearest the booby table."""
    return min(occupied, key=lambda position: (len(occupied[position]), -position))


def find_lowest_empty(chairs: Collection[int]) -> int:
    """Return the lowest chair that is not in ``chairs``."""
    return next(chair for chair in count(1) if chair not in chairs)


# The tables form a ring. Each table sends one person to the table above it, and the head table sends one to
# the booby table. A position is a place in that ring, counted from the head table (1) down.
HEAD = 1


@dataclass(frozen=True)
class SeatedPlayer:
    """A person at a table as the bell rang. ``counters`` is None if nobody counted.

    ``has_left``: dropped out during the round, so they do not move, cut, exchange or take a stake.
    ``staked``: was broke before the round's last deal, and took a fresh stake then.
    """

    entry: int
    chair: int
    counters: int | None
    keeps_seat: bool = False
    has_left: bool = False
    staked: bool = False

    @property
    def may_go(self) -> bool:
        return not self.has_left and not self.keeps_seat


@dataclass(frozen=True)
class SeatedTable:
    """A table as the bell rang, and its last pool: who won it and who was in the call.

    ``void``: the table could not finish its deal. ``deal``: the last pool's number in the round.
    """

    players: tuple[SeatedPlayer, ...]
    winners: frozenset[int] = frozenset()
    in_call: frozenset[int] = frozenset()
    void: bool = False
    deal: int = 0

    @property
    def decided(self) -> bool:
        return bool(self.winners) and not self.void

    @property
    def protected(self) -> frozenset[int]:
        """Return people who cannot go down: the winners and all in the call. Nobody if the deal is void."""
        return self.winners | self.in_call if self.decided else frozenset()

    @property
    def playing(self) -> tuple[SeatedPlayer, ...]:
        """Return those who still play after the bell, in seat order."""
        here = (player for player in self.players if not player.has_left)
        return tuple(sorted(here, key=lambda player: player.chair))


@dataclass(frozen=True)
class TableSeat:
    """A chair at a table. Chair 0: unknown until the cut or count. It never occurs when all is decided."""

    table: int
    chair: int


@dataclass(frozen=True)
class SeatChange:
    """A person's change of seat. None: no seat before, or no seat after."""

    entry: int
    start: TableSeat | None
    end: TableSeat | None


@dataclass(frozen=True)
class Limits:
    """How few and how many can play at one table."""

    fewest: int = 3
    most: int = 7


def goes_to(position: int, tables: int) -> int:
    """Return the table to which people go from here: one table up; from the head, the booby table."""
    return tables if position == HEAD else position - 1


def comes_from(position: int, tables: int) -> int:
    """Return the table from which people come here: the one below; for the booby table, the head."""
    return HEAD if position == tables else position + 1


def count_sizes(tables: Sequence[SeatedTable]) -> dict[int, int]:
    """Return how many still play at each position."""
    return {position: len(table.playing) for position, table in enumerate(tables, start=HEAD)}


def find_held_back(playing: Mapping[int, int], leaving: Collection[int], limits: Limits) -> dict[int, Reason]:
    """Return the tables of ``leaving`` that nobody can leave after all, and why.

    A full table that nobody leaves can take nobody in. A table with the fewest players that nobody joins
    can let nobody go. Each person held back can hold the next. So the search repeats until nothing changes.
    """
    held: dict[int, Reason] = {}
    while True:
        going = [position for position in sorted(leaving) if position not in held]
        obstacles = {position: _find_obstacle(position, going, playing, limits) for position in going}
        newly = {position: why for position, why in obstacles.items() if why is not None}
        if not newly:
            return held
        held |= newly


def _find_obstacle(
    position: int, leavers: Collection[int], playing: Mapping[int, int], limits: Limits
) -> Reason | None:
    ahead, behind = goes_to(position, len(playing)), comes_from(position, len(playing))
    if ahead not in leavers and playing[ahead] + 1 > limits.most:
        return Reason("held_full", {"table": ahead})
    if behind not in leavers and playing[position] - 1 < limits.fewest:
        return Reason("held_small", {"table": position})
    return None


def find_free_chair(table: SeatedTable) -> int:
    """Return the lowest chair without a person who still plays; a new chair if all are taken."""
    return find_lowest_empty({player.chair for player in table.playing})


NOBODY_COUNTED: Mapping[int, int | None] = {}


def list_presences(facts: EveningRecord, round_number: int) -> dict[int, Presence]:
    """Return the last presence of everybody who had come by that round, in the order of coming."""
    spoken = sorted(facts.presences, key=lambda presence: presence.seq)
    return {presence.entry: presence.state for presence in spoken if presence.from_round <= round_number}


def find_presence(facts: EveningRecord, entry: int, round_number: int) -> Presence:
    """Return the person's presence in the round. It is ``LEFT`` also if they have not come yet."""
    return list_presences(facts, round_number).get(entry, Presence.LEFT)


def list_expected(facts: EveningRecord, round_number: int) -> tuple[int, ...]:
    """Return people present when the round was opened, in the order of coming.

    This includes people who left during the round.
    """
    then = tuple(fact for fact in facts.presences if fact.from_round < round_number or fact.state.plays)
    here = list_presences(replace(facts, presences=then), round_number)
    return tuple(entry.id for entry in facts.entries if entry.id in here and here[entry.id].plays)


def list_playing(facts: EveningRecord, round_number: int) -> tuple[int, ...]:
    """Return people with a seat in the round who are present, from the head table down, in seat order."""
    here = list_presences(facts, round_number)
    return tuple(
        seat.entry
        for seat in list_seats(facts, round_number)
        if seat.entry in here and here[seat.entry].plays
    )


def list_waiting(facts: EveningRecord, round_number: int) -> tuple[int, ...]:
    """Return people present without a seat in the round, in the order of coming."""
    return list_unseated(facts, round_number, {seat.entry for seat in list_seats(facts, round_number)})


def list_unseated(facts: EveningRecord, round_number: int, taken: Collection[int]) -> tuple[int, ...]:
    """Return people present in the round and not in ``taken``, in the order of coming."""
    here = list_presences(facts, round_number)
    return tuple(entry for entry, presence in here.items() if presence.plays and entry not in taken)


def list_seats(facts: EveningRecord, round_number: int) -> tuple[SeatFact, ...]:
    """Return the round's seats, from the head table down, in seat order."""
    return facts.seats_by_round.get(round_number, ())


def build_seated_tables(
    facts: EveningRecord, round_number: int, holdings: Mapping[int, int | None] = NOBODY_COUNTED
) -> dict[int, SeatedTable]:
    """Return who sits at each table of the round, from the head down, and their counters, if known."""
    here = list_presences(facts, round_number)
    players: dict[int, list[SeatedPlayer]] = defaultdict(list)
    for seat in list_seats(facts, round_number):
        presence = here.get(seat.entry, Presence.LEFT)
        players[seat.position].append(
            SeatedPlayer(
                seat.entry,
                seat.chair,
                holdings.get(seat.entry),
                keeps_seat=presence is Presence.KEEPS_SEAT,
                has_left=not presence.plays,
            )
        )
    return {
        position: SeatedTable(tuple(players[position]))
        for position in list_table_numbers(facts, round_number)
    }


def find_next_dealers(
    facts: EveningRecord, round_number: int, chairs: Mapping[int, Collection[int]], *, to_right: bool
) -> dict[int, int]:
    """Return the chair that deals first at each table of the next round. ``chairs``: its occupied chairs.

    The deal passes to the next occupied chair, also across rounds. ``to_right``: to the right.
    """
    chair_of = {seat.entry: seat.chair for seat in list_seats(facts, round_number)}
    pools, dealers = group_pools(facts, round_number), {}
    for table in list_tables(facts, round_number):
        played = [
            {chair_of[line.entry] for line in pool.lines if line.entry in chair_of}
            for pool in pools[table.position]
        ]
        if table.ending is Ending.VOID and played:  # a void deal also had a dealer
            played.append(played[-1])
        if table.position in chairs:
            last = find_last_dealer(table.dealer, played, to_right=to_right)
            dealers[table.position] = find_next_dealer(chairs[table.position], last, to_right=to_right)
    return dealers


def list_tables(facts: EveningRecord, round_number: int) -> list[TableFact]:
    """Return the round's tables."""
    return [table for table in facts.tables if table.round == round_number]


def find_paths(facts: EveningRecord) -> dict[int, dict[int, int]]:
    """Return the table of each round in which a person had a seat, by entry and round."""
    ways: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in facts.seats:
        ways[seat.entry][seat.round] = seat.position
    return dict(ways)


def list_table_numbers(facts: EveningRecord, round_number: int) -> list[int]:
    """Return the numbers of the round's tables, from the head table down."""
    tables = {table.position for table in list_tables(facts, round_number)}
    return sorted(tables | {seat.position for seat in list_seats(facts, round_number)})


def get_round(facts: EveningRecord, round_number: int) -> Round:
    """Return the round; an empty round if it was not opened."""
    return next((played for played in facts.rounds if played.number == round_number), Round(round_number))


def group_pools(facts: EveningRecord, number: int) -> dict[int, list[Pool]]:
    """Return the round's decided deals at each table, first to last."""
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in sorted((pool for pool in facts.pools if pool.round == number), key=attrgetter("deal")):
        pools[pool.position].append(pool)
    return pools
