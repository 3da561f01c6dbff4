"""What the facts say of one round: who plays, who waits, what is still out, the tables at its bell.

This is the way from the facts to the movement of players, which knows only tables. It decides
nothing itself.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from operator import attrgetter

from tournaments.core.movement.chairs import Player, Table
from tournaments.core.movement.seating import dealer_of, next_dealer
from tournaments.core.record import Ending, EveningRecord, Pool, Presence, Round, Seat, TableFact

NOBODY_COUNTED: Mapping[int, int | None] = {}


def presences(facts: EveningRecord, round_number: int) -> dict[int, Presence]:
    """The last word on everybody who had come by that round, in the order in which they came."""
    spoken = sorted(facts.presences, key=lambda presence: presence.seq)
    return {presence.entry: presence.state for presence in spoken if presence.from_round <= round_number}


def presence_of(facts: EveningRecord, entry: int, round_number: int) -> Presence:
    """Whether somebody plays in the round; who has not come yet is not here either: ``LEFT``."""
    return presences(facts, round_number).get(entry, Presence.LEFT)


def expected(facts: EveningRecord, round_number: int) -> tuple[int, ...]:
    """Who was here when the round was opened, first come first; also who went away while it was played."""
    then = tuple(fact for fact in facts.presences if fact.from_round < round_number or fact.state.plays)
    here = presences(replace(facts, presences=then), round_number)
    return tuple(entry.id for entry in facts.entries if entry.id in here and here[entry.id].plays)


def playing(facts: EveningRecord, round_number: int) -> tuple[int, ...]:
    """Those who have a seat in the round and are here, from the head table down, in seat order."""
    here = presences(facts, round_number)
    return tuple(
        seat.entry for seat in seats_of(facts, round_number) if seat.entry in here and here[seat.entry].plays
    )


def waiting(facts: EveningRecord, round_number: int) -> tuple[int, ...]:
    """Those who are here without a seat in the round, first come first."""
    return unseated(facts, round_number, {seat.entry for seat in seats_of(facts, round_number)})


def unseated(facts: EveningRecord, round_number: int, seated: Collection[int]) -> tuple[int, ...]:
    """Those who are here in the round and not among these, first come first."""
    here = presences(facts, round_number)
    return tuple(entry for entry, presence in here.items() if presence.plays and entry not in seated)


def seats_of(facts: EveningRecord, round_number: int) -> tuple[Seat, ...]:
    """The round's seats, from the head table down, in seat order."""
    return facts.seats_by_round.get(round_number, ())


def tables_seated(
    facts: EveningRecord, round_number: int, held: Mapping[int, int | None] = NOBODY_COUNTED
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


def next_dealers(
    facts: EveningRecord, round_number: int, chairs: Mapping[int, Collection[int]], *, to_right: bool
) -> dict[int, int]:
    """The chair that deals first at each table of the next round, ``chairs`` being those taken in it.

    The deal passes to the next occupied chair, also across rounds; ``to_right``: to the right.
    """
    chair_of = {seat.entry: seat.chair for seat in seats_of(facts, round_number)}
    pools, dealers = pools_by_table(facts, round_number), {}
    for table in tables_of(facts, round_number):
        played = [
            {chair_of[line.entry] for line in pool.lines if line.entry in chair_of}
            for pool in pools[table.position]
        ]
        if table.ending is Ending.VOID and played:  # a void deal was dealt too
            played.append(played[-1])
        if table.position in chairs:
            last = dealer_of(table.dealer, played, to_right=to_right)
            dealers[table.position] = next_dealer(chairs[table.position], last, to_right=to_right)
    return dealers


def tables_of(facts: EveningRecord, round_number: int) -> list[TableFact]:
    """Return the round's tables."""
    return [table for table in facts.tables if table.round == round_number]


def paths(facts: EveningRecord) -> dict[int, dict[int, int]]:
    """Return the table of each round that somebody had a seat in, by entry and round."""
    ways: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in facts.seats:
        ways[seat.entry][seat.round] = seat.position
    return dict(ways)


def positions(facts: EveningRecord, round_number: int) -> list[int]:
    """The numbers of the round's tables, from the head table down."""
    tables = {table.position for table in tables_of(facts, round_number)}
    return sorted(tables | {seat.position for seat in seats_of(facts, round_number)})


def round_of(facts: EveningRecord, round_number: int) -> Round:
    """Return the round; one in which nothing has happened if it was not opened."""
    return next((played for played in facts.rounds if played.number == round_number), Round(round_number))


def pools_by_table(facts: EveningRecord, number: int) -> dict[int, list[Pool]]:
    """The round's decided deals at each table, first to last."""
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in sorted((pool for pool in facts.pools if pool.round == number), key=attrgetter("deal")):
        pools[pool.position].append(pool)
    return pools
