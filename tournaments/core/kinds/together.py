"""Bids and tricks for the whole table: it wins or loses its game as one, in as few hands as it can."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame
from games.rules.game import outcome
from games.rules.ruleset import Ruleset
from tournaments.core.counters.sums import Sums
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.dealing import played
from tournaments.core.kinds.points import Points
from tournaments.core.ranking.game import Game
from tournaments.core.ranking.settled import Settled
from tournaments.core.record import Line, Pool


class Together(Points):
    """Nobody has points of their own: what counts is in how many hands the table won."""

    key = "together"
    terms = ("deal", "dealer", "bid")
    unused = Points.unused | {"roles", "one_prize_each"}
    columns = ("exact",)
    alone = False
    best_title = _("Fewest deals")
    booby_title = ""
    won_by = won_with_chips = ("hands",)

    def records(self, game: Ruleset) -> bool:
        return isinstance(game, BidGame) and game.together

    def table_won(self, pool: Pool) -> bool:
        return all(line.bid == line.tricks for line in pool.lines)

    def brought(self, line: Line) -> None:
        return None

    def game(self, play: Play, round: int, table: int, pools: list[Pool]) -> Game:
        """Return the game of a table that wins it together, everybody first, or loses it, everybody last."""
        won, people = _won(play, pools), [line.entry for line in pools[-1].lines]
        return Game(round, table, dict.fromkeys(people, int(won)), dict.fromkeys(people, 1 if won else 2))

    def round_by_round(self, facts: Facts) -> None:
        return None

    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, Settled]:
        """Return the hands that everybody's tables used, beside exact bids."""
        hands, points = hands_used(facts), super().settle(facts, chips, sums)
        return {entry: one._replace(hands=hands.get(entry)) for entry, one in points.items()}

    def held_now(self, person: Settled) -> None:
        return None


def hands_used(facts: Facts) -> dict[int, int | None]:
    """Return the hands that each person's tables used; None: they lost.

    Who played several games has the sum; one game lost is all lost.
    """
    games: dict[tuple[int, int], list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        games[pool.round, pool.position].append(pool)
    used, lost = Counter[int](), set[int]()
    for pools in games.values():
        people = [line.entry for line in pools[-1].lines]
        used.update(dict.fromkeys(people, len(pools)))
        lost.update(() if _won(facts.play, pools) else people)
    return {entry: None if entry in lost else hands for entry, hands in used.items()}


def _won(play: Play, pools: Sequence[Pool]) -> bool:
    began = len(pools[0].lines)
    assert play.bids is not None  # noqa: S101 - only bids are played together
    return outcome(play.bids, began, play.chosen, played(play, began, pools)).all_win is True
