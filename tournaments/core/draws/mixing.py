"""People divided among tables, over one game or several at once, so that few meet again.

The search changes two people of one game about, again and again, and keeps what is better; at first
also some of what is worse, then ever less of it. The number of steps is fixed, and what it tries is
the same each time: lots decide only who is who when it begins.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from tournaments.core.draws.drawing import Past, Seating

Tables = list[list[int]]
"""One game: the people at each table."""

Met = list[bytearray]
"""How often each person, by number, has met each other: both ways."""

STEPS_A_SEAT, STEPS_MOST = 600, 80_000
STAGES, COLD = range(3, 13), range(8, 13)
"""At stage s a change that is worse by d is kept once in 2 to the power of s × d. Where much is good
already the search begins cold, and leaves most of it as it is."""

WORD = 1 << 32
NOWHERE = -1
"""The seat of somebody who sits a game out."""


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
    met = [bytearray(len(entries)) for _entry in entries]
    before = [[[number[e] for e in table if e in number] for table in game] for game in past.games]
    cost = sum(_meet(game, met) for game in before)
    found = [[[number[entry] for entry in table] for table in game] for game in games]
    cost += sum(_meet(game, met) for game in found)
    search = _Search(found, met, cost)
    search.run(least, stages)
    best = [tuple(tuple(entries[index] for index in table) for table in game) for game in search.best]
    return best, search.lowest


class _Search:
    """Games under change, and the best state that was seen.

    All games have as many seats. A number says which seat of which game changes: ``who`` sits there, at its
    ``table``. ``again`` is how many meetings at the table are not the first of those two. It is kept up with
    every change, as ``met`` and ``cost`` are: most steps read it, find nothing to better, and do no more.
    """

    def __init__(self, games: list[Tables], met: Met, cost: int) -> None:
        self.games, self.met, self.cost = games, met, cost
        seated = [[(person, table) for table in game for person in table] for game in games]
        seats = list(chain.from_iterable(zip(*seated, strict=True)))
        self.who, self.table = [person for person, _table in seats], [table for _person, table in seats]
        self.seat = [[NOWHERE] * len(met) for _game in games]
        for seat, person in enumerate(self.who):
            self.seat[seat % len(games)][person] = seat
        self.again = [self._again(person, table) for person, table in seats]
        self._note()

    def _note(self) -> None:
        self.lowest, self.best = self.cost, [[list(table) for table in game] for game in self.games]

    def _again(self, person: int, table: Sequence[int]) -> int:
        """How many meetings of somebody with those of their table are not the first."""
        met = self.met[person]
        return sum([met[other] for other in table]) - len(table) + 1

    def run(self, least: int, stages: range) -> None:
        """Change people about, stage by stage, until ``least`` is reached or the steps are done."""
        steps = min(STEPS_A_SEAT * len(self.who), STEPS_MOST) // len(STAGES)
        for stage in stages:
            if self.cost <= least:
                return
            self._run(stage, steps, least)
            if self.cost < self.lowest:
                self._note()

    def _run(self, stage: int, steps: int, least: int) -> None:
        """Let two people of a game change places, if that is better or chance allows it; so many times.

        One function, not several: it goes round 80,000 times.
        """
        who, tables, again, met = self.who, self.table, self.again, self.met
        games, seats = len(self.games), len(who)
        draws = numbers(f"mixing:{stage}", 2 * steps)
        for which, chance in zip(draws, draws, strict=True):
            one = which % seats
            if not again[one]:  # has met nobody there before, and needs no other place
                continue
            other = which // seats * games % seats + one % games
            here, there = tables[one], tables[other]
            if here is there:
                continue
            met_one, met_other = met[who[one]], met[who[other]]
            change = -again[one] - again[other] - 2 * met_one[who[other]]
            for person in there:
                change += met_one[person]
            for person in here:
                change += met_other[person]
            if change > 0 and chance << stage * change >= WORD:
                continue
            self._change(one, other)
            self.cost += change
            if self.cost <= least:
                break

    def _change(self, one: int, other: int) -> None:
        """Two people of a game change places."""
        who, tables, met, again = self.who, self.table, self.met, self.again
        first, second, here, there = who[one], who[other], tables[one], tables[other]
        here[here.index(first)], there[there.index(second)] = second, first
        tables[one], tables[other] = there, here
        changed = {person: -1 for person in here if person != second}
        changed |= {person: 1 for person in there if person != first}
        for person, by in changed.items():
            met[first][person] += by
            met[second][person] -= by
            met[person][first] += by
            met[person][second] -= by
        for game, seat in enumerate(self.seat):
            if game == one % len(self.seat):
                for person in (*here, *there):
                    again[seat[person]] = self._again(person, tables[seat[person]])
                continue
            for mover, sign in ((first, 1), (second, -1)):
                for person in tables[seat[mover]] if seat[mover] != NOWHERE else ():
                    if person in changed:
                        again[seat[mover]] += sign * changed[person]
                        again[seat[person]] += sign * changed[person]


def _meet(game: Tables, met: Met) -> int:
    """Note that these sit together; how often pairs of them had before."""
    before = 0
    for table in game:
        for one, other in combinations(table, 2):
            before += met[one][other]
            met[one][other] += 1
            met[other][one] += 1
    return before
