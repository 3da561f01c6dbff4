from accounts.permissions import Right
from tests.cast import AT_THE_END, refused
from tests.services.cases import Case, refusals
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import CountKind, Stage
from tournaments.scoring.services.deals import table_count


def played(make):
    night = make(12, **AT_THE_END)
    night.play(1)
    return night


CASE = Case(
    table_count,
    scene=played,
    body=lambda night: {"round": 1, "table": 1, "counts": {night.table(1)[1]: 40}},
    stages=(Stage.PLAYING,),
    right=Right.SCORE,
)


def test_it_works(night):
    night = played(night)
    _winner, first, second, third = night.table(1)
    table_count(night.by, round=1, table=1, counts={first: 40, second: 41})
    table_count(night.by, round=1, table=1, counts={first: 30, third: 42})
    counts = {count.entry: count.counters for count in night.facts.counts}
    assert counts == {first: 30, second: 41, third: 42}
    assert {count.kind for count in night.facts.counts} == {CountKind.BELL}
    assert [move.entry for move in night.preview().bell.moves if move.start.table == 1] == [first]


def counted(table, place, counters):
    """The body in which somebody of that table has so many counters."""
    return lambda night: {"round": 1, "table": 1, "counts": {night.table(table)[place]: counters}}


NO_COUNTS = (-1, 601, 10**30, "40", 4.5, None)

test_refusals = refusals(
    CASE,
    {
        **{f"{counters!r} counters": ("counters*", "", counted(1, 1, counters)) for counters in NO_COUNTS},
        "nothing": ("counts", "at least one count", {"counts": {}}),
        "somebody of another table": ("counts", "does not play at table 1", counted(2, 0, 40)),
        "a winner without counters": ("counts", "must have won counters", counted(1, 0, 0)),
        "where each deal is counted": (
            "counts",
            "counted after each deal",
            counted(1, 1, 40),
            lambda make: make(12),
        ),
    },
)


def test_somebody_of_another_club_is_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = played(night)
    with refused("counts", "does not play at table 1"):
        table_count(night.by, round=1, table=1, counts={theirs: 40})


def test_a_closed_round_is_refused(night):
    night = played(night)
    entry = night.table(1)[1]
    night.play(2)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    with refused("round", "is over"):
        table_count(night.by, round=1, table=1, counts={entry: 40})
