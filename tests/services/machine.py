"""What the state machines of evenings have in common: people come and go, seats change, laws hold."""

import os
from collections import OrderedDict
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import Mock, patch

from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.errors import RuleError
from tests.cast import Night, everything, make_cast
from tests.examples import examples
from tests.services.hall import Watched, goes_back
from tests.waits import stopwatch
from tournaments.attendance.services import Arrival, people_check_in, player_return, seat_keep
from tournaments.base.words import describe_move, describe_reason
from tournaments.core.counters import ledger
from tournaments.core.movement import seating as movement_seating
from tournaments.core.ranking.metrics import NOT_ASKED
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.selectors import moves as selectors_moves
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import TAKEN_BACK, find_last_turn
from tournaments.evening.services import evenings
from tournaments.management.doctor.database import CheckScope, CheckState
from tournaments.management.doctor.database import check_evenings as doctor_evenings
from tournaments.models import BidRow, Journal, MoveRow
from tournaments.results.services import evening_reopen
from tournaments.seating.services import (
    evening_start,
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)
from tournaments.standings.selectors.standings import compute_reckoning, load_stands
from tournaments.transfer.presenters.evening import export_evening
from tournaments.undo.services import revert

LONG = int(os.environ.get("HEADTABLE_LONG", "0"))
SEEDS = st.integers(0, 2**32)
PAGES = ("evening", "people", "deals", "ledger", "journal", "paper", "hall", "standings")

playing = precondition(lambda self: self.stage is Stage.PLAYING)
settling = precondition(lambda self: self.stage is Stage.SETTLING)
finished = precondition(lambda self: self.stage is Stage.FINISHED)
not_over = precondition(lambda self: self.stage in (Stage.PLAYING, Stage.SETTLING))


class Machine(RuleBasedStateMachine):
    """One evening, played by chance. Each rule takes a seed and does one thing, or finds it refused."""

    night: Watched
    settings: Settings

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        selectors_moves._cache.clear()

    def teardown(self) -> None:
        try:
            connection.check_constraints()
            can_be_read(self.night)
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    def begin_with(self, settings: Settings, choice: evenings.GameChoice) -> None:
        cast = make_cast()
        evening = evenings.evening_create(
            actor=cast.bob, club=cast.club, name="Chance", settings=settings, choice=choice
        )
        self.night, self.settings = Watched(evening, cast.bob), evening.settings
        evenings.check_in_open(self.night.by)

    def seated(self, arrivals: list[Arrival], seed: int) -> None:
        people_check_in(self.night.by, people=arrivals)
        seats_draw(self.night.by, seed=str(seed))
        evening_start(self.night.by)

    @property
    def stage(self) -> Stage:
        return Stage(self.night.evening.stage)

    def look(self) -> None:
        """Take in what the last command did."""
        self.night.look()

    def stakes_back(self) -> None:
        """Something has been taken back, with the stakes that it brought."""

    def do(self, service: Any, then: Any = None, link: int | None = None, **body: Any) -> bool:
        """Whether the services let it be done. What they refuse has changed nothing. ``link``: by a phone."""
        by = replace(self.night.keyed(), reason="by chance")
        by = replace(by, actor=None, link=link) if link else by
        before, facts = everything(), self.night.facts
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
        goes_back(self.night, line, facts)
        if then is not None:
            then()
        self.look()
        return True

    # Repair

    @rule()
    @finished
    def the_evening_reopened(self) -> None:
        assert self.do(evening_reopen)

    @rule(seed=SEEDS)
    def something_taken_back(self, seed: int) -> None:
        """Something that was not done just now: what rests on it keeps it."""
        lines = Journal.objects.filter(verb__in=TAKEN_BACK, seq__gt=find_last_turn(self.night.evening.pk))
        seqs = list(lines.values_list("seq", flat=True))
        for line in Random(seed).sample(seqs, min(len(seqs), 3)):
            self.do(revert.line_take_back, then=self.stakes_back, line=line)

    @rule(seed=SEEDS)
    @playing
    def seats_changed_by_hand(self, seed: int) -> None:
        chance = Random(seed)
        sits = list(self.night.seats())
        if chance.random() < 0.5:
            self.do(seats_swap, first=chance.choice(sits), second=chance.choice(sits))
        else:
            entry = chance.choice([*sits, *movement_seating.list_waiting(self.night.facts, self.night.round)])
            chair = chance.choice([None, None, 1, 5, 7, 8])
            self.do(seat_move, entry=entry, table=chance.choice(self.night.tables), chair=chair)

    @rule(seed=SEEDS)
    @playing
    def a_table_more_or_less(self, seed: int) -> None:
        chance = Random(seed)
        if chance.random() < 0.5:
            self.do(table_close, table=max(self.night.tables))
            return
        waiting = movement_seating.list_waiting(self.night.facts, self.night.round)
        sits = list(self.night.seats())
        people_ = chance.sample(sits, min(len(sits), chance.randint(1, 5)))
        self.do(table_add, entries=[*waiting[:3], *people_])

    @rule()
    @playing
    def tables_made_level(self) -> None:
        held, people_ = self.night.held(), set(self.night.seats())
        if self.do(tables_level):
            assert (self.night.held(), set(self.night.seats())) == (held, people_)
            assert not self.do(tables_level)

    # People

    @rule(seed=SEEDS)
    @playing
    def somebody_comes_late(self, seed: int) -> None:
        name = f"late{self.night.evening.entries.count() + seed % 3}"
        self.do(people_check_in, people=[Arrival(name)])

    @rule(seed=SEEDS)
    @playing
    def somebody_comes_back(self, seed: int) -> None:
        here = movement_seating.list_presences(self.night.facts, self.night.round + 1)
        away = [entry for entry, state in here.items() if not state.plays]
        self.do(player_return, entry=Random(seed).choice(away or list(here)))

    @rule(seed=SEEDS, keeps=st.booleans())
    @playing
    def somebody_keeps_the_seat(self, seed: int, keeps: bool) -> None:
        self.do(seat_keep, entry=Random(seed).choice(self.night.facts.entries).id, keeps=keeps)

    # The laws of the house

    @invariant()
    def what_is_kept_of_earlier_rounds_is_what_stands(self) -> None:
        evening = self.night.evening.pk
        with patch.object(selectors_moves, "connection", Mock(in_atomic_block=False)):
            kept = load_facts(evening)
        with patch.object(selectors_moves, "_cache", OrderedDict()):
            assert kept == load_facts(evening)

    @invariant()
    def who_has_counters_waits_for_no_seat_and_bids_are_of_who_sits_there(self) -> None:
        facts, number = self.night.facts, self.night.round
        if facts.play.kind.stakes and not facts.play.format.draws:
            owners = set(facts.starters) - set(ledger.count_taken_away(facts))
            assert not owners & set(movement_seating.list_waiting(facts, number))
        here = set(movement_seating.list_playing(facts, number))
        bids: dict[int, set[int]] = {}
        for table, entry in BidRow.objects.filter(deal__void=None).values_list("deal__position", "entry"):
            bids.setdefault(table, set()).add(entry)
        assert all(bidders == here & set(self.night.table(table)) for table, bidders in bids.items())

    @invariant()
    def the_journal_counts_without_gaps(self) -> None:
        seqs = list(Journal.objects.order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, self.night.evening.seq + 1))

    @invariant()
    def every_reason_can_be_said(self) -> None:
        preview, facts = self.night.preview(), self.night.facts
        reasons = [*preview.bell.verdicts.values(), *preview.bell.unmoved.values()]
        reasons += [move.why for move in preview.bell.moves]
        reasons += [need.why for need in preview.counts]
        reckoned = compute_reckoning(facts)
        reasons += [award.why for award in reckoned.awards]
        reasons += [row.why for row in reckoned.standing if row.why]
        by_sums = load_stands(self.night.evening).rows
        assert [row._replace(deeds=NOT_ASKED) for row in by_sums] == [
            row._replace(deeds=NOT_ASKED) for row in reckoned.standing
        ]
        said: list[str] = [describe_reason(reason, facts.names) for reason in reasons]
        rows = MoveRow.objects.filter(void=None).values_list("why", "figures")
        said += [describe_move(Reason(why, figures), facts.names) for why, figures in rows]
        assert all(sentence and "?" not in sentence for sentence in said)
        assert facts.play.kind.stakes or not any("counter" in sentence.lower() for sentence in said)


def can_be_read(night: Night) -> None:
    """Every page answers, the evening can be exported, and the doctor finds nothing wrong."""
    client = Client()
    client.force_login(night.alice)
    night.evening.refresh_from_db()
    for name in PAGES if night.evening.play.kind.stakes else set(PAGES) - {"ledger"}:
        key = night.evening.join_code if name == "hall" else night.evening.pk
        assert client.get(reverse(name, args=[key])).status_code == 200, name
    export_evening(night.evening)
    found = list(doctor_evenings(CheckScope(evening=night.evening.pk)))
    assert not [finding for finding in found if finding.state is CheckState.WRONG], found


def keeps_the_laws(machine: type[Machine], steps: int) -> None:
    """Evenings by chance, or for as many seconds as HEADTABLE_LONG says."""
    profile = settings(
        max_examples=examples(0.1),
        stateful_step_count=60 if LONG else steps,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.reuse, Phase.generate],  # the steps and their seeds say enough; shrinking takes minutes
    )
    took = stopwatch()
    run_state_machine_as_test(machine, settings=profile)
    while took() < LONG:
        run_state_machine_as_test(machine, settings=profile)
