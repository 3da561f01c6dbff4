"""One person's evening: the way through the tables, and the counters, or the bids, line by line."""

from dataclasses import dataclass

from tournaments.base.words import moved, round_title, seat_in_words
from tournaments.core.evening import Facts
from tournaments.core.movement.bell import Move
from tournaments.evening.presenters.kinds.counter_lines import CounterLine
from tournaments.evening.presenters.kinds.registry import kind_pages
from tournaments.evening.selectors.moves import made_moves
from tournaments.models import Evening


@dataclass(frozen=True)
class Stop:
    """Where somebody sat in a round, what happened there, and why the seat changed."""

    round: int
    title: str
    table: int
    chair: int
    won: bool
    chip: int
    moves: "tuple[Way, ...]"


@dataclass(frozen=True)
class Way:
    """A change of seats in words, with its sign: up, down or swap (to another seat some other way)."""

    sign: str
    where: str
    why: str


@dataclass(frozen=True)
class Life:
    """``counters`` are those of the ledger; where bids are played for, the points deal by deal."""

    stops: tuple[Stop, ...]
    counters: tuple[CounterLine, ...]


def life_of(evening: Evening, facts: Facts, entry: int) -> Life:
    """The person's evening, newest round first, counters in the order of play."""
    lines = kind_pages(facts.play.kind).lines(facts, entry)
    return Life(_stops(evening, facts, entry), lines)


def _stops(evening: Evening, facts: Facts, entry: int) -> tuple[Stop, ...]:
    names = facts.names
    ways: dict[int, list[Way]] = {}
    for made in made_moves(evening, entry=entry):
        move, end = made.move, made.move.end
        way = Way(_sign(move), seat_in_words(end.table, end.chair) if end else "", moved(move.why, names))
        ways.setdefault(made.round, []).append(way)
    chips = [chip.round for chip in facts.chips.taken if chip.entry == entry]
    won_by = facts.play.format.won_by_deal
    won = {(pool.round, pool.position) for pool in facts.pools if won_by(pool) == {entry}}
    mine = sorted((seat for seat in facts.seats if seat.entry == entry), key=lambda seat: -seat.round)
    return tuple(
        Stop(
            seat.round,
            round_title(facts.play, seat.round),
            seat.position,
            seat.chair,
            (seat.round, seat.position) in won,
            chips.count(seat.round),
            tuple(ways.get(seat.round, ())),
        )
        for seat in mine
    )


def _sign(move: Move) -> str:
    other = move.why.code.startswith("swap") or move.why.code in ("by_hand", "levelled")
    if other or not move.start or not move.end or move.start.table == move.end.table:
        return "swap"
    return "up" if move.end.table < move.start.table else "down"
