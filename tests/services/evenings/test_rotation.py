"""An evening in rotation: whole games, and for each seats are drawn anew."""

import pytest

from tests.cast import refused
from tournaments.attendance.services import (
    Arrival,
    people_check_in,
    player_drop,
    seat_keep,
)
from tournaments.base.views import rehearse
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import round_last
from tournaments.core.record import Ending, StakeKind
from tournaments.core.settings import Counting
from tournaments.models import Journal, MoveRow, RoundTable, StakeRow
from tournaments.scoring.services.deals import table_end
from tournaments.undo.presenters import load_evening_state
from tournaments.undo.services.undo import bell_undo, moves_replay

ROTATION = {"format": "rotation", "games": 4}


def test_the_draw_waits_for_the_last_table(night, monkeypatch):
    night = night(12, **ROTATION)

    def drawn(*args: object) -> None:
        raise AssertionError("a draw takes time in a large hall")

    with monkeypatch.context() as patched:
        patched.setattr("tournaments.core.formats.whole_games.find_next_game", drawn)
        night.play(1)
        preview = night.preview()
        assert preview.still_out == (2,)
        assert {why.code for why in preview.bell.verdicts.values()} == {"drawn_when_over"}
        bell_ring(night.by, round=1)
        assert night.preview().next_game is None
        with refused("round", "Results are missing at tables 2"):
            moves_apply(night.by, round=1)
    night.play(2)
    assert night.preview().next_game is not None


def test_everybodys_way_is_written_down_with_the_reason(night):
    night = night(12, **ROTATION)
    before = night.seats()
    night.next_round()
    moves = {move.entry_id: move for move in MoveRow.objects.filter(round__number=1, void=None)}
    assert {entry: (m.from_position, m.from_chair) for entry, m in moves.items()} == before
    assert {entry: (m.to_position, m.to_chair) for entry, m in moves.items()} == night.seats()
    assert {move.why for move in moves.values()} <= {"met_some", "met_nobody"}
    assert set(RoundTable.objects.filter(round__number=2).values_list("dealer", flat=True)) == {1}
    line = Journal.objects.get(verb="moves_applied")
    assert (line.payload["waiting"], line.payload["main"]) == ([], 0)


def test_where_the_deal_goes_to_the_right_chairs_follow_it(night):
    """Four of ten have dealt: they deal last, so they sit on the chairs to which the deal comes last."""
    night = night(10, game="la-podrida", **ROTATION)
    dealers = set()
    for table in night.tables:
        for deal in (1, 2):
            dealers.add(night.table(table)[night.at(table).find_dealer(deal)])
            night.score(table)
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    assert len(dealers) == 4
    moves_apply(night.by, round=1)
    for table in night.tables:
        first, *others = night.table(table)
        turns = [entry in dealers for entry in (first, *reversed(others))]
        assert turns == sorted(turns)


@pytest.mark.thorough
def test_late_people_are_drawn_and_take_a_stake(night):
    night = night(12, **ROTATION)
    people_check_in(night.by, people=[Arrival("Lotte")])
    lotte = night.entry("Lotte")
    assert lotte not in night.seats()
    night.next_round()
    assert lotte in night.seats()
    assert [s.kind for s in StakeRow.objects.filter(entry=lotte)] == [StakeKind.FIRST]
    move = MoveRow.objects.get(entry=lotte)
    assert (move.from_position, move.to_position) == (None, night.seats()[lotte][0])


def test_counters_can_be_counted_at_the_end(night):
    night = night(12, counting=Counting.AT_THE_END, **ROTATION)
    night.next_round()
    night.play_round()
    night.finish()


def test_an_undone_game_is_drawn_the_same_again(night):
    night = night(12, **ROTATION)
    before = night.seats()
    night.next_round()
    drawn = night.seats()
    bell_undo(night.because("somebody was still playing"), round=1)
    assert night.seats() == before
    assert night.round == 1
    bell_ring(night.by, round=1)
    moves_apply(night.by, round=1)
    assert night.seats() == drawn


def test_who_comes_between_is_drawn_by_a_replay(night):
    night = night(12, **ROTATION)
    night.next_round()
    gone = night.table(1)[0]
    player_drop(night.by, entry=gone)
    moves_replay(night.because("a deal was corrected"), round=1)
    assert gone in night.seats()  # their chair is theirs until the next draw
    night.next_round()
    assert gone not in night.seats()


def test_nobody_keeps_a_seat_and_the_last_game_is_set_beforehand(night):
    night = night(12, **ROTATION)
    with refused("entry", "nobody can keep a seat"):
        seat_keep(night.by, entry=night.table(1)[0], keeps=True)
    with refused("round", "in the settings"):
        round_last(night.by, round=1)


def test_a_rehearsal_tells_the_next_seats(night):
    night = night(12, **ROTATION)
    night.play_round()
    told = load_evening_state(night.evening).people
    assert all("next_game" in told[move.entry] for move in night.preview().bell.moves)
    changed = rehearse(night.because("try"), lambda by: moves_apply(by, round=1))
    assert changed.people
