"""Random evenings of bids, in a session and at fixed tables: whatever is done, the laws of the house hold.

Two evenings in `make test`, ten in `make test-all`; HEADTABLE_LONG=600 plays on for so many seconds.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.errors import RuleError
from games.rules.registry import RULESETS
from tests.bids import order, taken, told
from tests.cast import Night, everything, make_cast
from tests.examples import examples
from tests.services.bid_hall import CALLS, Book, Snapshot, games
from tests.services.hall import goes_back
from tournaments.core.facts import Ending, Facts, Presence, Stage
from tournaments.core.formats.preview import Preview, chips_of
from tournaments.core.kinds.scores import scored
from tournaments.core.movement import position
from tournaments.core.results.settlement import NOT_ASKED
from tournaments.core.settings import AllCalled, BellBy, Counting, Settings, Unfinished
from tournaments.facts.results.results import reckoning
from tournaments.facts.running.bell import bell_preview
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.reverting import TAKEN_BACK, last_turn
from tournaments.facts.scoring.bid_tables import BidTable, bid_table
from tournaments.models import CountRow, Journal, MoveRow, OpenDeal, StakeRow
from tournaments.pages.results.standings import stands_of
from tournaments.services.repairs import revert, undo, withdraw
from tournaments.services.results import results
from tournaments.services.running import bell, cuts, evenings, people, seats
from tournaments.services.running.people import Arrival
from tournaments.services.scoring import bids, table_end
from tournaments.words import moved, worded

LONG = int(os.environ.get("HEADTABLE_LONG", "0"))
SEEDS = st.integers(0, 2**32)


class BidEvenings(RuleBasedStateMachine):
    """One evening, played by chance. Each rule takes a seed and does one thing, or finds it refused."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()

    def teardown(self) -> None:
        connection.check_constraints()
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

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
            }
        ),
        seed=SEEDS,
    )
    def begin(self, chosen: dict[str, Any], seed: int) -> None:
        cast, chance = make_cast(), Random(seed)
        game, options, format = games(chance)
        rules = RULESETS[game]
        evening = evenings.evening_create(
            actor=cast.bob,
            club=cast.club,
            name="Chance",
            settings=Settings(**chosen),
            choice=evenings.Choice(game, options, format),
        )
        self.night, self.settings, self.most = Night(evening, cast.bob), evening.settings, rules.most
        self.book = Book(game, options, evening.play)
        by = self.night.by
        evenings.check_in_open(by)
        players = chance.randint(rules.fewest, 3 * rules.most)
        people.people_check_in(by, people=[Arrival(f"p{n}", ("lady", "")[n % 2]) for n in range(players)])
        seats.seats_draw(by, seed=str(seed))
        seats.evening_start(by)
        self.before: list[Snapshot] = []
        self.corrections = 0
        self.look()
        self.rounds: int | None = self.preview.rounds

    def look(self) -> None:
        self.night.evening.refresh_from_db()
        self.stage = Stage(self.night.evening.stage)
        self.facts: Facts = load_facts(self.night.evening.pk)
        self.round = self.facts.rounds[-1].number
        self.preview: Preview = bell_preview(self.night.evening, self.facts, self.round)

    @property
    def tables(self) -> list[int]:
        return position.positions(self.facts, self.round)

    def at(self, table: int) -> BidTable:
        return bid_table(self.night.evening.pk, self.round, table)

    def sits(self) -> dict[int, tuple[int, int]]:
        return {s.entry: (s.position, s.chair) for s in position.seats_of(self.facts, self.round)}

    # Play

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def some_bids(self, seed: int) -> None:
        """Any bids at all: they are taken just when the second reading lets them be made."""
        chance = Random(seed)
        at = self.at(table := chance.choice(self.preview.still_out or self.tables))
        if not at.next_number:
            return
        call = dict(chance.choice(CALLS)) if at.plan is not None and at.plan.by_call else {}
        deal = self.book.plan(at, call)
        made = list(told(at, call=call, chance=chance).bids.values())
        assert self.book.may_bid(at, deal, made)
        if chance.random() < 0.5:
            made[chance.randrange(len(made))] = chance.choice([0, 1, deal["cards"], deal["cards"] + 1])
        where = {"round": self.round, "table": table, "deal": at.next_number}
        said = bids.Bids(dict(zip(order(at), made, strict=True)), call)
        done = self.do(bids.bids_record, **where, told=said, base=at.open.seq if at.open else None)
        assert done == self.book.may_bid(at, deal, made)

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def some_scores(self, seed: int) -> None:
        chance = Random(seed)
        for _deal in range(chance.choice([1, 1, 4])):
            if self.preview.still_out:
                self.score(chance, chance.choice(self.preview.still_out))

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
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
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def the_moves(self, seed: int) -> None:
        self.decide(Random(seed))
        self.apply()

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING and not self.preview.rung)
    def the_bell_by_hand(self, seed: int) -> None:
        if seed % 4 == 0:
            self.do(bell.bell_ring, round=self.round)

    @rule(seed=SEEDS, ending=st.sampled_from(Ending))
    @precondition(lambda self: self.stage is Stage.PLAYING)
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
        at = bid_table(self.night.evening.pk, *where.values())
        said = told(at, call=pool.call, chance=chance)
        won = taken(at, said, chance=chance)
        self.corrections += self.do(
            bids.score_correct, **where, base_version=pool.version, told=said, taken=won
        )

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def a_deal_taken_back(self, seed: int) -> None:
        at = self.at(table := Random(seed).choice(self.tables))
        if not at.decided:
            return
        last = at.decided[-1]
        rung = self.preview.rung or at.at.ending is not None
        done = self.do(withdraw.deal_withdraw, round=self.round, table=table, deal=last.deal)
        assert done == (not rung)
        if done:
            self.corrections += 1
            assert self.at(table).decided == at.decided[:-1]

    @rule(seed=SEEDS)
    def something_taken_back(self, seed: int) -> None:
        """Something that was not done just now: what rests on it keeps it."""
        lines = Journal.objects.filter(verb__in=TAKEN_BACK, seq__gt=last_turn(self.night.evening.pk))
        seqs = list(lines.values_list("seq", flat=True))
        for line in Random(seed).sample(seqs, min(len(seqs), 3)):
            self.do(revert.line_take_back, line=line)

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
                assert scored(self.facts) == before.points

    @rule(discard=st.booleans())
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def the_moves_replayed(self, discard: bool) -> None:
        self.do(undo.moves_replay, discard=discard)

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def seats_changed_by_hand(self, seed: int) -> None:
        chance, sits = Random(seed), list(self.sits())
        if chance.random() < 0.5:
            self.do(seats.seats_swap, first=chance.choice(sits), second=chance.choice(sits))
        else:
            entry = chance.choice([*sits, *position.waiting(self.facts, self.round)])
            self.do(seats.seat_move, entry=entry, table=chance.choice(self.tables))

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def a_table_more_or_less(self, seed: int) -> None:
        chance, sits = Random(seed), list(self.sits())
        if chance.random() < 0.5:
            self.do(seats.table_close, table=max(self.tables))
        else:
            some = chance.sample(sits, min(len(sits), chance.randint(1, 5)))
            waiting = position.waiting(self.facts, self.round)
            self.do(seats.table_add, entries=[*waiting[:3], *some])

    @rule()
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def tables_made_level(self) -> None:
        if self.do(seats.tables_level):
            assert not self.do(seats.tables_level)

    # People

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def somebody_comes_late(self, seed: int) -> None:
        name = f"late{self.night.evening.entries.count() + seed % 3}"
        self.do(people.people_check_in, people=[Arrival(name)])

    @rule(seed=SEEDS, service=st.sampled_from([people.player_drop, people.player_pause]))
    @precondition(lambda self: self.stage in (Stage.PLAYING, Stage.SETTLING))
    def somebody_goes(self, seed: int, service: Any) -> None:
        entry = Random(seed).choice(self.facts.entries).id
        table = self.sits().get(entry, (0, 0))[0]
        if self.do(service, entry=entry) and table:
            assert not OpenDeal.objects.filter(round__number=self.round, position=table, void=None).exists()

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def somebody_comes_back(self, seed: int) -> None:
        here = position.presences(self.facts, self.round + 1)
        paused = [entry for entry, state in here.items() if state is Presence.PAUSED]
        self.do(people.player_return, entry=Random(seed).choice(paused or list(here)))

    @rule(seed=SEEDS, keeps=st.booleans())
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def somebody_keeps_the_seat(self, seed: int, keeps: bool) -> None:
        self.do(people.seat_keep, entry=Random(seed).choice(self.facts.entries).id, keeps=keeps)

    # The end

    @rule(seed=SEEDS)
    @precondition(lambda self: self.stage is Stage.PLAYING)
    def the_last_bell(self, seed: int) -> None:
        if seed % 3 == 0:
            self.do(results.evening_settle, round=self.round)

    @rule()
    @precondition(lambda self: self.stage is Stage.SETTLING)
    def the_evening_finished(self) -> None:
        ready = not chips_of(self.facts).needs
        assert self.do(results.evening_finish) == ready

    # How things are done

    def do(self, service: Any, **body: Any) -> bool:
        """Whether the services let it be done. What they refuse has changed nothing."""
        by = replace(self.night.keyed(), reason="by chance")
        before = everything()
        try:
            line = service(by, **body)
        except RuleError:
            line = None
        if line is None:
            assert everything() == before
            return False
        if line.seq % 5 == 0:
            after = everything()
            assert service(by, **body) == line
            assert everything() == after
        goes_back(self.night, line, self.facts)
        self.look()
        return True

    def score(self, chance: Random, table: int) -> bool:
        """One more deal at the table, if there is one: with what was bid, or bids and tricks at once."""
        at = self.at(table)
        if not at.next_number:
            return False
        call = dict(chance.choice(CALLS)) if at.plan is not None and at.plan.by_call else {}
        said = told(at, call=call, chance=chance)
        if at.open is not None:
            said = bids.Bids(at.open.bids, at.open.call)
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
        done = self.do(bids.score_record, **where, told=given, taken=scored_)
        assert done == (tricks == won.tricks)
        assert sum(won.tricks.values()) == deal["cards"]
        return done

    def end(self, table: int, ending: Ending) -> None:
        self.do(table_end.table_end, round=self.round, table=table, ending=ending)

    def decide(self, chance: Random) -> None:
        """Make the cuts that are waited for, until none is."""
        for _again in range(200):
            if not self.preview.cuts:
                return
            at, need = self.preview.cuts[0]
            where = {"round": at, "purpose": need.purpose, "table": need.position, "deal": need.deal}
            assert self.do(cuts.cut_draw, **where, seed=str(chance.random()))
            self.corrections += at != self.round
        raise AssertionError("cuts without end")

    def apply(self) -> None:
        preview = self.preview
        before = Snapshot(self.round, self.sits(), scored(self.facts), self.corrections)
        done = self.do(bell.moves_apply, round=self.round)
        assert done == (preview.ready and bool(preview.bell.seats) and not preview.is_last)
        if not done:
            return
        seated = self.sits()
        for entry, place in preview.bell.seats.items():
            assert seated[entry] == (place.position, place.chair)
        if self.book.play.format.plays_games:
            assert preview.bell.moves == ()
            assert all(seated[entry] == before.seats[entry] for entry in preview.bell.seats)
        assert scored(self.facts) == before.points
        self.before.append(before)

    # The laws of the house

    @invariant()
    def the_journal_counts_without_gaps(self) -> None:
        seqs = list(Journal.objects.order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, self.night.evening.seq + 1))

    @invariant()
    def every_deal_is_scored_as_by_the_second_reading(self) -> None:
        self.book.check(self.facts)

    @invariant()
    def everybody_who_plays_sits_once_or_waits(self) -> None:
        here = position.seats_of(self.facts, self.round)
        assert len({seat.entry for seat in here}) == len(here)
        assert len({(seat.position, seat.chair) for seat in here}) == len(here)
        plays = {e for e, state in position.presences(self.facts, self.round).items() if state.plays}
        playing = set(position.playing(self.facts, self.round))
        assert plays == playing | set(position.waiting(self.facts, self.round))
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
            assert len(at.totals) == len(at.places)
            points = scored(self.facts)
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
        chips = chips_of(self.facts)
        head = [pool for pool in self.facts.pools if pool.position == 1]
        assert len(chips.taken) + len(chips.needs) == (0 if self.book.play.format.plays_games else len(head))

    @invariant()
    def every_reason_can_be_said(self) -> None:
        names = self.facts.names
        reasons = [*self.preview.bell.verdicts.values(), *self.preview.bell.unmoved.values()]
        reasons += [move.why for move in self.preview.bell.moves]
        reckoned = reckoning(self.settings, self.facts)
        reasons += [award.why for award in reckoned.awards]
        reasons += [row.why for row in reckoned.standing if row.why]
        by_sums = stands_of(self.night.evening).rows
        assert [row._replace(deeds=NOT_ASKED) for row in by_sums] == [
            row._replace(deeds=NOT_ASKED) for row in reckoned.standing
        ]
        said = [worded(reason, names) for reason in reasons]
        rows = MoveRow.objects.filter(void=None).values_list("why", "figures")
        said += [moved(why, figures, names) for why, figures in rows]
        assert all(sentence and "?" not in sentence for sentence in said)
        assert not any("counter" in sentence.lower() for sentence in said)

    @invariant()
    def everybody_has_a_verdict_and_a_seat(self) -> None:
        if self.stage is Stage.PLAYING:
            playing = set(position.playing(self.facts, self.round))
            assert set(self.preview.bell.seats) == playing
            assert playing <= set(self.preview.bell.verdicts)


def in_turn(at: BidTable, said: bids.Bids) -> bids.Bids:
    """The same bids in bidding order."""
    return replace(said, bids={entry: said.bids[entry] for entry in order(at)})


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.machine
def test_random_evenings_of_bids_keep_the_laws() -> None:
    profile = settings(
        max_examples=examples(0.05),
        stateful_step_count=60 if LONG else 30,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.reuse, Phase.generate],  # the steps and their seeds say enough; shrinking takes minutes
    )
    end = time.monotonic() + LONG
    run_state_machine_as_test(BidEvenings, settings=profile)
    while time.monotonic() < end:
        run_state_machine_as_test(BidEvenings, settings=profile)
