"""Divisions of people among tables so that few meet again: by search, finite fields, or turning one game.

``mixed`` searches: it changes two people of one game about, again and again, and keeps what is better. At
first it also keeps some of what is worse, then ever less. The number of steps is fixed, and the tries are
the same each time: lots decide only which person has which number at the beginning. ``shifted`` needs a
number of tables that is a prime power. ``turned`` makes each next game from the one before, turned on by
one.
"""

import hashlib
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations

from tournaments.core.draws.drawing import DrawnGame, Past, Seating

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
    """Return ``count`` numbers below 2³², from SHAKE-256 of the seed, little end first."""
    return iter(struct.unpack(f"<{count}I", hashlib.shake_256(seed.encode()).digest(4 * count)))


def mixed(
    games: Sequence[Seating], past: Past, least: int, stages: range = STAGES
) -> tuple[list[Seating], int]:
    """Change people about within each game. Return the games, and how much people meet again over them all.

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
        """Return how many meetings of a person with those of their table are not the first."""
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
        """Let two people of a game change places."""
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


# The tables are numbered by the elements of a finite field, and the chairs by others. A person who begins
# at table t and chair c sits in game r at table t + c × r. Two people of chairs c ≠ d meet where t + c × r
# = u + d × r, which one r solves. Two people of the same chair never meet. So nobody meets twice in as many
# games as there are tables.

REDUCED = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields whose order is no prime: their prime p, and x to the power of their degree as a polynomial.

Its coefficients are given from the constant up; the polynomials are those that have no factors.
"""

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


def shifted(sizes: Sequence[int], games: int) -> tuple[DrawnGame, ...]:
    """Return up to ``games`` games in which nobody meets twice; none if the tables are not such a number.

    ``sizes`` differ by one at most, the larger last; people are numbered from 0, as they sit in the
    first game.
    """
    order = len(sizes)
    if max(sizes) > order or order not in (*PRIMES, *REDUCED):
        return ()
    first, drawn = _numbered(sizes), list[DrawnGame]()
    for game in range(min(games, order)):
        tables: Tables = [[] for _size in sizes]
        for at, table in enumerate(first):
            for chair, person in enumerate(table):
                tables[_plus(at, _times(chair, game, order), order)].append(person)
        drawn.append(DrawnGame(tuple(map(tuple, sorted(tables, key=len)))))
    return tuple(drawn)


def _numbered(sizes: Sequence[int]) -> Tables:
    numbers = iter(range(sum(sizes)))
    return [[next(numbers) for _chair in range(size)] for size in sizes]


def _digits(number: int, prime: int) -> list[int]:
    """Return an element's coefficients, from the constant up."""
    digits = []
    while number:
        number, digit = divmod(number, prime)
        digits.append(digit)
    return digits


def _number(digits: Sequence[int], prime: int) -> int:
    return sum(digit % prime * prime**place for place, digit in enumerate(digits))


def _plus(one: int, other: int, order: int) -> int:
    prime, _tail = REDUCED.get(order, (order, ()))
    a, b = _digits(one, prime), _digits(other, prime)
    length = max(len(a), len(b))
    padded = (digits + [0] * (length - len(digits)) for digits in (a, b))
    return _number([x + y for x, y in zip(*padded, strict=True)], prime)


def _times(one: int, other: int, order: int) -> int:
    if order in PRIMES:
        return one * other % order
    prime, tail = REDUCED[order]
    a, b = _digits(one, prime), _digits(other, prime)
    product = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    while len(product) > len(tail):
        top = product.pop()
        for place, coefficient in enumerate(tail):
            product[len(product) - len(tail) + place] += top * coefficient
    return _number(product, prime)


# People are laid out in rings, as many places to a ring as there are turns, and a few stay where they are.
# All pairs that turn into each other make one class. Where the pairs of one game are all of different
# classes, nobody meets twice in the whole evening: so one game is searched instead of many. 16 people in
# fours (five turns) and 24 in fours (seven) come out perfect, as hardly any other search finds them.

STEPS = 12_000
TURNING_STAGES = range(3, 9)
"""At stage s a change that is worse by d is kept once in 2 to the power of s × d / 2."""

NOBODY = -1

MOST = 128
"""People for whom it is tried: more find their places without."""


def turned(sizes: Sequence[int], out: int, turns: int) -> tuple[DrawnGame, ...]:
    """Return ``turns`` games without repeat meetings, each the one before turned on by one; () if none.

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
        DrawnGame(tuple(turned_on(table, by) for table in first), turned_on(idle, by)) for by in range(turns)
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
        """Seat a person at a table that another has left. Return what that costs."""
        of, folds, cost = self.of[person], self.folds, 0
        for other in table:
            if other != gone:
                pair = of[other]
                cost += (2 * used[pair] + 1) * folds[pair] - 1
                used[pair] += 1
        return cost

    def _go(self, used: list[int], person: int, table: Sequence[int]) -> int:
        """Take a person from their table. Return what that saves."""
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
        for stage in TURNING_STAGES:
            draws = numbers(f"turns:{stage}", 2 * (STEPS // len(TURNING_STAGES)))
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
