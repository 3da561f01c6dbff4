"""The standing of a season: points in each evening, evenings that count, places and tie-breaks.

``SeasonTally`` adds up the evenings. ``rank_season`` makes the rows of each division, each with the
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
    merge_pools,
    split_pools,
)
from tournaments.core.leagues.rules import Absence, Members, Places, Rules
from tournaments.core.ranking.metrics import METRICS, NO_RESULTS, EveningPoints, Occasion, PersonFigures
from tournaments.core.ranking.places import RankedPerson, Step, explain_above, rank_people
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import Prize


@dataclass(frozen=True)
class SeasonTally:
    """The evenings in order of time, each with its pools; by player the points ``given``, in parts.

    A person who was absent, or for whom the evening does not count, has None. ``places``: the places that
    gave the points; 0 for none. ``inside``: people in a table. A person who only played for divisions and
    belongs to none is also inside, with nothing, so that nobody is missing.
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
        """Return the evenings as occasions of metrics."""
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

    def find_figures(self, player: int) -> Mapping[int, EveningFigures]:
        """Return a person's figures by evening, from 0 in time. Of two entries, the better one is used."""
        return {time: lines[player] for time, lines in enumerate(self._lines) if player in lines}

    @cached_property
    def _lines(self) -> Sequence[Mapping[int, EveningFigures]]:
        return [
            {line.player: line for line in sorted(evening.lines, reverse=True)} for evening in self.evenings
        ]

    @cached_property
    def places_among_all(self) -> Mapping[int, Sequence[int]]:
        """Return places like ``places``, but among the people of all divisions."""
        found = {player: [0] * len(self.evenings) for player in self.given}
        for time, pool in enumerate(map(merge_pools, self.pools)):
            for player, (first, _last) in zip(reversed(pool.players), reversed(pool.spans), strict=True):
                if player in found and self.given[player][time] is not None:
                    found[player][time] = first
        return found

    def drop_lines(self) -> "SeasonTally":
        """Return the tally without the evenings' lines, which are its largest part. This is cached."""
        return replace(self, evenings=[replace(evening, lines=()) for evening in self.evenings], pools=())

    def rewind_to(self, time: int) -> "SeasonTally":
        """Return the season after its first ``time`` evenings. Nothing is counted again."""
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

    def find_last(self, division: int | None) -> int | None:
        """Return the last evening that counts for a division, from 0 in time; None if there is none."""
        times = range(len(self.evenings) - 1, -1, -1)
        return next((time for time in times if self.evenings[time].division in (None, division)), None)

    def score_absences(self, division: int | None, size: int) -> Mapping[int, int | None]:
        """Return what missing each evening of a division gives, in parts.

        ``size``: the number of people in the table.
        """
        of = division if self.rules.places is Places.DIVISION else None
        found = enumerate(zip(self.evenings, self.pools, strict=True))
        return {
            time: self.scale.score_absence(
                evening.weight, sum(len(p.lines) for p in among if p.division == of), size
            )
            for time, (evening, among) in found
            if evening.division in (None, division)
        }


def count_evenings(rules: Rules, evenings: Iterable[EveningLines], people: People) -> SeasonTally:
    """Count every evening. ``people``: the season's members by name."""
    in_time = sorted(evenings, key=lambda evening: (evening.day, evening.event))
    inside = {player for player, member in people.items() if not member.guest}
    if rules.members is Members.EVERYBODY:
        inside |= {line.player for evening in in_time for line in evening.lines} - people.keys()
    counting = {
        division: {player for player in inside if counts_in(rules, division, people, player)}
        for division in {evening.division for evening in in_time}
    }
    found = [split_pools(rules, evening, counting[evening.division], people) for evening in in_time]
    weights = {evening.weight for evening in in_time}
    scale = Scale.build(rules, weights, [pool for among in found for pool in among])
    giving = {weight: scale.make_scorer(weight) for weight in weights}
    given: dict[int, list[int | None]] = {player: [None] * len(in_time) for player in inside}
    places = {player: [0] * len(in_time) for player in inside}
    for time, (evening, among) in enumerate(zip(in_time, found, strict=True)):
        counts, gives = counting[evening.division], giving[evening.weight]
        for pool in among:  # backwards: if one person has two entries, the first and better one remains
            of_each = map(reversed, (pool.players, gives(pool), pool.spans))
            for player, parts, (first, _last) in zip(*of_each, strict=True):
                if player in counts:
                    given[player][time], places[player][time] = parts, first
    return SeasonTally(rules, in_time, people, inside, scale, found, given, places)


class State(StrEnum):
    """How an evening counts in a person's total."""

    COUNTED = "counted"
    DROPPED = "dropped"  # it has a score, and others were better
    ABSENT = "absent"  # missed, and the points for this count
    MISSED = "missed"  # missed, and this gives nothing
    PASSED = "passed"  # played, but it does not count for this person


class Score(NamedTuple):
    """A person's evening: its state, the points, the place that gave them, and the figures.

    Place 0 and no ``line``: the person was absent.
    """

    event: int
    state: State
    points: Points = 0
    place: int = 0
    line: EveningFigures | None = None


@dataclass  # not frozen: places are set later, for a thousand rows
class SeasonRow:
    """A line of the table. ``why``: what puts the next line below this one.

    ``played``: the number of evenings. ``below``: too few evenings, so the person comes after everybody
    with enough. ``gives``: what each evening of ``count`` gives, in parts (None: nothing). Evenings in
    ``dropped`` do not count in the total.
    """

    player: int
    division: int | None
    place: int
    played: int
    below: bool
    gives: Sequence[int | None] = field(repr=False)
    dropped: AbstractSet[int] = field(repr=False)
    count: SeasonTally = field(repr=False, compare=False)
    why: Reason | None = None

    @cached_property
    def parts(self) -> int:
        """Return the total, in parts of a point."""
        return sum(filter(None, self.gives)) - sum(self.gives[time] or 0 for time in self.dropped)

    @cached_property
    def total(self) -> Points:
        return self.count.scale.to_points(self.parts)

    @property
    def counted(self) -> int:
        """Return how many evenings make up the total."""
        return len(self.gives) - self.gives.count(None) - len(self.dropped)

    @property
    def possible(self) -> int:
        """Return how many evenings count for the person, played or missed."""
        count = self.count
        return sum(
            parts is not None or counts_in(count.rules, evening.division, count.people, self.player)
            for evening, parts in zip(count.evenings, count.given[self.player], strict=True)
        )

    @cached_property
    def attended(self) -> Mapping[int, EveningFigures]:
        """Return the evenings that were played and count, from 0 in time, with the figures."""
        given = self.count.given[self.player]
        played = self.count.find_figures(self.player)
        return {time: line for time, line in played.items() if given[time] is not None}

    @property
    def dropped_occasions(self) -> AbstractSet[Occasion]:
        return {self.count.occasions[time] for time in self.dropped}

    @property
    def ticket(self) -> int:
        """Return the number by which lots are drawn: the order in which people joined the season."""
        return self.count.tickets[self.player]

    @property
    def scores(self) -> tuple[Score, ...]:
        """Return every evening in order of time, also those that give nothing."""
        return list_scores(self, self.count.find_figures(self.player))


def rank_season(
    rules: Rules,
    evenings: Iterable[EveningLines],
    people: People,
    divisions: Sequence[int] = (),
    seed: str = "",
) -> tuple[SeasonRow, ...]:
    """Return the table of each division in order, then the table of people in no division.

    ``people``: the season's members, in order of name. In this order people who never came get their
    numbers for lots. ``seed``: of the lots.
    """
    return place_people(count_evenings(rules, evenings, people), divisions, seed)


def place_people(count: SeasonTally, divisions: Sequence[int] = (), seed: str = "") -> tuple[SeasonRow, ...]:
    """Return the tables for counted evenings."""
    rules, people = count.rules, count.people
    standing: dict[int | None, list[int]] = {division: [] for division in (*divisions, None)}
    for player in sorted(count.inside):
        division = people.get(player, NOBODY).division
        standing[division if division in standing else None].append(player)
    rows: list[SeasonRow] = []
    for division, players in standing.items():
        rows += _place_rows(rules, _build_rows(count, division, players), seed)
    return tuple(rows)


def find_places_before(rows: Sequence[SeasonRow], seed: str = "") -> Mapping[int, int]:
    """Return the places in one division's ``rows`` before its last evening, of people who had played by then.

    Nothing if that was the first evening. The result is the standing of the day before.
    """
    count, division = rows[0].count, rows[0].division
    last = count.find_last(division)
    if not last:
        return {}
    before = count.rewind_to(last)
    then = _build_rows(before, division, [row.player for row in rows if row.player in before.inside])
    played = {row.player for row in then if row.played}
    return {one.who: one.place for one in _rank_rows(count.rules, then, seed) if one.who in played}


def _build_rows(count: SeasonTally, division: int | None, players: Sequence[int]) -> Sequence[SeasonRow]:
    """Return these people's rows. Their places are set later."""
    size = len(players) if count.rules.places is Places.DIVISION else len(count.inside)
    absences = count.score_absences(division, size)
    return [_build_row(count, division, player, absences) for player in players]


def _build_row(
    count: SeasonTally, division: int | None, player: int, absences: Mapping[int, int | None]
) -> SeasonRow:
    """Return a person's row. Its place is set later."""
    rules, gives = count.rules, count.given[player]
    played = len(gives) - gives.count(None)
    if rules.absence is not Absence.NOTHING:
        gives = [absences.get(time) if parts is None else parts for time, parts in enumerate(gives)]
    most = rules.best or (max(1, len(absences) - rules.drop) if rules.drop else len(gives))
    dropped = _find_dropped(gives, most, rules.lowest)
    return SeasonRow(player, division, 0, played, played < rules.minimum, gives, dropped, count)


def _find_dropped(gives: Sequence[int | None], most: int, lowest: bool) -> AbstractSet[int]:
    """Return the worst evenings, so that ``most`` are left; of equals the earlier (sailing's RRS A2.1).

    ``gives`` is None for a missed evening that gives nothing. It is never among those left.
    """
    many = len(gives) - gives.count(None) - most
    if many <= 0:
        return frozenset()
    worth: Callable[[int], Any] = gives.__getitem__
    able = sorted([time for time, parts in enumerate(gives) if parts is not None], key=worth, reverse=lowest)
    return frozenset(able[:many])


def _list_steps(rules: Rules) -> tuple[Step, ...]:
    return tuple(Step(metric, rules.find_best(metric)) for metric in ("points", *rules.ties))


def _rank_rows(rules: Rules, rows: Sequence[SeasonRow], seed: str) -> Sequence[RankedPerson]:
    """Return everybody in order: people with enough evenings first, by points, then by the tie-breaks."""
    lowest, by = rules.lowest, _list_steps(rules)

    def best_first(row: SeasonRow) -> tuple[bool, int]:
        return row.below, row.parts if lowest else -row.parts

    ranked = list[RankedPerson]()
    for _worth, equal in groupby(sorted(rows, key=best_first), key=best_first):
        before = len(ranked)
        for one in _break_ties(list(equal), by, seed):
            one.place += before
            ranked.append(one)
    return ranked


def _place_rows(rules: Rules, rows: Sequence[SeasonRow], seed: str) -> Iterator[SeasonRow]:
    """Yield the rows with their places, each with what puts the next row below."""
    of, by = {row.player: row for row in rows}, _list_steps(rules)
    ranked = _rank_rows(rules, rows, seed)
    for upper, lower in zip_longest(ranked, ranked[1:]):
        row = of[upper.who]
        if lower is None:
            row.why = None
        elif of[lower.who].below and not row.below:
            figures = {"whom": lower.who, "figure": row.played, "next": of[lower.who].played}
            row.why = Reason("season_minimum", {**figures, "least": rules.minimum})
        else:
            row.why = explain_above(upper, lower, by)
        row.place = upper.place
        yield row


def _break_ties(level: Sequence[SeasonRow], by: Sequence[Step], seed: str) -> Sequence[RankedPerson]:
    """Rank people with equal points by the tie-breaks. Only their own results are read, for speed.

    The first tie-break separates most people. The others are computed only where it does not.
    """
    if len(level) == 1:
        return [RankedPerson(level[0].player, 1, (level[0].total,))]
    ranked = rank_people(_build_records(level, by[:2]), by[:2], seed)
    if len(by) > 2 and len({one.place for one in ranked}) < len(ranked):
        return rank_people(_build_records(level, by), by, seed)
    return ranked


def _build_records(level: Iterable[SeasonRow], by: Sequence[Step]) -> Iterator[PersonFigures]:
    """Yield the figures that these steps use, of each person."""
    metrics = [METRICS[step.metric] for step in by[1:]]
    scored = any(metric.scored for metric in metrics)
    met = any(metric.met for metric in metrics)
    lots = any(metric.key == "lot" for metric in metrics)
    for row in level:
        yield PersonFigures(
            row.player,
            _compute_figures(row, by),
            list_results(row, row.count.places) if met else NO_RESULTS,
            row.ticket if lots else None,
            list_points(row) if scored else (),
            row.dropped_occasions if met else frozenset(),
        )


def _compute_figures(row: SeasonRow, by: Iterable[Step]) -> Mapping[str, Points | None]:
    """Return the figures that these steps use: of all evenings played, dropped ones too."""
    figures: dict[str, Points | None] = {"points": row.total, "evenings": row.played}
    if keys := [step.metric for step in by if step.metric in FIGURES]:
        lines = row.attended.values()
        figures.update((key, FIGURES[key](lines)) for key in keys)
    return figures


def _make_sum(name: str) -> Callable[[Iterable[EveningFigures]], int | None]:
    """Return the function that sums the known values of a figure; None if no value is known."""

    def summed(lines: Iterable[EveningFigures]) -> int | None:
        known = [figure for line in lines if (figure := getattr(line, name)) is not None]
        return sum(known) if known else None

    return summed


def _find_best(lines: Iterable[EveningFigures]) -> int | None:
    return max((line.best for line in lines if line.best is not None), default=None)


FIGURES: Mapping[str, Callable[[Iterable[EveningFigures]], int | None]] = {
    "yellow": _make_sum("yellow"),
    "exact": _make_sum("exact"),
    "wins": _make_sum("wins"),
    "best": _find_best,
}
"""The metrics that are computed from the evenings' figures."""


def list_results(row: SeasonRow, places: Mapping[int, Sequence[int]]) -> Mapping[Occasion, int]:
    """Return the evenings that a person played and that count, with their place. ``places``: everybody's."""
    return {at: place for at, place in zip(row.count.occasions, places[row.player], strict=True) if place}


def list_points(row: SeasonRow) -> tuple[EveningPoints, ...]:
    """Return what each evening gives, in order of time, without evenings that give nothing."""
    points = row.count.scale.to_points
    return tuple(
        EveningPoints(time, points(parts), time not in row.dropped)
        for time, parts in enumerate(row.gives)
        if parts is not None
    )


def list_scores(row: SeasonRow, played: Mapping[int, EveningFigures]) -> tuple[Score, ...]:
    """Return every evening of a row, in order of time. ``played``: the person's figures, by evening."""
    return tuple(_yield_scores(row, played))


def _yield_scores(row: SeasonRow, played: Mapping[int, EveningFigures]) -> Iterator[Score]:
    count, given, places = row.count, row.count.given[row.player], row.count.places[row.player]
    for time, evening in enumerate(count.evenings):
        line = played.get(time)
        if (parts := row.gives[time]) is not None:
            there = given[time] is not None
            state = State.COUNTED if there else State.ABSENT
            if time in row.dropped:
                state = State.DROPPED
            points = count.scale.to_points(parts)
            yield Score(evening.event, state, points, places[time], line if there else None)
        elif counts_in(count.rules, evening.division, count.people, row.player):
            yield Score(evening.event, State.MISSED)
        elif line:
            yield Score(evening.event, State.PASSED)


Winners = tuple[int, ...]
"""Players by number."""


@dataclass(frozen=True)
class Otherwise:
    """How today's results and merges would change a closed season.

    ``first``: by division, the first person at the closing, and the first person now. ``prizes``: the same
    by prize. ``people``: people with a different place or points. ``rows``: the new row of everybody.
    """

    names: Mapping[int, str]
    divisions: Mapping[int, str]
    first: Mapping[int | None, tuple[Winners, Winners]]
    prizes: Mapping[Prize, tuple[Winners, Winners]]
    people: Sequence[int]
    rows: Mapping[int, tuple[object, ...]]
