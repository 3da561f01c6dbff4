"""Tables as the second reading knows them: how many sit there, who deals, where a late player sits."""

from collections import Counter

from tests.stories import second_bids

POOLS = {
    "draw-poker": range(2, 8),
    "single-stake-brag": range(5, 9),
    "brag": range(3, 13),
    "three-stake-brag": range(5, 9),
}


def at_a_table(evening):
    """How many may sit at a table of the evening's game."""
    if evening["options"].get("three_to_twelve"):
        return range(3, 13)
    return {**second_bids.TABLE, **POOLS}[evening["ruleset"]]


def table_sizes(players):
    """Up to 7 players one table; 8-11 two, the larger at the booby end; from 12 as many between as
    bring their mean nearest six, each four to seven, differing by at most one, larger downwards."""
    if players <= 7:
        return [players]
    if players <= 11:
        return [players // 2, players - players // 2]
    between = players - 8
    counts = [n for n in range(1, between + 1) if 4 * n <= between <= 7 * n]
    best = min(counts, key=lambda n: abs(between / n - 6))
    return [4, *sorted(between // best + (n < between % best) for n in range(best)), 4]


def fewest_tables(players, allowed):
    """The fewest tables that the range allows, as even as possible, the larger at the booby end."""
    seated = next(n for n in range(players, 0, -1) if -(-n // allowed[-1]) * allowed[0] <= n)
    tables = -(-seated // allowed[-1])
    return sorted(seated // tables + (n < seated % tables) for n in range(tables))


def late_place(seats, most):
    """A fresh place at the booby table unless that breaks the limit, then the smallest table (lowest
    if equal). The lowest empty chair there; none if all tables are full."""
    sizes = Counter(table for table, _chair in seats.values())
    booby = max(sizes)
    at = booby if sizes[booby] < most else min(sizes, key=lambda table: (sizes[table], -table))
    return (at, free_chair(seats, at)) if sizes[at] < most else None


def free_chair(seats, table):
    taken = {chair for at, chair in seats.values() if at == table}
    return next(chair for chair in range(1, len(taken) + 2) if chair not in taken)


def first_dealer(table, chairs, people, to_right):
    """The table's dealer, or the next occupied chair where they do not play."""
    if chairs.get(table["dealer"]) in people:
        return table["dealer"]
    return next_chair(chairs, table["dealer"], people, to_right)


def next_chair(chairs, after, people, to_right):
    """The next chair on which one of these people sits, clockwise; in La Podrida the other way."""
    taken = sorted(chair for chair, player in chairs.items() if player in people)
    if to_right:
        return next((chair for chair in reversed(taken) if chair < after), taken[-1])
    return next((chair for chair in taken if chair > after), taken[0])


def versions(deal):
    """Each correction with the version before it. What counted at the bell stands as the deal itself."""
    later = [c for c in deal["corrections"] if c["version"] > deal["version"]]
    return zip([deal, *later], later, strict=False)


def pair(place):
    return (place["table"], place["seat"])
