import pytest

from accounts.permissions import Right
from tests.cast import refused
from tests.services.cases import Case
from tests.services.refusals import begun, played
from tournaments.bell.services.bell import cut_record
from tournaments.core.record import Purpose, Stage
from tournaments.models import CutRow

pytestmark = pytest.mark.postgresql


def tied(make, *acts):
    """At the head table three are equal at 49, so they cut who goes down."""
    return begun(12, played(2, 3, 1), *acts)(make)


def body(night, **changes):
    cards = dict(zip(night.table(1)[1:], ("KS", "TH", "AC"), strict=True))
    return {"round": 1, "purpose": Purpose.DOWN, "table": 1, "cards": cards, **changes}


CASE = Case(
    cut_record,
    scene=tied,
    body=body,
    stages=(Stage.PLAYING, Stage.SETTLING, Stage.FINISHED),
    right=Right.SCORE,
)


def test_it_works(night):
    night = tied(night)
    cut_record(night.by, **body(night))
    king = night.table(1)[1]
    assert [move.entry for move in night.preview().bell.moves if move.start.table == 1] == [king]
    assert night.preview().ready
    assert {row.seed for row in CutRow.objects.all()} == {""}


def test_equal_highest_cut_again(night):
    night = tied(night)
    first, second, third = night.table(1)[1:]
    cut_record(night.by, **body(night, cards={first: "KS", second: "kh", third: "AC"}))
    ((_round, need),) = night.preview().cuts
    assert set(need.among) == {first, second}
    with refused("cards"):
        cut_record(night.by, **body(night))
    cut_record(night.by, **body(night, cards={first: "2S", second: "AH"}))
    assert night.preview().ready
    assert [move.entry for move in night.preview().bell.moves if move.start.table == 1] == [first]
    assert set(CutRow.objects.values_list("chain", "attempt")) == {(1, 1), (1, 2)}
