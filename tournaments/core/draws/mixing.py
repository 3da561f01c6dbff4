"""Divide people among tables so that few meet again: by search, finite fields, or turning one game.

``mix_games`` searches: it exchanges two people of one game, again and again, and keeps what is better. At
first it also keeps some worse exchanges, then ever fewer. The number of steps is fixed, and the tries are the
same each time. Lots decide only which person has which number at the beginning. ``shift_games`` needs a
number of tables that is a prime power. ``turn_games`` makes each game from the one before by turning it by
one place.
"""

import hashlib
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations

from tournaments.core.draws.drawing import DrawnGame, Past, Seating

Tables = list[list[int]]
"""One game: the people at each table."""

Met = list[bytearray]
"""How often each person, by number, has met each other person, in both directions."""

STEPS_A_SEAT, STEPS_MOST = 600, 80_000
STAGES, COLD = range(3, 13), range(8, 13)
"""At stage s, a change that is worse by d is kept with a chance of 1 in 2 to the power of s × d.

If the start is already good, the search begins cold and leaves most of it unchanged.
"""

WORD = 1 << 32
NOWHERE = -1
"""The seat of a person who sits a game out."""


def draw_numbers(seed: str, count: int) -> Iterator[int]:
    """Return ``count`` numbers below 2³², from SHAKE-256 of the seed, in little-endian order."""
    return iter(struct.unpack(f"<{count}I", hashlib.shake_256(seed.encode()).digest(4 * count)))


def mix_games(
    games: Sequence[Seating], past: Past, least: int, stages: range = STAGES
) -> tuple[list[Seating], int]:
    """Exchange people within each game. Return the games, and how much people meet again over all games.

    ``past``: the games before. The search ends when the cost is down to ``least``, the lower bound.
    """
    entries = list(dict.fromkeys(entry for game in games for table in game for entry in table))
    number = {entry: index for index, entry in enumerate(entries)}
    met = [bytearray(len(entries)) for _entry in entries]
    before = [[[number[e] for e in table if e in number] for table in game] for game in past.games]
    cost = sum(_note_meetings(game, met) for game in before)
    found = [[[number[entry] for entry in table] for table in game] for game in games]
    cost += sum(_note_meetings(game, met) for game in found)
    search = _Search(found, met, cost)
    search.run(least, stages)
    best = [tuple(tuple(entries[index] for index in table) for table in game) for game in search.best]
    return best, search.lowest


class _Search:
    """Games under change, and the best state found.

    All games have the same number of seats. A number identifies a seat of a game: ``who`` sits there, at
    which ``table``. ``again``: how many of the person's meetings at the table are repeats. ``again``,
    ``met`` and ``cost`` are updated with every change, because most steps only read them.
    """

    def __init__(self, games: list[Tables], met: Met, cost: int) -> None:
        self.games, self.met, self.cost = games, met, cost
        seated = [[(person, table) for table in game for person in table] for game in games]
        seats = list(chain.from_iterable(zip(*seated, strict=True)))
        self.who, self.table = [person for person, _table in seats], [table for _person, table in seats]
        self.seat = [[NOWHERE] * len(met) for _game in games]
        for seat, person in enumerate(self.who):
            self.seat[seat % len(games)][person] = seat
        self.again = [self._count_repeats(person, table) for person, table in seats]
        self._note_best()

    def _note_best(self) -> None:
        self.lowest, self.best = self.cost, [[list(table) for table in game] for game in self.games]

    def _count_repeats(self, person: int, table: Sequence[int]) -> int:
        """Return how many meetings of a person at their table are repeats."""
        met = self.met[person]
        return sum([met[other] for other in table]) - len(table) + 1

    def run(self, least: int, stages: range) -> None:
        """Exchange people, stage by stage, until ``least`` is reached or the steps are done."""
        steps = min(STEPS_A_SEAT * len(self.who), STEPS_MOST) // len(STAGES)
        for stage in stages:
            if self.cost <= least:
                return
            self._run_stage(stage, steps, least)
            if self.cost < self.lowest:
                self._note_best()

    def _run_stage(self, stage: int, steps: int, least: int) -> None:
        """Try ``steps`` exchanges of two people of a game; keep one that is better, or that chance allows.

        This is one function, not several, for speed: the loop runs 80,000 times.
        """
        who, tables, again, met = self.who, self.table, self.again, self.met
        games, seats = len(self.games), len(who)
        draws = draw_numbers(f"mixing:{stage}", 2 * steps)
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
            self._swap(one, other)
            self.cost += change
            if self.cost <= least:
                break

    def _swap(self, one: int, partner: int) -> None:
        who, tables, met, again = self.who, self.table, self.met, self.again
        first, second, here, there = who[one], who[partner], tables[one], tables[partner]
        here[here.index(first)], there[there.index(second)] = second, first
        tables[one], tables[partner] = there, here
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
                    again[seat[person]] = self._count_repeats(person, tables[seat[person]])
                continue
            for mover, sign in ((first, 1), (second, -1)):
                for person in tables[seat[mover]] if seat[mover] != NOWHERE else ():
                    if person in changed:
                        again[seat[mover]] += sign * changed[person]
                        again[seat[person]] += sign * changed[person]


def _note_meetings(game: Tables, met: Met) -> int:
    """Add the game's meetings to ``met``. Return how many repeats there were."""
    before = 0
    for table in game:
        for one, other in combinations(table, 2):
            before += met[one][other]
            met[one][other] += 1
            met[other][one] += 1
    return before


# The tables are numbered by the elements of a finite field, and so are the chairs. A person who begins at
# table t and chair c sits in game r at table t + c × r. Two people with chairs c ≠ d meet if t + c × r = u
# + d × r. Exactly one r solves this. Two people with the same chair never meet. So nobody meets twice in as
# many games as there are tables.

REDUCED = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields of non-prime order: the prime p, and x to the power of the degree as a polynomial.

The coefficients begin with the constant. The polynomials used are irreducible.
"""

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


def shift_games(sizes: Sequence[int], games: int) -> tuple[DrawnGame, ...]:
    """Return up to ``games`` games in which nobody meets twice; none if the number of tables does not fit.

    ``sizes`` differ by at most one, the larger last. People are numbered from 0, as they sit in the first
    game.
    """
    order = len(sizes)
    if max(sizes) > order or order not in (*PRIMES, *REDUCED):
        return ()
    first, drawn = _number_chairs(sizes), list[DrawnGame]()
    for game in range(min(games, order)):
        tables: Tables = [[] for _size in sizes]
        for at, table in enumerate(first):
            for chair, person in enumerate(table):
                tables[_add(at, _multiply(chair, game, order), order)].append(person)
        drawn.append(DrawnGame(tuple(map(tuple, sorted(tables, key=len)))))
    return tuple(drawn)


def _number_chairs(sizes: Sequence[int]) -> Tables:
    numbers = iter(range(sum(sizes)))
    return [[next(numbers) for _chair in range(size)] for size in sizes]


def _split_digits(number: int, prime: int) -> list[int]:
    """Return an element's coefficients, beginning with the constant."""
    digits = []
    while number:
        number, digit = divmod(number, prime)
        digits.append(digit)
    return digits


def _join_digits(digits: Sequence[int], prime: int) -> int:
    return sum(digit % prime * prime**place for place, digit in enumerate(digits))


def _add(first: int, second: int, order: int) -> int:
    prime, _tail = REDUCED.get(order, (order, ()))
    a, b = _split_digits(first, prime), _split_digits(second, prime)
    length = max(len(a), len(b))
    padded = (digits + [0] * (length - len(digits)) for digits in (a, b))
    return _join_digits([x + y for x, y in zip(*padded, strict=True)], prime)


def _multiply(first: int, second: int, order: int) -> int:
    if order in PRIMES:
        return first * second % order
    prime, tail = REDUCED[order]
    a, b = _split_digits(first, prime), _split_digits(second, prime)
    product = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    while len(product) > len(tail):
        top = product.pop()
        for place, coefficient in enumerate(tail):
            product[len(product) - len(tail) + place] += top * coefficient
    return _join_digits(product, prime)


# People are laid out in rings. A ring has as many places as there are turns. A few people stay where they
# are. Pairs that turn into each other form a class. If all pairs of one game are of different classes,
# nobody meets twice in the whole evening. So one game is searched instead of many. 16 people in fours (five
# turns) and 24 in fours (seven) come out perfect; hardly any other search finds these.

STEPS = 12_000
TURNING_STAGES = range(3, 9)
"""At stage s, a change that is worse by d is kept with a chance of 1 in 2 to the power of s × d / 2."""

NOBODY = -1

MOST = 128
"""The most people for whom ``turn_games`` is tried. Larger halls find their places without it."""


def turn_games(sizes: Sequence[int], sits_out: int, turns: int) -> tuple[DrawnGame, ...]:
    """Return ``turns`` games without repeat meetings, each the one before turned by one; () if none.

    People are numbered from 0 as they sit in the first game. Those who sit out are last. Nobody sits out
    twice.
    """
    people = sum(sizes) + sits_out
    rings, still = divmod(people, turns)
    if people > MOST or sits_out > rings or still > len(sizes) or not rings:
        return ()

    def turn(person: int, by: int) -> int:
        ring, place = divmod(person, turns)
        return person if ring >= rings else ring * turns + (place + by) % turns

    idle = [ring * turns for ring in range(sits_out)]
    rest = iter(person for person in range(people) if person not in idle)
    first = [[next(rest) for _chair in range(size)] for size in sizes]
    if not _Classes(people, turns, turn).spread_pairs(first):
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

    In a class of full length, each further pair costs twice the number already there. In a shorter class
    one pair meets several times, so the first pair already costs something (``folds``: how often). In these
    units the whole cost is 2 / turns of what ``again`` measures.
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

    def _seat_person(
        self, classes_used: list[int], person: int, table: Sequence[int], leaver: int = NOBODY
    ) -> int:
        """Seat a person at a table that another has left. Return the cost."""
        of, folds, cost = self.of[person], self.folds, 0
        for other in table:
            if other != leaver:
                pair = of[other]
                cost += (2 * classes_used[pair] + 1) * folds[pair] - 1
                classes_used[pair] += 1
        return cost

    def _unseat_person(self, classes_used: list[int], person: int, table: Sequence[int]) -> int:
        """Take a person from their table. Return the saving."""
        of, folds, saved = self.of[person], self.folds, 0
        for other in table:
            if other != person:
                pair = of[other]
                classes_used[pair] -= 1
                saved += (2 * classes_used[pair] + 1) * folds[pair] - 1
        return saved

    def spread_pairs(self, game: Tables) -> bool:
        """Exchange people until all pairs of the game differ in class. Return whether this succeeds."""
        cost = 0
        for table in game:
            for index, person in enumerate(table):
                cost += self._seat_person(self.used, person, table[:index])
        at = {person: table for table in game for person in table}
        people = list(at)
        for stage in TURNING_STAGES:
            draws = draw_numbers(f"turns:{stage}", 2 * (STEPS // len(TURNING_STAGES)))
            for which, chance in zip(draws, draws, strict=True):
                if not cost:
                    return True
                which, index = divmod(which, len(people))
                one, other = people[index], people[which % len(people)]
                if at[one] is not at[other]:
                    cost += self._try_swap(one, other, at, stage, chance)
        return not cost

    def _try_swap(
        self, mover: int, partner: int, places: dict[int, list[int]], stage: int, chance: int
    ) -> int:
        """Exchange two people if that is better or chance allows it. Return the change of the cost.

        24 of 25 exchanges are rejected. So each is tried on a copy, and given up early if half of it costs
        too much.
        """
        here, there, used = places[mover], places[partner], self.used.copy()
        change = -self._unseat_person(used, mover, here) - self._unseat_person(used, partner, there)
        for person, table, gone in ((partner, here, mover), (mover, there, partner)):
            change += self._seat_person(used, person, table, gone)
            if change > 0 and chance << (stage * change // 2) >= WORD:
                return 0
        here[here.index(mover)], there[there.index(partner)] = partner, mover
        places[mover], places[partner] = there, here
        self.used = used
        return change
