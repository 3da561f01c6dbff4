"""Counters: a deal's stakes go to whoever wins its pool."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from accounts.errors import gettext_noop as _
from tournaments.core.counters import ledger
from tournaments.core.counters.events import LineKind
from tournaments.core.counters.ledger import AroundDeal
from tournaments.core.counters.sums import Sums, sums_of_counters
from tournaments.core.evening import Facts, Kind, Play
from tournaments.core.kinds.games import each_alone
from tournaments.core.ranking.settled import Settled, paid
from tournaments.core.record import Pool
from tournaments.core.refusals import NO_POINTS
from tournaments.core.settings import Counting, Settings

FEWEST_AT_A_POOL = 2


def _next_deal(play: Play, settings: Settings, round: int, players: int, decided: Sequence[Pool]) -> int:
    return len(decided) + 1 if len(decided) < settings.deals else 0


def _compared(game: Facts) -> dict[int, tuple[int, int]]:
    """The counters that each won or lost; a fresh stake is no winning."""
    won: Counter[int] = Counter()
    for line in (line for pool in game.pools for line in pool.lines):
        won[line.entry] += line.counters or 0
    return {entry: (counters, 0) for entry, counters in won.items()}


def _settle(facts: Facts, chips: Mapping[int, int], sums: Sums) -> dict[int, Settled]:
    """Return everybody's counters; who has gone has those that they took away."""
    held, gone = ledger.balances(facts, facts.settings, sums=sums), ledger.taken_away(facts)
    fresh, settled = ledger.fresh_stakes(facts), {}
    for entry in facts.started:
        counters, again = gone.get(entry, held.get(entry)), fresh.get(entry, 0)
        settled[entry] = paid(entry, counters, again, chips.get(entry, 0), facts.settings.stake)
    return settled


def _round_by_round(facts: Facts) -> dict[tuple[int, int], int | None]:
    """Return the balance after each round that a ledger has lines of, before anything was taken away."""
    return {
        (line.entry, line.round): line.balance
        for line in ledger.lines(facts, facts.settings)
        if line.kind is not LineKind.DEPARTURE
    }


def _around_deals(facts: Facts, round: int) -> dict[tuple[int, int, int], AroundDeal]:
    """Return everybody's counters around each deal. A count at the bell stands after their last one."""
    found: dict[tuple[int, int, int], AroundDeal] = {}
    held: dict[int, int | None] = defaultdict(int)
    last: dict[int, tuple[int, int, int]] = {}
    for line in ledger.lines(facts, facts.settings):
        if line.round == round and line.kind is LineKind.DEAL:
            key = last[line.entry] = (line.position, line.deal, line.entry)
            found[key] = AroundDeal(held[line.entry], line.amount, line.balance)
        elif line.round == round and line.kind is LineKind.COUNTED and line.entry in last:
            found[last[line.entry]] = replace(found[last[line.entry]], after=line.balance)
        held[line.entry] = line.balance
    return found


POOL = Kind(
    key="pool",
    terms=("deal", "dealer", "counters", "pool", "called", "fresh-stake", "settling-up", "ledger", "void"),
    family=("counters",),
    unused=frozenset({"exact_protects"}),
    columns=("figure", "fresh"),
    records=lambda game: game.stakes == 1,
    parts=("pool",),
    stakes=True,
    enough=lambda play, players: players >= FEWEST_AT_A_POOL,
    next_deal=_next_deal,
    deals_in_round=attrgetter("deals"),
    held=lambda facts, round: ledger.balances_at_bell(facts, facts.settings, round),
    started=ledger.with_first_stake,
    blockers=lambda facts: ledger.law_breakers(facts, facts.settings),
    best_title=_("Most counters"),
    sums=sums_of_counters,
    settle=_settle,
    game=each_alone,
    round_by_round=_round_by_round,
    foreign_figures={"score": None, "exact": None, "hands": None},
    why_foreign=NO_POINTS,
    brought=attrgetter("counters"),
    brought_in_round=lambda line: int(line.won),
    total=attrgetter("net"),
    held_now=attrgetter("counters"),
    began_with=attrgetter("stake"),
    compared=_compared,
    around_deals=_around_deals,
    won_by=("net",),
    won_with_chips=("net", "yellow"),
    metrics=frozenset({"net", "counters", "fresh", "share"}),
    metrics_counted=frozenset({"wins", "best", "head_to_head", "countback", "last"}),
    counted=lambda counting: counting is Counting.EACH_DEAL,
)
