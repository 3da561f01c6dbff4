"""A ladder: the best of each table go up after every game, the last go down, and the list decides."""

from typing import Any

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
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, moves_apply
from tournaments.core.record import Purpose, Stage
from tournaments.core.results.standings import standing
from tournaments.core.settings import Counting, Settings
from tournaments.evening.services.evenings import Choice, evening_create
from tournaments.models import Result
from tournaments.results.services import evening_finish
from tournaments.scoring.services.counts import TallyKind
from tournaments.undo.services.undo import bell_undo, moves_replay

LADDER: dict[str, Any] = {"format": "ladder", "games": 3}
CARDS = ("KD", "QS", "JH", "TC", "9D", "8D", "7D")


def cut(night: Night) -> None:
    """Whoever must cut does: the first of them the highest card, and so on."""
    while cuts := night.preview().cuts:
        at, need = cuts[0]
        cards = dict(zip(need.among, CARDS, strict=False))
        cut_record(night.by, round=at, purpose=need.purpose, table=need.table, cards=cards)


def played(night: Night) -> None:
    """Every table plays its game: the first in seat order wins it, the others are equal, and cut."""
    for table in night.tables:
        night.play(table, lose=1)
    cut(night)


def listed(night: Night) -> list[int]:
    return list(night.seats())


def ranked(night: Night) -> list[list[int]]:
    """The tables as ``played`` has their results: the first wins, the others by their cut."""
    return [[first, *sorted(others)] for first, *others in map(night.table, night.tables)]


def test_winners_go_up_and_losers_go_down(night):
    """Two tables of seven: of equals who cut higher comes first, so all are ranked as they sat."""
    night = night(14, **LADDER)
    upper, lower = ranked(night)
    played(night)
    preview = night.preview()
    moves_apply(night.by, round=1)
    assert listed(night) == [*upper[:5], *lower[:2], *upper[5:], *lower[2:]]
    why = {move.entry: move.why.code for move in preview.bell.moves}
    assert {why[entry] for entry in upper[5:]} == {"ladder_down_cut"}
    assert (why[lower[0]], why[lower[1]]) == ("ladder_up", "ladder_up_cut")


@pytest.mark.parametrize(("moving", "up"), [(1, 1), (3, 3), (6, 3)])
def test_as_many_move_as_the_setting_says_but_never_more_than_half_a_table(night, moving, up):
    night = night(14, moving=moving, **LADDER)
    upper, lower = ranked(night)
    played(night)
    moves_apply(night.by, round=1)
    assert night.table(1) == [*upper[: 7 - up], *lower[:up]]


def test_equals_cut_before_the_next_game(night):
    night = night(14, **LADDER)
    for table in night.tables:
        night.play(table, lose=1)
    assert {need.purpose for _at, need in night.preview().cuts} == {Purpose.PLACE}
    with refused("cards", "must still cut"):
        moves_apply(night.by, round=1)
    at, need = night.preview().cuts[0]
    cut_draw(night.by, round=at, purpose=need.purpose, table=need.table, seed="7")
    assert night.preview().cuts[0][1] != need


def test_after_the_last_game_the_list_is_the_standing(night):
    """Also who is in the middle of a table comes before those below, however few points that is."""
    night = night(14, format="ladder", games=1)
    upper, lower = ranked(night)
    for table in night.tables:
        night.play(table, lose=table)
    cut(night)
    order = [*upper[:5], *lower[:2], *upper[5:], *lower[2:]]
    rows = standing(night.facts, {})
    assert [row.entry for row in rows] == order
    assert [row.place for row in rows] == list(range(1, 15))


def test_the_standing_can_go_by_the_total(night):
    night = night(14, format="ladder", games=1, ranking=("net",))
    before = listed(night)
    for table in night.tables:
        night.play(table, lose=table)
    cut(night)
    assert standing(night.facts, {})[0].entry == before[7]


def test_who_comes_late_joins_the_end_and_who_is_back_too(night):
    night = night(14, **LADDER)
    first = listed(night)[0]
    people_check_in(night.by, people=[Arrival("Lotte")])
    player_pause(night.by, entry=first)
    played(night)
    moves_apply(night.by, round=1)
    assert listed(night)[-1] == night.entry("Lotte")
    assert first not in listed(night)
    player_return(night.by, entry=first)
    played(night)
    moves_apply(night.by, round=2)
    assert listed(night)[-1] == first
    rows = {row.entry: row.place for row in standing(night.facts, {})}
    assert rows[first] == 15


def test_who_leaves_is_taken_out_and_comes_after_everybody(night):
    night = night(14, **LADDER)
    gone = listed(night)[0]
    player_drop(night.by, entry=gone)
    played(night)
    moves_apply(night.by, round=1)
    rows = standing(night.facts, {})
    assert gone not in listed(night)
    assert [row.entry for row in rows] == [*listed(night), gone]


def test_who_keeps_the_seat_stays_in_it(night):
    night = night(14, **LADDER)
    keeper, seats = listed(night)[8], night.seats()
    seat_keep(night.by, entry=keeper, keeps=True)
    played(night)
    why = night.preview().bell.verdicts
    moves_apply(night.by, round=1)
    assert night.seats()[keeper] == seats[keeper]
    assert why[keeper].code == "ladder_keeps"
    assert [one.figures["whom"] for one in why.values() if one.code == "ladder_gives_way"] == [keeper]


def test_undone_and_made_again_it_comes_out_the_same(night):
    night = night(15, **LADDER)
    played(night)
    moves_apply(night.by, round=1)
    after = night.seats()
    bell_undo(night.because("too early"))
    bell_ring(night.by, round=1)
    cut(night)
    moves_apply(night.by, round=1)
    assert night.seats() == after


def test_a_corrected_result_moves_others(night):
    night = night(14, **LADDER)
    one, *others = night.table(2)
    played(night)
    moves_apply(night.by, round=1)
    assert night.seats()[one][0] == 1
    last = others[-1]
    night.correct(2, [last], dict.fromkeys((one, *others), 1), kind=TallyKind.STAKES, round=1)
    with refused("cards", "must still cut"):
        moves_replay(night.because("the winner was mistaken"), round=1)
    assert night.seats()[one][0] == 1


def test_counters_are_counted_after_every_deal(cast):
    with refused("counting"):
        evening_create(
            actor=cast.alice,
            club=cast.club,
            name="Thursday",
            settings=Settings(counting=Counting.AT_THE_END),
            choice=Choice(format="ladder"),
        )


def test_a_game_that_is_won_together_is_refused(cast):
    with refused("game", "wins or loses this game together"):
        evening_create(
            actor=cast.alice,
            club=cast.club,
            name="Thursday",
            settings=Settings(),
            choice=Choice("blackout-cooperative", {}, "ladder"),
        )


def test_it_is_played_to_its_end(night):
    night = night(15, **LADDER)
    for number in range(1, 4):
        played(night)
        if number < 3:
            moves_apply(night.by, round=number)
    assert night.preview().is_last
    night.settle()
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SETTLING
    assert [row.place for row in standing(night.facts, {})] == list(range(1, 16))


def test_who_is_equal_by_a_correction_after_the_end_cuts_and_the_result_waits_for_it(night):
    night = night(14, format="ladder", games=1)
    for table in night.tables:
        night.play(table, lose=table)
    cut(night)
    night.settle()
    evening_finish(night.by)
    first, second, *_others = night.table(1)
    versions = Result.objects.filter(evening=night.evening)
    assert versions.count() == 1
    stakes = dict.fromkeys(night.table(1), 2)
    night.correct(1, [first, second], stakes, kind=TallyKind.STAKES, round=1)
    assert versions.count() == 1
    ((at, need),) = night.facts.chips.needs
    assert (at, need.purpose, set(need.among)) == (1, Purpose.PLACE, {first, second})
    cut_record(night.by, round=1, purpose=need.purpose, table=1, cards={first: "2D", second: "KD"})
    ((_at, need),) = night.facts.chips.needs
    assert versions.count() == 1
    cards = dict(zip(need.among, CARDS, strict=False))
    cut_record(night.by, round=1, purpose=need.purpose, table=1, cards=cards)
    assert versions.count() == 2
    assert standing(night.facts, {})[0].entry == second
