"""A round's tables from head to booby, with who sits there and where each stands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.core import ledger, position, seating
from tournaments.core.chairs import HEAD
from tournaments.core.facts import Ending, Facts, Pool, Presence, TableFact
from tournaments.core.settings import Settings, Unfinished
from tournaments.selectors.bell import Preview


class State(StrEnum):
    """Where a table stands in the round."""

    PLAYING = "playing"
    FINISHING = "finishing"
    DONE = "done"
    VOID = "void"
    EARLY = "early"


@dataclass(frozen=True)
class SeatView:
    chair: int
    entry: int
    name: str
    counters: int | None
    yellow: int
    presence: Presence
    deals: bool = False  # has the deal now
    won: bool = False


@dataclass(frozen=True)
class TableView:
    """A table as a card on the console. ``next_deal`` is 0 once nothing is awaited from it."""

    position: int
    is_head: bool
    is_booby: bool
    state: State
    seats: tuple[SeatView, ...]
    recorded: tuple[int, ...]
    next_deal: int
    winners: str
    may_end: bool  # without a result

    @property
    def out(self) -> bool:
        return self.next_deal > 0


def listed(entries: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names.get(entry, "?") for entry in entries)


def endings(settings: Settings, played: int) -> tuple[Ending, ...]:
    """How a table may end its round without a result after the bell, by the evening's settings."""
    found = (Ending.VOID,) if settings.unfinished is Unfinished.CUT else ()
    return (*found, Ending.EARLY) if settings.deals > 1 and played else found


def table_views(facts: Facts, settings: Settings, preview: Preview) -> tuple[TableView, ...]:
    """The round's tables from head to booby."""
    number = preview.round
    names = facts.names
    rung = any(played.number == number and played.rung for played in facts.rounds)
    seats = _seats(facts, settings, preview, names)
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in facts.pools:
        if pool.round == number:
            pools[pool.position].append(pool)
    tables = [table for table in facts.tables if table.round == number]
    views = []
    for table in tables:
        out, played = table.position in preview.still_out, pools[table.position]
        won = played[-1].winners if played and table.ending is not Ending.VOID else frozenset[int]()
        sitting = seats[table.position]
        dealer = _dealer(table, sitting, played, out)
        views.append(
            TableView(
                position=table.position,
                is_head=table.position == HEAD,
                is_booby=table is tables[-1] and len(tables) > 1,
                state=_state(table, out, rung),
                seats=tuple(
                    replace(seat, deals=seat.chair == dealer, won=seat.entry in won) for seat in sitting
                ),
                recorded=tuple(pool.deal for pool in played),
                next_deal=len(played) + 1 if out else 0,
                winners=listed(sorted(won), names),
                may_end=rung and out and bool(endings(settings, len(played))),
            )
        )
    return tuple(views)


def _seats(
    facts: Facts, settings: Settings, preview: Preview, names: Mapping[int, str]
) -> dict[int, list[SeatView]]:
    """Who sits at each table, by chair, with counters where they are known, and yellow chips."""
    held, yellow = ledger.balances(facts, settings), Counter(chip.entry for chip in preview.chips.taken)
    here = position.presences(facts, preview.round)
    seats: dict[int, list[SeatView]] = defaultdict(list)
    for seat in position.seats_of(facts, preview.round):
        seats[seat.position].append(
            SeatView(
                seat.chair,
                seat.entry,
                names.get(seat.entry, "?"),
                held.get(seat.entry),
                yellow[seat.entry],
                here.get(seat.entry, Presence.LEFT),
            )
        )
    return seats


def _state(table: TableFact, out: bool, rung: bool) -> State:
    if out:
        return State.FINISHING if rung else State.PLAYING
    if table.ending is not None:
        return State.VOID if table.ending is Ending.VOID else State.EARLY
    return State.DONE


def _dealer(table: TableFact, sitting: Collection[SeatView], played: Iterable[Pool], out: bool) -> int:
    """The chair that has the deal: of the next one while the table is ``out``, else of its last."""
    chair_of = {seat.entry: seat.chair for seat in sitting}
    deals = [{chair_of[line.entry] for line in pool.lines if line.entry in chair_of} for pool in played]
    now = {seat.chair for seat in sitting if seat.presence.plays}
    return seating.dealer_of(table.dealer, [*deals, now] if out else deals)
