"""What the facts say of one round: who plays, who waits, what is still out, the tables at its bell.

This is the way from the facts to the movement of players, which knows only tables. It decides
nothing itself.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from tournaments.core.counters.leaving import left_in_pools
from tournaments.core.facts import Ending, Facts, Pool, Presence, Round, Seat, TableFact
from tournaments.core.kinds.dealing import comes_next, enough
from tournaments.core.movement.chairs import Player, Table
from tournaments.core.movement.seating import dealer_of, next_dealer
from tournaments.core.settings import Settings

NOBODY_COUNTED: Mapping[int, int | None] = {}


def presences(facts: Facts, round_number: int) -> dict[int, Presence]:
    """The last word on everybody who had come by that round, in the order in which they came."""
    spoken = sorted(facts.presences, key=lambda presence: presence.seq)
    return {presence.entry: presence.state for presence in spoken if presence.from_round <= round_number}


def presence_of(facts: Facts, entry: int, round_number: int) -> Presence:
    """Whether somebody plays in the round; who has not come yet is not here either: ``LEFT``."""
    return presences(facts, round_number).get(entry, Presence.LEFT)


def expected(facts: Facts, round_number: int) -> tuple[int, ...]:
    """Who was here when the round was opened, first come first; also who went away while it was played."""
    then = tuple(fact for fact in facts.presences if fact.from_round < round_number or fact.state.plays)
    here = presences(replace(facts, presences=then), round_number)
    return tuple(entry.id for entry in facts.entries if entry.id in here and here[entry.id].plays)


def playing(facts: Facts, round_number: int) -> tuple[int, ...]:
    """Those who have a seat in the round and are here, from the head table down, in seat order."""
    here = presences(facts, round_number)
    return tuple(
        seat.entry for seat in seats_of(facts, round_number) if seat.entry in here and here[seat.entry].plays
    )


def waiting(facts: Facts, round_number: int) -> tuple[int, ...]:
    """Those who are here without a seat in the round, first come first."""
    return unseated(facts, round_number, {seat.entry for seat in seats_of(facts, round_number)})


def unseated(facts: Facts, round_number: int, seated: Collection[int]) -> tuple[int, ...]:
    """Those who are here in the round and not among these, first come first."""
    here = presences(facts, round_number)
    return tuple(entry for entry, presence in here.items() if presence.plays and entry not in seated)


def seats_of(facts: Facts, round_number: int) -> tuple[Seat, ...]:
    """The round's seats, from the head table down, in seat order."""
    seats = (seat for seat in facts.seats if seat.round == round_number)
    return tuple(sorted(seats, key=lambda seat: (seat.position, seat.chair)))


def still_out(facts: Facts, settings: Settings, round_number: int) -> tuple[int, ...]:
    """The tables whose result is still awaited.

    A table is done with its last deal, with an ending, or with a deal that it finished after the
    bell, for no deal begins after it. Where too few play there can be none, unless a pool is left.
    """
    here = presences(facts, round_number)
    sitting = Counter(
        seat.position for seat in seats_of(facts, round_number) if here.get(seat.entry, Presence.LEFT).plays
    )
    left = left_in_pools(facts, round_number)
    gone = Counter(seat.position for seat in seats_of(facts, round_number) if seat.entry in left)
    endings = {table.position: table.ending for table in _tables(facts, round_number)}
    pools = pools_by_table(facts, round_number)
    rung = _round(facts, round_number).rung_seq
    return tuple(
        position
        for position in positions(facts, round_number)
        if sitting[position]
        and enough(facts.play, sitting[position] + gone[position])
        and endings.get(position) is None
        and comes_next(facts.play, settings, round_number, sitting[position], pools[position])
        and not any(rung is not None and pool.seq > rung for pool in pools[position])
    )


def in_a_deal(facts: Facts, settings: Settings, entry: int) -> bool:
    """Whether somebody sits at a table whose result is awaited: counters may lie in its pool."""
    last = max((played.number for played in facts.rounds), default=0)
    awaited = still_out(facts, settings, last)
    return any(seat.entry == entry and seat.position in awaited for seat in seats_of(facts, last))


def tables_at_bell(facts: Facts, settings: Settings, round_number: int) -> tuple[Table, ...]:
    """Every table of the round as its results were in, from the head table down."""
    held = facts.play.kind.held(facts, settings, round_number)
    staked = {stake.entry for stake in facts.stakes if stake.between and stake.round == round_number}
    void = {table.position for table in _tables(facts, round_number) if table.ending is Ending.VOID}
    pools = pools_by_table(facts, round_number)
    return tuple(
        _table(_staked(table.players, staked), pools[position], position in void)
        for position, table in tables_seated(facts, round_number, held).items()
    )


def tables_seated(
    facts: Facts, round_number: int, held: Mapping[int, int | None] = NOBODY_COUNTED
) -> dict[int, Table]:
    """Who sits at each table of the round, from the head table down, and what each has, if that is known."""
    here = presences(facts, round_number)
    players: dict[int, list[Player]] = defaultdict(list)
    for seat in seats_of(facts, round_number):
        presence = here.get(seat.entry, Presence.LEFT)
        players[seat.position].append(
            Player(
                seat.entry,
                seat.chair,
                held.get(seat.entry),
                keeps_seat=presence is Presence.KEEPS_SEAT,
                left=not presence.plays,
            )
        )
    return {position: Table(tuple(players[position])) for position in positions(facts, round_number)}


def next_dealers(facts: Facts, round_number: int, chairs: Mapping[int, Collection[int]]) -> dict[int, int]:
    """The chair that deals first at each table of the next round, ``chairs`` being those taken in it.

    The deal passes to the next occupied chair, also across rounds.
    """
    chair_of = {seat.entry: seat.chair for seat in seats_of(facts, round_number)}
    pools, dealers = pools_by_table(facts, round_number), {}
    for table in _tables(facts, round_number):
        played = [
            {chair_of[line.entry] for line in pool.lines if line.entry in chair_of}
            for pool in pools[table.position]
        ]
        if table.ending is Ending.VOID and played:  # a void deal was dealt too
            played.append(played[-1])
        if table.position in chairs:
            to_right = facts.play.to_right
            last = dealer_of(table.dealer, played, to_right=to_right)
            dealers[table.position] = next_dealer(chairs[table.position], last, to_right=to_right)
    return dealers


def _staked(players: Iterable[Player], entries: Collection[int]) -> tuple[Player, ...]:
    """The players, with those marked who took a fresh stake between the round's deals."""
    return tuple(replace(player, staked=player.entry in entries) for player in players)


def _table(players: tuple[Player, ...], pools: list[Pool], void: bool) -> Table:
    """The table with its last pool: of several deals, that one says who moves and who was in the call."""
    if not pools:
        return Table(players, void=void)
    last = pools[-1]
    return Table(players, last.winners, last.in_call, void, last.deal)


def _tables(facts: Facts, round_number: int) -> list[TableFact]:
    return [table for table in facts.tables if table.round == round_number]


def positions(facts: Facts, round_number: int) -> list[int]:
    """The numbers of the round's tables, from the head table down."""
    tables = {table.position for table in _tables(facts, round_number)}
    return sorted(tables | {seat.position for seat in seats_of(facts, round_number)})


def _round(facts: Facts, round_number: int) -> Round:
    return next((played for played in facts.rounds if played.number == round_number), Round(round_number))


def pools_by_table(facts: Facts, number: int) -> dict[int, list[Pool]]:
    """The round's decided deals at each table, first to last."""
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        if pool.round == number:
            pools[pool.position].append(pool)
    return pools
