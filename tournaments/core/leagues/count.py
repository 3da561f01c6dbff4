"""Everybody's points in every evening of a season, from which its rows are made."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import TypeVar

from tournaments.core.leagues.points import (
    EveningLines,
    People,
    Played,
    Pool,
    Scale,
    counts_in,
    pools,
    together,
)
from tournaments.core.leagues.rules import Members, Places, Rules

T = TypeVar("T")


@dataclass(frozen=True)
class Count:
    """The evenings in order of time; by evening the pools, and what each player was ``given``, in parts.

    ``inside``: who stands in a table. Whoever played for divisions only and is in none is inside too, with
    nothing, so that nobody is forgotten.
    """

    rules: Rules
    evenings: Sequence[EveningLines]
    people: People
    inside: AbstractSet[int]
    scale: Scale
    pools: Sequence[Sequence[Pool]]
    given: Sequence[Mapping[int, int]]

    @cached_property
    def tickets(self) -> Mapping[int, int]:
        """Everybody who played in the order in which they came to the season, then the others as ``people``
        has them."""
        tickets: dict[int, int] = {}
        for evening in self.evenings:
            for line in sorted(evening.lines, key=attrgetter("entry")):
                tickets.setdefault(line.player, len(tickets) + 1)
        for player in self.people:
            if player in self.inside:
                tickets.setdefault(player, len(tickets) + 1)
        return tickets

    def there(self, player: int) -> Mapping[int, Played]:
        """The evenings that count for somebody who was there, with the figures."""
        found = zip(self.given, self._lines, strict=True)
        return {time: lines[player] for time, (given, lines) in enumerate(found) if player in given}

    @cached_property
    def places(self) -> Sequence[Mapping[int, int]]:
        """By evening, everybody's place among those with whom they are compared."""
        return [_by_player((pool.players, pool.firsts) for pool in among) for among in self.pools]

    @cached_property
    def places_among_all(self) -> Sequence[Mapping[int, int]]:
        """The same among the people of all divisions."""
        everybody = map(together, self.pools)
        return [_by_player(((pool.players, pool.firsts),)) for pool in everybody]

    @cached_property
    def _lines(self) -> Sequence[Mapping[int, Played]]:
        return [_by_player((pool.players, pool.lines) for pool in among) for among in self.pools]

    def before(self, time: int) -> "Count":
        """The same season when only so many evenings had been counted. Nothing is counted again."""
        evenings = self.evenings[:time]
        inside = self.inside & self.people.keys()
        if self.rules.members is Members.EVERYBODY:
            inside |= self.inside & {line.player for evening in evenings for line in evening.lines}
        return replace(
            self, evenings=evenings, inside=inside, pools=self.pools[:time], given=self.given[:time]
        )

    def last(self, division: int | None) -> int | None:
        """The last evening that counts for a division, from 0 in time; None where there is none."""
        times = range(len(self.evenings) - 1, -1, -1)
        return next((time for time in times if self.evenings[time].division in (None, division)), None)

    def absences(self, division: int | None, size: int) -> Mapping[int, int | None]:
        """What missing each evening of a division gives, in parts; ``size``: how many are in the table."""
        of = division if self.rules.places is Places.DIVISION else None
        found = enumerate(zip(self.evenings, self.pools, strict=True))
        return {
            time: self.scale.absence(
                evening.weight, sum(len(p.lines) for p in among if p.division == of), size
            )
            for time, (evening, among) in found
            if evening.division in (None, division)
        }


def _by_player(pools: Iterable[tuple[Sequence[int], Sequence[T]]]) -> dict[int, T]:
    """Something of everybody; of two entries of one person the first's, which is the better."""
    found: dict[int, T] = {}
    for players, values in pools:
        found.update(zip(reversed(players), reversed(values), strict=True))
    return found


def count_evenings(rules: Rules, evenings: Iterable[EveningLines], people: People) -> Count:
    """Count every evening. ``people``: those of whom the season says more than that they play, by name."""
    in_time = sorted(evenings, key=lambda evening: (evening.day, evening.event))
    inside = {player for player, member in people.items() if not member.guest}
    if rules.members is Members.EVERYBODY:
        inside |= {line.player for evening in in_time for line in evening.lines} - people.keys()
    counting = {
        division: {player for player in inside if counts_in(rules, division, people, player)}
        for division in {evening.division for evening in in_time}
    }
    found = [pools(rules, evening, counting[evening.division], people) for evening in in_time]
    weights = {evening.weight for evening in in_time}
    scale = Scale.of(rules, weights, [pool for among in found for pool in among])
    giving = {weight: scale.giving(weight) for weight in weights}
    given = list[Mapping[int, int]]()
    for evening, among in zip(in_time, found, strict=True):
        parts = _by_player((pool.players, giving[evening.weight](pool)) for pool in among)
        if rules.places is Places.EVERYBODY:
            parts = {player: gives for player, gives in parts.items() if player in counting[evening.division]}
        given.append(parts)
    return Count(rules, in_time, people, inside, scale, found, given)
