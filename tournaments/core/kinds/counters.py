"""Kinds of play for counters, by one pool or three stakes; and a table's decided deals in games of bids.

A deal's stakes go to the winner of its pool. The functions for bids return a table's decided deals, the
state of its whole game, and everybody's hands.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules.deals import BidGame, DealPlan, Hand
from games.rules.game import FinishedDeal, Outcome, find_next_deal, find_outcome
from games.rules.ruleset import Ruleset
from games.rules.schedules import apply_call
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import AroundDeal, LineKind, Sums, sum_counters
from tournaments.core.evening import Facts, Play, ScoringKind
from tournaments.core.ranking.metrics import HasFigures, SettledPerson, settle_person
from tournaments.core.reasons import Reason
from tournaments.core.record import DealPart, Pool
from tournaments.core.refusals import NO_COUNTERS, NO_POINTS
from tournaments.core.settings import Counting, Settings

FEWEST_AT_A_POOL = 2


class CountersKind(ScoringKind):
    """Everybody has counters, and takes a fresh stake when all are lost."""

    key = "counters"
    terms = ("deal", "dealer", "counters", "pool", "called", "fresh-stake", "settling-up", "ledger", "void")
    unused = frozenset({"exact_protects"})
    columns = ("figure", "fresh")
    parts = ("pool",)
    stakes = True
    best_title = _("Most counters")
    foreign_figures = {"score": None, "exact": None, "hands": None}
    why_foreign = NO_POINTS
    won_by = ("net",)
    won_with_chips = ("net", "yellow")
    metrics = frozenset({"net", "counters", "fresh", "share"})
    metrics_counted = frozenset({"wins", "best", "head_to_head", "countback", "last"})

    def can_play(self, play: Play, players: int) -> bool:
        return players >= FEWEST_AT_A_POOL

    def find_next_deal(
        self, play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]
    ) -> int:
        return len(decided) + 1 if len(decided) < settings.deals else 0

    def count_deals_in_round(self, settings: Settings) -> int:
        return settings.deals

    def counts_each_deal(self, counting: Counting) -> bool:
        return counting is Counting.EACH_DEAL

    def find_deal_gain(self, line: DealPart) -> int | None:
        return line.counters

    def find_round_gain(self, line: DealPart) -> int:
        """Return 1 for a winner, else 0.

        If people move, the whole hall plays for the same counters. So a table's game only decides who won.
        """
        return int(line.won)

    def compare_game(self, game: Facts) -> dict[int, tuple[int, int]]:
        """Return the counters that each person won or lost. A fresh stake is not a gain."""
        won: Counter[int] = Counter()
        for line in (line for pool in game.pools for line in pool.lines):
            won[line.entry] += line.counters or 0
        return {entry: (counters, 0) for entry, counters in won.items()}

    def find_starters(self, facts: Facts) -> tuple[int, ...]:
        return ledger.list_staked(facts)

    def find_holdings(self, facts: Facts, round: int) -> Mapping[int, int | None]:
        return ledger.compute_balances_at_bell(facts, facts.settings, round)

    def compute_around_deals(self, facts: Facts, round: int) -> dict[tuple[int, int, int], AroundDeal]:
        """Return everybody's counters around each deal. A count at the bell belongs after their last deal."""
        found: dict[tuple[int, int, int], AroundDeal] = {}
        held: dict[int, int | None] = defaultdict(int)
        last: dict[int, tuple[int, int, int]] = {}
        for line in ledger.list_lines(facts, facts.settings):
            if line.round == round and line.kind is LineKind.DEAL:
                key = last[line.entry] = (line.table, line.deal, line.entry)
                found[key] = AroundDeal(held[line.entry], line.amount, line.balance)
            elif line.round == round and line.kind is LineKind.COUNTED and line.entry in last:
                found[last[line.entry]] = replace(found[last[line.entry]], after=line.balance)
            held[line.entry] = line.balance
        return found

    def compute_by_round(self, facts: Facts) -> dict[tuple[int, int], int | None]:
        """Return the balance after each round with ledger lines, before counters were taken away."""
        return {
            (line.entry, line.round): line.balance
            for line in ledger.list_lines(facts, facts.settings)
            if line.kind is not LineKind.DEPARTURE
        }

    def find_blockers(self, facts: Facts) -> tuple[Reason, ...]:
        return ledger.explain_imbalance(facts, facts.settings)

    def sum_deals(self, pools: Iterable[Pool]) -> Sums:
        return sum_counters(pools)

    def settle(self, facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, SettledPerson]:
        """Return everybody's counters. A person who left has the counters that they took away."""
        held, gone = ledger.compute_balances(facts, facts.settings, sums=sums), ledger.count_taken_away(facts)
        fresh, settled = ledger.count_fresh_stakes(facts), {}
        for entry in facts.starters:
            counters, again = gone.get(entry, held.get(entry)), fresh.get(entry, 0)
            settled[entry] = settle_person(entry, counters, again, chips.get(entry, 0), facts.settings.stake)
        return settled

    def find_total(self, person: HasFigures) -> int | None:
        return person.net

    def find_holding_now(self, person: SettledPerson) -> int | None:
        return person.counters

    def find_initial_total(self, settings: Settings) -> int:
        return settings.stake


class OnePool(CountersKind):
    """One stake of each player makes the pool of a deal."""

    key = "pool"

    def records(self, game: Ruleset) -> bool:
        return game.stakes == 1


class ThreeStakes(CountersKind):
    """Each player puts up several stakes on a deal. Each stake has its own winner."""

    key = "three_stakes"
    several = True

    def records(self, game: Ruleset) -> bool:
        return game.stakes > 1


# In a progressive evening a round has a set number of deals, or one deal of bids. At fixed tables a round
# is a whole game. The functions take the people of a table and the deals it decided in the round.


def list_finished_deals(play: Play, began: int, decided: Sequence[Pool]) -> tuple[FinishedDeal, ...]:
    """Return a table's decided deals as its game needs them: with the hands of people who played them all."""
    game = play.bids
    if game is None or not decided:
        return ()
    still = [line.entry for line in decided[-1].lines]
    done: list[FinishedDeal] = []
    for pool in decided:
        deal = find_next_deal(game, began, play.options, done)
        if deal is None:
            break
        hands = list_hands(pool)
        done.append(
            FinishedDeal(call_deal(play, deal, pool.call), tuple(hands[e] for e in still if e in hands))
        )
    return tuple(done)


def find_current_outcome(play: Play, began: int, decided: Sequence[Pool], *, stopped: bool) -> Outcome | None:
    """Return the state of a table's whole game.

    None if no game of bids is played, or if ``began`` people cannot play it.
    """
    if not play.format.plays_games or play.bids is None or not play.kind.can_play(play, began):
        return None
    return find_outcome(
        play.bids, began, play.options, list_finished_deals(play, began, decided), stopped=stopped
    )


def call_deal(play: Play, deal: DealPlan, call: Mapping[str, object]) -> DealPlan:
    """Return the deal with its dealer's call, if the game has calls."""
    return apply_call(play.bids, deal, call) if play.bids is not None and deal.by_call else deal


def list_hands(pool: Pool) -> dict[int, Hand]:
    """Return everybody's part in a decided deal of bids, by entry."""
    return {line.entry: Hand(line.bid or 0, line.tricks or 0, line.took, line.revokes) for line in pool.lines}


def require_stakes(play: Play, message: str = NO_COUNTERS, *, field: str = "game") -> None:
    """Refuse a game without counters. RuleError at ``field``."""
    if not play.kind.stakes:
        raise RuleError(field, message)


def require_bids(play: Play) -> BidGame:
    """Return the game of bids. RuleError at ``game`` if it is played for counters."""
    if play.bids is None:
        raise RuleError("game", NO_POINTS)
    return play.bids
