"""Places by chosen metrics, and what separates two people. Independent of evenings and seasons."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from operator import attrgetter

from tournaments.core.ranking.metrics import (
    ABSENT,
    METRICS,
    Best,
    Figure,
    Figures,
    Occasion,
    PersonFigures,
    count_meetings,
)
from tournaments.core.reasons import Reason


@dataclass(frozen=True)
class Step:
    """One step of a ranking: a metric, and whether its highest or its lowest figure is best."""

    metric: str
    best: Best = Best.HIGHEST

    @property
    def highest(self) -> bool:
        return self.best is Best.HIGHEST

    def weigh(self, figure: int | Fraction) -> int | Fraction:
        return figure if self.highest else -figure


def build_steps(keys: Iterable[str]) -> tuple[Step, ...]:
    """Return the metrics as ranking steps in this order. Each has its usual best: highest or lowest."""
    return tuple(Step(key, METRICS[key].best) for key in keys)


@dataclass(slots=True, unsafe_hash=True)  # not frozen: a thousand are made for a page
class RankedPerson:
    """A person's place among the people ranked, with the figure of each step.

    A step that compares equals with each other has figures only for people who were equal up to it.
    ``equal``: how many these were at the first such step.
    """

    who: int
    place: int
    figures: tuple[Figure | None, ...]
    equal: int = field(default=0, compare=False)
    results: Mapping[Occasion, int] = field(default_factory=dict, compare=False)
    seed: str = field(default="", compare=False)


def rank_people(
    records: Iterable[PersonFigures], steps: Sequence[Step], seed: str = ""
) -> tuple[RankedPerson, ...]:
    """Rank by standard competition ranking, 1-2-2-4. People equal in every step share a place.

    An unknown figure is below all others. Equals are in the order of ``who``. ``seed``: of the lots.
    """
    everybody = sorted(records, key=attrgetter("who"))
    columns = list[Figures]()
    equal: dict[int, int] = {}
    groups = [everybody] if everybody else []
    for step in steps:
        metric = METRICS[step.metric]
        column: Figures
        if metric.relative:
            tied = [group for group in groups if len(group) > 1]
            column = {
                who: figure
                for group in tied
                for who, figure in metric.compute(group, seed, step.best).items()
            }
            equal = {record.who: len(group) for group in tied for record in group} | equal
        else:
            column = metric.compute(everybody, seed, step.best)
        columns.append(column)
        parted = list[list[PersonFigures]]()
        for group in groups:
            parted += _split_by_step(group, column, step) if len(group) > 1 else (group,)
        groups = parted
    ranked, place = list[RankedPerson](), 1
    for group in groups:
        for person in group:
            who = person.who
            figures = tuple([column.get(who) for column in columns])
            ranked.append(RankedPerson(who, place, figures, equal.get(who, 0), person.results, seed))
        place += len(group)
    return tuple(ranked)


def _split_by_step(group: list[PersonFigures], figures: Figures, step: Step) -> list[list[PersonFigures]]:
    """Split the group into groups of equals, the best first and those without a figure last."""
    worth = METRICS[step.metric].worth
    levels: dict[Figure, list[PersonFigures]] = {}
    unknown = []
    for record in group:
        figure = figures.get(record.who)
        if figure is None:
            unknown.append(record)
        else:
            levels.setdefault(figure, []).append(record)
    parted = [levels[figure] for figure in sorted(levels, key=worth, reverse=step.highest)]
    return [*parted, unknown] if unknown else parted


def explain_above(upper: RankedPerson, lower: RankedPerson, steps: Sequence[Step]) -> Reason:
    """Return the step that separates two people, with their figures, or that none does."""
    for index, step in enumerate(steps):
        mine, other = upper.figures[index], lower.figures[index]
        if mine == other or mine is None:
            continue
        if step.metric in _RELATIVE:
            return _RELATIVE[step.metric](upper, lower, index)
        whom: dict[str, int | str] = {"metric": step.metric, "figure": shown(mine), "whom": lower.who}
        if other is None:
            return Reason("above_lost" if METRICS[step.metric].missing_loses else "above_uncounted", whom)
        whom["next"] = shown(other)
        return Reason("above_tie_break" if index else "above", whom)
    return Reason("equal", {"whom": lower.who})


def shown(figure: Figure) -> int | str:
    """Return the exact figure for a sentence: 12, 16.5, 5 1/3. Join several numbers with "/"."""
    if isinstance(figure, tuple):
        return "/".join(map(str, figure))
    if isinstance(figure, int) or figure.denominator == 1:
        return int(figure)
    thousandths = figure * 1000
    if thousandths.denominator == 1:
        return f"{float(figure):.3f}".rstrip("0")
    whole, rest = divmod(abs(figure), 1)
    sign = "-" if figure < 0 else ""
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def _read_scores(person: RankedPerson, index: int) -> tuple[int | Fraction, ...]:
    figure = person.figures[index]
    return figure if isinstance(figure, tuple) else ()


def _read_numbers(person: RankedPerson, index: int) -> tuple[int, ...]:
    """Return places, or numbers of places, as whole numbers."""
    return tuple(map(int, _read_scores(person, index)))


def _explain_countback(upper: RankedPerson, lower: RankedPerson, index: int) -> Reason:
    """Return the best place that one person had more often than the other."""
    times = zip_longest(_read_scores(upper, index), _read_scores(lower, index), fillvalue=0)
    place, (had, has) = next((at, pair) for at, pair in enumerate(times, start=1) if pair[0] != pair[1])
    return Reason(
        "above_countback", {"whom": lower.who, "place": place, "figure": int(had), "next": int(has)}
    )


def _explain_last(upper: RankedPerson, lower: RankedPerson, index: int) -> Reason:
    """Return the latest result in which the two people differ."""
    places = zip(_read_numbers(upper, index), _read_numbers(lower, index), strict=True)
    back, (had, has) = next((at, pair) for at, pair in enumerate(places, start=1) if pair[0] != pair[1])
    whom = {"whom": lower.who, "back": back, "figure": had, "next": has}
    if ABSENT in (had, has):
        del whom["next" if had else "figure"]
        return Reason("above_last_there" if had else "above_last_away", whom)
    return Reason("above_last", whom)


def _make_score_explainer(code: str) -> Callable[[RankedPerson, RankedPerson, int], Reason]:
    """Return a function that finds the first difference in two people's lists of scores."""

    def why(upper: RankedPerson, lower: RankedPerson, index: int) -> Reason:
        scores = zip(_read_scores(upper, index), _read_scores(lower, index), strict=True)
        at, (had, has) = next((at, pair) for at, pair in enumerate(scores, start=1) if pair[0] != pair[1])
        return Reason(code, {"whom": lower.who, "at": at, "figure": shown(had), "next": shown(has)})

    return why


def _explain_head_to_head(upper: RankedPerson, lower: RankedPerson, index: int) -> Reason:
    """Return the results of two people against each other; of more people, against all the others."""
    figures = {"whom": lower.who}
    if upper.equal == 2:
        met, ahead, behind = count_meetings(upper.results, lower.results)
        return Reason("above_met", {**figures, "met": met, "figure": ahead, "next": behind})
    mine, other = upper.figures[index], lower.figures[index]
    assert isinstance(mine, int)  # noqa: S101 - this metric's figures are whole numbers
    assert isinstance(other, int)  # noqa: S101
    return Reason("above_met_more", {**figures, "equal": upper.equal, "figure": mine, "next": other})


def _explain_lot(upper: RankedPerson, lower: RankedPerson, index: int) -> Reason:
    return Reason("above_lot", {"whom": lower.who, "seed": upper.seed})


_RELATIVE = {
    "countback": _explain_countback,
    "last": _explain_last,
    "best_scores": _make_score_explainer("above_best_scores"),
    "last_scores": _make_score_explainer("above_last_scores"),
    "head_to_head": _explain_head_to_head,
    "lot": _explain_lot,
}
"""The tie-breaks that have their own explaining sentence."""
