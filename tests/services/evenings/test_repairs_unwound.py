"""Repairs in any order, taken back one by one, the last first, leave no trace.

150 evenings in `make test-all`. That they keep the laws: test_state_machine.py and test_bid_machine.py.
"""

import os
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.errors import RuleError
from tests.cast import AT_THE_END, FIXED, Night, make_cast
from tests.examples import examples
from tournaments.attendance.services import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.core.evening import Facts
from tournaments.core.record import Ending
from tournaments.core.settings import BellBy, Settings
from tournaments.evening.selectors.moves import TAKEN_BACK
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_create
from tournaments.models import Journal
from tournaments.scoring.services.deals import table_count, table_end
from tournaments.seating.services import (
    evening_start,
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)
from tournaments.undo.services.revert import line_take_back

WHY = "by chance"
KINDS: dict[str, dict[str, Any]] = {
    "pools": {},
    "pools, counted at the end": AT_THE_END,
    "bids": {"game": "clag"},
    "games of bids": {"game": "clag", **FIXED},
    "games of pools": FIXED,
}
PROFILE = settings(
    max_examples=150 if os.environ.get("HEADTABLE_LONG") else examples(0.1),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.reuse, Phase.generate],  # the seed says enough; shrinking takes minutes
)


def begun(chosen: dict[str, Any], players: int, seed: int) -> Night:
    """An evening of that kind in its first round; somebody waits, for all tables were full."""
    cast = make_cast()
    counted = {name: chosen[name] for name in ("counting", "deals") if name in chosen}
    choice = GameChoice(chosen.get("game", "draw-poker"), {}, chosen.get("format", "progressive"))
    settings_ = Settings(bell=BellBy.HAND, **counted)
    evening = evening_create(
        actor=cast.alice, club=cast.club, name="Thursday", settings=settings_, choice=choice
    )
    night = Night(evening, cast.alice)
    check_in_open(night.by)
    people_check_in(night.by, people=[Arrival(f"p{n}") for n in range(players)])
    seats_draw(night.by, seed=str(seed))
    evening_start(night.by)
    night.evening.refresh_from_db()
    return night


def any_repair(night: Night, chance: Random, at: int) -> Any:
    """Something that somebody might do, with whomever it hits."""
    by, why = night.by, night.because(WHY)
    everybody = [entry.id for entry in night.facts.entries]
    one, other = chance.sample(everybody, 2)
    table, round = chance.choice(night.tables), night.round
    staked = night.evening.play.kind.stakes
    goes = {"counters": chance.randint(0, 9)} if staked and chance.random() < 0.5 else {}
    return chance.choice(
        [
            partial(player_drop, by, entry=one, **goes),
            partial(player_pause, by, entry=one, **goes),
            partial(player_return, by, entry=one),
            partial(seat_keep, by, entry=one, keeps=chance.random() < 0.7),
            partial(people_check_in, by, people=[Arrival(f"late {at}")]),
            partial(seats_swap, why, first=one, second=other),
            partial(seats_swap, why, first=one, second=other),
            partial(seat_move, why, entry=one, table=table),
            partial(seat_move, why, entry=one, table=table, chair=chance.randint(1, 7)),
            partial(table_add, why, entries=chance.sample(everybody, chance.randint(3, 5))),
            partial(table_close, why, table=max(night.tables)),
            partial(tables_level, by),
            partial(table_end, by, round=round, table=table, ending=Ending.EARLY),
            partial(table_count, by, round=round, table=table, counts={one: chance.randint(0, 50)}),
            partial(_bid, night, table) if not staked else partial(night.play, table),
        ]
    )


def _bid(night: Night, table: int) -> Journal:
    return night.bid(table, base=None)


def done(act: Any) -> Journal | None:
    try:
        line = act()
    except RuleError:
        return None
    return line if isinstance(line, Journal) else None


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.machine
@PROFILE
@given(kind=st.sampled_from(list(KINDS)), players=st.integers(12, 30), seed=st.integers(0, 2**32))
def test_all_taken_back_the_last_first(kind, players, seed):
    """The facts are those of the start, and on the way those before each repair."""
    chance = Random(seed)
    with transaction.atomic():
        night, before = begun(KINDS[kind], players, seed), list[tuple[int, Facts]]()
        for at in range(15):
            facts = night.facts
            act = any_repair(night, chance, at)
            line = done(act) if act.func not in (_bid, night.play) else None
            if night.facts.rounds[-1].rung:
                before.clear()  # whole games that all are stopped end by that: it is undone as a bell
                break
            if line is not None and line.verb in TAKEN_BACK:
                before.append((line.seq, facts))
        for seq, facts in reversed(before):
            line_take_back(night.by, line=seq)
            assert night.facts == facts
        transaction.set_rollback(True)
