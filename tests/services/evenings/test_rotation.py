"""An evening in rotation: whole games, and for each seats are drawn anew."""

from itertools import combinations

import pytest

from tests.cast import Night, refused
from tournaments.attendance.services import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.base.views import rehearse
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import round_last
from tournaments.core.record import Ending, Stage, StakeKind
from tournaments.core.settings import Counting
from tournaments.models import Journal, MoveRow, RoundTable, StakeRow
from tournaments.scoring.services.deals import table_end
from tournaments.seating.services import seat_move, seats_swap, table_add, table_close, tables_level
from tournaments.undo.presenters import stand_now
from tournaments.undo.services.undo import bell_undo, moves_replay

ROTATION = {"format": "rotation", "games": 4}


def mates(night: Night) -> set[frozenset[int]]:
    """The pairs that sit together in the game."""
    return {frozenset(two) for table in night.tables for two in combinations(night.table(table), 2)}


@pytest.mark.thorough
def test_everybody_meets_others_in_each_game(night):
    night = night(16, **ROTATION)
    met: list[frozenset[int]] = []
    for game in range(1, 5):
        assert night.round == game
        assert sorted(len(night.table(table)) for table in night.tables) == [5, 5, 6]
        met += mates(night)
        night.play_round()
        if game < 4:
            moves_apply(night.by, round=game)
    assert len(met) - len(set(met)) <= 40  # of 140 pairs among 120 possible ones: 20 at least
    assert night.preview().is_last
    with refused("round", "the last round. Settle up"):
        moves_apply(night.by, round=4)
    night.finish()
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.FINISHED


def test_the_draw_waits_for_the_last_table(night, monkeypatch):
    night = night(12, **ROTATION)

    def drawn(*args: object) -> None:
        raise AssertionError("a draw takes time in a large hall")

    with monkeypatch.context() as patched:
        patched.setattr("tournaments.core.formats.whole_games.next_game", drawn)
        night.play(1)
        preview = night.preview()
        assert preview.still_out == (2,)
        assert {why.code for why in preview.bell.verdicts.values()} == {"drawn_when_over"}
        bell_ring(night.by, round=1)
        assert night.preview().drawn is None
        with refused("round", "Results are missing at tables 2"):
            moves_apply(night.by, round=1)
    night.play(2)
    assert night.preview().drawn is not None


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


def test_who_dealt_least_deals_first(night):
    night = night(12, **ROTATION)
    dealers = {
        night.table(table.position)[table.dealer - 1] for table in night.facts.tables if table.round == 1
    }
    night.next_round()  # a game of one deal: the first dealers have dealt one, and nobody else any
    for table in night.tables:
        assert night.table(table)[0] not in dealers


def test_where_the_deal_goes_to_the_right_chairs_follow_it(night):
    """Four of ten have dealt: they deal last, so they sit on the chairs to which the deal comes last."""
    night = night(10, game="la-podrida", **ROTATION)
    dealers = set()
    for table in night.tables:
        for deal in (1, 2):
            dealers.add(night.table(table)[night.at(table).dealer(deal)])
            night.score(table)
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    assert len(dealers) == 4
    moves_apply(night.by, round=1)
    for table in night.tables:
        first, *others = night.table(table)
        turns = [entry in dealers for entry in (first, *reversed(others))]
        assert turns == sorted(turns)


def test_sit_outs_are_shared(night):
    """Of ten people eight can play at tables of four: in five games each sits out once."""
    night = night(10, game="seven-truf", **{**ROTATION, "games": 5})
    everybody = {entry.id for entry in night.facts.entries}
    out: list[int] = []
    for game in range(1, 6):
        out += everybody - night.seats().keys()
        for table in night.tables:
            table_end(night.by, round=game, table=table, ending=Ending.EARLY)
        if game < 5:
            moves_apply(night.by, round=game)
    assert sorted(out) == sorted(everybody)
    told = MoveRow.objects.filter(round__number=1, to_position=None, void=None)
    assert {move.why for move in told} == {"sits_out_least"}


def test_who_sat_out_has_the_counters_still(night):
    """Of nine people eight can play a game for five to eight; the ninth plays the next one."""
    night = night(9, game="single-stake-brag", **ROTATION)
    [waits] = {entry.id for entry in night.facts.entries} - night.seats().keys()
    night.next_round()
    assert night.held()[waits] == 50
    [out] = {entry.id for entry in night.facts.entries} - night.seats().keys()
    held = night.held()[out]
    night.next_round()
    assert out in night.seats()
    fresh = StakeRow.objects.filter(entry=out, kind=StakeKind.FRESH).count()
    assert night.held()[out] == held + 50 * fresh
    assert StakeRow.objects.filter(entry=out, kind=StakeKind.FIRST).count() == 1


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


@pytest.mark.thorough
def test_who_pauses_or_left_is_not_drawn_and_comes_back_with_the_counters(night):
    night = night(13, **ROTATION)
    pauses, leaves = night.table(1)[0], night.table(2)[0]
    player_pause(night.by, entry=pauses)
    player_drop(night.by, entry=leaves)
    night.next_round()
    assert not {pauses, leaves} & set(night.seats())
    player_return(night.by, entry=pauses)
    night.next_round()
    assert pauses in night.seats()
    assert leaves not in night.seats()
    assert night.held()[pauses] == 50


def test_who_is_broke_takes_a_fresh_stake_for_the_next_game(night):
    night = night(12, stake=1, **ROTATION)
    broke = night.table(1)[1:]
    night.next_round()
    fresh = StakeRow.objects.filter(kind=StakeKind.FRESH, round__number=2).values_list("entry", flat=True)
    assert set(broke) <= set(fresh)


def test_counters_can_be_counted_at_the_end(night):
    night = night(12, counting=Counting.AT_THE_END, **ROTATION)
    night.next_round()
    night.play_round()
    night.finish()


def test_too_few_for_another_game_end_the_evening(night):
    night = night(3, game="kachuful", **ROTATION)
    for entry in night.table(1)[:2]:
        player_drop(night.by, entry=entry)
    bell_ring(night.by, round=1)
    over = night.preview().over
    assert over is not None
    assert over.code == "too_few_left"
    with refused("round", "the last round. Settle up"):
        moves_apply(night.by, round=1)
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


@pytest.mark.thorough
def test_seats_are_moved_and_tables_changed_by_hand_in_a_game(night):
    night = night(15, **ROTATION)
    night.next_round()
    first, second = night.table(1)[0], night.table(2)[0]
    seats_swap(night.because("sat in the wrong seat"), first=first, second=second)
    assert night.seats()[first][0] == 2
    for entry in night.table(3)[:2]:
        player_drop(night.by, entry=entry)
    table_close(night.because("too few"), table=3)
    table_add(night.because("a new one"), entries=night.table(1)[:2])
    seat_move(night.because("a friend"), entry=night.table(2)[0], table=3)
    assert len(night.table(3)) == 3
    tables_level(night.by)
    night.next_round()
    assert len(night.seats()) == 13


def test_nobody_keeps_a_seat_and_the_last_game_is_set_beforehand(night):
    night = night(12, **ROTATION)
    with refused("entry", "nobody can keep a seat"):
        seat_keep(night.by, entry=night.table(1)[0], keeps=True)
    with refused("round", "in the settings"):
        round_last(night.by, round=1)


def test_a_rehearsal_tells_the_next_seats(night):
    night = night(12, **ROTATION)
    night.play_round()
    told = stand_now(night.evening).people
    assert all("next_game" in told[move.entry] for move in night.preview().bell.moves)
    changed = rehearse(night.because("try"), lambda by: moves_apply(by, round=1))
    assert changed.people
