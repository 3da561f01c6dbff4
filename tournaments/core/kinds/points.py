"""Bids and tricks: everybody says how many tricks they will take, and scores by how many they took."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame
from games.rules.ruleset import Ruleset
from games.rules.schedules import schedule
from tournaments.core.counters.ledger import AroundDeal, with_a_seat
from tournaments.core.counters.sums import Sums, sums_of_points
from tournaments.core.evening import Facts, Kind, Play
from tournaments.core.kinds.scores import NOTHING, scored, scored_by
from tournaments.core.ranking.settled import Figures, Settled
from tournaments.core.record import Line, Pool
from tournaments.core.refusals import NO_COUNTERS
from tournaments.core.settings import Settings


class Points(Kind):
    """Nothing is staked: a table plays as many deals as its schedule has for so many people."""

    key = "points"
    unused = frozenset({"stake", "deals", "counting", "banker"})
    parts = ("bids", "tricks")
    stakes = False
    foreign_figures = {"counters": None, "fresh": 0, "net": None}
    why_foreign = NO_COUNTERS
    metrics = frozenset({"wins", "head_to_head", "countback", "last"})

    def enough(self, play: Play, players: int) -> bool:
        return play.game.fewest <= players <= play.game.most

    def next_deal(
        self, play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]
    ) -> int:
        return len(decided) + 1 if play.format.deal(play, round, players, decided) else 0

    def rounds(self, play: Play, sizes: Iterable[int]) -> list[int]:
        fitting = (size for size in sizes if self.enough(play, size))
        return [len(schedule(play.bids, size, play.chosen)) for size in fitting if play.bids]

    def compared(self, game: Facts) -> dict[int, tuple[int, int]]:
        return {entry: (played.score, played.exact) for entry, played in scored(game).items()}

    def started(self, facts: Facts) -> tuple[int, ...]:
        return with_a_seat(facts)

    def held(self, facts: Facts, round: int) -> Mapping[int, int | None]:
        """Return the running total; of who has none, nothing."""
        totals = scored(facts, round)
        return {seat.entry: totals[seat.entry].score if seat.entry in totals else 0 for seat in facts.seats}

    def around_deals(self, facts: Facts, round: int) -> dict[tuple[int, int, int], AroundDeal]:
        found: dict[tuple[int, int, int], AroundDeal] = {}
        held: Counter[int] = Counter()
        for pool in sorted(facts.pools, key=lambda pool: pool.seq):
            for line in pool.lines:
                before, won = held[line.entry], line.score or 0
                held[line.entry] += won
                if pool.round == round:
                    found[pool.position, pool.deal, line.entry] = AroundDeal(before, won, before + won)
        return found

    def sums(self, pools: Iterable[Pool]) -> Sums:
        return sums_of_points(pools)

    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, Settled]:
        """Return everybody's points and exact bids."""
        points, settled = scored_by(sums), {}
        for entry in facts.started:
            mine, yellow = points.get(entry, NOTHING), chips.get(entry, 0)
            settled[entry] = Settled(entry, None, 0, None, yellow, mine.score, mine.exact)
        return settled

    def total(self, person: Figures) -> int | None:
        return person.score


class Bids(Points):
    """Everybody plays for themselves."""

    key = "bids"
    terms = ("deal", "dealer", "bid", "exact-bid", "points", "void")
    columns = ("figure", "exact")
    best_title = _("Most points")
    won_by = won_with_chips = ("score", "exact")
    metrics = Points.metrics | {"best", "share"}

    def records(self, game: Ruleset) -> bool:
        return isinstance(game, BidGame) and not game.together

    def brought(self, line: Line) -> int | None:
        return line.score

    def round_by_round(self, facts: Facts) -> dict[tuple[int, int], int | None]:
        """Return the running total after each round of which anything is scored."""
        totals: Counter[int] = Counter()
        found: dict[tuple[int, int], int | None] = {}
        for pool in sorted(facts.pools, key=lambda pool: pool.round):
            for line in pool.lines:
                totals[line.entry] += line.score or 0
                found[line.entry, pool.round] = totals[line.entry]
        return found

    def held_now(self, person: Settled) -> int | None:
        return person.score
