"""Rounds are played, undone, replayed and mended in any order: the laws hold, and every page can be read.

Four evenings in `make test`, 150 in `make test-all`.
"""

from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.cast import Night
from tests.services.evenings.test_repairs_unwound import KINDS as ONE_DEAL
from tests.services.evenings.test_repairs_unwound import PROFILE, any_repair, begun, done, goes_on, laws_hold
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Pool
from tournaments.core.settings import Counting
from tournaments.evening.selectors.moves import TAKEN_BACK
from tournaments.management.doctor.database import Asked, State, evenings
from tournaments.models import Journal
from tournaments.results.services import evening_finish
from tournaments.scoring.services.counts import TallyKind, deal_withdraw
from tournaments.transfer.presenters.evening import export
from tournaments.undo.services.revert import line_take_back, stake_correct
from tournaments.undo.services.undo import bell_undo, moves_replay

WHY = "by chance"
KINDS = {**ONE_DEAL, "pools, three deals a round": {"deals": 3}}
PAGES = ("evening", "people", "deals", "ledger", "journal", "paper", "hall", "standings")
STEPS = 40


def played_on(night: Night, chance: Random) -> Any:
    """The next thing of an evening in which nothing is wrong: a deal, the bell, or the moves."""
    preview = night.preview()
    if not preview.rung and preview.still_out and chance.random() < 0.8:
        return partial(_deal, night, chance.choice(list(preview.still_out)))
    if preview.still_out:
        return partial(play_all, night)
    return partial(_moves, night)


def _deal(night: Night, table: int) -> None:
    if night.evening.play.kind.stakes:
        pools = [pool for pool in night.facts.pools if (pool.round, pool.position) == (night.round, table)]
        night.play(table, deal=1 + len(pools))
    else:
        night.score(table)


def play_all(night: Night) -> None:
    for table in night.preview().still_out:
        done(partial(_deal, night, table))


def _moves(night: Night) -> None:
    if not night.preview().rung:
        bell_ring(night.by, round=night.round)
    night.decide()
    moves_apply(night.by, round=night.round)


def any_mending(night: Night, chance: Random) -> Any:
    """Something that was done is undone, made again, or put right."""
    why, facts = night.because(WHY), night.facts
    chosen: list[Any] = [
        partial(bell_undo, why, discard=chance.random() < 0.5),
        partial(moves_replay, why, discard=chance.random() < 0.5),
        partial(
            stake_correct,
            why,
            entry=chance.choice([entry.id for entry in facts.entries]),
            round=chance.randint(1, night.round),
            given=chance.random() < 0.5,
        ),
    ]
    if facts.pools:
        pool = chance.choice(facts.pools)
        last = facts.pools[-1]
        chosen += [
            partial(deal_withdraw, why, round=last.round, table=last.position, deal=last.deal),
            partial(_correct, night, pool, chance),
            partial(_correct, night, last, chance),
        ]
    return chance.choice(chosen)


def _correct(night: Night, pool: Pool, chance: Random) -> Journal:
    """Another one has won, and everybody has put in some other number of counters."""
    players = [line.entry for line in pool.lines]
    winner, stake = chance.choice(players), chance.randint(0, 3)
    counted = night.evening.settings.counting is Counting.EACH_DEAL
    stakes = dict.fromkeys(players, stake) if counted else None
    where = {"round": pool.round, "deal": pool.deal, "kind": TallyKind.STAKES}
    return night.correct(pool.position, [winner], stakes, **where)


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.machine
@PROFILE
@given(kind=st.sampled_from(list(KINDS)), players=st.integers(12, 30), seed=st.integers(0, 2**32))
def test_rounds_mended_in_any_order(kind, players, seed):
    chance, lines = Random(seed), list[int]()
    with transaction.atomic():
        night = begun(KINDS[kind], players, seed)
        for at in range(STEPS):
            what = chance.random()
            if what < 0.45:
                line = done(played_on(night, chance))
            elif what < 0.70:
                line = done(any_mending(night, chance))
            elif what < 0.80 and lines:
                line = done(partial(line_take_back, night.by, line=chance.choice(lines)))
            else:
                line = done(any_repair(night, chance, at))
            if line is not None and line.verb in TAKEN_BACK:
                lines.append(line.seq)
            laws_hold(night)
        connection.check_constraints()
        can_be_read(night)
        goes_on(night)
        done(night.settle)
        done(partial(evening_finish, night.by))
        can_be_read(night)
        transaction.set_rollback(True)


def can_be_read(night: Night) -> None:
    """Every page answers, the evening can be exported, and the doctor finds nothing wrong."""
    client = Client(raise_request_exception=True)
    client.force_login(night.alice)
    night.evening.refresh_from_db()
    pages = PAGES if night.evening.play.kind.stakes else set(PAGES) - {"ledger"}
    for name in pages:
        key = night.evening.join_code if name == "hall" else night.evening.pk
        assert client.get(reverse(name, args=[key])).status_code == 200, name
    export(night.evening)
    found = list(evenings(Asked(evening=night.evening.pk)))
    assert not [finding for finding in found if finding.state is State.WRONG], found
