"""What the next game is drawn from: who is here, who sat with whom, how everybody stands.

The draws know nothing of an evening. People have numbers there, by the order in which they came, so that
the seed of the evening repeats each game's draw in any database.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from games.rules.ruleset import Ruleset
from tournaments.core.chance import lot
from tournaments.core.draws.drawing import Past
from tournaments.core.evening import Facts
from tournaments.core.movement import position, seating
from tournaments.core.results.standings import standing


@dataclass(frozen=True)
class History:
    """An evening as it was when game ``number`` was over, all of whose results are in."""

    facts: Facts
    number: int

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """Everybody's number by entry, from 1."""
        return numbers_of(self.facts)

    @property
    def game(self) -> Ruleset:
        return self.facts.play.game

    @property
    def seed(self) -> str:
        return self.facts.seed

    @cached_property
    def entries_here(self) -> tuple[int, ...]:
        """The entries of those who are here for the next game, first come first."""
        return position.expected(self.facts, self.number + 1)

    @property
    def people(self) -> list[int]:
        """Who is here for the next game, by number."""
        return [self.numbers[entry] for entry in self.entries_here]

    @cached_property
    def past(self) -> Past:
        return past_of(self.facts, self.numbers)

    def best_first(self) -> list[int]:
        """Who is here by place, and who has none after them; among equals the lot decides."""
        places = {row.entry: row.place for row in standing(self.facts, {})}
        seed, last = f"{self.seed}:{len(self.facts.rounds) + 1}:equal", len(places) + 1
        by_place = sorted(
            self.entries_here, key=lambda entry: (places.get(entry, last), lot(seed, self.numbers[entry]))
        )
        return [self.numbers[entry] for entry in by_place]


def numbers_of(facts: Facts) -> dict[int, int]:
    """Return everybody's number by entry, from 1, in the order in which they came."""
    return {entry.id: at for at, entry in enumerate(facts.entries, start=1)}


def past_of(facts: Facts, numbers: Mapping[int, int]) -> Past:
    """Who sat with whom in each game, who was drawn out, and how often each has dealt."""
    games, out = [], []
    for played in facts.rounds:
        tables: dict[int, list[int]] = {}
        seats = position.seats_of(facts, played.number)
        for seat in seats:
            tables.setdefault(seat.position, []).append(numbers[seat.entry])
        games.append(tuple(map(tuple, tables.values())))
        without = set(position.expected(facts, played.number)).difference(seat.entry for seat in seats)
        out.append(tuple(sorted(numbers[entry] for entry in without)))
    dealt = {numbers[entry]: times for entry, times in _dealt(facts).items()}
    return Past(tuple(games), tuple(out), dealt)


def _dealt(facts: Facts) -> Counter[int]:
    """How many deals each has dealt."""
    at = {(seat.round, seat.position, seat.chair): seat.entry for seat in facts.seats}
    chairs = {(seat.round, seat.entry): seat.chair for seat in facts.seats}
    first = {(table.round, table.position): table.dealer for table in facts.tables}
    dealer: dict[tuple[int, int], int] = {}
    dealt: Counter[int] = Counter()
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        table = pool.round, pool.position
        there = {chairs[pool.round, line.entry] for line in pool.lines if (pool.round, line.entry) in chairs}
        if not there or table not in first:
            continue
        now = dealer.get(table)
        if now is not None:
            now = seating.next_dealer(there, now, to_right=facts.play.to_right)
        elif first[table] in there:
            now = first[table]
        else:
            now = seating.next_dealer(there, first[table], to_right=facts.play.to_right)
        dealer[table] = now
        dealt[at[*table, now]] += 1
    return dealt


def upto(facts: Facts, number: int) -> Facts:
    """Return the evening as it was when game ``number`` was over."""
    return replace(
        facts,
        rounds=tuple(played for played in facts.rounds if played.number <= number),
        tables=tuple(table for table in facts.tables if table.round <= number),
        seats=tuple(seat for seat in facts.seats if seat.round <= number),
        pools=tuple(pool for pool in facts.pools if pool.round <= number),
        counts=tuple(count for count in facts.counts if count.round <= number),
        stakes=tuple(stake for stake in facts.stakes if stake.round <= number),
    )
