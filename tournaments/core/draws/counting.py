"""How often people meet again, and how often they must, whatever the draw: what counting alone says."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

from tournaments.core.draws.drawing import Seating


def again(games: Iterable[Seating]) -> int:
    """How much people meet again over these games.

    A pair's second game together counts 1, its third 2 more: for each pair of people, the pairs of games
    that they share. It is least when repeats are few and spread over many pairs.
    """
    met = Counter[tuple[int, int]]()
    for game in games:
        for table in game:
            met.update(combinations(sorted(table), 2))
    return sum(comb(times, 2) for times in met.values())


def least_again(players: int, sizes: Sequence[int], games: int) -> int:
    """The least that any draw of so many games can come to, by the measure of ``again``.

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
    """The pairs that share a place when things are spread evenly."""
    each, more = divmod(things, places)
    return (places - more) * comb(each, 2) + more * comb(each + 1, 2)
