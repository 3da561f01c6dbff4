"""People divided among tables, over one game or several at once, so that few meet again.

The search changes two people of one game about, again and again, and keeps what is better; at first
also some of what is worse, then ever less of it. The number of steps is fixed, and what it tries is
the same each time: lots decide only who is who when it begins.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.core.draws.drawing import Past, Seating

Tables = list[list[int]]
"""One game: the people at each table."""

Met = list[list[int]]
"""How often each person, by number, has met each other: both ways."""

STEPS_A_SEAT, STEPS_MOST = 600, 80_000
STAGES, COLD = range(3, 13), range(8, 13)
"""At stage s a change that is worse by d is kept once in 2 to the power of s × d. Where much is good
already the search begins cold, and leaves most of it as it is."""

WORD = 1 << 32


def numbers(seed: str, count: int) -> Iterator[int]:
    """So many numbers below 2³², from SHAKE-256 of the seed, little end first."""
    return iter(struct.unpack(f"<{count}I", hashlib.shake_256(seed.encode()).digest(4 * count)))


def mixed(
    games: Sequence[Seating], past: Past, least: int, stages: range = STAGES
) -> tuple[list[Seating], int]:
    """The games with people changed about within each, and how much people meet again over them all.

    ``past`` was before them. Below ``least`` nothing can be, and the search ends there.
    """
    entries = list(dict.fromkeys(entry for game in games for table in game for entry in table))
    number = {entry: index for index, entry in enumerate(entries)}
    met = [[0] * len(entries) for _entry in entries]
    before = [[[number[e] for e in table if e in number] for table in game] for game in past.games]
    cost = sum(_meet(game, met) for game in before)
    found = [[[number[entry] for entry in table] for table in game] for game in games]
    cost += sum(_meet(game, met) for game in found)
    search = _Search(found, met, cost)
    search.run(least, stages)
    best = [tuple(tuple(entries[index] for index in table) for table in game) for game in search.best]
    return best, search.lowest


class _Search:
    """Games under change, and the best state that was seen; ``met`` and ``cost`` are kept up."""

    def __init__(self, games: list[Tables], met: Met, cost: int) -> None:
        self.games, self.met, self.cost = games, met, cost
        self.at = [{person: table for table in game for person in table} for game in games]
        self.people = [list(tables) for tables in self.at]
        self._note()

    def _note(self) -> None:
        self.lowest, self.best = self.cost, [[list(table) for table in game] for game in self.games]

    def run(self, least: int, stages: range) -> None:
        """Change people about, stage by stage, until ``least`` is reached or the steps are done."""
        seats = sum(map(len, self.people))
        steps = min(STEPS_A_SEAT * seats, STEPS_MOST) // len(STAGES)
        for stage in stages:
            if self.cost <= least:
                return
            draws = numbers(f"mixing:{stage}", 2 * steps)
            for which, chance in zip(draws, draws, strict=True):
                if self.cost <= least:
                    break
                which, game = divmod(which, len(self.games))
                people = self.people[game]
                which, index = divmod(which, len(people))
                one, other = people[index], people[which % len(people)]
                self.cost += _try_change(one, other, self.at[game], self.met, stage, chance)
            if self.cost < self.lowest:
                self._note()


def _meet(game: Tables, met: Met) -> int:
    """Note that these sit together; how often pairs of them had before."""
    before = 0
    for table in game:
        for one, other in combinations(table, 2):
            before += met[one][other]
            met[one][other] += 1
            met[other][one] += 1
    return before


def _try_change(one: int, other: int, at: dict[int, list[int]], met: Met, stage: int, chance: int) -> int:
    """Let two people of a game change places, if that is better or chance allows it; what it costs."""
    here = at[one]
    met_one = met[one]
    change = len(here) - 1
    for person in here:
        change -= met_one[person]
    if not change:  # has met nobody there before, and needs no other place
        return 0
    there = at[other]
    if here is there:
        return 0
    met_other = met[other]
    change += len(there) - 1 - 2 * met_one[other]
    for person in there:
        change += met_one[person] - met_other[person]
    for person in here:
        change += met_other[person]
    if change > 0 and chance << stage * change >= WORD:
        return 0
    here[here.index(one)], there[there.index(other)] = other, one
    at[one], at[other] = there, here
    _part(one, other, here, met)
    _part(other, one, there, met)
    return change


def _part(gone: int, come: int, table: Sequence[int], met: Met) -> None:
    """Note that at this table one person has come for another."""
    met_gone, met_come = met[gone], met[come]
    for person in table:
        if person != come:
            met_gone[person] -= 1
            met_come[person] += 1
            met[person][gone] -= 1
            met[person][come] += 1
