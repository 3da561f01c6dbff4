"""The metrics and tie-breaks of rankings, in an evening and in a season; and their figures.

Each metric has its paragraph in docs/standings.md; a new metric is a line of ``METRICS`` and a paragraph
there. ``SettledPerson`` has one person's figures when the banker is paid. ``Game`` is one game of a table,
as the ranking of an evening uses it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import ONLY_ONCE, TOO_MANY, UNKNOWN_VALUE
from tournaments.core.chance import order_by_lot

Figure: TypeAlias = int | Fraction | tuple[int | Fraction, ...]
"""A person's figure in a metric. Several numbers are compared one after another."""


Occasion: TypeAlias = tuple[int, int]
"""A game of an evening, or an evening of a season: a number that rises in time, and the table.

The table is 0 if all played together.
"""


class EveningPoints(NamedTuple):
    """What one evening of a season gives a person, with its weight, even if they missed it.

    ``counts``: False if the season drops the evening.
    """

    event: int
    points: int | Fraction
    counts: bool = True


NO_FIGURES: Mapping[str, int | Fraction | None] = {}
NO_RESULTS: Mapping[Occasion, int] = {}


class PersonFigures(NamedTuple):
    """The known facts of one person (``who``, an id): figures by metric, and the place on each occasion.

    ``dropped``: occasions that a season drops. They remain results, but the countback does not use them.
    ``ticket``: the number for lots, because ``who`` differs between databases. ``scores``: in a season,
    what each evening gives.
    """

    who: int
    figures: Mapping[str, int | Fraction | None] = NO_FIGURES
    results: Mapping[Occasion, int] = NO_RESULTS
    ticket: int | None = None
    scores: tuple[EveningPoints, ...] = ()
    dropped: AbstractSet[Occasion] = frozenset()


class Best(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"


Figures: TypeAlias = Mapping[int, Figure | None]


@dataclass(frozen=True)
class Metric:
    """A figure for ranking people. ``best``: which figure is good. ``short``: the title of its column.

    ``needs_some``: nobody wins a prize for it if everybody's figure is 0. ``missing_loses``: a person without
    a figure lost; the figure is not merely unknown. ``left_out``: a person without a figure did not take
    part. ``figures``: computes the figures of all people; None: take them from their records. ``relative``:
    compares only people who are still equal. ``worth``: what is compared, if not the figure itself. ``met``:
    uses results. ``scored``: compares a season's points, so the season's scheme decides what is good.
    ``highest``, ``lowest``: the words for a prize for that end.
    """

    key: str
    title: str
    best: Best = Best.HIGHEST
    short: str = ""
    needs_some: bool = False
    missing_loses: bool = False
    left_out: bool = False
    relative: bool = False
    met: bool = False
    scored: bool = False
    figures: Callable[[Sequence[PersonFigures], str, Best], Figures] | None = None
    worth: Callable[[Figure], Any] | None = None
    highest: str = _("%(metric)s, the highest")
    lowest: str = _("%(metric)s, the lowest")

    @property
    def missing_last(self) -> bool:
        """Return whether people without a figure come after everybody with a figure."""
        return self.missing_loses or self.left_out

    def compute(self, people: Sequence[PersonFigures], seed: str = "", best: Best | None = None) -> Figures:
        """Return everybody's figure, None if missing. ``best``: which is good, if not the usual one."""
        if self.figures is not None:
            return self.figures(people, seed, best or self.best)
        key = self.key
        return {person.who: person.figures.get(key) for person in people}


def _compute_countback(people: Sequence[PersonFigures], seed: str, best: Best) -> Figures:
    """Count how often each person was first, second, and so on down to their worst place."""
    found: dict[int, Figure | None] = {}
    for person in people:
        places = [place for at, place in person.results.items() if at not in person.dropped]
        times = [0] * max(places, default=0)
        for place in places:
            times[place - 1] += 1
        found[person.who] = tuple(times)
    return found


ABSENT = 0
"""The place of a person who was absent, in a list of places."""


def _compute_last(people: Sequence[PersonFigures], seed: str, best: Best) -> Figures:
    """Return everybody's places, the latest first. An absent person comes after everybody present."""
    events = sorted({event for person in people for event, _table in person.results}, reverse=True)
    found: dict[int, Figure | None] = {}
    for person in people:
        places = {event: place for (event, _table), place in person.results.items()}
        found[person.who] = tuple(places.get(event, ABSENT) for event in events)
    return found


def _order_latest(places: Any) -> tuple[float, ...]:
    return tuple(place or float("inf") for place in places)


def _compute_best_scores(people: Sequence[PersonFigures], seed: str, best: Best) -> Figures:
    """Return everybody's scores that count, the best first, as in sailing's rule A8.1.

    People with fewer scores than others have 0 in the empty places, as in the total.
    """
    highest = best is Best.HIGHEST
    found = {
        person.who: sorted((score.points for score in person.scores if score.counts), reverse=highest)
        for person in people
    }
    longest = max(map(len, found.values()), default=0)
    return {who: (*scores, *[0] * (longest - len(scores))) for who, scores in found.items()}


def _compute_last_scores(people: Sequence[PersonFigures], seed: str, best: Best) -> Figures:
    """Return everybody's scores from the last evening back, also dropped ones, as in sailing's rule A8.2.

    An evening that gives a person nothing is 0, as in the total.
    """
    events = sorted({score.event for person in people for score in person.scores}, reverse=True)
    found: dict[int, Figure | None] = {}
    for person in people:
        scores = {score.event: score.points for score in person.scores}
        found[person.who] = tuple(scores.get(event, 0) for event in events)
    return found


def count_meetings(mine: Mapping[Occasion, int], theirs: Mapping[Occasion, int]) -> tuple[int, int, int]:
    """Return how often two people met, how often the first was ahead, and how often the second was."""
    both = [(place, theirs[at]) for at, place in mine.items() if at in theirs]
    return len(both), sum(a < b for a, b in both), sum(b < a for a, b in both)


def _compute_head_to_head(people: Sequence[PersonFigures], seed: str, best: Best) -> Figures:
    """Return how often each person was ahead of the others, less how often behind, where they met."""
    fields: dict[Occasion, list[tuple[int, int]]] = {}
    for person in people:
        for at, place in person.results.items():
            fields.setdefault(at, []).append((place, person.who))
    ahead = dict.fromkeys((person.who for person in people), 0)
    for met in fields.values():
        places = sorted(place for place, _who in met)
        before = {place: index for index, place in reversed(list(enumerate(places)))}
        level = Counter(places)
        for place, who in met:
            ahead[who] += len(met) - before[place] - level[place] - before[place]
    return dict(ahead)


def _draw_lots(people: Sequence[PersonFigures], seed: str, best: Best) -> Figures:
    """Return the order of the lots drawn by the seed. A player without a number draws by id."""
    numbers = {(person.who if person.ticket is None else person.ticket): person.who for person in people}
    return {numbers[number]: at for at, number in enumerate(order_by_lot(numbers, seed), start=1)}


LOWEST = Best.LOWEST

METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        # Figures
        Metric(
            "place",
            _("Place in the table"),
            LOWEST,
            highest=_("%(metric)s, the last"),
            lowest=_("%(metric)s, the first"),
        ),
        Metric("points", _("Points of the season"), scored=True),
        Metric("net", _("Counters after settling up"), short=_("Counters")),
        Metric("counters", _("Counters held")),
        Metric("fresh", _("Fresh stakes"), LOWEST, needs_some=True),
        Metric("yellow", _("Yellow chips"), needs_some=True),
        Metric("score", _("Points")),
        Metric("exact", _("Exact bids"), needs_some=True),
        Metric("hands", _("Deals needed"), LOWEST, short=_("Deals"), missing_loses=True),
        Metric("wins", _("Wins"), needs_some=True),
        Metric("best", _("Best deal")),
        Metric("share", _("Share of the tables (10,000 = all)")),
        Metric("deals", _("Deals played")),
        Metric("evenings", _("Evenings")),
        Metric("reached", _("Games reached")),
        Metric("stage", _("Points in the game reached"), left_out=True),
        Metric("ladder", _("Place on the ladder"), LOWEST, left_out=True),
        Metric("strength", _("Strength of opponents")),
        # Results against each other
        Metric("head_to_head", _("Head to head"), relative=True, met=True, figures=_compute_head_to_head),
        Metric(
            "countback",
            _("More first places, then more second places"),
            short=_("Better places"),
            met=True,
            figures=_compute_countback,
        ),
        Metric("last", _("Last result"), LOWEST, met=True, figures=_compute_last, worth=_order_latest),
        # Scores of a season's evenings
        Metric("best_scores", _("Best score, then the next best"), scored=True, figures=_compute_best_scores),
        Metric(
            "last_scores", _("Latest score, then the one before"), scored=True, figures=_compute_last_scores
        ),
        Metric("lot", _("Lot"), LOWEST, relative=True, figures=_draw_lots),
    )
}

OF_SEASONS = frozenset({"place", "points", "evenings", "best_scores", "last_scores"})
"""The metrics that only a season has."""

MOST_STEPS = 5


def refuse_ranking(keys: Sequence[str]) -> None:
    """Refuse unknown metrics, too many, or the same twice. RuleError at ``ranking``."""
    if len(keys) > MOST_STEPS:
        raise RuleError("ranking", TOO_MANY, most=MOST_STEPS)
    if len(set(keys)) != len(keys):
        raise RuleError("ranking", ONLY_ONCE)
    if unknown := set(keys) - METRICS.keys():
        raise RuleError("ranking", UNKNOWN_VALUE, value=min(unknown)[:40])


def find_usual_best(metric: str) -> Best:
    """Return which figure of a metric is good by default."""
    return METRICS[metric].best


METRIC_KEYS = frozenset({"metric", "tie_break"})
"""Keys of a reason whose figure is a metric's key. The shell shows the metric's title."""


class Deeds(NamedTuple):
    """The evening's figures from games: deals, games, shares, opponents. None: unknown or not needed."""

    deals: int | None = None
    wins: int | None = None
    best: int | None = None
    share: int | None = None
    reached: int | None = None
    stage: int | None = None
    strength: int | None = None
    ladder: int | None = None
    results: Mapping[Occasion, int] = NO_RESULTS


NOT_ASKED = Deeds()


class SettledPerson(NamedTuple):
    """One person's figures when the banker is paid. ``net`` is counters - stake × fresh stakes.

    A person who left has the counters they took away. None: not counted yet. In games of bids: the points
    and the exact bids. In a game won together: the hands used, None if it was lost.
    """

    entry: int
    counters: int | None
    fresh: int
    net: int | None
    yellow: int
    score: int = 0
    exact: int = 0
    hands: int | None = None
    deeds: Deeds = NOT_ASKED


OWN = ("counters", "fresh", "net", "yellow", "score", "exact", "hands")
BY_DEEDS = ("deals", "wins", "best", "share", "reached", "stage", "strength", "ladder")
"""The metrics of an evening that need its games and deals, besides its settlement."""


class HasFigures(Protocol):
    """A settled person, or a line of the standing."""

    @property
    def net(self) -> int | None: ...

    @property
    def score(self) -> int: ...


def build_figures(person: SettledPerson, ticket: int | None = None) -> PersonFigures:
    """Return the person's figures for a ranking. ``ticket``: the number for lots."""
    deeds = person.deeds
    figures = dict(zip(OWN, person[1:8], strict=True))
    if deeds is not NOT_ASKED:
        figures |= zip(BY_DEEDS, deeds[:-1], strict=True)
    return PersonFigures(person.entry, figures, deeds.results, ticket)


def build_all_figures(
    settled: Mapping[int, SettledPerson], metrics: Collection[str] | None = None
) -> list[PersonFigures]:
    """Return everybody's figures for a ranking. Their numbers for lots follow the order of coming.

    ``metrics``: the metrics that the ranking needs. If none of them needs games and deals, these are not
    read.
    """
    people = enumerate(sorted(settled), start=1)
    if metrics is None or not set(metrics) <= set(OWN):
        return [build_figures(settled[entry], number) for number, entry in people]
    return [
        PersonFigures(entry, {key: getattr(settled[entry], key) for key in metrics}, ticket=number)
        for number, entry in people
    ]


def compute_net(counters: int | None, fresh: int, stake: int) -> int | None:
    """Return the counters less one stake for each fresh stake. None if unknown."""
    return None if counters is None else counters - stake * fresh


def settle_person(entry: int, counters: int | None, fresh: int, yellow: int, stake: int) -> SettledPerson:
    """Return one person settled up."""
    return SettledPerson(entry, counters, fresh, compute_net(counters, fresh, stake), yellow)


@dataclass(frozen=True)
class Game:
    """One table's game: what each person gained, and their place. ``is_known``: counters were counted."""

    round: int
    table: int
    gained: Mapping[int, int]
    places: Mapping[int, int]
    is_known: bool = True


def rank_gains(gained: Mapping[int, int], stayed: Iterable[int]) -> dict[int, int]:
    """Return everybody's place by points. Equals share one.

    People who went home during a game come after everybody who finished it.
    """
    stayed = frozenset(stayed)
    worth = {entry: (entry in stayed, points) for entry, points in gained.items()}
    better = sorted(worth.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(better, start=1)))}
    return {entry: first[value] for entry, value in worth.items()}
