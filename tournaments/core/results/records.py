"""A person's records over the years, and everybody's figures and places in an evening round by round.

Records are runs of exact bids, the highest figures, and results by table.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from accounts.answers import answers
from tournaments.core.evening import Facts
from tournaments.core.movement.seating import find_paths
from tournaments.core.record import Count, Pool, SeatFact, Stake
from tournaments.core.results.standings import rank_evening


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal that the person played in the evening ``event``; ``gain`` is in points or counters.

    ``bid`` and ``tricks`` are None in games without bids. ``gain`` is None if nobody counted.
    """

    event: int
    round: int
    table: int
    deal: int
    won: bool = False
    bid: int | None = None
    tricks: int | None = None
    gain: int | None = None

    @property
    def exact(self) -> bool:
        return self.bid is not None and self.bid == self.tricks


@dataclass(frozen=True)
class PersonalBest:
    """A figure, and the evening in which the person first reached it."""

    event: int
    figure: int


def find_longest_run(deals: Iterable[PlayedDeal]) -> PersonalBest | None:
    """Return the longest run of exact bids within an evening. ``deals`` come in the order of play."""
    best, run, event = None, 0, None
    for dealt in deals:
        run = (run if dealt.event == event else 0) + 1 if dealt.exact else 0
        event = dealt.event
        if run and (best is None or run > best.figure):
            best = PersonalBest(event, run)
    return best


def find_most(figures: Iterable[tuple[int, int | None]]) -> PersonalBest | None:
    """Return the highest of the evenings' figures, at the first evening that has it; None if all are None."""
    best = None
    for event, figure in figures:
        if figure is not None and (best is None or figure > best.figure):
            best = PersonalBest(event, figure)
    return best


@answers("table", "rounds", "deals", "won", component="TablePlayed")
@dataclass(frozen=True)
class TableTally:
    """The person's results at tables of this number."""

    table: int
    rounds: int
    deals: int
    won: int


def tally_tables(deals: Iterable[PlayedDeal]) -> tuple[TableTally, ...]:
    """Return the tables, with most rounds first. A round counts only if a deal was decided."""
    rounds: dict[int, set[tuple[int, int]]] = defaultdict(set)
    played, won = Counter[int](), Counter[int]()
    for dealt in deals:
        rounds[dealt.table].add((dealt.event, dealt.round))
        played[dealt.table] += 1
        won[dealt.table] += dealt.won
    order = sorted(rounds, key=lambda table: (-len(rounds[table]), table))
    return tuple(TableTally(table, len(rounds[table]), played[table], won[table]) for table in order)


def find_luckiest(tallies: Iterable[TableTally]) -> TableTally | None:
    """Return the table with most deals won; of equal ones, the one with the fewest deals."""
    won = [at for at in tallies if at.won]
    return max(won, key=lambda at: (at.won, -at.deals, -at.table), default=None)


Way = dict[int, int]
"""One person's figures by round, without rounds that have no figure."""


def list_figures(facts: Facts) -> dict[int, Way]:
    """Return what everybody had at the end of each round they played: counters, or points so far.

    A round is left out if nobody's figure is known. Empty if a table wins or loses together.
    """
    found = facts.play.kind.compute_by_round(facts)
    if found is None:
        return {}
    last = max((pool.round for pool in facts.pools), default=0)
    ways: dict[int, Way] = {}
    for entry, seated in find_paths(facts).items():
        way, held = {}, None
        for number in sorted(seated):
            held = found.get((entry, number), held)
            if held is not None and number <= last:
                way[number] = held
        ways[entry] = way
    return ways


def list_places(facts: Facts) -> dict[int, Way]:
    """Return everybody's place in the standing after each game, from their first game on.

    Empty if yellow chips are ranked or a game is won together. Games with unknown counters are left out.
    """
    ways: dict[int, Way] = defaultdict(dict)
    for number in sorted({pool.round for pool in facts.pools}) if facts.play.places_each_game else ():
        rows = rank_evening(_rewind_to(facts, number), {})
        if all(facts.play.kind.find_total(row) is not None for row in rows):
            for row in rows:
                ways[row.entry][number] = row.place
    return dict(ways)


def _rewind_to(facts: Facts, number: int) -> Facts:
    """Return the facts at the end of the round, as far as a standing needs them."""

    def by_then(fact: SeatFact | Pool | Count | Stake) -> bool:
        return fact.round <= number

    return replace(
        facts,
        seats=tuple(filter(by_then, facts.seats)),
        pools=tuple(filter(by_then, facts.pools)),
        counts=tuple(filter(by_then, facts.counts)),
        stakes=tuple(filter(by_then, facts.stakes)),
    )
