"""Random evenings of bids, in a session and at fixed tables: whatever is done, the laws of the house hold.

Four evenings in `make test`, twenty in `make test-all`; HEADTABLE_LONG=600 plays on for so many seconds.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
)

from games.rules.registry import RULESETS
from tests.bids import order, taken, told
from tests.services.bid_hall import CALLS, Book, Snapshot, games
from tests.services.machine import SEEDS, Machine, keeps_the_laws, not_over, playing, settling
from tournaments.attendance.services import Arrival, player_drop, player_pause
from tournaments.bell.services import bell
from tournaments.bell.services.bell import cut_draw
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds.points import tally_bids
from tournaments.core.movement import seating as movement_seating
from tournaments.core.record import Ending, Stage
from tournaments.core.settings import AllCalled, BellBy, Counting, Settings, Unfinished
from tournaments.evening.selectors.deals import BidTable, load_bid_table
from tournaments.evening.services import evenings
from tournaments.models import CountRow, OpenDeal, StakeRow
from tournaments.results.services import evening_finish, evening_settle
from tournaments.scoring.services import bids
from tournaments.scoring.services import deals as services_deals
from tournaments.scoring.services.counts import deal_withdraw
from tournaments.undo.services import undo


class BidEvenings(Machine):
    """One evening, played by chance. Each rule takes a seed and does one thing, or finds it refused."""

    @initialize(
        chosen=st.fixed_dictionaries(
            {
                "counting": st.sampled_from(Counting),
                "deals": st.sampled_from([1, 3]),
                "games": st.sampled_from([1, 2, 3]),
                "bell": st.sampled_from(BellBy),
                "unfinished": st.sampled_from(Unfinished),
                "all_called": st.sampled_from(AllCalled),
                "exact_protects": st.booleans(),
                "one_prize_each": st.booleans(),
                "leavers_win": st.booleans(),
                "prize_deals": st.sampled_from([0, 0, 2]),
            }
        ),
        seed=SEEDS,
    )
    def begin(self, chosen: dict[str, Any], seed: int) -> None:
        chance = Random(seed)
        game, options, format = games(chance)
        rules = RULESETS[game]
        self.begin_with(Settings(**chosen), evenings.GameChoice(game, options, format))
        self.most, self.book = rules.most, Book(game, options, self.night.evening.play)
        players = chance.randint(rules.fewest, 3 * rules.most)
        self.seated([Arrival(f"p{n}", ("lady", "")[n % 2]) for n in range(players)], seed)
        self.before: list[Snapshot] = []
        self.corrections = 0
        self.look()
        self.rounds: int | None = self.preview.rounds

    @property
    def facts(self) -> Facts:
        return self.night.facts

    @property
    def round(self) -> int:
        return self.facts.rounds[-1].number

    @property
    def preview(self) -> Preview:
        return self.night.preview()

    @property
    def tables(self) -> list[int]:
        return movement_seating.list_table_numbers(self.facts, self.round)

    def at(self, table: int) -> BidTable:
        return load_bid_table(self.night.evening, self.round, table)

    def sits(self) -> dict[int, tuple[int, int]]:
        return {s.entry: (s.position, s.chair) for s in movement_seating.list_seats(self.facts, self.round)}

    # Play

    @rule(seed=SEEDS)
    @playing
    def some_bids(self, seed: int) -> None:
        """Any bids at all: they are taken just when the second reading lets them be made."""
        chance = Random(seed)
        at = self.at(table := chance.choice(self.preview.still_out or self.tables))
        if not at.next_number:
            return
        call = dict(chance.choice(CALLS)) if at.plan is not None and at.plan.by_call else {}
        deal = self.book.plan(at, call)
        made = list(told(at, call=call, chance=chance).by_entry.values())
        assert self.book.may_bid(at, deal, made)
        if chance.random() < 0.5:
            made[chance.randrange(len(made))] = chance.choice([0, 1, deal["cards"], deal["cards"] + 1])
        where = {"round": self.round, "table": table, "deal": at.next_number}
        said = bids.DealBids(dict(zip(order(at), made, strict=True)), call)
        done = self.do(bids.bids_record, **where, bids=said, base=at.open.seq if at.open else None)
        assert done == self.book.may_bid(at, deal, made)

    @rule(seed=SEEDS)
    @playing
    def some_scores(self, seed: int) -> None:
        chance = Random(seed)
        for _deal in range(chance.choice([1, 1, 4])):
            if self.preview.still_out:
                self.score(chance, chance.choice(self.preview.still_out))

    @rule(seed=SEEDS)
    @playing
    def a_whole_round(self, seed: int) -> None:
        chance = Random(seed)
        for table in chance.sample(self.tables, len(self.tables)):
            for _deal in range(chance.choice([1, 3, 30])):
                if table in self.preview.still_out:
                    self.score(chance, table)
        if not self.preview.rung:
            self.do(bell.bell_ring, round=self.round)
        for table in self.preview.still_out:
            self.end(table, Ending.EARLY if self.book.play.format.plays_games else Ending.VOID)
        self.the_moves(seed)

    @rule(seed=SEEDS)
    @playing
    def the_moves(self, seed: int) -> None:
        self.decide(Random(seed))
        self.apply()

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING and not self.preview.rung)
    def the_bell_by_hand(self, seed: int) -> None:
        if seed % 4 == 0:
            self.do(bell.bell_ring, round=self.round)

    @rule(seed=SEEDS, ending=st.sampled_from(Ending))
    @playing
    def a_table_that_stops(self, seed: int, ending: Ending) -> None:
        self.end(Random(seed).choice(self.tables), ending)

    # Repair

    @rule(seed=SEEDS)
    def a_correction(self, seed: int) -> None:
        chance = Random(seed)
        if not self.facts.pools:
            return
        pool = chance.choice(self.facts.pools)
        where = {"round": pool.round, "table": pool.position, "deal": pool.deal}
        at = load_bid_table(self.night.evening, *where.values())
        said = told(at, call=pool.call, chance=chance)
        won = taken(at, said, chance=chance)
        self.corrections += self.do(
            bids.score_correct, **where, base_version=pool.version, bids=said, result=won
        )

    @rule(seed=SEEDS)
    @playing
    def a_deal_taken_back(self, seed: int) -> None:
        at = self.at(table := Random(seed).choice(self.tables))
        if not at.decided:
            return
        last = at.decided[-1]
        rung = self.preview.rung or at.scorer_table.ending is not None
        done = self.do(deal_withdraw, round=self.round, table=table, deal=last.deal)
        assert done == (not rung)
        if done:
            self.corrections += 1
            assert self.at(table).decided == at.decided[:-1]

    @rule(discard=st.booleans())
    @precondition(lambda self: self.stage is not Stage.FINISHED)
    def the_bell_undone(self, discard: bool) -> None:
        last = self.facts.rounds[-1]
        applied = not last.rung and not last.closed and last.number > 1
        if not self.do(undo.bell_undo, discard=discard):
            return
        assert not self.facts.rounds[-1].rung
        if applied:
            before = self.before.pop()
            assert (self.round, self.sits()) == (before.number, before.seats)
            if before.corrections == self.corrections:
                assert tally_bids(self.facts) == before.points

    @rule(discard=st.booleans())
    @playing
    def the_moves_replayed(self, discard: bool) -> None:
        self.do(undo.moves_replay, discard=discard)

    # People

    @rule(seed=SEEDS, service=st.sampled_from([player_drop, player_pause]))
    @not_over
    def somebody_goes(self, seed: int, service: Any) -> None:
        entry = Random(seed).choice(self.facts.entries).id
        table = self.sits().get(entry, (0, 0))[0]
        if self.do(service, entry=entry) and table:
            assert not OpenDeal.objects.filter(round__number=self.round, position=table, void=None).exists()

    # The end

    @rule(seed=SEEDS)
    @playing
    def the_last_bell(self, seed: int) -> None:
        if seed % 3 == 0:
            self.do(evening_settle, round=self.round)

    @rule()
    @settling
    def the_evening_finished(self) -> None:
        ready = not self.facts.chips.needs
        assert self.do(evening_finish) == ready

    # How things are done

    def score(self, chance: Random, table: int) -> bool:
        """One more deal at the table, if there is one: with what was bid, or bids and tricks at once."""
        at = self.at(table)
        if not at.next_number:
            return False
        call = dict(chance.choice(CALLS)) if at.plan is not None and at.plan.by_call else {}
        said = told(at, call=call, chance=chance)
        if at.open is not None:
            said = bids.DealBids(at.open.bids, at.open.call)
        deal = self.book.plan(at, said.call)
        won = taken(at, in_turn(at, said), chance=chance)
        tricks = dict(won.tricks)
        if chance.random() < 0.1:
            tricks[chance.choice(list(tricks))] += chance.choice([-1, 1])
        where = {"round": self.round, "table": table, "deal": at.next_number}
        # Only where they count, and of those who surely follow to a trick before the last one.
        free = {e for e, n in won.tricks.items() if at.game.revoke and n < deal["cards"] - 2}
        revokes = {e: int(e in free and chance.random() < 0.1) for e in tricks}
        scored_ = replace(won, tricks=tricks, revokes=revokes)
        given = None if at.open is not None and chance.random() < 0.5 else said
        done = self.do(bids.score_record, **where, bids=given, result=scored_)
        assert done == (tricks == won.tricks)
        assert sum(won.tricks.values()) == deal["cards"]
        return done

    def end(self, table: int, ending: Ending) -> None:
        self.do(services_deals.table_end, round=self.round, table=table, ending=ending)

    def decide(self, chance: Random) -> None:
        """Make the cuts that are waited for, until none is."""
        for _again in range(200):
            if not self.preview.cuts:
                return
            at, need = self.preview.cuts[0]
            where: dict[str, Any] = {"round": at, "purpose": need.purpose}
            where |= {"table": need.table, "deal": need.deal}
            assert self.do(cut_draw, **where, seed=str(chance.random()))
            self.corrections += at != self.round
        raise AssertionError("cuts without end")

    def apply(self) -> None:
        preview = self.preview
        before = Snapshot(self.round, self.sits(), tally_bids(self.facts), self.corrections)
        done = self.do(bell.moves_apply, round=self.round)
        assert done == (preview.ready and bool(preview.bell.seats) and not preview.is_last)
        if not done:
            return
        seated = self.sits()
        for entry, place in preview.bell.seats.items():
            assert seated[entry] == (place.table, place.chair)
        if self.book.play.format.plays_games:
            assert preview.bell.moves == ()
            assert all(seated[entry] == before.seats[entry] for entry in preview.bell.seats)
        assert tally_bids(self.facts) == before.points
        self.before.append(before)

    # The laws of the house

    @invariant()
    def every_deal_is_scored_as_by_the_second_reading(self) -> None:
        self.book.check(self.facts)

    @invariant()
    def everybody_who_plays_sits_once_or_waits(self) -> None:
        here = movement_seating.list_seats(self.facts, self.round)
        assert len({seat.entry for seat in here}) == len(here)
        assert len({(seat.position, seat.chair) for seat in here}) == len(here)
        plays = {
            e for e, state in movement_seating.list_presences(self.facts, self.round).items() if state.plays
        }
        playing = set(movement_seating.list_playing(self.facts, self.round))
        assert plays == playing | set(movement_seating.list_waiting(self.facts, self.round))
        assert all(1 <= seat.chair <= self.most for seat in here)

    @invariant()
    def tables_are_waited_for_just_as_long_as_a_deal_comes_next(self) -> None:
        if self.stage is not Stage.PLAYING:
            return
        for table in self.tables[:4]:
            at = self.at(table)
            assert bool(at.next_number) == (table in self.preview.still_out)
            if at.open is not None:
                assert set(at.open.bids) == set(at.places)
                assert at.next_number
            assert at.totals.keys() == set(at.scorer_table.chairs.values())
            points = tally_bids(self.facts)
            if not self.book.play.format.plays_games:
                assert all(total == points[e].score for e, total in at.totals.items() if e in points)

    @invariant()
    def the_number_of_rounds_is_kept(self) -> None:
        """Only seats changed by hand in the first round, before its deals, count as drawn anew."""
        if self.round == 1:
            self.rounds = self.preview.rounds
        assert self.preview.rounds == self.rounds
        assert self.rounds is None or self.round <= self.rounds

    @invariant()
    def nobody_has_counters(self) -> None:
        assert not StakeRow.objects.exists()
        assert not CountRow.objects.exists()
        assert not self.preview.bell.fresh
        assert not self.preview.bell.exchanges

    @invariant()
    def each_deal_at_the_head_has_its_yellow_chip(self) -> None:
        chips = self.facts.chips
        head = [pool for pool in self.facts.pools if pool.position == 1]
        assert len(chips.taken) + len(chips.needs) == (0 if self.book.play.format.plays_games else len(head))

    @invariant()
    def everybody_has_a_verdict_and_a_seat(self) -> None:
        if self.stage is Stage.PLAYING:
            playing = set(movement_seating.list_playing(self.facts, self.round))
            assert set(self.preview.bell.seats) == playing
            assert playing <= set(self.preview.bell.verdicts)


def in_turn(at: BidTable, said: bids.DealBids) -> bids.DealBids:
    """The same bids in bidding order."""
    return replace(said, by_entry={entry: said.by_entry[entry] for entry in order(at)})


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.machine
def test_random_evenings_of_bids_keep_the_laws() -> None:
    keeps_the_laws(BidEvenings, 30)
