"""Random evenings on the real services: whatever is done in whatever order, the laws of the house hold.

Four evenings in `make test`, twenty in `make test-all`; HEADTABLE_LONG=600 plays on for so many seconds.
"""

from random import Random
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    rule,
)

from tests.services import timed
from tests.services.hall import Hall, Pool, pool_of
from tests.services.machine import SEEDS, Machine, keeps_the_laws, not_over, playing, settling
from tournaments.attendance.services import Arrival, player_drop, player_pause
from tournaments.bell.services import bell, clock
from tournaments.bell.services.bell import cut_draw, cut_record
from tournaments.console.services import run_due_tasks
from tournaments.core.counters import ledger
from tournaments.core.counters import ledger as counters_ledger
from tournaments.core.counters.ledger import LineKind
from tournaments.core.formats.registry import get_format
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.clock import LONGEST, ClockHand
from tournaments.core.record import CountKind, Ending, Purpose, Stage, StakeKind
from tournaments.core.record import Pool as DecidedPool
from tournaments.core.settings import AllCalled, BellBy, Counting, Settings, ThroughOf, Unfinished
from tournaments.evening.selectors.tables import find_left_counters, load_scorer_table
from tournaments.evening.services import evenings
from tournaments.models import DealVersion, Journal, ScorerLink
from tournaments.results.services import evening_finish, evening_settle, final_count
from tournaments.scoring.services import deals
from tournaments.scoring.services import deals as services_deals
from tournaments.scoring.services.counts import Tally, deal_withdraw
from tournaments.undo.services import revert, undo

MOST = 7


class Evenings(Machine):
    """One evening, played by chance. Each rule takes a seed and does one thing, or finds it refused."""

    @initialize(
        players=st.one_of(st.integers(8, 15), st.integers(8, 24), st.integers(8, 69)),
        format=st.sampled_from(
            ["progressive"] * 6 + ["fixed"] * 3 + ["rotation", "swiss", "knockout", "ladder"]
        ),
        chosen=st.fixed_dictionaries(
            {
                "stake": st.sampled_from([1, 2, 3, 50]),
                "counting": st.sampled_from(Counting),
                "deals": st.sampled_from([1, 1, 2, 3]),
                "games": st.sampled_from([1, 3, 20]),
                "bell": st.sampled_from(BellBy),
                "unfinished": st.sampled_from(Unfinished),
                "all_called": st.sampled_from(AllCalled),
                "minutes": st.sampled_from([0, 1, 10]),
                "gap": st.sampled_from([0, 60]),
                "auto_moves": st.sampled_from([0, 30]),
                "rounds": st.sampled_from([0, 0, 4]),
                "through": st.integers(1, 3),
                "through_of": st.sampled_from(ThroughOf),
                "consolation": st.booleans(),
                "one_prize_each": st.booleans(),
                "leavers_win": st.booleans(),
                "prize_deals": st.sampled_from([0, 0, 2]),
                "people": st.sampled_from([0, 0, 4]),
                "people_most": st.sampled_from([0, 0, 5]),
            }
        ),
        seed=SEEDS,
    )
    def begin(self, players: int, format: str, chosen: dict[str, Any], seed: int) -> None:
        self.fixed = format != "progressive"
        if "counting" in get_format(format).unused:
            chosen["counting"] = Counting.EACH_DEAL
        self.begin_with(Settings(**chosen), evenings.GameChoice(format=format))
        self.hall = Hall(self.night)
        self.night = self.hall.night
        roles = ("lady", "gentleman", "")
        self.seated([Arrival(f"p{n}", roles[seed // (n + 1) % 3]) for n in range(players)], seed)
        self.hall.look()

    def look(self) -> None:
        self.hall.look()

    def stakes_back(self) -> None:
        self.hall.stakes_back()

    # Play

    @rule(seed=SEEDS)
    @playing
    def a_deal(self, seed: int) -> None:
        chance = Random(seed)
        self.play(chance, chance.choice(self.night.tables))

    @rule(seed=SEEDS)
    @playing
    def the_rest_of_the_round(self, seed: int) -> None:
        chance = Random(seed)
        for table in chance.sample(self.night.tables, len(self.night.tables)):
            while self.play(chance, table):
                pass
        self.ring()

    @rule(seed=SEEDS)
    @playing
    def the_moves(self, seed: int) -> None:
        self.decide(Random(seed))
        self.apply()

    @rule(seed=SEEDS)
    @playing
    def a_whole_round(self, seed: int) -> None:
        chance = Random(seed)
        self.the_rest_of_the_round(seed)
        for table in self.night.preview().still_out:
            self.end(table, chance)
        self.decide(chance)
        self.apply()

    @rule()
    @playing
    def the_bell_by_hand(self) -> None:
        self.ring()

    @rule(seed=SEEDS)
    @playing
    def a_table_that_cannot_finish(self, seed: int) -> None:
        chance = Random(seed)
        self.end(chance.choice(self.night.tables), chance)

    @rule(seed=SEEDS)
    def a_cut(self, seed: int) -> None:
        chance, preview = Random(seed), self.night.preview()
        waited = preview.cuts if self.stage is Stage.PLAYING else preview.chips.needs
        for at, need in waited[:1]:
            self.cut(chance, at, need)

    # The clock

    @rule(seed=SEEDS)
    @playing
    def a_hand_on_the_clock(self, seed: int) -> None:
        chance, round = Random(seed), {"round": self.night.round}
        match chance.randrange(5):
            case 0:
                self.do(clock.clock_pause, **round)
            case 1:
                self.do(clock.clock_resume, **round)
            case 2:
                self.do(clock.clock_extend, **round, seconds=chance.choice([30, 300]))
            case 3:
                self.do(clock.clock_start, **round, seconds=chance.choice([None, 30, 300]))
            case _:
                self.do(clock.round_last, **round, last=chance.random() < 0.3)

    @rule(seconds=st.sampled_from([1, 29, 60, 600]))
    def time_passes(self, seconds: int) -> None:
        """What is due is done; and then nothing is."""
        timed.later(self.night, seconds)
        for _look in range(4):
            number, before = self.night.round, self.hall.snapshot()
            if not run_due_tasks(timezone.now(), self.night.evening.pk):
                break
            if self.night.round > number:
                self.hall.before.append(before)
            self.hall.look()
        assert timed.waits(self.night) == []

    # Repair

    @rule(seed=SEEDS)
    def a_correction(self, seed: int) -> None:
        chance = Random(seed)
        if self.night.facts.pools:
            pool = chance.choice(self.night.facts.pools)
            self.hall.corrections += self.correct(chance, pool)

    @rule(seed=SEEDS)
    @playing
    def a_table_corrects_its_slip(self, seed: int) -> None:
        """Each stake that it voids goes back to the banker, and no cut is left that decides nothing."""
        chance = Random(seed)
        pools = [pool for pool in self.night.facts.pools if pool.round == self.night.round]
        if not pools:
            return
        pool = chance.choice(pools)
        of_table = {"evening": self.night.evening, "table": pool.position, "void": None}
        journal = Journal.objects.filter(evening=self.night.evening).earliest("seq")
        phone, _made = ScorerLink.objects.get_or_create(**of_table, defaults={"journal": journal})
        versions = DealVersion.objects.filter(deal__journal__seq=pool.seq, version=pool.version)
        versions = versions.filter(deal__round__evening=self.night.evening)
        Journal.objects.filter(pk__in=versions.values("journal")).update(link=phone)
        if self.correct(chance, pool, link=phone.pk):
            self.hall.corrections += 1
            at = load_scorer_table(self.night.evening, pool.round, pool.position)
            assert (at.deals, at.round.closed_id) == (pool.deal, None)

    def correct(self, chance: Random, pool: DecidedPool, link: int | None = None) -> bool:
        facts = self.night.facts
        players = [line.entry for line in pool.lines]
        broke = {c.entry for c in facts.counts if c.round == pool.round and not c.counters}
        able = [entry for entry in players if entry not in broke]
        told: Pool | None = Pool({"winners": able[:2], "in_call": [], "tally": Tally()}, {})
        if self.settings.counting is Counting.EACH_DEAL:
            before = ledger.compute_balances(facts, self.settings, upto_seq=pool.seq - 1)
            left = counters_ledger.count_left_in_pool(facts, pool)
            held = {entry: before[entry] or 0 for entry in players if entry not in left}
            told = pool_of(chance, list(held), held, self.settings.counting, sum(left.values()))
        if told is None:
            return False
        where = {"round": pool.round, "table": pool.position, "deal": pool.deal}
        then = self.stakes_back if link else None
        return self.do(deals.deal_correct, then, link, **where, base_version=pool.version, **told.told)

    @rule(seed=SEEDS)
    @playing
    def a_deal_taken_back(self, seed: int) -> None:
        played = sorted({p.position for p in self.night.facts.pools if p.round == self.night.round})
        table = Random(seed).choice(played or self.night.tables)
        at = load_scorer_table(self.night.evening, self.night.round, table)
        where = (self.night.round, table, at.deals)
        if self.do(
            deal_withdraw,
            then=lambda: self.hall.withdrawn(where),
            **dict(zip(("round", "table", "deal"), where, strict=True)),
        ):
            assert not at.round.rung_id
            assert load_scorer_table(self.night.evening, *where[:2]).deals == at.deals - 1

    @rule(seed=SEEDS, given=st.booleans())
    def a_stake_put_right(self, seed: int, given: bool) -> None:
        """Only where each deal is counted: the purses know nothing of it."""
        chance = Random(seed)
        entry, number = chance.choice(self.night.facts.entries).id, chance.randint(1, self.night.round)
        if not self.hall.uncounted:
            self.hall.corrections += self.do(revert.stake_correct, entry=entry, round=number, given=given)

    @rule(discard=st.booleans())
    def the_bell_undone(self, discard: bool) -> None:
        before = self.hall.undoes(self.night.facts)
        self.do(undo.bell_undo, discard=discard, then=lambda: self.hall.undone(before))

    @rule(discard=st.booleans())
    @playing
    def the_moves_replayed(self, discard: bool) -> None:
        gone = ledger.count_taken_away(self.night.facts).keys()
        if self.do(undo.moves_replay, discard=discard, then=self.hall.replayed):
            assert ledger.count_taken_away(self.night.facts).keys() == gone

    # People

    @rule(seed=SEEDS, service=st.sampled_from([player_drop, player_pause]))
    @not_over
    def somebody_goes(self, seed: int, service: Any) -> None:
        entry = Random(seed).choice(self.night.facts.entries).id
        counters = self.hall.counted(entry, in_the_pool=seed % 3)
        self.hall.left_some |= self.do(service, entry=entry, counters=counters)

    @rule(seed=SEEDS)
    @not_over
    def a_whole_table_goes(self, seed: int) -> None:
        if seed % 4:
            return
        for entry in self.night.table(Random(seed).choice(self.night.tables))[seed % 3 :]:
            counters = self.hall.counted(entry)
            self.hall.left_some |= self.do(player_drop, entry=entry, counters=counters)

    # The end

    @rule(seed=SEEDS)
    @playing
    def the_last_bell(self, seed: int) -> None:
        before = self.hall.snapshot()
        if seed % 3 == 0 and self.do(evening_settle, round=self.night.round):
            self.hall.before.append(before)

    @rule(seed=SEEDS)
    @settling
    def counters_counted(self, seed: int) -> None:
        facts = self.night.facts
        owners = set(facts.starters) - set(ledger.count_taken_away(facts))
        counted = self.do(final_count, counts=self.hall.held_at(owners))
        assert counted or self.hall.astray or self.settings.counting is Counting.EACH_DEAL

    @rule()
    @settling
    def the_evening_finished(self) -> None:
        facts = self.night.facts
        ready = not facts.chips.needs and not facts.play.kind.find_blockers(facts)
        assert self.do(evening_finish) == ready

    # How things are done

    def ring(self) -> None:
        self.do(bell.bell_ring, round=self.night.round)

    def play(self, chance: Random, table: int) -> bool:
        """One more deal at the table, if there can be one."""
        at = load_scorer_table(self.night.evening, self.night.round, table)
        held = self.hall.held_at(at.playing)
        left = sum(find_left_counters(self.night.evening, at).values())
        pool = pool_of(chance, at.playing, held, self.settings.counting, left)
        if pool is None:
            return False
        body = {"round": self.night.round, "table": table, "deal": at.deals + 1, **pool.told}
        deal = (self.night.round, table, at.deals + 1)
        return self.do(deals.deal_record, then=lambda: self.hall.dealt(deal, pool.net), **body)

    def end(self, table: int, chance: Random) -> None:
        ending = chance.choice(list(Ending))
        self.do(services_deals.table_end, round=self.night.round, table=table, ending=ending)

    def decide(self, chance: Random) -> None:
        """Make the cuts and counts that are waited for, until none is."""
        for _again in range(200):
            preview = self.night.preview()
            if not preview.cuts and not preview.counts:
                return
            for need in preview.counts:
                counts = {entry: self.hall.purse[entry] for entry in need.uncounted}
                done = self.do(
                    services_deals.table_count, round=self.night.round, table=need.table, counts=counts
                )
                assert done, "what is asked for can be counted"
            for at, cut in preview.cuts[:1]:
                self.cut(chance, at, cut)
        raise AssertionError("cuts without end")

    def cut(self, chance: Random, at: int, need: Any) -> None:
        where = {"round": at, "purpose": need.purpose, "table": need.table, "deal": need.deal}
        if chance.random() < 0.5:
            assert self.do(cut_draw, **where, seed=str(chance.random()))
        else:
            pack = [rank + suit for rank in "A23K" for suit in "SHDC"]
            cards = dict(zip(need.among, chance.sample(pack, len(need.among)), strict=True))
            assert self.do(cut_record, **where, cards=cards), "who must cut can"
        self.hall.corrections += at != self.night.round

    def apply(self) -> None:
        preview, number, before = self.night.preview(), self.night.round, self.hall.snapshot()
        broke, without = self.hall.broke(), self.without_counters()
        done = self.do(bell.moves_apply, round=number)
        assert done == (preview.ready and bool(preview.bell.seats) and not preview.is_last)
        if not done:
            return
        facts = self.night.facts
        seated = self.night.seats()
        sizes = {table: len(self.night.table(table)) for table in self.night.tables}
        assert self.fixed or self.night.tables == list(range(1, len(sizes) + 1))
        assert [t.position for t in facts.tables if t.round == number + 1] == self.night.tables
        given = [stake for stake in facts.stakes if stake.round == number + 1]
        fresh = {stake.entry for stake in given if stake.kind is StakeKind.FRESH}
        back_broke = {s.entry for s in given if s.kind is StakeKind.RETURN and not s.counters}
        if preview.next_game is not None:
            broke = without & seated.keys()
        assert fresh == broke | back_broke
        if preview.next_game is None and movement_seating.list_waiting(facts, number + 1):
            assert min(sizes.values()) >= preview.limits.most
        came = [entry for entry in seated if entry not in preview.bell.seats]
        for entry, place in preview.bell.seats.items():
            assert seated[entry] == (place.table, place.chair)
        if not came:
            assert set(preview.short) == {
                table for table, size in sizes.items() if size < preview.limits.fewest
            }
        self.hall.before.append(before)

    def without_counters(self) -> set[int]:
        """Who has begun, is not away, and has nothing left; also who has only sat out."""
        facts = self.night.facts
        owners = set(facts.starters) - ledger.count_taken_away(facts).keys()
        return {entry for entry, counters in self.hall.held_at(owners).items() if counters == 0}

    # The laws of the house

    @invariant()
    def what_is_told_of_the_clock_is_so(self) -> None:
        told, row, now = timed.pulse(self.night), timed.row(self.night), timezone.now()
        assert (told.seq, told.stage, told.round) == (self.hall.seq, self.stage, row.number)
        assert told.rung == (row.rung_id is not None)
        assert (row.ends_at is None) == (row.starts_at is None)
        assert row.left is None or row.ends_at is None
        if told.get_hand(now) is not ClockHand.OFF:
            assert told.clock.measure_remaining(now) <= LONGEST
        if told.moves_at is not None:
            preview = self.night.preview()
            assert preview.ready
            assert not preview.is_last

    @invariant()
    def everybody_who_plays_sits_once_or_waits(self) -> None:
        facts, number = self.night.facts, self.night.round
        sits = [seat.entry for seat in facts.seats if seat.round == number]
        chairs = [(seat.position, seat.chair) for seat in facts.seats if seat.round == number]
        assert len(set(sits)) == len(sits)
        assert len(set(chairs)) == len(chairs)
        plays = {
            entry for entry, state in movement_seating.list_presences(facts, number).items() if state.plays
        }
        playing = set(movement_seating.list_playing(facts, number))
        assert plays == playing | set(movement_seating.list_waiting(facts, number))
        for table in self.night.tables:
            size = len(playing & set(self.night.table(table)))
            assert size <= MOST
            assert size >= self.night.preview().limits.fewest or self.hall.somebody_went
            assert all(1 <= chair <= MOST for at, chair in chairs if at == table)

    @invariant()
    def no_counter_is_made_or_lost(self) -> None:
        facts = self.night.facts
        held, there = (
            ledger.compute_balances(facts, self.settings),
            ledger.count_on_tables(facts, self.settings),
        )
        if self.settings.counting is Counting.EACH_DEAL:
            explained = sum(
                line.amount or 0
                for line in ledger.list_lines(facts, self.settings)
                if line.kind is LineKind.COUNTED
            )
            assert sum(counters or 0 for counters in held.values()) == there + explained
            assert explained == 0 or self.hall.corrections or self.hall.left_some
            for table in self.night.tables[:2]:
                for entry, sum_ in load_scorer_table(
                    self.night.evening, self.night.round, table
                ).balances.items():
                    if entry in movement_seating.list_playing(facts, self.night.round):
                        finals = [c for c in facts.counts if c.kind is CountKind.FINAL]
                        assert finals or sum_ == held[entry]
        else:
            assert sum(self.hall.purse.values()) == there + self.hall.astray
            for entry, known in held.items():
                assert known is None or known == self.hall.purse.get(entry, 0)

    @invariant()
    def each_head_pool_has_its_yellow_chip(self) -> None:
        facts = self.night.facts
        chips = facts.chips
        pools = [pool for pool in facts.pools if pool.position == 1 and not self.fixed]
        assert len(chips.taken) + len(chips.needs) == len(pools)
        assert all(need.purpose is Purpose.CHIP for _round, need in chips.needs)

    @invariant()
    def the_evening_can_be_taken_up_again(self) -> None:
        """Everybody in the preview who plays has a verdict, and a seat in the next round.

        Where a game has been drawn: everybody who is here, but who sits it out.
        """
        if self.stage is Stage.PLAYING:
            preview, facts = self.night.preview(), self.night.facts
            playing = set(movement_seating.list_playing(facts, self.night.round))
            if preview.next_game is not None and preview.next_game.end_reason is None:
                playing = set(movement_seating.list_expected(facts, self.night.round + 1))
                assert not set(preview.next_game.sits_out) & set(preview.bell.seats)
                assert playing == {*preview.next_game.sits_out, *preview.bell.seats}
            else:
                assert set(preview.bell.seats) == playing
            assert playing <= set(preview.bell.verdicts)


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.machine
def test_random_evenings_keep_the_laws() -> None:
    keeps_the_laws(Evenings, 40)
