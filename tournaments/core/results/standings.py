"""The evening's standing: by which metrics people are placed, and what sets each above the next."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.position import presences
from tournaments.core.ranking.metrics import METRICS, Figure
from tournaments.core.ranking.places import Step, ranking, steps, why_above
from tournaments.core.ranking.settled import Deeds, Settled, records
from tournaments.core.reasons import Reason
from tournaments.core.results.games import with_games
from tournaments.core.results.settlement import settlement
from tournaments.core.settings import Counting, Settings


class Row(NamedTuple):
    """A line of the standing: what is settled, the place, and ``why`` it is above the next.

    ``table`` is where the person sits now; ``figures`` are those of the standing's steps.
    """

    entry: int
    counters: int | None
    fresh: int
    net: int | None
    yellow: int
    score: int
    exact: int
    hands: int | None
    deeds: Deeds
    place: int
    table: int | None
    why: Reason | None
    figures: tuple[Figure | None, ...]


NOWHERE: Mapping[int, int] = {}


def steps_of(play: Play) -> tuple[Step, ...]:
    """What a game is won by, once everything is known."""
    return steps(play.won_by)


def usual_ranking(play: Play) -> tuple[str, ...]:
    """The metrics by which an evening is placed, if the organiser chooses no others."""
    return play.format.ranking(play.won_by)


def metrics_of(play: Play, counting: Counting = Counting.EACH_DEAL) -> tuple[str, ...]:
    """The metrics by which an evening can be placed where this is played."""
    known = {*usual_ranking(play), "lot", *play.metrics(counting)}
    return tuple(key for key in METRICS if key in known)


def refuse_unranked(play: Play, settings: Settings) -> None:
    """RuleError at ``ranking`` for a metric that says nothing where this is played."""
    known = metrics_of(play, settings.counting)
    for key in settings.ranking:
        if key not in known:
            raise RuleError(
                "ranking",
                _("“%(metric)s” decides nothing in this evening. Choose another metric."),
                metric=METRICS[key].title,
            )


def ranked_by(play: Play, settings: Settings) -> tuple[Step, ...]:
    """The steps of the evening's standing, once everything is known."""
    known = metrics_of(play, settings.counting)
    return steps([key for key in settings.ranking if key in known] or usual_ranking(play))


OF_COUNTERS = frozenset({"net", "counters", "share", "strength"})
"""What is known only once everybody's counters are."""
OF_GAMES = frozenset({"wins", "best", "share", "reached", "stage", "strength", "ladder"}) | {
    "head_to_head",
    "countback",
    "last",
}
"""What ``core/games.py`` finds out."""


def steps_now(settled: Mapping[int, Settled], steps: tuple[Step, ...], play: Play) -> tuple[Step, ...]:
    """The steps that can be taken now: counters compare nobody as long as somebody's are not known."""
    if all(play.kind.total(person) is not None for person in settled.values()):
        return steps
    return tuple(step for step in steps if step.metric not in OF_COUNTERS)


def standing(facts: Facts, chips: Mapping[int, int]) -> tuple[Row, ...]:
    """How the evening stands; as long as somebody's counters are not known they compare nobody."""
    settled = settlement(facts, chips)
    by = ranked_by(facts.play, facts.settings)
    if any(step.metric in OF_GAMES for step in by):
        settled = with_games(facts, settled)
    return standing_of(settled, steps_now(settled, by, facts.play), tables_now(facts), seed_of(facts.seed))


def seed_of(draw: str) -> str:
    """By what the lots of the standing are drawn, from the seed of the seats' ``draw``."""
    return f"{draw}:standing"


def standing_of(
    settled: Mapping[int, Settled],
    steps: Sequence[Step],
    tables: Mapping[int, int] = NOWHERE,
    seed: str = "",
) -> tuple[Row, ...]:
    """The standing, by these steps, of people whose figures are known; ``tables`` is where they sit."""
    ranked = ranking(records(settled, [step.metric for step in steps]), steps, seed)
    whys = [*(why_above(upper, lower, steps) for upper, lower in pairwise(ranked)), None]
    return tuple(
        Row(*settled[line.who], line.place, tables.get(line.who), why, line.figures)
        for line, why in zip(ranked, whys, strict=False)
    )


def tables_now(facts: Facts) -> dict[int, int]:
    """The table at which everybody sits who plays now."""
    last = facts.now.number
    last = last or max(map(attrgetter("round"), facts.seats), default=0)
    here = presences(facts, last)
    return {
        seat.entry: seat.position
        for seat in facts.seats
        if seat.round == last and seat.entry in here and here[seat.entry].plays
    }
