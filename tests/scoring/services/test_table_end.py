from accounts.errors import StaleError
from accounts.permissions import Right
from tests.cast import refused
from tests.services.cases import Case, refusals
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Ending, Purpose, Stage
from tournaments.core.settings import Unfinished
from tournaments.scoring.services.deals import table_end


def rung(make, **settings):
    night = make(12, **{"unfinished": Unfinished.CUT, **settings})
    bell_ring(night.by, round=1)
    return night


CASE = Case(
    table_end,
    scene=rung,
    body=lambda night: {"round": 1, "table": 2, "ending": Ending.VOID},
    stages=(Stage.PLAYING,),
    right=Right.SCORE,
)


def test_it_works(night):
    night = rung(night)
    night.play(1)
    night.play(3)
    assert night.preview().still_out == (2,)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    assert night.preview().still_out == ()
    need = next(need for _round, need in night.preview().cuts if need.table == 2)
    assert (need.purpose, set(need.among)) == (Purpose.UP, set(night.table(2)))
    night.decide()
    moves_apply(night.by, round=1)


def test_an_early_end_leaves_the_last_pool(night):
    night = night(12, deals=2)
    for table in (1, 2, 3):
        night.play(table)
    winner = night.table(2)[0]
    bell_ring(night.by, round=1)
    for table in (1, 2, 3):
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    assert night.preview().still_out == ()
    assert winner in {move.entry for move in night.preview().bell.moves}


def scene(**settings):
    return lambda make: rung(make, **settings)


def before_the_bell(make):
    return make(12, unfinished=Unfinished.CUT)


EARLY = {"ending": Ending.EARLY}

test_refusals = refusals(
    CASE,
    {
        "void, where tables wait": ("ending", "waits for table 2", {}, scene(unfinished=Unfinished.WAIT)),
        "early, where one deal makes a round": ("ending", "one deal", EARLY),
        "early, before any deal": ("ending", "no decided deal", EARLY, scene(deals=2)),
        "before the bell": ("round", "not rung yet", {}, before_the_bell),
    },
)


def test_a_table_that_is_done_is_refused(night):
    night = rung(night)
    night.play(2)
    with refused("table", "already has its result", StaleError):
        table_end(night.by, round=1, table=2, ending=Ending.VOID)
    table_end(night.by, round=1, table=3, ending=Ending.VOID)
    with refused("table", error=StaleError):
        table_end(night.by, round=1, table=3, ending=Ending.VOID)
    with refused("deal", "has played all its deals"):
        night.play(3)
