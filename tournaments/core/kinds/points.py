"""Kinds of play with bids and tricks, by player or by table; everybody's points and exact bids.

Players bid how many tricks they will take, and the tricks they took decide the score. A table that plays
together wins or loses its game together, in as few hands as possible.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from accounts.errors import gettext_noop as _
from games.rules.clag import CALLED
from games.rules.deals import BidGame, DealPlan
from games.rules.game import find_outcome
from games.rules.ruleset import Ruleset
from games.rules.schedules import plan_deals
from tournaments.core.counters.ledger import AroundDeal, Sums, list_seated, sum_points
from tournaments.core.evening import Facts, Play, ScoringKind
from tournaments.core.kinds.counters import list_finished_deals
from tournaments.core.ranking.metrics import Game, HasFigures, SettledPerson
from tournaments.core.record import DealPart, Pool
from tournaments.core.refusals import NO_COUNTERS
from tournaments.core.settings import Settings


@dataclass(frozen=True)
class BidTally:
    """A person's bids in an evening: points, exact bids, and all bids."""

    score: int = 0
    exact: int = 0
    deals: int = 0


NOTHING = BidTally()
MOST_TO_COME = 60


def tally_bids(facts: Facts, upto_round: int | None = None) -> dict[int, BidTally]:
    """Return everybody's points and bids, in the rounds up to ``upto_round``."""
    played = (pool for pool in facts.pools if upto_round is None or pool.round <= upto_round)
    return tally_sums(sum_points(played))


def tally_sums(sums: Sums) -> dict[int, BidTally]:
    """Return everybody's points and bids."""
    return {
        entry: BidTally(points, sums.exact[entry], sums.deals[entry]) for entry, points in sums.gained.items()
    }


class PointsKind(ScoringKind):
    """No counters: a table plays as many deals as its schedule has for its number of people."""

    key = "points"
    unused = frozenset({"stake", "deals", "counting", "banker"})
    parts = ("bids", "tricks")
    stakes = False
    foreign_figures = {"counters": None, "fresh": 0, "net": None}
    why_foreign = NO_COUNTERS
    metrics = frozenset({"wins", "head_to_head", "countback", "last"})

    def can_play(self, play: Play, players: int) -> bool:
        return play.game.fewest <= players <= play.game.most

    def find_next_deal(
        self, play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]
    ) -> int:
        return len(decided) + 1 if play.format.plan_deal(play, round, players, decided) else 0

    def list_round_counts(self, play: Play, sizes: Iterable[int]) -> list[int]:
        fitting = (size for size in sizes if self.can_play(play, size))
        return [len(plan_deals(play.bids, size, play.options)) for size in fitting if play.bids]

    def compare_game(self, game: Facts) -> dict[int, tuple[int, int]]:
        return {entry: (played.score, played.exact) for entry, played in tally_bids(game).items()}

    def find_starters(self, facts: Facts) -> tuple[int, ...]:
        return list_seated(facts)

    def find_holdings(self, facts: Facts, round: int) -> Mapping[int, int | None]:
        """Return the running totals; people without one have 0."""
        totals = tally_bids(facts, round)
        return {seat.entry: totals[seat.entry].score if seat.entry in totals else 0 for seat in facts.seats}

    def compute_around_deals(self, facts: Facts, round: int) -> dict[tuple[int, int, int], AroundDeal]:
        found: dict[tuple[int, int, int], AroundDeal] = {}
        held: Counter[int] = Counter()
        for pool in sorted(facts.pools, key=lambda pool: pool.seq):
            for line in pool.lines:
                before, won = held[line.entry], line.score or 0
                held[line.entry] += won
                if pool.round == round:
                    found[pool.position, pool.deal, line.entry] = AroundDeal(before, won, before + won)
        return found

    def sum_deals(self, pools: Iterable[Pool]) -> Sums:
        return sum_points(pools)

    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, SettledPerson]:
        """Return everybody's points and exact bids."""
        points, settled = tally_sums(sums), {}
        for entry in facts.starters:
            mine, yellow = points.get(entry, NOTHING), chips.get(entry, 0)
            settled[entry] = SettledPerson(entry, None, 0, None, yellow, mine.score, mine.exact)
        return settled

    def find_total(self, person: HasFigures) -> int | None:
        return person.score


class BidsKind(PointsKind):
    """Everybody plays for themselves."""

    key = "bids"
    terms = ("deal", "dealer", "bid", "exact-bid", "points", "void")
    columns = ("figure", "exact")
    best_title = _("Most points")
    won_by = won_with_chips = ("score", "exact")
    metrics = PointsKind.metrics | {"best", "share"}

    def records(self, game: Ruleset) -> bool:
        return isinstance(game, BidGame) and not game.plays_together

    def find_deal_gain(self, line: DealPart) -> int | None:
        return line.score

    def compute_by_round(self, facts: Facts) -> dict[tuple[int, int], int | None]:
        """Return the running total after each round that has a score."""
        totals: Counter[int] = Counter()
        found: dict[tuple[int, int], int | None] = {}
        for pool in sorted(facts.pools, key=lambda pool: pool.round):
            for line in pool.lines:
                totals[line.entry] += line.score or 0
                found[line.entry, pool.round] = totals[line.entry]
        return found

    def find_holding_now(self, person: SettledPerson) -> int | None:
        return person.score


class TogetherKind(PointsKind):
    """A table wins together, and nobody has their own points. The result is the number of hands used."""

    key = "together"
    terms = ("deal", "dealer", "bid")
    unused = PointsKind.unused | {"roles", "one_prize_each"}
    columns = ("exact",)
    is_individual = False
    best_title = _("Fewest deals")
    booby_title = ""
    won_by = won_with_chips = ("hands",)

    def records(self, game: Ruleset) -> bool:
        return isinstance(game, BidGame) and game.plays_together

    def has_table_won(self, pool: Pool) -> bool:
        return all(line.bid == line.tricks for line in pool.lines)

    def find_deal_gain(self, line: DealPart) -> None:
        return None

    def build_game(self, play: Play, round: int, table: int, pools: list[Pool]) -> Game:
        """Return the game of a table that plays together. If it wins, everybody is first; if not, last."""
        won, people = _has_won(play, pools), [line.entry for line in pools[-1].lines]
        return Game(round, table, dict.fromkeys(people, int(won)), dict.fromkeys(people, 1 if won else 2))

    def compute_by_round(self, facts: Facts) -> None:
        return None

    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, SettledPerson]:
        """Return the hands that everybody's tables used, and their exact bids."""
        hands, points = count_hands_used(facts), super().settle(facts, chips, sums)
        return {entry: one._replace(hands=hands.get(entry)) for entry, one in points.items()}

    def find_holding_now(self, person: SettledPerson) -> None:
        return None


def list_deals_to_come(
    play: Play, round: int, people: Sequence[int], decided: Sequence[Pool]
) -> list[DealPlan]:
    """Return the table's deals as if nobody reaches a target, and as if a table that plays together wins."""
    assert play.bids is not None  # noqa: S101 - only games of bids are planned
    bid, deals, pools = int(not play.bids.plays_together), list[DealPlan](), list(decided)
    while len(deals) < MOST_TO_COME and (deal := play.format.plan_deal(play, round, len(people), pools)):
        deals.append(deal)
        call = {"cards": min(CALLED)} if deal.by_call else {}
        lines = tuple(DealPart(entry, bid=bid, tricks=0) for entry in people)
        pools.append(Pool(round, 0, len(pools) + 1, lines, 0, call=call))
    return deals


def count_hands_used(facts: Facts) -> dict[int, int | None]:
    """Return the hands that each person's tables used; None if they lost.

    Several games are added up. One lost game makes the whole result lost.
    """
    games: dict[tuple[int, int], list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        games[pool.round, pool.position].append(pool)
    used, lost = Counter[int](), set[int]()
    for pools in games.values():
        people = [line.entry for line in pools[-1].lines]
        used.update(dict.fromkeys(people, len(pools)))
        lost.update(() if _has_won(facts.play, pools) else people)
    return {entry: None if entry in lost else hands for entry, hands in used.items()}


def _has_won(play: Play, pools: Sequence[Pool]) -> bool:
    began = len(pools[0].lines)
    assert play.bids is not None  # noqa: S101 - only games of bids are played together
    return (
        find_outcome(play.bids, began, play.options, list_finished_deals(play, began, pools)).all_win is True
    )
