"""A whole evening from one game: each next game is the first with its people turned on by one.

People are laid out in rings, as many places to a ring as there are turns, and a few stay where they
are. All pairs that turn into each other make one class. Where the pairs of one game are all of
different classes, nobody meets twice in the whole evening: so one game is searched instead of many.
16 people in fours (five turns) and 24 in fours (seven) come out perfect, as hardly any other search
finds them.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from tournaments.core.draws.drawing import Drawn
from tournaments.core.draws.mixing import WORD, Tables, numbers

STEPS = 12_000
STAGES = range(3, 9)
"""At stage s a change that is worse by d is kept once in 2 to the power of s × d / 2."""

NOBODY = -1

MOST = 128
"""People for whom it is tried: more find their places without."""


def turned(sizes: Sequence[int], out: int, turns: int) -> tuple[Drawn, ...]:
    """So many games in which nobody meets twice, each the one before turned on by one; none if none is found.

    People are numbered from 0 as they sit in the first game, those who sit out last. Nobody does twice.
    """
    people = sum(sizes) + out
    rings, still = divmod(people, turns)
    if people > MOST or out > rings or still > len(sizes) or not rings:
        return ()

    def turn(person: int, by: int) -> int:
        ring, place = divmod(person, turns)
        return person if ring >= rings else ring * turns + (place + by) % turns

    idle = [ring * turns for ring in range(out)]
    rest = iter(person for person in range(people) if person not in idle)
    first = [[next(rest) for _chair in range(size)] for size in sizes]
    if not _Classes(people, turns, turn).spread(first):
        return ()
    number = {
        person: index for index, person in enumerate(person for table in (*first, idle) for person in table)
    }

    def turned_on(table: Sequence[int], by: int) -> tuple[int, ...]:
        return tuple(number[turn(person, by)] for person in table)

    return tuple(
        Drawn(tuple(turned_on(table, by) for table in first), turned_on(idle, by)) for by in range(turns)
    )


class _Classes:
    """The classes of pairs that turn into each other, and how many pairs of one game are in each.

    A class of all turns costs, for each further pair, twice the number that it has; one that is
    shorter is met several times by one pair, and costs more from the first (``folds`` says how often).
    In these units all cost together is 2 / turns of what ``counting.again`` counts.
    """

    def __init__(self, people: int, turns: int, turn: Callable[[int, int], int]) -> None:
        self.of = [[-1] * people for _person in range(people)]
        self.folds = list[int]()
        for one, other in combinations(range(people), 2):
            if self.of[one][other] < 0:
                pairs = [(turn(one, by), turn(other, by)) for by in range(turns)]
                for a, b in pairs:
                    self.of[a][b] = self.of[b][a] = len(self.folds)
                self.folds.append(turns // len({frozenset(pair) for pair in pairs}))
        self.used = [0] * len(self.folds)

    def _come(self, used: list[int], person: int, table: Sequence[int], gone: int = NOBODY) -> int:
        """Somebody sits down at a table that another has left; what that costs."""
        of, folds, cost = self.of[person], self.folds, 0
        for other in table:
            if other != gone:
                pair = of[other]
                cost += (2 * used[pair] + 1) * folds[pair] - 1
                used[pair] += 1
        return cost

    def _go(self, used: list[int], person: int, table: Sequence[int]) -> int:
        """Somebody gets up from their table; what that saves."""
        of, folds, saved = self.of[person], self.folds, 0
        for other in table:
            if other != person:
                pair = of[other]
                used[pair] -= 1
                saved += (2 * used[pair] + 1) * folds[pair] - 1
        return saved

    def spread(self, game: Tables) -> bool:
        """Change people of the game about until all its pairs are of different classes; whether they are."""
        cost = 0
        for table in game:
            for index, person in enumerate(table):
                cost += self._come(self.used, person, table[:index])
        at = {person: table for table in game for person in table}
        people = list(at)
        for stage in STAGES:
            draws = numbers(f"turns:{stage}", 2 * (STEPS // len(STAGES)))
            for which, chance in zip(draws, draws, strict=True):
                if not cost:
                    return True
                which, index = divmod(which, len(people))
                one, other = people[index], people[which % len(people)]
                if at[one] is not at[other]:
                    cost += self._try_change(one, other, at, stage, chance)
        return not cost

    def _try_change(self, one: int, other: int, at: dict[int, list[int]], stage: int, chance: int) -> int:
        """Let two people change places, if that is better or chance allows it; what it costs.

        Of 25 changes 24 are not made: so it is tried on a copy, and not to its end if half of it is too much.
        """
        here, there, used = at[one], at[other], self.used.copy()
        change = -self._go(used, one, here) - self._go(used, other, there)
        for person, table, gone in ((other, here, one), (one, there, other)):
            change += self._come(used, person, table, gone)
            if change > 0 and chance << (stage * change // 2) >= WORD:
                return 0
        here[here.index(one)], there[there.index(other)] = other, one
        at[one], at[other] = there, here
        self.used = used
        return change
