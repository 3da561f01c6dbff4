"""Evenings in which nobody meets twice, straight from arithmetic, where the tables are a prime power.

Number the tables by the elements of a finite field, and the chairs by others. Whoever begins at table
t and chair c sits in game r at table t + c × r. Two people of chairs c ≠ d meet where
t + c × r = u + d × r, which one r solves; two of the same chair never meet. So as many games as there
are tables go without anybody meeting twice.
"""

from collections.abc import Sequence

from tournaments.core.draws.drawing import Drawn
from tournaments.core.draws.mixing import Tables

REDUCED = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields whose order is no prime: their prime p, and x to the power of their degree as a polynomial.

Its coefficients are given from the constant up; the polynomials are those that have no factors.
"""

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


def shifted(sizes: Sequence[int], games: int) -> tuple[Drawn, ...]:
    """Up to so many games in which nobody meets twice; none if the tables are not such a number.

    ``sizes`` differ by one at most, the larger last; people are numbered from 0, as they sit in the
    first game.
    """
    order = len(sizes)
    if max(sizes) > order or order not in (*PRIMES, *REDUCED):
        return ()
    first, drawn = _numbered(sizes), list[Drawn]()
    for game in range(min(games, order)):
        tables: Tables = [[] for _size in sizes]
        for at, table in enumerate(first):
            for chair, person in enumerate(table):
                tables[_plus(at, _times(chair, game, order), order)].append(person)
        drawn.append(Drawn(tuple(map(tuple, sorted(tables, key=len)))))
    return tuple(drawn)


def _numbered(sizes: Sequence[int]) -> Tables:
    numbers = iter(range(sum(sizes)))
    return [[next(numbers) for _chair in range(size)] for size in sizes]


def _digits(number: int, prime: int) -> list[int]:
    """An element's coefficients, from the constant up."""
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
