"""Which tables of a round are awaited, and how all of them stand at its bell."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from tournaments.core.counters.leaving import left_in_pools
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import position
from tournaments.core.movement.chairs import Player, Table
from tournaments.core.record import Ending, Pool, Presence
from tournaments.core.settings import Settings


def next_deal(
    play: Play,
    settings: Settings,
    round_number: int,
    players: int,
    decided: Sequence[Pool],
    *,
    in_pool: int = 0,
    ending: Ending | None,
    rung: int | None,
) -> int:
    """Return the number of the deal that a table plays next; 0: its round is over.

    A table is done with its last deal, with an ``ending``, or with a deal that it finished after the bell
    (journal line ``rung``), for no deal begins after it. Where too few play there can be none; ``in_pool``:
    so many have left, and have counters in its pool.
    """
    after_bell = rung is not None and any(pool.seq > rung for pool in decided)
    if ending is not None or after_bell or not players or not play.kind.enough(play, players + in_pool):
        return 0
    return play.kind.next_deal(play, settings, round_number, players, decided)


def still_out(facts: Facts, round_number: int) -> tuple[int, ...]:
    """The tables whose result is still awaited."""
    here = position.presences(facts, round_number)
    sitting = Counter(
        seat.position
        for seat in position.seats_of(facts, round_number)
        if here.get(seat.entry, Presence.LEFT).plays
    )
    left = left_in_pools(facts, round_number)
    gone = Counter(seat.position for seat in position.seats_of(facts, round_number) if seat.entry in left)
    endings = {table.position: table.ending for table in position.tables_of(facts, round_number)}
    pools = position.pools_by_table(facts, round_number)
    rung = position.round_of(facts, round_number).rung_seq
    return tuple(
        at
        for at in position.positions(facts, round_number)
        if next_deal(
            facts.play,
            facts.settings,
            round_number,
            sitting[at],
            pools[at],
            in_pool=gone[at],
            ending=endings.get(at),
            rung=rung,
        )
    )


def in_a_deal(facts: Facts, entry: int) -> bool:
    """Whether somebody sits at a table whose result is awaited: counters may lie in its pool."""
    last = facts.now.number
    awaited = still_out(facts, last)
    return any(seat.entry == entry and seat.position in awaited for seat in position.seats_of(facts, last))


def tables_at_bell(facts: Facts, round_number: int) -> tuple[Table, ...]:
    """Every table of the round as its results were in, from the head table down."""
    held = facts.play.kind.held(facts, round_number)
    staked = {stake.entry for stake in facts.stakes if stake.between and stake.round == round_number}
    void = {
        table.position for table in position.tables_of(facts, round_number) if table.ending is Ending.VOID
    }
    pools = position.pools_by_table(facts, round_number)
    return tuple(
        _table(_with_stakes(table.players, staked), pools[position], position in void)
        for position, table in position.tables_seated(facts, round_number, held).items()
    )


def _with_stakes(players: Iterable[Player], entries: Collection[int]) -> tuple[Player, ...]:
    """The players, with those marked who took a fresh stake between the round's deals."""
    return tuple(replace(player, staked=player.entry in entries) for player in players)


def _table(players: tuple[Player, ...], pools: list[Pool], void: bool) -> Table:
    """The table with its last pool: of several deals, that one says who moves and who was in the call."""
    if not pools:
        return Table(players, void=void)
    last = pools[-1]
    return Table(players, last.winners, last.in_call, void, last.deal)
