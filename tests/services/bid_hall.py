"""What the state machine of bids knows beside the services: a second reading of the rules, and snapshots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.rules.registry import RULESETS
from tests.bids import order
from tests.stories import second_bids
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.points import tally_bids
from tournaments.core.record import Pool
from tournaments.evening.selectors.deals import BidTable

OPTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "blackout-family": [{}, {"return": True}],
    "blackout": [
        {},
        {"reverse": True},
        {"full_rotation": True, "hook": "last"},
        {"hook": "running"},
        {"simultaneous": True, "hook": "running"},
    ],
    "clag": [{}, {"non_exact": True}],
    "caller-clag": [{"deals": 2}, {"deals": 5, "non_exact": True}],
}

CALLS: Sequence[Mapping[str, Any]] = [
    {"cards": 3},
    {"cards": 7, "misere": True, "no_trump": True},
    {"cards": 5, "ascending_madness": True, "nuloss": True},
    {"cards": 6, "suit_precedence": True, "suits": "SHDC", "descending_madness": True, "blind_bid": True},
    {"cards": 4, "bid_before_trump": True, "blind_hand": True, "pile_order": True},
]


def games(chance: Random) -> tuple[str, Mapping[str, Any], str]:
    """Any game by any options, in a format that knows it."""
    game = chance.choice(list(second_bids.TABLE))
    formats = ["fixed", "progressive"] if RULESETS[game].progressive else ["fixed"]
    return game, chance.choice(OPTIONS.get(game, [{}])), chance.choice(formats)


@dataclass(frozen=True)
class Snapshot:
    """What undoing the moves brings back."""

    number: int
    seats: Mapping[int, tuple[int, int]]
    points: Mapping[int, object]
    corrections: int


def as_read_again(pool: Pool, people: Sequence[int]) -> dict[str, Any]:
    """A played deal as the second reading takes it: each list by place, in the order of these people."""
    line = {line.entry: line for line in pool.lines}
    names = {"bids": "bid", "tricks": "tricks", "took": "took", "revokes": "revokes"}
    told = {what: [getattr(line[entry], name) for entry in people] for what, name in names.items()}
    return {**told, "call": pool.call}


class Book:
    """The scores of the evening by the second reading."""

    def __init__(self, game: str, options: Mapping[str, Any], play: Play) -> None:
        self.game, self.options, self.play = game, options, play

    def plan(self, at: BidTable, call: Mapping[str, Any]) -> dict[str, Any]:
        """The deal that the table plays next, or played, as it was called."""
        if not self.play.format.plays_games:
            return self.session(at.scorer_table.round.number, len(at.places))
        began = len(at.decided[0].lines) if at.decided else len(at.places)
        deal = self._next(at.decided, began)
        assert deal is not None
        return second_bids.called(deal, call) if call else deal

    def session(self, number: int, players: int) -> dict[str, Any]:
        deals = second_bids.schedule(self.game, players, self.options)
        return dict(deals[min(number, len(deals)) - 1])

    def _next(self, before: Sequence[Pool], began: int) -> dict[str, Any] | None:
        still = [line.entry for line in before[-1].lines] if before else []
        played = [as_read_again(pool, still) for pool in before]
        if self.game != "oh-well" or not played:
            return second_bids.next_deal(self.game, began, self.options, played)  # type: ignore[no-any-return]
        # The points of those who are left are asked for; the deal stays that of those who began.
        points = second_bids.totals(self.game, len(still), self.options, played)
        deal = second_bids.schedule(self.game, began)[0]
        return None if max(points) >= 100 else {**deal, "deal": len(played) + 1}

    def deals(self, facts: Facts) -> Iterator[tuple[Pool, dict[str, Any]]]:
        """Each decided deal with how it was to be played."""
        tables: dict[tuple[int, int], list[Pool]] = {}
        for pool in sorted(facts.pools, key=lambda pool: pool.deal):
            before = tables.setdefault((pool.round, pool.position), [])
            assert pool.deal == len(before) + 1
            if self.play.format.plays_games:
                deal = self._next(before, len((before or [pool])[0].lines))
                assert deal is not None, "a deal was played after the game was over"
            else:
                deal = self.session(pool.round, len(pool.lines))
            yield pool, second_bids.called(deal, pool.call) if pool.call else deal
            before.append(pool)

    def check(self, facts: Facts) -> None:
        """Tricks total the cards; scores, and who was best, are the second reading's; totals are sums."""
        points: dict[int, list[int]] = {}
        for pool, deal in self.deals(facts):
            bids, tricks = [line.bid for line in pool.lines], [line.tricks for line in pool.lines]
            assert sum(n or 0 for n in tricks) == deal["cards"]
            scores = [
                second_bids.score(self.game, deal, line.bid, line.tricks, line.took, line.revokes)
                for line in pool.lines
            ]
            assert [line.score for line in pool.lines] == scores
            best = second_bids.best(scores, bids, tricks)
            assert [place for place, line in enumerate(pool.lines) if line.won] == best
            for line in pool.lines:
                points.setdefault(line.entry, []).append(line.score or 0)
        assert {e: (p.score, p.deals) for e, p in tally_bids(facts).items()} == {
            entry: (sum(each), len(each)) for entry, each in points.items()
        }

    def may_bid(self, at: BidTable, deal: Mapping[str, Any], bids: Sequence[int]) -> bool:
        """Whether these bids, in bidding order, can be made one after the other."""
        zeros = [at.zeros[entry] for entry in order(at)]
        return all(
            bid in second_bids.legal_bids(self.game, deal, len(bids), list(bids[:place]), zeros[place])
            for place, bid in enumerate(bids)
        )
