"""The standing of a season: points in each evening, evenings that count, places and tie-breaks.

``SeasonCount`` adds up the evenings. ``season_standing`` makes the rows of each division, each with the
reason for its place.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from tournaments.core.leagues.points import (
    NOBODY,
    EveningFigures,
    EveningLines,
    People,
    PlayerPool,
    Points,
    Scale,
    counts_in,
    pools,
    together,
)
from tournaments.core.leagues.rules import Absence, Members, Places, Rules
from tournaments.core.ranking.metrics import METRICS, NO_RESULTS, EveningPoints, Occasion, PersonFigures
from tournaments.core.ranking.places import RankedPerson, Step, ranking, why_above
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import Prize


@dataclass(frozen=True)
class SeasonCount:
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
    pools: Sequence[Sequence[PlayerPool]]
    given: Mapping[int, Sequence[int | None]]
    places: Mapping[int, Sequence[int]]

    @cached_property
    def occasions(self) -> Sequence[Occasion]:
        """Return the evenings, as results name them."""
        return [(time, 0) for time in range(len(self.evenings))]

    @cached_property
    def tickets(self) -> Mapping[int, int]:
        """Return everybody's number for lots: players in the order of coming, then as in ``people``."""
        tickets: dict[int, int] = {}
        for evening in self.evenings:
            for line in sorted(evening.lines, key=attrgetter("entry")):
                tickets.setdefault(line.player, len(tickets) + 1)
        for player in self.people:
            if player in self.inside:
                tickets.setdefault(player, len(tickets) + 1)
        return tickets

    def played(self, player: int) -> Mapping[int, EveningFigures]:
        """Return a person's figures by evening, from 0 in time: of two entries those of the better."""
        return {time: lines[player] for time, lines in enumerate(self._lines) if player in lines}

    @cached_property
    def _lines(self) -> Sequence[Mapping[int, EveningFigures]]:
        return [
            {line.player: line for line in sorted(evening.lines, reverse=True)} for evening in self.evenings
        ]

    @cached_property
    def places_among_all(self) -> Mapping[int, Sequence[int]]:
        """Return places as in ``places``, among the people of all divisions."""
        found = {player: [0] * len(self.evenings) for player in self.given}
        for time, pool in enumerate(map(together, self.pools)):
            for player, (first, _last) in zip(reversed(pool.players), reversed(pool.spans), strict=True):
                if player in found and self.given[player][time] is not None:
                    found[player][time] = first
        return found

    def without_lines(self) -> "SeasonCount":
        """Return the count without evenings' lines, which are most of it: as it is kept."""
        return replace(self, evenings=[replace(evening, lines=()) for evening in self.evenings], pools=())

    def before(self, time: int) -> "SeasonCount":
        """Return the same season when only so many evenings had been counted. Nothing is counted again."""
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
        """Return the last evening that counts for a division, from 0 in time; None where there is none."""
        times = range(len(self.evenings) - 1, -1, -1)
        return next((time for time in times if self.evenings[time].division in (None, division)), None)

    def absences(self, division: int | None, size: int) -> Mapping[int, int | None]:
        """Return what missing each evening of a division gives, in parts.

        ``size``: how many are in the table.
        """
        of = division if self.rules.places is Places.DIVISION else None
        found = enumerate(zip(self.evenings, self.pools, strict=True))
        return {
            time: self.scale.absence(
                evening.weight, sum(len(p.lines) for p in among if p.division == of), size
            )
            for time, (evening, among) in found
            if evening.division in (None, division)
        }


def count_evenings(rules: Rules, evenings: Iterable[EveningLines], people: People) -> SeasonCount:
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
    return SeasonCount(rules, in_time, people, inside, scale, found, given, places)


class State(StrEnum):
    """What became of an evening in somebody's total."""

    COUNTED = "counted"
    DROPPED = "dropped"  # it has a score, and others were better
    ABSENT = "absent"  # missed, and what that gives counts
    MISSED = "missed"  # missed, which gives nothing
    PASSED = "passed"  # played, but it does not count for this person


class Score(NamedTuple):
    """Somebody's evening: what became of it, the points, the place by which, and the figures.

    Place 0 and no ``line``: was not there.
    """

    event: int
    state: State
    points: Points = 0
    place: int = 0
    line: EveningFigures | None = None


@dataclass  # not frozen: the places of a thousand are found after their evenings are counted
class SeasonRow:
    """A line of the table; ``why`` is what sets the next one below.

    ``played``: how many evenings; ``below``: too few, and so after all who have enough. ``gives``: what each
    evening of the ``count`` gives, in parts (None: nothing), but for those that are ``dropped``.
    """

    player: int
    division: int | None
    place: int
    played: int
    below: bool
    gives: Sequence[int | None] = field(repr=False)
    dropped: AbstractSet[int] = field(repr=False)
    count: SeasonCount = field(repr=False, compare=False)
    why: Reason | None = None

    @cached_property
    def parts(self) -> int:
        """Return the total, in parts of a point."""
        return sum(filter(None, self.gives)) - sum(self.gives[time] or 0 for time in self.dropped)

    @cached_property
    def total(self) -> Points:
        return self.count.scale.points(self.parts)

    @property
    def counted(self) -> int:
        """Return how many evenings make up the total."""
        return len(self.gives) - self.gives.count(None) - len(self.dropped)

    @property
    def possible(self) -> int:
        """Return how many evenings there were that count for the person, played or missed."""
        count = self.count
        return sum(
            parts is not None or counts_in(count.rules, evening.division, count.people, self.player)
            for evening, parts in zip(count.evenings, count.given[self.player], strict=True)
        )

    @cached_property
    def there(self) -> Mapping[int, EveningFigures]:
        """Return the evenings that were played and count, from 0 in time, with the figures."""
        given = self.count.given[self.player]
        played = self.count.played(self.player)
        return {time: line for time, line in played.items() if given[time] is not None}

    @property
    def dropped_occasions(self) -> AbstractSet[Occasion]:
        return {self.count.occasions[time] for time in self.dropped}

    @property
    def ticket(self) -> int:
        """Return the number by which lots are drawn: the order in which people came to the season."""
        return self.count.tickets[self.player]

    @property
    def scores(self) -> tuple[Score, ...]:
        """Return every evening, in order of time: those too that give nothing."""
        return scores_of(self, self.count.played(self.player))


def season_standing(
    rules: Rules,
    evenings: Iterable[EveningLines],
    people: People,
    divisions: Sequence[int] = (),
    seed: str = "",
) -> tuple[SeasonRow, ...]:
    """Return the table of each division in their order, then of those who are in none.

    ``people``: those of whom the season says more than that they play, in order of their names, by which
    those who never came get their numbers for lots. Lots are by ``seed``.
    """
    return placed(count_evenings(rules, evenings, people), divisions, seed)


def placed(count: SeasonCount, divisions: Sequence[int] = (), seed: str = "") -> tuple[SeasonRow, ...]:
    """Return the tables of evenings that are counted."""
    rules, people = count.rules, count.people
    standing: dict[int | None, list[int]] = {division: [] for division in (*divisions, None)}
    for player in sorted(count.inside):
        division = people.get(player, NOBODY).division
        standing[division if division in standing else None].append(player)
    rows: list[SeasonRow] = []
    for division, players in standing.items():
        rows += _placed(rules, _rows(count, division, players), seed)
    return tuple(rows)


def places_before(rows: Sequence[SeasonRow], seed: str = "") -> Mapping[int, int]:
    """Return the places in one division's ``rows`` before its last evening, of those who played by then.

    Nothing, where that was the first evening. It is as if the season had been looked at on the day before.
    """
    count, division = rows[0].count, rows[0].division
    last = count.last(division)
    if not last:
        return {}
    before = count.before(last)
    then = _rows(before, division, [row.player for row in rows if row.player in before.inside])
    played = {row.player for row in then if row.played}
    return {one.who: one.place for one in _ranked(count.rules, then, seed) if one.who in played}


def _rows(count: SeasonCount, division: int | None, players: Sequence[int]) -> Sequence[SeasonRow]:
    """Return these people's evenings, the places still to be found."""
    size = len(players) if count.rules.places is Places.DIVISION else len(count.inside)
    absences = count.absences(division, size)
    return [_row(count, division, player, absences) for player in players]


def _row(
    count: SeasonCount, division: int | None, player: int, absences: Mapping[int, int | None]
) -> SeasonRow:
    """Return a person's evenings, the place still to be found."""
    rules, gives = count.rules, count.given[player]
    played = len(gives) - gives.count(None)
    if rules.absence is not Absence.NOTHING:
        gives = [absences.get(time) if parts is None else parts for time, parts in enumerate(gives)]
    most = rules.best or (max(1, len(absences) - rules.drop) if rules.drop else len(gives))
    dropped = _dropped(gives, most, rules.lowest)
    return SeasonRow(player, division, 0, played, played < rules.minimum, gives, dropped, count)


def _dropped(gives: Sequence[int | None], most: int, lowest: bool) -> AbstractSet[int]:
    """Return which do not count beyond ``most``; of equals the earlier is dropped, as in sailing (RRS A2.1).

    Where evenings are dropped, one at least counts; a missed one that gives nothing is dropped first.
    """
    many = len(gives) - gives.count(None) - most
    if many <= 0:
        return frozenset()
    worth: Callable[[int], Any] = gives.__getitem__
    able = sorted([time for time, parts in enumerate(gives) if parts is not None], key=worth, reverse=lowest)
    return frozenset(able[:many])


def _by(rules: Rules) -> tuple[Step, ...]:
    return tuple(Step(metric, rules.good(metric)) for metric in ("points", *rules.ties))


def _ranked(rules: Rules, rows: Sequence[SeasonRow], seed: str) -> Sequence[RankedPerson]:
    """Return everybody in their places: who has played enough first, by points, then by the tie-breaks."""
    lowest, by = rules.lowest, _by(rules)

    def best_first(row: SeasonRow) -> tuple[bool, int]:
        return row.below, row.parts if lowest else -row.parts

    ranked = list[RankedPerson]()
    for _worth, equal in groupby(sorted(rows, key=best_first), key=best_first):
        before = len(ranked)
        for one in _parted(list(equal), by, seed):
            one.place += before
            ranked.append(one)
    return ranked


def _placed(rules: Rules, rows: Sequence[SeasonRow], seed: str) -> Iterator[SeasonRow]:
    """Yield the rows with their places, each with what sets the next below."""
    of, by = {row.player: row for row in rows}, _by(rules)
    ranked = _ranked(rules, rows, seed)
    for upper, lower in zip_longest(ranked, ranked[1:]):
        row = of[upper.who]
        if lower is None:
            row.why = None
        elif of[lower.who].below and not row.below:
            figures = {"whom": lower.who, "figure": row.played, "next": of[lower.who].played}
            row.why = Reason("season_minimum", {**figures, "least": rules.minimum})
        else:
            row.why = why_above(upper, lower, by)
        row.place = upper.place
        yield row


def _parted(level: Sequence[SeasonRow], by: Sequence[Step], seed: str) -> Sequence[RankedPerson]:
    """Rank those of equal points by the tie-breaks. Nobody else's results are looked at: they are many.

    The first tie-break parts most of them; the others are worked out only where it does not.
    """
    if len(level) == 1:
        return [RankedPerson(level[0].player, 1, (level[0].total,))]
    ranked = ranking(_records(level, by[:2]), by[:2], seed)
    if len(by) > 2 and len({one.place for one in ranked}) < len(ranked):
        return ranking(_records(level, by), by, seed)
    return ranked


def _records(level: Iterable[SeasonRow], by: Sequence[Step]) -> Iterator[PersonFigures]:
    """Yield what these steps look at, of each."""
    metrics = [METRICS[step.metric] for step in by[1:]]
    scored = any(metric.scored for metric in metrics)
    met = any(metric.met for metric in metrics)
    lots = any(metric.key == "lot" for metric in metrics)
    for row in level:
        yield PersonFigures(
            row.player,
            _figures(row, by),
            results(row, row.count.places) if met else NO_RESULTS,
            row.ticket if lots else None,
            scores(row) if scored else (),
            row.dropped_occasions if met else frozenset(),
        )


def _figures(row: SeasonRow, by: Iterable[Step]) -> Mapping[str, Points | None]:
    """Return what these steps look at: evenings that were played, the dropped ones too."""
    figures: dict[str, Points | None] = {"points": row.total, "evenings": row.played}
    if keys := [step.metric for step in by if step.metric in FIGURES]:
        lines = row.there.values()
        figures.update((key, FIGURES[key](lines)) for key in keys)
    return figures


def _sum(name: str) -> Callable[[Iterable[EveningFigures]], int | None]:
    """Return the function that sums a figure where it is known; None where it is not known at all."""

    def summed(lines: Iterable[EveningFigures]) -> int | None:
        known = [figure for line in lines if (figure := getattr(line, name)) is not None]
        return sum(known) if known else None

    return summed


def _best(lines: Iterable[EveningFigures]) -> int | None:
    return max((line.best for line in lines if line.best is not None), default=None)


FIGURES: Mapping[str, Callable[[Iterable[EveningFigures]], int | None]] = {
    "yellow": _sum("yellow"),
    "exact": _sum("exact"),
    "wins": _sum("wins"),
    "best": _best,
}
"""The metrics that are read off the evenings' figures."""


def results(row: SeasonRow, places: Mapping[int, Sequence[int]]) -> Mapping[Occasion, int]:
    """Return the evenings that a person played and that count, with their place; ``places``: everybody's."""
    return {at: place for at, place in zip(row.count.occasions, places[row.player], strict=True) if place}


def scores(row: SeasonRow) -> tuple[EveningPoints, ...]:
    """Return what each evening gives, in order of time; those that give nothing are left out."""
    points = row.count.scale.points
    return tuple(
        EveningPoints(time, points(parts), time not in row.dropped)
        for time, parts in enumerate(row.gives)
        if parts is not None
    )


def scores_of(row: SeasonRow, played: Mapping[int, EveningFigures]) -> tuple[Score, ...]:
    """Return every evening of a row, in order of time; ``played``: the person's figures, by evening."""
    return tuple(_scores(row, played))


def _scores(row: SeasonRow, played: Mapping[int, EveningFigures]) -> Iterator[Score]:
    count, given, places = row.count, row.count.given[row.player], row.count.places[row.player]
    for time, evening in enumerate(count.evenings):
        line = played.get(time)
        if (parts := row.gives[time]) is not None:
            there = given[time] is not None
            state = State.COUNTED if there else State.ABSENT
            if time in row.dropped:
                state = State.DROPPED
            points = count.scale.points(parts)
            yield Score(evening.event, state, points, places[time], line if there else None)
        elif counts_in(count.rules, evening.division, count.people, row.player):
            yield Score(evening.event, State.MISSED)
        elif line:
            yield Score(evening.event, State.PASSED)


Winners = tuple[int, ...]
"""Players by number."""


@dataclass(frozen=True)
class Otherwise:
    """What today's results and merges would make of a closed season.

    ``first``: by division, who is first as it was closed, and who would be. ``prizes``: the same by
    prize. ``people``: whose place or points would be others. ``rows``: what everybody would have.
    """

    names: Mapping[int, str]
    divisions: Mapping[int, str]
    first: Mapping[int | None, tuple[Winners, Winners]]
    prizes: Mapping[Prize, tuple[Winners, Winners]]
    people: Sequence[int]
    rows: Mapping[int, tuple[object, ...]]
