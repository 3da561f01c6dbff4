"""A swiss evening: for each game people of about the same standing sit together."""

from typing import Any

import pytest

from tests.cast import Night, refused
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.base.words import describe_reason
from tournaments.bell.services.bell import moves_apply
from tournaments.console.presenters import load_last_bell
from tournaments.core.record import Stage
from tournaments.core.results.standings import rank_evening
from tournaments.core.settings import Counting, Settings
from tournaments.evening.services.evenings import GameChoice, evening_change, evening_create
from tournaments.models import MoveRow
from tournaments.scoring.services.counts import TallyKind
from tournaments.undo.services.undo import moves_replay

SWISS = {"format": "swiss", "games": 3}


def played(night: Night) -> None:
    """Every table plays one deal: the later the table, the more its winner wins."""
    for table in night.tables:
        night.play(table, lose=table)


def test_tables_go_by_standing(night):
    night = night(14, **SWISS)
    played(night)
    rows = rank_evening(night.facts, {})
    place = {row.entry: row.place for row in rows}
    drawn = night.preview().next_game
    best, last = drawn.tables[0], drawn.tables[-1]
    assert rows[0].entry in best
    assert rows[-1].entry in last
    assert sum(place[entry] for entry in best) < sum(place[entry] for entry in last)
    assert all(why.code.startswith("by_standing") for why in drawn.why.values())


def test_equals_and_who_stay_when_others_go_are_told_no_place(night):
    """The best has gone and others are equal: what is told is one's number in the order of the draw."""
    night = night(14, **SWISS)
    played(night)
    best = rank_evening(night.facts, {})[0].entry
    player_drop(night.by, entry=best)
    drawn, names = night.preview().next_game, night.facts.names
    told = [(why.figures["place"], describe_reason(why, names)) for why in drawn.why.values()]
    assert sorted(number for number, _why in told) == list(range(1, 14))
    for number, why in told:
        assert f"umber {number} of the 13 players here" in why


def test_who_comes_late_stands_last(night):
    night = night(14, **SWISS)
    people_check_in(night.by, people=[Arrival("Lotte"), Arrival("Emil")])
    played(night)
    drawn = night.preview().next_game
    assert {night.entry("Lotte"), night.entry("Emil")} <= set(drawn.tables[-1])


def test_a_corrected_result_draws_the_seats_again(night, cast):
    night = night(14, **SWISS)
    played(night)
    loser, winner = night.table(2)[1], night.table(2)[0]
    losers = [entry for entry in night.table(2) if entry != loser]
    moves_apply(night.by, round=night.round)
    before = night.seats()

    night.correct(2, [loser], dict.fromkeys((*losers, loser), 40), kind=TallyKind.STAKES, round=1)
    bell = load_last_bell(night.evening, moves=True)
    assert bell.differs
    moves_replay(night.because("the winner was mistaken"), round=1)
    after = night.seats()
    assert after != before
    assert after[loser][0] == 1
    assert {m.entry_id: (m.to_position, m.to_chair) for m in MoveRow.objects.filter(void=None)} == after
    assert winner in after


@pytest.mark.parametrize("format", ["swiss", "knockout", "ladder"])
def test_counters_are_counted_after_each_deal(cast, night, format):
    planned = night(0, Stage.DRAFT, format=format)
    uncounted: dict[str, Any] = {"name": "Swiss", "settings": Settings(counting=Counting.AT_THE_END)}
    with refused("counting", "Count the counters after every deal"):
        evening_create(actor=cast.alice, club=cast.club, choice=GameChoice(format=format), **uncounted)
    with refused("counting", "Count the counters after every deal"):
        evening_change(planned.by, held_on=planned.evening.held_on, **uncounted)
