"""Everybody's points in every evening of a season, from which its rows are made."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

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
from tournaments.core.ranking.metrics import Occasion


@dataclass(frozen=True)
class Count:
    """The evenings in order of time, each with its pools; by player what each was ``given``, in parts.

    None is given to who was not there, or for whom it does not count. ``places``: those by which it was
    given, 0 for none. ``inside``: who stands in a table. Whoever played for divisions only and is in none is
    inside too, with nothing, so that nobody is forgotten.
    """

    rules: Rules
    evenings: Sequence[EveningLines]
    people: People
    inside: AbstractSet[int]
    scale: Scale
    pools: Sequence[Sequence[Pool]]
    given: Mapping[int, Sequence[int | None]]
    places: Mapping[int, Sequence[int]]

    @cached_property
    def occasions(self) -> Sequence[Occasion]:
        """The evenings, as results name them."""
        return [(time, 0) for time in range(len(self.evenings))]

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

    def played(self, player: int) -> Mapping[int, Played]:
        """By evening, from 0 in time, somebody's figures: of two entries those of the better."""
        return {time: lines[player] for time, lines in enumerate(self._lines) if player in lines}

    @cached_property
    def _lines(self) -> Sequence[Mapping[int, Played]]:
        return [
            {line.player: line for line in sorted(evening.lines, reverse=True)} for evening in self.evenings
        ]

    @cached_property
    def places_among_all(self) -> Mapping[int, Sequence[int]]:
        """The same as ``places``, among the people of all divisions."""
        found = {player: [0] * len(self.evenings) for player in self.given}
        for time, pool in enumerate(map(together, self.pools)):
            for player, (first, _last) in zip(reversed(pool.players), reversed(pool.spans), strict=True):
                if player in found and self.given[player][time] is not None:
                    found[player][time] = first
        return found

    def without_lines(self) -> "Count":
        """The same without what everybody's evenings were like, which is most of it: as it is kept."""
        return replace(self, evenings=[replace(evening, lines=()) for evening in self.evenings], pools=())

    def before(self, time: int) -> "Count":
        """The same season when only so many evenings had been counted. Nothing is counted again."""
        evenings = self.evenings[:time]
        inside = self.inside & self.people.keys()
        if self.rules.members is Members.EVERYBODY:
            inside |= self.inside & {line.player for evening in evenings for line in evening.lines}
        return replace(
            self,
            evenings=evenings,
            inside=inside,
            pools=self.pools[:time],
            given={player: self.given[player][:time] for player in inside},
            places={player: self.places[player][:time] for player in inside},
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
    given: dict[int, list[int | None]] = {player: [None] * len(in_time) for player in inside}
    places = {player: [0] * len(in_time) for player in inside}
    for time, (evening, among) in enumerate(zip(in_time, found, strict=True)):
        counts, gives = counting[evening.division], giving[evening.weight]
        for pool in among:  # backwards: of two entries of one person the first, which is the better, stays
            of_each = map(reversed, (pool.players, gives(pool), pool.spans))
            for player, parts, (first, _last) in zip(*of_each, strict=True):
                if player in counts:
                    given[player][time], places[player][time] = parts, first
    return Count(rules, in_time, people, inside, scale, found, given, places)
