"""A round’s tables from head to booby as values for pages: who sits there, and where each table stands."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.bell.presenters.next_tables import titles_of
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.movement import position, seating
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.record import Ending, Pool, Presence, TableFact
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.presenters.kinds.progress import Progress


class State(StrEnum):
    """Where a table stands in the round."""

    PLAYING = "playing"
    FINISHING = "finishing"
    DONE = "done"
    VOID = "void"
    EARLY = "early"


@dataclass(frozen=True)
class SeatView:
    """Somebody at a table; ``held``: counters, or points, or None where neither is known."""

    chair: int
    entry: int
    name: str
    held: int | None
    yellow: int
    presence: Presence
    deals: bool = False  # has the deal now
    won: bool = False


@dataclass(frozen=True)
class TableView:
    """A table as a card on the console. ``next_deal`` is 0 once nothing is awaited from it.

    ``progress`` is known where bids are played for, and at fixed tables.
    """

    position: int
    is_head: bool
    is_booby: bool
    state: State
    seats: tuple[SeatView, ...]
    recorded: tuple[int, ...]
    next_deal: int
    winners: str
    may_end: bool  # without a result
    bid: bool = False  # the bids of the deal in play are known
    progress: Progress | None = None
    title: str = ""  # of a knockout: the final, or for consolation

    @property
    def out(self) -> bool:
        return self.next_deal > 0


def listed(entries: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names.get(entry, "?") for entry in entries)


def table_views(facts: Facts, preview: Preview, bid: Collection[int] = ()) -> tuple[TableView, ...]:
    """The round's tables from head to booby; at those of ``bid`` the bids of the deal in play are known."""
    play, number, names = facts.play, preview.round, facts.names
    pools = position.pools_by_table(facts, number)
    how_far = format_pages(play.format).progress(facts, number)
    seats = _seats(facts, preview, how_far)
    tables = [table for table in facts.tables if table.round == number]
    titles = titles_of(facts, number)
    views = []
    for table in tables:
        at = table.position
        out, played = at in preview.still_out, pools[at]
        won = _won(play, table, played, how_far.get(at), out)
        won = _won_cut(preview, played[-1], won) if len(won) > 1 else won
        sitting, dealer = seats[at], _dealer(play, table, seats[at], played, out)
        may_end = out and play.format.may_stop(rung=preview.rung)
        views.append(
            TableView(
                position=at,
                is_head=play.format.is_head(at),
                is_booby=play.format.is_booby(at, tables[-1].position),
                state=_state(table, out, preview.rung),
                seats=tuple(
                    replace(seat, deals=seat.chair == dealer, won=seat.entry in won) for seat in sitting
                ),
                recorded=tuple(pool.deal for pool in played),
                next_deal=len(played) + 1 if out else 0,
                winners=listed(sorted(won), names),
                may_end=may_end and bool(play.format.endings(facts.settings, len(played))),
                bid=at in bid,
                progress=how_far.get(at),
                title=titles.get(at, ""),
            )
        )
    return tuple(views)


def _won(
    play: Play, table: TableFact, played: list[Pool], how_far: Progress | None, out: bool
) -> frozenset[int]:
    """Who won the table's last deal, or its whole game, if it has been won."""
    if not played or table.ending is Ending.VOID:
        return frozenset()
    best = frozenset(how_far.best if how_far and not out else ())
    return best | play.format.won_by_deal(played[-1])


def _won_cut(preview: Preview, last: Pool, shared: frozenset[int]) -> frozenset[int]:
    """Who won the cut for the pool that several share; nobody before it; all of them where none is needed."""
    needs = (*preview.bell.needs, *(need for round, need in preview.chips.needs if round == preview.round))
    if any(isinstance(need, CutNeed) and shared.issuperset(need.among) for need in needs):
        return frozenset()
    chips = {chip.entry for chip in preview.chips.taken if (chip.round, chip.deal) == (last.round, last.deal)}
    ups = {move.entry for move in preview.bell.moves if move.why.code.startswith("up_won_cut")}
    return shared & (chips | ups) or shared


def _seats(facts: Facts, preview: Preview, how_far: Mapping[int, Progress]) -> dict[int, list[SeatView]]:
    """Who sits at each table, by chair, with counters or points where they are known, and yellow chips."""
    counters = ledger.balances(facts, facts.settings) if facts.stakes else {}
    names, yellow = facts.names, Counter(chip.entry for chip in preview.chips.taken)
    here = position.presences(facts, preview.round)
    seats: dict[int, list[SeatView]] = defaultdict(list)
    for seat in position.seats_of(facts, preview.round):
        points = how_far[seat.position].points if seat.position in how_far else {}
        seats[seat.position].append(
            SeatView(
                seat.chair,
                seat.entry,
                names.get(seat.entry, "?"),
                counters.get(seat.entry, points.get(seat.entry)),
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


def _dealer(
    play: Play, table: TableFact, sitting: Collection[SeatView], played: Iterable[Pool], out: bool
) -> int:
    """The chair that has the deal: of the next one while the table is ``out``, else of its last."""
    chair_of = {seat.entry: seat.chair for seat in sitting}
    deals = [{chair_of[line.entry] for line in pool.lines if line.entry in chair_of} for pool in played]
    now = {seat.chair for seat in sitting if seat.presence.plays}
    return seating.dealer_of(table.dealer, [*deals, now] if out else deals, to_right=play.to_right)
