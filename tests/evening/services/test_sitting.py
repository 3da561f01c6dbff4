"""What is read of one table says the same as the facts of the whole evening."""

import pytest

from tests.cast import Night
from tournaments.attendance.services import player_pause, player_return
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Ending
from tournaments.evening.selectors.tables import ScorerTable, load_scorer_table
from tournaments.scoring.services.deals import table_end
from tournaments.undo.services.undo import bell_undo

pytestmark = pytest.mark.postgresql


def look(night: Night, table: int) -> ScorerTable:
    return load_scorer_table(night.evening, night.round, table)


def agrees(night: Night) -> None:
    held = night.held()
    for table in night.tables:
        at = look(night, table)
        assert list(at.chairs.values()) == night.table(table)
        assert at.balances == {entry: held[entry] for entry in at.chairs.values()}


def test_of_a_result_the_last_version_counts(night):
    night = night(12)
    night.play(2, lose=3)
    first, *others = night.table(2)
    night.correct(2, [first], dict.fromkeys(others, -2) | {first: 6}, in_call=others[:1])
    assert look(night, 2).balances[first] == 56
    agrees(night)


def test_who_went_and_came_back_has_what_came_since(night):
    night = night(12)
    night.play(2, lose=7)
    entry = night.table(2)[3]
    player_pause(night.by, entry=entry)
    for table in (1, 3):
        night.play(table)
    night.decide()
    moves_apply(night.by, round=1)
    player_return(night.by, entry=entry)
    night.next_round()
    position, _chair = night.seats()[entry]
    assert look(night, position).balances[entry] == 43
    night.play(position, winner=entry)
    assert look(night, position).balances[entry] > 43
    agrees(night)


def test_what_was_taken_back_does_not_count(night):
    night = night(12)
    night.next_round()
    night.play(2, lose=5)
    assert look(night, 2).deals == 1
    bell_undo(night.because("too early"), round=1, discard=True)
    agrees(night)
    night.decide()
    moves_apply(night.by, round=1)
    assert look(night, 2).deals == 0
    agrees(night)


def test_how_far_the_table_is(night):
    night = night(12, deals=2)
    assert (look(night, 2).last, look(night, 2).find_next_deal(2)) == (3, 1)
    for table in (1, 2):
        night.play(table)
    at = look(night, 2)
    assert (at.deals, at.chairs_played, at.find_next_deal(2)) == (1, (frozenset(at.chairs),), 2)
    bell_ring(night.by, round=1)
    assert look(night, 2).find_next_deal(2) == 2
    night.play(2, deal=2)
    assert look(night, 2).find_next_deal(2) == 0
    night.play(3)  # its one deal after the bell
    assert look(night, 3).find_next_deal(2) == 0
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    assert (look(night, 1).ending, look(night, 1).find_next_deal(2)) == (Ending.EARLY, 0)
    assert look(night, 1).names == {entry: night.facts.names[entry] for entry in night.table(1)}
