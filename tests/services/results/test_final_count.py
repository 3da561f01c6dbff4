import pytest

from tests.cast import AT_THE_END, refused
from tests.services.cases import Case
from tournaments.core.facts import CountKind, Stage
from tournaments.services.results.results import evening_settle, final_count
from tournaments.services.running.people import player_drop


def settling(make):
    night = make(4, **AT_THE_END)
    night.play(1)
    evening_settle(night.by, round=1)
    return night


CASE = Case(
    final_count,
    scene=settling,
    body=lambda night: {"counts": {night.table(1)[0]: 53}},
    stages=(Stage.SETTLING,),
)


def test_it_works(night):
    night = settling(night)
    first, *others = night.table(1)
    final_count(night.by, counts={first: 50})
    final_count(night.by, counts={first: 53, **dict.fromkeys(others, 49)})
    assert night.held() == {first: 53, **dict.fromkeys(others, 49)}
    assert {count.kind for count in night.facts.counts} == {CountKind.FINAL}


def test_where_deals_are_counted_it_checks_them(night):
    night = night(4, Stage.SETTLING)
    first, second, *_others = night.table(1)
    final_count(night.by, counts={first: 50, second: 52})
    assert night.held()[first] == 50


@pytest.mark.parametrize("counters", [-1, 201, 10**30, "50", 1.5, True, None])
def test_counts_that_cannot_be_are_refused(night, counters):
    night = settling(night)
    with refused("counters*"):
        final_count(night.by, counts={night.table(1)[0]: counters})


@pytest.mark.parametrize(("more", "says"), [(1, "1 too many"), (-7, "7 too few")])
def test_all_together_must_add_up(night, more, says):
    night = settling(night)
    first, *others = night.table(1)
    with refused("counters", says if more < 0 else ""):
        final_count(night.by, counts={first: 50 + more, **dict.fromkeys(others, 50)})


def test_those_who_have_none_are_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = settling(night)
    gone = night.table(1)[3]
    player_drop(night.by, entry=gone, counters=10)
    for counts in ({}, {theirs: 50}, {gone: 10}, {10**6: 1}):
        with refused("counts"):
            final_count(night.by, counts=counts)
