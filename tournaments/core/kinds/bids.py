"""Bids and tricks: everybody says how many tricks they will take, and scores by how many they took."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame
from games.rules.ruleset import Ruleset
from games.rules.schedules import schedule
from tournaments.core.counters.ledger import AroundDeal, with_a_seat
from tournaments.core.counters.sums import Sums, sums_of_points
from tournaments.core.evening import Facts, Kind, Play
from tournaments.core.kinds.games import each_alone
from tournaments.core.kinds.scores import NOTHING, scored, scored_by
from tournaments.core.ranking.settled import Settled
from tournaments.core.record import Pool
from tournaments.core.refusals import NO_COUNTERS
from tournaments.core.settings import Settings

OF_STAKES = frozenset({"stake", "deals", "counting", "banker"})
"""The settings of a game of counters."""
OF_GAMES = frozenset({"wins", "head_to_head", "countback", "last"})
"""The metrics that go by the places of games."""


def wins_alone(game: Ruleset) -> bool:
    """Whether bids are played for, each for oneself."""
    return isinstance(game, BidGame) and not game.together


def _enough(play: Play, players: int) -> bool:
    return play.game.fewest <= players <= play.game.most


def _next_deal(play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]) -> int:
    return len(decided) + 1 if play.format.deal(play, round, players, decided) else 0


def _rounds(play: Play, sizes: Iterable[int]) -> list[int]:
    fitting = (size for size in sizes if _enough(play, size))
    return [len(schedule(play.game, size, play.chosen)) for size in fitting if isinstance(play.game, BidGame)]


def _held(facts: Facts, round: int) -> Mapping[int, int | None]:
    """The running total; of who has none, nothing."""
    totals = scored(facts, round)
    return {seat.entry: totals[seat.entry].score if seat.entry in totals else 0 for seat in facts.seats}


def settle_points(facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, Settled]:
    """Return everybody's points and exact bids."""
    points, settled = scored_by(sums), {}
    for entry in facts.started:
        mine, yellow = points.get(entry, NOTHING), chips.get(entry, 0)
        settled[entry] = Settled(entry, None, 0, None, yellow, mine.score, mine.exact)
    return settled


def _round_by_round(facts: Facts) -> dict[tuple[int, int], int | None]:
    """Return the running total after each round of which anything is scored."""
    totals: Counter[int] = Counter()
    found: dict[tuple[int, int], int | None] = {}
    for pool in sorted(facts.pools, key=lambda pool: pool.round):
        for line in pool.lines:
            totals[line.entry] += line.score or 0
            found[line.entry, pool.round] = totals[line.entry]
    return found


def _around_deals(facts: Facts, round: int) -> dict[tuple[int, int, int], AroundDeal]:
    found: dict[tuple[int, int, int], AroundDeal] = {}
    held: Counter[int] = Counter()
    for pool in sorted(facts.pools, key=lambda pool: pool.seq):
        for line in pool.lines:
            before, won = held[line.entry], line.score or 0
            held[line.entry] += won
            if pool.round == round:
                found[pool.position, pool.deal, line.entry] = AroundDeal(before, won, before + won)
    return found


def _compared(game: Facts) -> dict[int, tuple[int, int]]:
    return {entry: (played.score, played.exact) for entry, played in scored(game).items()}


BIDS = Kind(
    key="bids",
    terms=("deal", "dealer", "bid", "exact-bid", "points", "void"),
    family=("points",),
    unused=OF_STAKES,
    columns=("figure", "exact"),
    records=wins_alone,
    parts=("bids", "tricks"),
    stakes=False,
    enough=_enough,
    next_deal=_next_deal,
    rounds=_rounds,
    held=_held,
    started=with_a_seat,
    best_title=_("Most points"),
    sums=sums_of_points,
    settle=settle_points,
    game=each_alone,
    round_by_round=_round_by_round,
    foreign_figures={"counters": None, "fresh": 0, "net": None},
    why_foreign=NO_COUNTERS,
    brought=attrgetter("score"),
    brought_in_round=attrgetter("score"),
    total=attrgetter("score"),
    held_now=attrgetter("score"),
    compared=_compared,
    around_deals=_around_deals,
    won_by=("score", "exact"),
    won_with_chips=("score", "exact"),
    metrics=OF_GAMES | {"best", "share"},
)
