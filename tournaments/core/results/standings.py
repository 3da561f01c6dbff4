"""The standing of an evening: settling up, its columns, its games, places, and the reason for each place.

``COLUMNS`` are the figures stored for everybody when an evening is finished or imported. ``list_games``
returns every game with the places at its table. Metrics of the standing add them up.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.counters.ledger import Sums
from tournaments.core.evening import Facts, Play
from tournaments.core.movement.seating import list_presences
from tournaments.core.ranking.metrics import (
    METRICS,
    Deeds,
    Figure,
    Game,
    Occasion,
    SettledPerson,
    build_all_figures,
)
from tournaments.core.ranking.places import Step, build_steps, explain_above, rank_people
from tournaments.core.reasons import Reason
from tournaments.core.record import Pool
from tournaments.core.settings import Counting, Settings


def settle_people(
    facts: Facts, chips: Mapping[int, int], sums: Sums | None = None
) -> dict[int, SettledPerson]:
    """Return everybody who ever started, settled up. ``chips``: the yellow chips by entry.

    ``sums``: of all deals, if already known.
    """
    kind = facts.play.kind
    return kind.settle(facts, chips, sums or kind.sum_deals(facts.pools))


MOST = 1_000_000_000
WHOLE = 10_000
"""A share is stored as a number of parts; the whole has this many."""


@dataclass(frozen=True)
class Column:
    """A figure by its key, from ``least`` to ``most``.

    ``export_name``: the name in an evening's file, if it differs. ``of_games``: the figure comes from games,
    not from the settlement.
    """

    key: str
    title: str
    export_name: str = ""
    least: int = 0
    most: int = MOST
    of_games: bool = False

    @property
    def name(self) -> str:
        """Return the name in an evening's file."""
        return self.export_name or self.key


# Figures in a file, a form, the API or a page are made from this list.
COLUMNS: tuple[Column, ...] = (
    Column("place", _("Place"), least=1),
    Column("counters", _("Counters")),
    Column("fresh", _("Fresh stakes"), "fresh_stakes"),
    Column("net", _("After fresh stakes"), least=-MOST),
    Column("yellow", _("Yellow chips")),
    Column("score", _("Points"), "points", least=-MOST),
    Column("exact", _("Exact bids"), "exact_bids"),
    Column("hands", _("Deals needed"), "hands_used"),
    Column("deals", _("Deals played"), of_games=True),
    Column("wins", _("Deals won"), of_games=True),
    Column("best", _("Best deal"), "best_deal", least=-MOST, of_games=True),
    Column("share", _("Share of the tables"), most=WHOLE, of_games=True),
    Column("reached", _("Games reached"), of_games=True),
)
FIGURES = tuple(column.key for column in COLUMNS)
CALLED: Mapping[str, str] = {
    "fresh": "fresh_stakes",
    "yellow": "yellow_chips",
    "exact": "exact_bids",
    "best": "best_deal",
}
"""The name of a figure for people and programs, if its column has a shorter name."""


# In whole-game formats a game is a table's whole game. If people move, it is a table's play in one round.
# Only finished games are used. A whole game is unknown if counters are not counted after each deal.
def list_games(facts: Facts) -> tuple[Game, ...]:
    """Return every finished game, in the order of play."""
    tables: dict[tuple[int, int], list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        tables[pool.round, pool.position].append(pool)
    out = {
        (number, table)
        for number in {round for round, _table in tables}
        for table in facts.play.format.find_awaited(facts, number)
    }
    game = facts.play.kind.build_game
    return tuple(game(facts.play, *at, tables[at]) for at in sorted(tables) if at not in out)


def add_games(facts: Facts, settled: Mapping[int, SettledPerson]) -> dict[int, SettledPerson]:
    """Return the settled figures, with the figures from games, deals and opponents added."""
    played = list_games(facts)
    results: dict[int, dict[Occasion, int]] = {entry: {} for entry in settled}
    for game in played:
        for entry, place in game.places.items():
            if entry in results:
                results[entry][game.round, game.table] = place
    counted = _count_deals(facts)
    wins, shares = facts.play.format.count_wins(facts, played), _compute_shares(facts, played, settled)
    far, met = facts.play.format.find_last_rounds(facts), _sum_strength(facts, played, settled)
    listed = facts.play.format.find_list_places(facts)
    stages = facts.play.format.compute_stages(facts, played)
    return {
        entry: person._replace(
            deeds=Deeds(
                deals=counted[entry][0] if entry in counted else 0,
                best=counted[entry][1] if entry in counted else None,
                wins=None if wins is None else wins[entry],
                share=None if shares is None else shares.get(entry, 0),
                reached=None if far is None else far.get(entry, 0),
                stage=None if far is None else stages.get((far.get(entry, 0), entry)),
                strength=met.get(entry),
                ladder=None if listed is None else listed.get(entry),
                results=results[entry],
            )
        )
        for entry, person in settled.items()
    }


def _count_deals(facts: Facts) -> dict[int, tuple[int, int | None]]:
    """Return how many deals each person played, and their best gain if all are known."""
    brought = facts.play.kind.find_deal_gain
    counts: dict[int, tuple[int, int | None]] = {}
    for pool in facts.pools:
        for line in pool.lines:
            gain = brought(line)
            deals, best = counts.get(line.entry, (0, gain))
            counts[line.entry] = deals + 1, None if best is None or gain is None else max(best, gain)
    return counts


def _compute_shares(
    facts: Facts, played: Iterable[Game], settled: Mapping[int, SettledPerson]
) -> dict[int, int] | None:
    """Return each person's share of all gains at their tables, or in the hall if people move.

    None if unknown. A person who lost has no share. A single game is known when everybody has been counted.
    """
    if "share" not in facts.play.list_metrics():
        return None
    played = tuple(played)
    fields = [(game.gained, game.is_known) for game in played]
    if hall := facts.play.format.compute_hall_gains(facts, settled):
        fields = [hall]
    elif len({game.round for game in played}) == 1 and not all(known for _gained, known in fields):
        gained, known = facts.play.kind.sum_gains(facts, settled)
        fields = [({entry: gained.get(entry, 0) for entry in game.gained}, known) for game in played]
    if not all(known for _gained, known in fields):
        return None
    mine: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    for field, _known in fields:
        won = {entry: max(points, 0) for entry, points in field.items()}
        mine.update(won)
        whole.update(dict.fromkeys(won, sum(won.values())))
    return {
        entry: (2 * WHOLE * mine[entry] + total) // (2 * total) for entry, total in whole.items() if total
    }


def _sum_strength(
    facts: Facts, played: Iterable[Game], settled: Mapping[int, SettledPerson]
) -> dict[int, int | None]:
    """Return the sum of what each person's opponents have at the end. An opponent met twice counts twice."""
    if "strength" not in facts.play.list_metrics():
        return {}
    final = {entry: facts.play.kind.find_total(person) for entry, person in settled.items()}
    known = None not in final.values()
    met: dict[int, int | None] = dict.fromkeys(settled, 0 if known else None)
    for game in played if known else ():
        total = sum(final.get(entry) or 0 for entry in game.gained)
        for entry in game.gained:
            if entry in met:
                met[entry] = (met[entry] or 0) + total - (final[entry] or 0)
    return met


class StandingLine(NamedTuple):
    """A line of the standing: the settlement, the place, and ``why`` it is above the next.

    ``table``: where the person sits now. ``figures``: of the standing's steps.
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


def list_steps(play: Play) -> tuple[Step, ...]:
    """Return the steps that decide who wins a game, once everything is known."""
    return build_steps(play.won_by)


def find_usual_ranking(play: Play) -> tuple[str, ...]:
    """Return the metrics that decide an evening's places, if the organiser chooses no others."""
    return play.format.list_ranking(play.won_by)


def list_metrics(play: Play, counting: Counting = Counting.EACH_DEAL) -> tuple[str, ...]:
    """Return the metrics that can decide an evening's places in this game and format."""
    usable = {*find_usual_ranking(play), "lot", *play.list_metrics(counting)}
    return tuple(key for key in METRICS if key in usable)


def refuse_unranked(play: Play, settings: Settings) -> None:
    """Refuse a metric that is useless in this game and format. RuleError at ``ranking``."""
    usable = list_metrics(play, settings.counting)
    for key in settings.ranking:
        if key not in usable:
            raise RuleError(
                "ranking",
                _("“%(metric)s” decides nothing in this evening. Choose another metric."),
                metric=METRICS[key].title,
            )


def list_ranking_steps(play: Play, settings: Settings) -> tuple[Step, ...]:
    """Return the steps of the evening's standing, once everything is known."""
    usable = list_metrics(play, settings.counting)
    return build_steps([key for key in settings.ranking if key in usable] or find_usual_ranking(play))


OF_COUNTERS = frozenset({"net", "counters", "share", "strength"})
"""The metrics that are known only when everybody's counters are known."""
OF_GAMES = frozenset({"wins", "best", "share", "reached", "stage", "strength", "ladder"}) | {
    "head_to_head",
    "countback",
    "last",
}
"""The metrics that are computed from the evening's games."""


def list_steps_now(
    settled: Mapping[int, SettledPerson], steps: tuple[Step, ...], play: Play
) -> tuple[Step, ...]:
    """Return the steps that can be used now: none of counters while any person's are unknown."""
    if all(play.kind.find_total(person) is not None for person in settled.values()):
        return steps
    return tuple(step for step in steps if step.metric not in OF_COUNTERS)


def rank_evening(facts: Facts, chips: Mapping[int, int]) -> tuple[StandingLine, ...]:
    """Return the standing of the evening. While any person's counters are unknown, they are not compared."""
    settled = settle_people(facts, chips)
    steps = list_ranking_steps(facts.play, facts.settings)
    if any(step.metric in OF_GAMES for step in steps):
        settled = add_games(facts, settled)
    return rank_settled(
        settled, list_steps_now(settled, steps, facts.play), find_tables_now(facts), make_seed(facts.seed)
    )


def make_seed(draw: str) -> str:
    """Return the seed for the lots of the standing, from the seed of the ``draw`` of seats."""
    return f"{draw}:standing"


def rank_settled(
    settled: Mapping[int, SettledPerson],
    steps: Sequence[Step],
    tables: Mapping[int, int] = NOWHERE,
    seed: str = "",
) -> tuple[StandingLine, ...]:
    """Rank people by these steps. Their figures must be known. ``tables``: where they sit."""
    ranked = rank_people(build_all_figures(settled, [step.metric for step in steps]), steps, seed)
    whys = [*(explain_above(upper, lower, steps) for upper, lower in pairwise(ranked)), None]
    return tuple(
        StandingLine(*settled[line.who], line.place, tables.get(line.who), why, line.figures)
        for line, why in zip(ranked, whys, strict=False)
    )


def find_tables_now(facts: Facts) -> dict[int, int]:
    """Return the table of everybody who plays now."""
    last = facts.now.number
    last = last or max(map(attrgetter("round"), facts.seats), default=0)
    presence = list_presences(facts, last)
    return {
        seat.entry: seat.position
        for seat in facts.seats
        if seat.round == last and seat.entry in presence and presence[seat.entry].plays
    }
