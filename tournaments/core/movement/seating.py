"""Who sits where: the draw of seats, late places, a table closed, the next dealer.

Nothing here knows of counters, pools or bells. Positions run from the head table (1) down to the
booby table (the highest), chairs from 1 clockwise. Chance is a recorded seed, so that every draw
can be repeated before witnesses.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from tournaments.core.chance import in_drawn_order
from tournaments.core.record import Entry


class Place(NamedTuple):
    """A chair at a table, and the entry that is to sit there."""

    table: int
    chair: int
    entry: int


@dataclass(frozen=True)
class Drawn:
    """The seats as drawn, from the head table down; who sits out; each table's first dealer."""

    seats: tuple[Place, ...]
    sits_out: tuple[int, ...]
    dealers: tuple[int, ...]


def draw(entries: Sequence[Entry], sizes: Sequence[int], seed: str) -> Drawn:
    """Seats by lot. Each table's number of each role is its proportional share, rounded up or down.

    By lot: who sits out, which tables get the share rounded up, who sits at them, their chairs, and
    each table's first dealer, which stands for the cut. The order of ``entries`` changes nothing.
    """
    places = sum(sizes)
    roles = {entry.id: entry.role for entry in entries}
    if len(roles) < places:
        raise ValueError(f"{places} places for {len(roles)} entries")
    lots = in_drawn_order(roles, f"{seed}:out")
    people = in_drawn_order(lots[:places], f"{seed}:tables")
    waiting = {role: [e for e in people if roles[e] == role] for role in set(roles.values())}
    wanted = _role_counts(sizes, {role: len(of) for role, of in waiting.items()}, seed)
    seats: list[Place] = []
    dealers: list[int] = []
    for position in range(1, len(sizes) + 1):
        table = [waiting[role].pop() for role in wanted[position].elements()]
        chairs = in_drawn_order(table, f"{seed}:chairs")
        seats += [Place(position, chair, entry) for chair, entry in enumerate(chairs, 1)]
        dealers.append(chairs.index(in_drawn_order(table, f"{seed}:dealers")[0]) + 1)
    return Drawn(tuple(seats), tuple(lots[places:]), tuple(dealers))


def in_order(ranks: Sequence[int], people: Iterable[int], sizes: Sequence[int], seed: str) -> Drawn:
    """Seats by rank from table 1 on, the first of a table in its first chair, and dealing first.

    Who has no rank comes after all who have, by lot. By lot, too: who sits out, if not all fit.
    """
    people = list(people)
    without = in_drawn_order((one for one in people if one not in ranks), f"{seed}:tables")
    out = in_drawn_order(people, f"{seed}:out")[sum(sizes) :]
    queue = iter(one for one in (*ranks, *without) if one not in out)
    seats = [
        Place(position, chair, next(queue))
        for position, size in enumerate(sizes, 1)
        for chair in range(1, size + 1)
    ]
    return Drawn(tuple(seats), tuple(out), (1,) * len(sizes))


def _role_counts(sizes: Sequence[int], people: Mapping[str, int], seed: str) -> dict[int, Counter[str]]:
    """How many of each role each table gets: its share rounded down, and by lot some rounded up.

    Such a rounding always exists, for the shares themselves fill every table and use up every role.
    """
    total = sum(sizes)
    roles = in_drawn_order(people, f"{seed}:roles")
    tables = in_drawn_order(range(1, len(sizes) + 1), f"{seed}:order")
    size = dict(enumerate(sizes, 1))
    down = {t: Counter({r: size[t] * people[r] // total for r in roles}) for t in tables}
    broken = {t: [r for r in roles if size[t] * people[r] % total] for t in tables}
    left = Counter({r: people[r] - sum(down[t][r] for t in tables) for r in roles})
    up: dict[int, set[str]] = {t: set() for t in tables}
    for table in tables:
        for _place in range(size[table] - down[table].total()):
            if not _round_up(table, broken, up, left, set()):
                raise AssertionError("shares that fill the tables can be rounded to fill them")
    return {t: down[t] + Counter(up[t]) for t in tables}


def _round_up(
    table: int,
    broken: Mapping[int, list[str]],
    up: Mapping[int, set[str]],
    left: Counter[str],
    tried: set[str],
) -> bool:
    """Give ``table`` one more of some role: of those left, or from a table that can take another.

    ``broken`` are each table's roles whose share is no whole number; ``up`` those rounded up so
    far; ``left`` the people not given out; ``tried`` the roles already asked for in this search.
    """
    for role in broken[table]:
        if role in up[table] or role in tried:
            continue
        tried.add(role)
        if left[role]:
            left[role] -= 1
            up[table].add(role)
            return True
        for other in up:
            if role in up[other] and _round_up(other, broken, up, left, tried):
                up[other].remove(role)
                up[table].add(role)
                return True
    return False


def late_place(occupied: Mapping[int, Collection[int]], most: int) -> tuple[int, int] | None:
    """The position and chair of a late player; None if there is no room, and the player waits.

    At the booby table if it has room, else at the smallest, of equal ones the nearest the booby.
    ``occupied`` are each table's chairs with somebody on them, ``most`` the players allowed.
    """
    if not occupied:
        return None
    booby = max(occupied)
    if len(occupied[booby]) < most:
        return booby, lowest_empty(occupied[booby])
    position = _smallest(occupied)
    if len(occupied[position]) >= most:
        return None
    return position, lowest_empty(occupied[position])


def late_places(
    occupied: Mapping[int, Collection[int]], waiting: Iterable[int], most: int
) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """Where those who wait sit down, in the order of coming; who found no place waits on."""
    chairs = {position: set(at) for position, at in occupied.items()}
    places: list[Place] = []
    left_over: list[int] = []
    for entry in waiting:
        found = late_place(chairs, most)
        if found is None:
            left_over.append(entry)
            continue
        places.append(Place(*found, entry))
        chairs[found[0]].add(found[1])
    return tuple(places), tuple(left_over)


def close_booby(seated: Mapping[int, Mapping[int, int]], most: int) -> tuple[Place, ...]:
    """Where the booby table's players go when it closes: in chair order, the smallest first.

    ``seated`` is each table's entries by chair. RuleError if it is the only table or they do not
    fit, ``most`` being the players allowed at a table.
    """
    booby = max(seated)
    chairs = {position: set(at) for position, at in seated.items() if position != booby}
    if not chairs:
        raise StateError("table", _("The only table cannot be closed."))
    places: list[Place] = []
    for _chair, entry in sorted(seated[booby].items()):
        position = _smallest(chairs)
        if len(chairs[position]) >= most:
            raise StateError(
                "table",
                _(
                    "The other tables have no room for the %(players)s players of table %(table)s. A "
                    "table has at most %(most)s seats."
                ),
                players=len(seated[booby]),
                table=booby,
                most=most,
            )
        places.append(Place(position, lowest_empty(chairs[position]), entry))
        chairs[position].add(places[-1].chair)
    return tuple(places)


def next_dealer(occupied: Collection[int], previous: int, *, to_right: bool = False) -> int:
    """The chair that deals after ``previous``: the next one with somebody on it, clockwise.

    ``to_right``: counter-clockwise, where the game deals so.
    """
    if to_right:
        return max((chair for chair in occupied if chair < previous), default=max(occupied))
    return min((chair for chair in occupied if chair > previous), default=min(occupied))


def dealer_of(first: int, played: Iterable[Collection[int]], *, to_right: bool = False) -> int:
    """The chair that dealt the last of these deals, each given by the chairs that took part in it.

    ``first`` deals the first; whoever sits a deal out does not deal it.
    """
    dealer = first
    for index, chairs in enumerate(played):
        if chairs and (index or dealer not in chairs):
            dealer = next_dealer(chairs, dealer, to_right=to_right)
    return dealer


def _smallest(occupied: Mapping[int, Collection[int]]) -> int:
    """The table with the fewest players, of equal ones the nearest the booby table."""
    return min(occupied, key=lambda position: (len(occupied[position]), -position))


def lowest_empty(chairs: Collection[int]) -> int:
    """The lowest chair that is not among these."""
    return next(chair for chair in count(1) if chair not in chairs)
