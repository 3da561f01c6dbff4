"""One evening, from the draw to the prizes, through the services."""

from tournaments.models import Result, SeatRow
from tournaments.services.bell import moves_apply
from tournaments.services.cuts import cut_draw
from tournaments.services.results import evening_finish, evening_settle
from tournaments.services.undo import bell_undo


def test_three_rounds_and_prizes(night):
    night = night(26)
    for _round in range(3):
        for position in night.tables:
            night.play(position)
        while night.preview().cuts:
            at, need = night.preview().cuts[0]
            cut_draw(night.by, round=at, purpose=need.purpose, table=need.position, deal=need.deal)
        if _round < 2:
            moves_apply(night.by, round=night.round)
    evening_settle(night.by, round=night.round)
    evening_finish(night.by)
    result = Result.objects.get()
    assert result.settlements.count() == 26
    assert sum(row.counters for row in result.settlements.all()) == 26 * 50
    assert result.awards.count() == 4


def test_undo_restores(night):
    night = night(26)
    before = set(SeatRow.objects.filter(void=None).values_list("position", "chair", "entry"))
    for position in night.tables:
        night.play(position)
    for at, need in night.preview().cuts:
        cut_draw(night.by, round=at, purpose=need.purpose, table=need.position, deal=need.deal)
    moves_apply(night.by, round=1)
    bell_undo(night.because("rang too early"))
    assert before == set(SeatRow.objects.filter(void=None).values_list("position", "chair", "entry"))
