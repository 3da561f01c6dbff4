"""A ladder: the best of each table go up after every game, the last go down, and the list decides."""

from typing import Any

from tests.cast import Night, refused
from tournaments.bell.services.bell import cut_draw, cut_record, moves_apply
from tournaments.core.record import Purpose
from tournaments.core.results.standings import rank_evening
from tournaments.models import Result
from tournaments.results.services import evening_finish
from tournaments.scoring.services.counts import TallyKind

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


def test_the_standing_can_go_by_the_total(night):
    night = night(14, format="ladder", games=1, ranking=("net",))
    before = listed(night)
    for table in night.tables:
        night.play(table, lose=table)
    cut(night)
    assert rank_evening(night.facts, {})[0].entry == before[7]


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
    assert rank_evening(night.facts, {})[0].entry == second
