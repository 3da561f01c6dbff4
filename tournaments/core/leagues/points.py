"""The exact points that one evening gives to each person for whom the evening counts.

Points are added up as whole numbers of a small part of a point, which is much faster than fractions.
``Scale`` sets this part, so that means of shared places, weights and shares are whole numbers of parts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias, assert_never

from tournaments.core.leagues.rules import Absence, Members, Places, Rules, Scheme, Tied

Points: TypeAlias = int | Fraction
WHOLE = 100
"""Weights are in percent. Shares are in ten thousandths; a season uses their percent."""


class EveningFigures(NamedTuple):
    """One person's figures in one evening, from its result. ``prizes``: how many they won.

    ``entry``: the person's place in the evening. If one person has two entries at the same place, the first
    counts.
    """

    place: int
    entry: int
    player: int
    prizes: int = 0
    score: int | None = None
    net: int | None = None
    share: int | None = None
    yellow: int = 0
    wins: int | None = None
    best: int | None = None
    exact: int | None = None


LINE_FIGURES = EveningFigures._fields[4:]
"""The figures of a settlement that a season can use."""


def list_needed_figures(rules: Rules) -> tuple[str, ...]:
    """Return the first of ``LINE_FIGURES``, up to the last that the rules use. Most rules need only places.

    Loading 50,000 lines takes 55 ms of CPU without figures, and 85 ms with all of them.
    """
    if rules.prizes:
        return LINE_FIGURES
    by = {Scheme.SCORE: "score", Scheme.COUNTERS: "net", Scheme.SHARE: "share"}.get(rules.scheme)
    needed = {by, *rules.ties, *(("yellow",) if rules.yellow else ())}
    return LINE_FIGURES[
        : max((index for index, name in enumerate(LINE_FIGURES, start=1) if name in needed), default=0)
    ]


@dataclass(frozen=True)
class EveningLines:
    """An evening that counts: its ``day`` (a number that rises in time), weight in percent, and result.

    ``division``: the evening counts for this division only.
    """

    event: int
    day: int
    weight: int = WHOLE
    division: int | None = None
    lines: Sequence[EveningFigures] = ()


@dataclass(frozen=True)
class Member:
    """A person's division in the season, and whether they are a guest."""

    division: int | None = None
    guest: bool = False


People: TypeAlias = Mapping[int, Member]
NOBODY = Member()


def counts_in(rules: Rules, division: int | None, people: People, player: int) -> bool:
    """Return whether an evening (of a division, or of all) counts for a person."""
    member = people.get(player)
    if member is None:
        return rules.members is Members.EVERYBODY and division is None
    return not member.guest and division in (None, member.division)


Span: TypeAlias = tuple[int, int]
"""The places that somebody shares, from and to: 2 and 4 if three share the second place."""


class PlayerPool(NamedTuple):
    """The people of an evening who are ranked together, best first. ``division``: of this division only."""

    division: int | None
    players: Sequence[int]
    lines: Sequence[EveningFigures]
    spans: Sequence[Span]


def split_pools(
    rules: Rules, evening: EveningLines, counting: AbstractSet[int], people: People
) -> Sequence[PlayerPool]:
    """Return the groups in which an evening's places are counted. ``counting``: for whom it counts.

    If one person has two entries, only the better one is used.
    """
    lines = sorted(evening.lines)
    players = [line.player for line in lines]
    if rules.places is Places.EVERYBODY:
        return (PlayerPool(None, players, lines, _find_spans(lines)),)
    if len(set(players)) < len(players):
        first: dict[int, EveningFigures] = {}
        for line in lines:
            first.setdefault(line.player, line)
        lines, players = list(first.values()), list(first)
    if not counting >= set(players):
        lines = [line for line in lines if line.player in counting]
        players = [line.player for line in lines]
    if rules.places is Places.MEMBERS:
        return (PlayerPool(None, players, lines, _find_spans(lines)),)
    divided: dict[int | None, list[EveningFigures]] = {}
    for line in lines:
        divided.setdefault(people.get(line.player, NOBODY).division, []).append(line)
    return [
        PlayerPool(division, [line.player for line in among], among, _find_spans(among))
        for division, among in divided.items()
    ]


def merge_pools(among: Sequence[PlayerPool]) -> PlayerPool:
    """Return the pools of an evening as one, with places among all its people."""
    if len(among) == 1:
        return among[0]
    lines = sorted(line for pool in among for line in pool.lines)
    return PlayerPool(None, [line.player for line in lines], lines, _find_spans(lines))


def _find_spans(lines: Sequence[EveningFigures]) -> Sequence[Span]:
    """Return places by competition ranking, 1-2-2-4. The lines come in order of their places."""
    places, many = [line.place for line in lines], len(lines)
    if len(set(places)) == many:
        return [(place, place) for place in range(1, many + 1)]
    first = dict(zip(reversed(places), range(many, 0, -1), strict=True))
    last = dict(zip(places, range(1, many + 1), strict=True))
    return [(first[place], last[place]) for place in places]


@dataclass(frozen=True)
class Scale:
    """How many parts a point has, by the ``rules`` and the evenings of a season."""

    rules: Rules
    parts: int

    @classmethod
    def build(cls, rules: Rules, weights: Iterable[int], among: Iterable[PlayerPool]) -> "Scale":
        parts = WHOLE if rules.scheme is Scheme.SHARE else 1
        if set(weights) - {WHOLE}:
            parts *= WHOLE
        if rules.scheme.by_place and rules.tied is Tied.MEAN:
            parts *= lcm(*{last - first + 1 for pool in among for first, last in set(pool.spans)})
        return cls(rules, parts)

    def to_points(self, parts: int) -> Points:
        return int_if_whole(Fraction(parts, self.parts))

    def make_scorer(self, weight: int) -> Callable[[PlayerPool], list[int]]:
        """Return what an evening of this weight gives each person of a pool, in parts."""
        rules, unit, worth = self.rules, self.find_unit(weight), self._make_scheme_scorer(weight)
        yellow, part, prize = rules.yellow, rules.taking_part, rules.prize
        if not (yellow or part or prize):
            return worth
        return lambda pool: [
            parts + unit * (part + yellow * line.yellow + prize * line.prizes)
            for parts, line in zip(worth(pool), pool.lines, strict=True)
        ]

    def _make_scheme_scorer(self, weight: int) -> Callable[[PlayerPool], list[int]]:
        """Return what an evening gives by the scheme alone."""
        unit = self.find_unit(weight)
        match self.rules.scheme:
            case Scheme.SCORE:
                return lambda pool: [unit * (line.score or 0) for line in pool.lines]
            case Scheme.COUNTERS:
                return lambda pool: [unit * (line.net or 0) for line in pool.lines]
            case Scheme.SHARE:
                return lambda pool: [unit * (line.share or 0) // WHOLE for line in pool.lines]
            case Scheme.PLACE | Scheme.LOW:
                return _Ladder(self.rules, unit).score_pool
            case _:
                assert_never(self.rules.scheme)

    def find_unit(self, weight: int) -> int:
        """Return the parts of one point in an evening of this weight."""
        return self.parts * weight // WHOLE

    def score_absence(self, weight: int, last: int, season: int) -> int | None:
        """Return what missing an evening gives, in parts; None if it gives nothing.

        ``last``: the number of people in the evening. ``season``: the number of people in the table.
        """
        rules, unit = self.rules, self.find_unit(weight)
        match rules.absence:
            case Absence.SCORE:
                return unit * rules.absence_score
            case Absence.EVENING:
                return unit * score_place(rules, last + 1)
            case Absence.SEASON:
                return unit * score_place(rules, season + 1)
            case Absence.NOTHING:
                return None
            case _:
                assert_never(rules.absence)


class _Ladder(dict[Span, int]):
    """The points of places, in parts. Each is computed once."""

    def __init__(self, rules: Rules, unit: int) -> None:
        super().__init__()
        self.rules, self.unit = rules, unit

    def __missing__(self, span: Span) -> int:
        self[span] = int(self.unit * score_span(self.rules, span))
        return self[span]

    def score_pool(self, pool: PlayerPool) -> list[int]:
        return [self[span] for span in pool.spans]


def score_span(rules: Rules, span: Span) -> Points:
    """Return the points of people who share these places: the mean of the places, or the highest."""
    first, last = span
    if first == last or rules.tied is Tied.HIGHER:
        return score_place(rules, first)
    return int_if_whole(
        Fraction(sum(score_place(rules, at) for at in range(first, last + 1)), last - first + 1)
    )


def score_place(rules: Rules, place: int) -> int:
    """Return the points of a place that nobody shares."""
    if rules.scheme is Scheme.LOW:
        return place
    return rules.table[place - 1] if place <= len(rules.table) else rules.rest


def int_if_whole(points: Points) -> Points:
    """Return an int for a whole number, else the fraction."""
    return int(points) if points.denominator == 1 else points
