"""The hall as the state machine sees it: purses, the seats of each bell, and who went away.

A small model beside the services: it knows what undoing must restore. Where deals are not counted,
``purse`` is what lies before each person; where they are, the ledger says so. Who carried counters home
from a deal that was discarded afterwards took them from somebody: so many are ``astray``.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from django.db import transaction

from tests.cast import Night
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.bell import Chip
from tournaments.core.record import Stage, Stake, StakeKind
from tournaments.core.settings import Counting
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import TAKEN_BACK
from tournaments.models import Deal, Evening, Journal
from tournaments.scoring.services.counts import Tally, TallyKind, deal_withdraw
from tournaments.undo.services.revert import line_take_back

Where = tuple[int, int, int]
"""A deal, by its round, its table and its number."""


@dataclass(frozen=True)
class Snapshot:
    """What undoing the moves, or the last bell, brings back."""

    number: int
    seats: Mapping[int, tuple[int, int]]
    held: Mapping[int, int | None]
    purse: Mapping[int, int]
    astray: int
    stakes: frozenset[Stake]
    corrections: int


class Watched(Night):
    """A night whose facts are read once after each command, for many questions are asked of them."""

    def look(self) -> None:
        self.evening.refresh_from_db()
        self._facts = load_facts(self.evening.pk)
        self._preview: Preview | None = None

    @property
    def facts(self) -> Facts:
        return self._facts

    def preview(self) -> Preview:
        if self._preview is None:
            self._preview = build_preview(self.facts, self.round)
        return self._preview


class AtRing(NamedTuple):
    """The yellow chips as the bell rang: cuts made after it go when it is undone.

    Who divided a pool and went away after the bell leaves the chip to the others; so ``playing``. The
    head table may finish a deal after it; so the ``pools`` that were decided by then.
    """

    chips: frozenset[Chip]
    pools: frozenset[tuple[int, int]]
    corrections: int
    playing: tuple[int, ...]


def _at_ring(facts: Facts, number: int, corrections: int) -> AtRing:
    pools = frozenset((pool.round, pool.deal) for pool in facts.pools if pool.position == 1)
    return AtRing(
        frozenset(facts.chips.taken), pools, corrections, movement_seating.list_playing(facts, number)
    )


class Hall:
    """The evening with what the services do not know, or must not forget."""

    def __init__(self, night: Night) -> None:
        self.night = Watched(night.evening, night.alice)
        self.purse: dict[int, int] = {}
        self.astray = 0
        self.stakes: frozenset[Stake] = frozenset()
        self.taken_home: dict[Stake, int] = {}
        self.nets: dict[Where, dict[int, int]] = {}
        self.before: list[Snapshot] = []
        self.at_ring: dict[int, AtRing] = {}
        self.somebody_went = self.left_some = False
        self.corrections = 0
        self.look()

    def look(self) -> None:
        """Take in what the last command did."""
        self.night.look()
        self.stage = Stage(self.night.evening.stage)
        self.seq = self.night.evening.seq
        facts = self.night.facts
        new = set(facts.stakes) - self.stakes  # who goes takes along what came in the same command
        for stake in sorted(new, key=lambda stake: (stake.seq, stake.kind is StakeKind.DEPARTURE)):
            if stake.kind is StakeKind.DEPARTURE:
                self.taken_home[stake] = self.purse.pop(stake.entry, 0)
                self.astray += stake.counters - self.taken_home[stake]
                self.somebody_went = True
            else:
                self.purse[stake.entry] = self.purse.get(stake.entry, 0) + stake.counters
        self.stakes = frozenset(facts.stakes)
        for played in facts.rounds:
            if played.rung and played.number not in self.at_ring:
                self.at_ring[played.number] = _at_ring(facts, played.number, self.corrections)

    # Counters

    @property
    def uncounted(self) -> bool:
        return self.night.evening.settings.counting is Counting.AT_THE_END

    def held_at(self, players: Collection[int]) -> dict[int, int]:
        held = self.purse if self.uncounted else self.night.held()
        return {entry: held[entry] or 0 for entry in players}

    def counted(self, entry: int, in_the_pool: int = 0) -> int | None:
        """What somebody takes along, where that is not known already, or who has counters in a pool."""
        if self.uncounted:
            return self.purse.get(entry)
        held = self.night.held().get(entry) or 0
        return held - in_the_pool if 0 < in_the_pool <= held else None

    def broke(self) -> set[int]:
        """Those who still play and have nothing left."""
        held = self.held_at(movement_seating.list_playing(self.night.facts, self.night.round))
        return {entry for entry, counters in held.items() if counters == 0}

    def dealt(self, where: Where, net: Mapping[int, int]) -> None:
        """Counters go from purse to purse."""
        if self.uncounted:
            self.nets[where] = dict(net)
            for entry, won in net.items():
                self.purse[entry] += won

    def withdrawn(self, where: Where) -> None:
        """They go back: the deal is taken back, and with it the fresh stakes that it brought."""
        self.stakes_back()
        for entry, won in self.nets.pop(where, {}).items():
            self.purse[entry] -= won

    def stakes_back(self) -> None:
        """Who had gone has the purse again; what the banker gave is with the banker."""
        self.night.look()
        for stake in sorted(self.stakes - set(self.night.facts.stakes), key=lambda stake: -stake.seq):
            if stake.kind is StakeKind.DEPARTURE:
                self.purse[stake.entry] = self.taken_home[stake]
                self.astray -= stake.counters - self.taken_home[stake]
            else:
                self.purse[stake.entry] -= stake.counters
            if not any(left.entry == stake.entry for left in self.night.facts.stakes):
                del self.purse[stake.entry]
        self.stakes &= frozenset(self.night.facts.stakes)

    # Bells

    def snapshot(self) -> Snapshot:
        night = self.night
        return Snapshot(
            night.round,
            night.seats(),
            night.held(),
            dict(self.purse),
            self.astray,
            self.stakes,
            self.corrections,
        )

    def undoes(self, facts: Facts) -> Snapshot | None:
        """What an undo must bring back now; None if it only takes back a ring."""
        last = facts.rounds[-1]
        applied = not last.rung and last.number > 1
        return self.before[-1] if last.closed or applied else None

    def undone(self, before: Snapshot | None) -> None:
        """The bell was undone: what was before it stands again, less those who went while settling."""
        self.night.look()
        night, facts = self.night, self.night.facts
        if before is not None:
            self.before.pop()
            assert night.round == before.number
            assert night.seats() == before.seats
            if before.corrections == self.corrections:
                gone = {s.entry for s in set(facts.stakes) - before.stakes}
                assert _less(night.held(), gone) == _less(before.held, gone)
            self._back_to(before)
        ring = self.at_ring.pop(night.round, None)
        if ring is not None and ring[2:] == (
            self.corrections,
            movement_seating.list_playing(facts, night.round),
        ):
            chips = {chip for chip in facts.chips.taken if (chip.round, chip.deal) in ring.pools}
            assert chips == ring.chips
        assert not facts.rounds[-1].rung
        assert not facts.rounds[-1].closed

    def replayed(self) -> None:
        """The moves were made again: from the purses as they were before them."""
        self._back_to(self.before[-1])

    def _back_to(self, before: Snapshot) -> None:
        self.purse, self.stakes, self.astray = dict(before.purse), before.stakes, before.astray


def goes_back(night: Night, line: Journal, before: Facts) -> None:
    """What can be taken back restores the facts exactly, if it is just done; here it stays done."""
    rang = Journal.objects.filter(evening=night.evening, seq=line.seq + 1).exists()
    stage = Evening.objects.values_list("stage", flat=True).get(pk=night.evening.pk)
    if rang or stage == Stage.FINISHED:
        return
    with transaction.atomic():
        if line.verb in TAKEN_BACK:
            line_take_back(night.by, line=line.seq)
        elif line.verb in ("deal_recorded", "deal_scored") and not before.rounds[-1].rung:
            deal = Deal.objects.select_related("round").get(journal=line)
            where = {"round": deal.round.number, "table": deal.position, "deal": deal.number}
            deal_withdraw(night.because("by chance"), **where)
        else:
            return
        assert load_facts(night.evening.pk) == before
        transaction.set_rollback(True)


def _less(held: Mapping[int, int | None], gone: Collection[int]) -> dict[int, int | None]:
    return {entry: counters for entry, counters in held.items() if entry not in gone}


class Pool(NamedTuple):
    """A decided deal as a scorer tells it, and the counters that went over the table."""

    told: dict[str, Any]
    net: dict[int, int]


def pool_of(
    chance: Random, players: Sequence[int], held: Mapping[int, int], counting: Counting, left: int = 0
) -> Pool | None:
    """A pool that those at the table could have played; None if fewer than two have counters.

    ``left``: what people who went away in the middle of the deal have in it.
    """
    able = [entry for entry in players if held[entry] > 0]
    if len(able) < 2:
        return None
    likely = chance.choice([0.2, 0.9])
    winners = chance.sample(able, chance.choice([1, 1, 1, 1, 2]))
    losers = [entry for entry in able if entry not in winners]
    callers = [entry for entry in losers if chance.random() < likely]
    # Who called put in what the winner did, or all that they had; who dropped put in as much at most.
    bet = chance.choice([1, chance.randint(1, max(held.values()))])
    net = dict.fromkeys(players, 0)
    for entry in losers:
        most = min(bet, held[entry])
        net[entry] = -(most if entry in callers else chance.choice([0, 1, most]))
    if losers and not any(net.values()):
        net[losers[0]] = -1
    share, odd = divmod(left - sum(net.values()), len(winners))
    for place, entry in enumerate(winners):
        net[entry] = share + (place < odd)
    told = {
        "winners": winners,
        "in_call": callers,
        "tally": _tally(chance, {entry: held[entry] + net[entry] for entry in players}, net, counting),
    }
    return Pool(told, net)


def _tally(chance: Random, after: dict[int, int], net: dict[int, int], counting: Counting) -> Tally:
    if counting is Counting.EACH_DEAL:
        return chance.choice([Tally(TallyKind.NET, net), Tally(TallyKind.COUNTS, after)])
    broke = {entry: 0 for entry, left in after.items() if left == 0}
    return Tally(TallyKind.COUNTS, broke) if broke else Tally()
