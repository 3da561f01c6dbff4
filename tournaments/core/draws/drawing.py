"""Earlier games and the next drawn game as values; who sits out; and how often people meet again.

A game's lots are drawn under ``"<seed of the seat draw>:<number of the game>"``. So each game of an evening
has its own lots, and the one recorded seed repeats all of them. ``least_again`` is the least that counting
alone allows.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

from tournaments.core.chance import in_drawn_order
from tournaments.core.reasons import Reason

Seating = tuple[tuple[int, ...], ...]
"""The entries at each table of one game."""


class DrawnGame(NamedTuple):
    """One game: the entries at each table, and those who were drawn out of it."""

    tables: Seating
    out: tuple[int, ...] = ()


@dataclass(frozen=True)
class Past:
    """The games that were played, first to last: who sat together, who was drawn out, who dealt.

    ``out`` are for each game those who were here when it was drawn and got no seat: who sat it out, or
    had a bye; whoever came later, or paused, is not among them. ``dealt`` are the deals that each dealt.
    """

    games: tuple[Seating, ...] = ()
    out: tuple[tuple[int, ...], ...] = ()
    dealt: Mapping[int, int] = field(default_factory=dict)

    @property
    def next(self) -> int:
        """Return the number of the game to draw."""
        return len(self.games) + 1

    def people(self, game: int) -> frozenset[int]:
        """Return everybody for whom that game was drawn, the first game being 0."""
        return frozenset(self.out[game]).union(*self.games[game])

    def until(self, games: int) -> "Past":
        """Return the first ``games`` games."""
        return Past(self.games[:games], self.out[:games], self.dealt)

    def after(self, games: Sequence[Seating], out: Sequence[tuple[int, ...]]) -> "Past":
        """Return the same with more games."""
        return Past((*self.games, *games), (*self.out, *out), self.dealt)

    @cached_property
    def sat_out(self) -> Counter[int]:
        """Return in how many games each was drawn out."""
        return Counter(entry for game in self.out for entry in game)

    @cached_property
    def met(self) -> Mapping[int, Mapping[int, int]]:
        """Return in how many games each sat with each other: both ways."""
        found: dict[int, dict[int, int]] = {}
        for table in chain.from_iterable(self.games):
            for one in table:
                mine = found.setdefault(one, {})
                for other in table:
                    if other != one:
                        mine[other] = mine.get(other, 0) + 1
        return found

    def met_by(self, entry: int, table: Iterable[int]) -> tuple[int, ...]:
        """Return those of the table with whom the person has sat before."""
        of: Mapping[int, int] = self.met.get(entry, {})
        return tuple(other for other in table if other != entry and of.get(other))


@dataclass(frozen=True)
class NextRound:
    """A game that was drawn: the entries at each table in chair order, of whom the first deals first.

    ``why`` has a reason for everybody at a table or ``out``. In a knockout the first ``main`` tables are
    the main field's, the others the consolation; in the other formats it is 0.
    """

    tables: Seating
    out: tuple[int, ...]
    why: Mapping[int, Reason]
    main: int = 0
    in_order: bool = False
    """Whether the chairs are in this order whichever way the deal passes."""


def idle(people: Iterable[int], sat_out: Mapping[int, int], many: int, seed: str) -> tuple[int, ...]:
    """Choose ``many`` to sit out: those who sat out least often; equal ones by lot."""
    lots = in_drawn_order(people, f"{seed}:out") if many else []
    return tuple(sorted(lots, key=lambda entry: sat_out.get(entry, 0))[:many])


def why_out(out: Iterable[int], past: Past) -> dict[int, Reason]:
    """Return why each of these sits out."""
    return {entry: Reason("sits_out_least", {"times": past.sat_out[entry]}) for entry in out}


def in_chairs(table: Iterable[int], past: Past, seed: str) -> tuple[int, ...]:
    """Return a table in chair order: whoever dealt least sits first, and so deals first; equals by lot."""
    drawn = in_drawn_order(table, f"{seed}:{past.next}:chairs")
    return tuple(sorted(drawn, key=lambda entry: past.dealt.get(entry, 0)))


def why_met(tables: Sequence[Sequence[int]], past: Past) -> dict[int, Reason]:
    """Return whom each has met before at these tables."""
    why = dict[int, Reason]()
    for table in tables:
        for entry in table:
            met = past.met_by(entry, table)
            if not past.games:
                why[entry] = Reason("drawn_by_lot")
            else:
                why[entry] = Reason("met_some", {"others": met}) if met else Reason("met_nobody")
    return why


def again(games: Iterable[Seating]) -> int:
    """Return how much people meet again over these games.

    A pair's second game together counts 1, its third 2 more: for each pair of people, the pairs of games
    that they share. It is least when repeats are few and spread over many pairs.
    """
    met = Counter[tuple[int, int]]()
    for game in games:
        for table in game:
            met.update(combinations(sorted(table), 2))
    return sum(comb(times, 2) for times in met.values())


def least_again(players: int, sizes: Sequence[int], games: int) -> int:
    """Return the least that any draw of so many games can come to, by the measure of ``again``.

    All games have tables of these ``sizes``. Two counts, of which the larger holds:

    *By person.* Whoever sits at a table of s meets s - 1 people there. All these meetings together are
    2 × games × (pairs at the tables); shared out evenly, each person has d of them, or d + 1. Spread
    evenly over the other players - 1 people, they make each of these one met q or q + 1 times, and a
    pair that meets m times counts m over 2. Less even counts more, for m over 2 is convex in m. Each
    pair was counted from both sides.

    *By two games.* The s people of a table sit at T tables in any other game, and at least as many pairs
    of them are together again as if they were spread evenly over the T. Each person who sits out
    saves at most as many pairs as they would have had company. That holds for each table and each two games.
    """
    if players < 2:
        return 0
    pairs = sum(comb(size, 2) for size in sizes)
    meetings, more = divmod(2 * games * pairs, players)
    one_sided = (players - more) * _spread(meetings, players - 1) + more * _spread(meetings + 1, players - 1)
    company = -(-max(sizes) // len(sizes)) - 1
    by_two_games = sum(_spread(size, len(sizes)) for size in sizes) - company * (players - sum(sizes))
    return max(-(-one_sided // 2), comb(games, 2) * by_two_games)


def _spread(things: int, places: int) -> int:
    """Return the pairs that share a place when things are spread evenly."""
    each, more = divmod(things, places)
    return (places - more) * comb(each, 2) + more * comb(each + 1, 2)
