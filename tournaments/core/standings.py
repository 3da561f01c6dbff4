"""Settling up, the metrics by which people are ranked, and the evening's standing.

A metric is one value: a key, a shown name and a function of a person's settled figures; a new one is
one line of ``METRICS``. Ranking knows nothing of evenings: it takes figures and gives places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from accounts.errors import gettext_noop as _
from tournaments.core.facts import Facts
from tournaments.core.ledger import balances, fresh_stakes, started, taken_away
from tournaments.core.play import Play
from tournaments.core.position import playing, seats_of
from tournaments.core.reasons import Reason
from tournaments.core.scores import scored, together
from tournaments.core.settings import Settings


@dataclass(frozen=True)
class Settled:
    """One person's figures when the banker is paid; ``net`` is counters - stake x fresh stakes.

    Whoever left has the counters that he took away. None: not counted yet. Where bids are played for:
    the points, the bids that were exact, and in a game won together the hands used, None if it was lost.
    """

    entry: int
    counters: int | None
    fresh: int
    net: int | None
    yellow: int
    score: int = 0
    exact: int = 0
    hands: int | None = None


def settlement(facts: Facts, settings: Settings, chips: Mapping[int, int]) -> dict[int, Settled]:
    """Everybody who ever started, settled up; ``chips`` are the yellow chips by entry."""
    if not facts.play.staked:
        return _settled_bids(facts, chips)
    held, gone, fresh = balances(facts, settings), taken_away(facts), fresh_stakes(facts)
    settled = {}
    for entry in started(facts):
        counters = gone.get(entry, held.get(entry))
        settled[entry] = paid(entry, counters, fresh.get(entry, 0), chips.get(entry, 0), settings.stake)
    return settled


def paid(entry: int, counters: int | None, fresh: int, yellow: int, stake: int) -> Settled:
    """One person settled up: the banker takes back a stake for each fresh one."""
    net = None if counters is None else counters - stake * fresh
    return Settled(entry, counters, fresh, net, yellow)


def _settled_bids(facts: Facts, chips: Mapping[int, int]) -> dict[int, Settled]:
    points, hands = scored(facts), together(facts)
    return {
        entry: Settled(
            entry,
            None,
            0,
            None,
            chips.get(entry, 0),
            points[entry].score if entry in points else 0,
            points[entry].exact if entry in points else 0,
            hands.get(entry),
        )
        for entry in started(facts)
    }


@dataclass(frozen=True)
class Metric:
    """A figure by which people are ranked. ``given``: most of it is worth nothing if it is nothing.

    ``lost``: who has none has lost, and is not merely uncounted.
    """

    key: str
    title: str
    figure: Callable[[Settled], int | None]
    given: bool = False
    lost: bool = False


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        Metric("yellow", _("Yellow chips"), lambda settled: settled.yellow, given=True),
        Metric("net", _("Counters after settling up"), lambda settled: settled.net),
        Metric("score", _("Points"), lambda settled: settled.score),
        Metric("exact", _("Exact bids"), lambda settled: settled.exact),
        Metric("hands", _("Hands used"), lambda settled: settled.hands, lost=True),
    )
}

METRIC_KEYS = frozenset({"metric", "tie_break"})
"""Figure keys of a reason that hold a metric's key; the shell shows the metric's title."""


class Best(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True)
class Step:
    """One step of a ranking: a metric, and whether its highest or its lowest figure is best."""

    metric: str
    best: Best = Best.HIGHEST

    def worth(self, figure: int) -> int:
        return figure if self.best is Best.HIGHEST else -figure


@dataclass(frozen=True)
class Ranked:
    """A person's place among those considered, with the figure of each step."""

    entry: int
    place: int
    figures: tuple[int | None, ...]


def ranking(settled: Iterable[Settled], steps: Sequence[Step]) -> tuple[Ranked, ...]:
    """Places by competition ranking, 1-2-2-4: equal in every step is equal in place.

    A figure that is not known is below all others; equals are listed by entry.
    """
    figures = {
        person.entry: tuple(METRICS[step.metric].figure(person) for step in steps) for person in settled
    }

    def best_first(entry: int) -> tuple[tuple[bool, int], ...]:
        return tuple(
            (figure is None, 0 if figure is None else -step.worth(figure))
            for step, figure in zip(steps, figures[entry], strict=True)
        )

    ranked: list[Ranked] = []
    for index, entry in enumerate(sorted(figures, key=lambda entry: (best_first(entry), entry)), start=1):
        equal = ranked and ranked[-1].figures == figures[entry]
        ranked.append(Ranked(entry, ranked[-1].place if equal else index, figures[entry]))
    return tuple(ranked)


def why_above(upper: Ranked, lower: Ranked, steps: Sequence[Step]) -> Reason:
    """Which step set two people apart, with their figures; or that nothing does."""
    for index, step in enumerate(steps):
        mine, other = upper.figures[index], lower.figures[index]
        if mine == other or mine is None:
            continue
        whom: dict[str, int | str] = {"metric": step.metric, "figure": mine, "whom": lower.entry}
        if other is None:
            return Reason("above_lost" if METRICS[step.metric].lost else "above_uncounted", whom)
        whom["next"] = other
        return Reason("above_tie_break" if index else "above", whom)
    return Reason("equal", {"whom": lower.entry})


@dataclass(frozen=True)
class Row:
    """A line of the standing; ``table`` is where the person sits now, ``why`` what sets the next below."""

    entry: int
    place: int
    yellow: int
    counters: int | None
    fresh: int
    net: int | None
    table: int | None
    why: Reason | None
    score: int = 0
    exact: int = 0
    hands: int | None = None


BY_COUNTERS = (Step("net"), Step("yellow"))
BY_YELLOW = (Step("yellow"),)
BY_POINTS = (Step("score"), Step("exact"))
BY_HANDS = (Step("hands", Best.LOWEST),)

NOWHERE: Mapping[int, int] = {}


def steps_of(play: Play) -> tuple[Step, ...]:
    """What an evening of this game is ranked by, once everything is known."""
    if play.staked:
        return BY_COUNTERS
    return BY_HANDS if play.together else BY_POINTS


def standing(facts: Facts, settings: Settings, chips: Mapping[int, int]) -> tuple[Row, ...]:
    """How the evening stands: by counters after settling up, then yellow chips; or by points.

    As long as somebody's counters are not known they compare nobody, and only the chips rank.
    """
    return standing_of(settlement(facts, settings, chips), facts.play, _tables_now(facts))


def standing_of(
    settled: Mapping[int, Settled], play: Play, tables: Mapping[int, int] = NOWHERE
) -> tuple[Row, ...]:
    """The standing of people whose figures are known; ``tables`` is where they sit."""
    counted = not play.staked or all(person.net is not None for person in settled.values())
    steps = steps_of(play) if counted else BY_YELLOW
    ranked = ranking(settled.values(), steps)
    rows = []
    for index, line in enumerate(ranked):
        person = settled[line.entry]
        why = why_above(line, ranked[index + 1], steps) if index + 1 < len(ranked) else None
        rows.append(
            Row(
                person.entry,
                line.place,
                person.yellow,
                person.counters,
                person.fresh,
                person.net,
                tables.get(person.entry),
                why,
                person.score,
                person.exact,
                person.hands,
            )
        )
    return tuple(rows)


def _tables_now(facts: Facts) -> dict[int, int]:
    last = max((seat.round for seat in facts.seats), default=0)
    here = set(playing(facts, last))
    return {seat.entry: seat.position for seat in seats_of(facts, last) if seat.entry in here}
