"""One person's evening: the way through the tables, and the counters, or the bids, line by line."""

from dataclasses import dataclass

from tournaments.base.words import moved, round_title, seat_in_words
from tournaments.core.evening import Facts
from tournaments.evening.presenters.kinds.counter_lines import CounterLine
from tournaments.evening.presenters.kinds.registry import kind_pages
from tournaments.evening.selectors.moves import seat_changes
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
    for number, _who, _by_hand, start, _from_chair, end, chair, why, figures in seat_changes(
        evening, entry=entry
    ):
        way = Way(
            _sign(why, start, end), seat_in_words(end, chair) if end else "", moved(why, figures, names)
        )
        ways.setdefault(number, []).append(way)
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


def _sign(why: str, start: int | None, end: int | None) -> str:
    if (
        start is None
        or end is None
        or start == end
        or why.startswith("swap")
        or why in ("by_hand", "levelled")
    ):
        return "swap"
    return "up" if end < start else "down"
