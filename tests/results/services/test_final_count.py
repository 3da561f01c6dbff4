from tests.cast import AT_THE_END, refused
from tests.services.cases import Case, refusals
from tournaments.attendance.services import player_drop
from tournaments.core.record import CountKind, Stage
from tournaments.results.services import evening_settle, final_count


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


def each(first, *others):
    """The counts of everybody at table 1."""
    return lambda night: {"counts": dict(zip(night.table(1), (first, *others), strict=False))}


NO_COUNTS = (-1, 201, 10**30, "50", 1.5, True, None)

test_refusals = refusals(
    CASE,
    {
        **{f"{counters!r} counters": ("counters*", "", each(counters)) for counters in NO_COUNTS},
        "one too many": ("counters", "", each(51, 50, 50, 50)),
        "seven too few": ("counters", "7 too few", each(43, 50, 50, 50)),
    },
)


def test_those_who_have_none_are_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = settling(night)
    gone = night.table(1)[3]
    player_drop(night.by, entry=gone, counters=10)
    for counts in ({}, {theirs: 50}, {gone: 10}, {10**6: 1}):
        with refused("counts"):
            final_count(night.by, counts=counts)
