"""Earlier games and the next drawn game as values; who sits out; and how often people meet again.

A game's lots are drawn under ``"<seed of the seat draw>:<number of the game>"``. So each game of an evening
has its own lots, and the one recorded seed repeats all of them. ``count_least_repeats`` is a lower bound of
repeat meetings, found by counting alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from tournaments.core.chance import order_by_lot
from tournaments.core.reasons import Reason

Seating = tuple[tuple[int, ...], ...]
"""The entries at each table of one game."""


class DrawnGame(NamedTuple):
    """One game: the entries at each table, and those who were drawn to sit out."""

    tables: Seating
    sits_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Past:
    """The games that were played, first to last: who sat together, who sat out, who dealt.

    ``sitting_out``: for each game, people who were present at the draw and got no seat. They sat out or had a
    bye. People who came later, or paused, are not included. ``deal_counts``: how many deals each person
    dealt.
    """

    games: tuple[Seating, ...] = ()
    sitting_out: tuple[tuple[int, ...], ...] = ()
    deal_counts: Mapping[int, int] = field(default_factory=dict)

    @property
    def next(self) -> int:
        """Return the number of the game to draw."""
        return len(self.games) + 1

    def find_people(self, game: int) -> frozenset[int]:
        """Return everybody for whom that game was drawn. The first game is 0."""
        return frozenset(self.sitting_out[game]).union(*self.games[game])

    def keep_first(self, games: int) -> "Past":
        """Return the first ``games`` games."""
        return Past(self.games[:games], self.sitting_out[:games], self.deal_counts)

    def add_games(self, games: Sequence[Seating], sits_out: Sequence[tuple[int, ...]]) -> "Past":
        """Return the past with more games."""
        return Past((*self.games, *games), (*self.sitting_out, *sits_out), self.deal_counts)

    @cached_property
    def sat_out(self) -> Counter[int]:
        """Return in how many games each person was drawn to sit out."""
        return Counter(entry for game in self.sitting_out for entry in game)

    @cached_property
    def met(self) -> Mapping[int, Mapping[int, int]]:
        """Return in how many games each person sat with each other person, in both directions."""
        meetings: dict[int, dict[int, int]] = {}
        for table in chain.from_iterable(self.games):
            for person in table:
                mine = meetings.setdefault(person, {})
                for neighbour in table:
                    if neighbour != person:
                        mine[neighbour] = mine.get(neighbour, 0) + 1
        return meetings

    def find_met(self, entry: int, table: Iterable[int]) -> tuple[int, ...]:
        """Return the people at the table with whom the person has sat before."""
        meetings: Mapping[int, int] = self.met.get(entry, {})
        return tuple(other for other in table if other != entry and meetings.get(other))


@dataclass(frozen=True)
class NextRound:
    """A drawn game: the entries at each table in chair order. The first in the order deals first.

    ``why`` has a reason for everybody at a table or in ``sits_out``. In a knockout the first ``main`` tables
    are the main field, and the others the consolation. In other formats ``main`` is 0.
    """

    tables: Seating
    sits_out: tuple[int, ...]
    why: Mapping[int, Reason]
    main: int = 0
    in_order: bool = False
    """Whether the chairs are in this order in both directions of the deal."""


def choose_idle(people: Iterable[int], sat_out: Mapping[int, int], many: int, seed: str) -> tuple[int, ...]:
    """Choose ``many`` people to sit out: those who sat out least often; equal ones by lot."""
    lots = order_by_lot(people, f"{seed}:out") if many else []
    return tuple(sorted(lots, key=lambda entry: sat_out.get(entry, 0))[:many])


def explain_sitting_out(people: Iterable[int], past: Past) -> dict[int, Reason]:
    """Return why each of these people sits out."""
    return {entry: Reason("sits_out_least", {"times": past.sat_out[entry]}) for entry in people}


def order_chairs(table: Iterable[int], past: Past, seed: str) -> tuple[int, ...]:
    """Return a table in chair order: the person who dealt least is first and deals first; equals by lot."""
    drawn = order_by_lot(table, f"{seed}:{past.next}:chairs")
    return tuple(sorted(drawn, key=lambda entry: past.deal_counts.get(entry, 0)))


def explain_meetings(tables: Sequence[Sequence[int]], past: Past) -> dict[int, Reason]:
    """Return whom each person at these tables has met before."""
    why = dict[int, Reason]()
    for table in tables:
        for entry in table:
            met = past.find_met(entry, table)
            if not past.games:
                why[entry] = Reason("drawn_by_lot")
            else:
                why[entry] = Reason("met_some", {"others": met}) if met else Reason("met_nobody")
    return why


def count_repeats(games: Iterable[Seating]) -> int:
    """Return how much people meet again over these games.

    A pair's second game together costs 1, its third 2 more: for each pair, the number of pairs of games
    that they share. The sum is least if repeats are few and are spread over many pairs.
    """
    met = Counter[tuple[int, int]]()
    for game in games:
        for table in game:
            met.update(combinations(sorted(table), 2))
    return sum(comb(times, 2) for times in met.values())


def count_least_repeats(players: int, sizes: Sequence[int], games: int) -> int:
    """Return a lower bound of ``count_repeats`` for any draw of so many games.

    All games have tables of these ``sizes``. The larger of two bounds is returned.

    *By person.* A person at a table of s meets s - 1 people. All these meetings together are 2 × games ×
    (pairs at the tables). Shared out evenly, each person has d or d + 1 of them. Spread evenly over the
    other ``players`` - 1 people, each of these is met q or q + 1 times. A pair that meets m times costs m
    over 2. An uneven spread costs more, because m over 2 is convex in m. Each pair is counted from both
    sides, so the sum is halved.

    *By two games.* The s people of a table sit at T tables in any other game. At least as many pairs of
    them are together again as if they were spread evenly over the T tables. Each person who sits out saves
    at most the number of people they would have sat with. This holds for each table and each two games.
    """
    if players < 2:
        return 0
    pairs = sum(comb(size, 2) for size in sizes)
    meetings, more = divmod(2 * games * pairs, players)
    one_sided = (players - more) * _count_shared_pairs(meetings, players - 1) + more * _count_shared_pairs(
        meetings + 1, players - 1
    )
    company = -(-max(sizes) // len(sizes)) - 1
    by_two_games = sum(_count_shared_pairs(size, len(sizes)) for size in sizes) - company * (
        players - sum(sizes)
    )
    return max(-(-one_sided // 2), comb(games, 2) * by_two_games)


def _count_shared_pairs(things: int, places: int) -> int:
    """Return how many pairs share a place if things are spread evenly."""
    each, more = divmod(things, places)
    return (places - more) * comb(each, 2) + more * comb(each + 1, 2)
