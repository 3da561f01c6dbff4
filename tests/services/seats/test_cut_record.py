import pytest

from accounts.permissions import Right
from tests.cast import refused
from tests.services.cases import Case
from tournaments.core.facts import Purpose, Stage
from tournaments.models import CutRow
from tournaments.services.results.results import evening_settle
from tournaments.services.running.bell import bell_ring, moves_apply
from tournaments.services.running.cuts import cut_record
from tournaments.services.scoring.counts import Tally, TallyKind
from tournaments.services.scoring.deals import deal_record

pytestmark = pytest.mark.postgresql


def tied(make):
    """At the head table three are equal at 49, so they cut who goes down."""
    night = make(12)
    for table in (2, 3, 1):
        night.play(table)
    return night


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
    assert [move.entry for move in night.preview().bell.moves if move.start.position == 1] == [king]
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
    assert [move.entry for move in night.preview().bell.moves if move.start.position == 1] == [first]
    assert set(CutRow.objects.values_list("chain", "attempt")) == {(1, 1), (1, 2)}


def test_two_cuts_for_one_purpose_are_told_apart(night):
    """Two broke players, and equal richest at the booby table: the second cut has a stroke of its own."""
    night = night(12, stake=10)
    for table in (1, 2):
        players = night.table(table)
        night.play(table, winner=players[0], callers=tuple(players[1:]), lose=10)
    booby = night.table(3)
    net = dict(zip(booby, (2, 0, -1, -1), strict=True))
    deal_record(
        night.by, round=1, table=3, deal=1, winners=booby[:1], in_call=[], tally=Tally(TallyKind.NET, net)
    )
    while True:
        needs = [need for _round, need in night.preview().cuts]
        if not needs:
            break
        need = needs[0]
        cards = [f"{rank}S" for rank in "K23456789"] if need.attempts else ["KS", "KH", "2S", "3S", "4S"]
        given = dict(zip(need.among, cards, strict=False))
        night.cut(need.purpose, need.position, given, need.deal)
    moves_apply(night.by, round=1)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (("KS", "KS", "AC"), "KS"),
        (("KS", "TH"), "must cut too"),
        (("KS", "TH", "1C"), ""),
        (("KS", "TH", ""), ""),
        (("KS", "TH", "AC\x00"), ""),
        ((), "must cut too"),
    ],
)
def test_cards_that_cannot_be_are_refused(night, cards, says):
    night = tied(night)
    given = dict(zip(night.table(1)[1:], cards, strict=False))
    with refused("cards", says):
        cut_record(night.by, **body(night, cards=given))


def test_who_does_not_cut_is_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = tied(night)
    for stranger in (theirs, night.table(1)[0], night.table(2)[0]):
        with refused("cards", "does not cut here"):
            cut_record(night.by, **body(night, cards={**body(night)["cards"], stranger: "2S"}))


@pytest.mark.parametrize(
    "changes", [{"purpose": Purpose.UP}, {"table": 2}, {"round": 2}, {"round": 0}, {"deal": 1}]
)
def test_a_cut_that_nobody_waits_for_is_refused(night, changes):
    night = tied(night)
    with refused("cards", "No such cut"):
        cut_record(night.by, **body(night, **changes))


def test_twice_is_refused(night):
    night = tied(night)
    cut_record(night.by, **body(night))
    with refused("cards", "No such cut"):
        cut_record(night.by, **body(night))


def test_before_the_result_is_in_there_is_nothing_to_cut(night):
    """A table still playing has not "failed to finish": its players do not cut."""
    night = night(12)
    bell_ring(night.by, round=1)
    assert night.preview().cuts == ()
    cards = dict(zip(night.table(2), ("KS", "2S", "3S", "4S"), strict=True))
    with refused("cards", "No such cut"):
        cut_record(night.by, **body(night, purpose=Purpose.UP, table=2, cards=cards))


def test_after_the_last_bell_only_a_yellow_chip_is_cut_for(night):
    night = tied(night)
    evening_settle(night.by, round=1)
    with refused("cards", "No such cut"):
        cut_record(night.by, **body(night))
