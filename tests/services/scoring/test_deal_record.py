from uuid import uuid4

import pytest

from accounts.errors import StaleError
from accounts.permissions import Right
from tests.cast import AT_THE_END, refused
from tests.services.cases import Case
from tournaments.core.facts import Stage
from tournaments.core.settings import BellBy
from tournaments.facts.scoring.tables import at_table
from tournaments.models import CountRow, DealLine, Journal
from tournaments.services.running.bell import bell_ring, moves_apply
from tournaments.services.running.people import player_drop
from tournaments.services.scoring.counts import Tally, TallyKind
from tournaments.services.scoring.deals import deal_record
from tournaments.services.scoring.table_end import table_count


def body(night, table=2, **changes):
    """The first of the table wins one counter of each other; the second called."""
    players = night.table(table)
    net = dict.fromkeys(players, -1) | {players[0]: len(players) - 1}
    given = {
        "round": night.round,
        "table": table,
        "deal": 1,
        "winners": players[:1],
        "in_call": players[1:2],
        "tally": Tally(TallyKind.NET, net),
    }
    return {**given, **changes}


CASE = Case(deal_record, scene=lambda make: make(12), body=body, stages=(Stage.PLAYING,), right=Right.SCORE)


def test_it_works(night):
    night = night(12)
    deal_record(night.by, **body(night))
    first, second, third, fourth = night.table(2)
    (pool,) = night.facts.pools
    assert (pool.round, pool.position, pool.deal, pool.version) == (1, 2, 1, 1)
    assert (pool.winners, pool.in_call) == ({first}, {first, second})
    held = night.held()
    assert [held[entry] for entry in (first, second, third, fourth)] == [53, 49, 49, 49]
    assert not night.preview().rung


def test_the_head_tables_last_deal_rings_the_bell(night):
    night = night(12, deals=2)
    deal_record(night.by, **body(night, 1))
    assert not night.preview().rung
    line = deal_record(night.by, **body(night, 1, deal=2))
    assert night.preview().rung
    rung = Journal.objects.get(evening=night.evening, verb="bell_rung")
    assert rung.seq == line.seq + 1


def test_by_hand_it_does_not(night):
    night = night(12, bell=BellBy.HAND)
    deal_record(night.by, **body(night, 1))
    assert not night.preview().rung


@pytest.mark.parametrize("kind", ["stakes", "counts"])
def test_however_the_counters_are_told(night, kind):
    night = night(12)
    first, second, third, fourth = night.table(2)
    amounts = {
        "stakes": {first: 5, second: 5, third: 2, fourth: 0},
        "counts": {first: 57, second: 45, third: 48, fourth: 50},
    }[kind]
    deal_record(night.by, **body(night, tally=Tally(TallyKind(kind), amounts)))
    held = night.held()
    assert [held[entry] for entry in (first, second, third, fourth)] == [57, 45, 48, 50]


def test_what_is_held_is_what_the_ledger_says(night):
    night = night(12)
    for _round in range(3):
        night.next_round()
    assert at_table(night.evening.pk, 4, 1).held == {entry: night.held()[entry] for entry in night.table(1)}


def test_a_divided_pool_has_its_odd_counter_left_of_the_dealer(night):
    night = night(12)
    players = night.table(2)
    at = at_table(night.evening.pk, 1, 2)
    stakes = Tally(TallyKind.STAKES, dict(zip(players, (5, 5, 5, 0), strict=True)))
    winners = players[:2]
    deal_record(night.by, **body(night, winners=winners, tally=stakes))
    clockwise = [entry for entry in at.from_left_of(at.dealer(1)) if entry in winners]
    assert [night.held()[entry] for entry in clockwise] == [53, 52]


BAD_NET = {
    "too many": ((4, -1, -1, -1), "counters", "1 too many"),
    "too few": ((2, -1, -1, -1), "counters", "1 too few"),
    "more than there is": ((51, -51, 0, 0), "counters-1", "cannot lose"),
    "a huge number": ((10**30, -(10**30), 0, 0), "counters-1", "cannot lose"),
    "a winner who loses": ((-1, 1, 0, 0), "counters-0", "cannot have lost"),
    "a winner of nothing": ((0, 0, 0, 0), "counters-0", "no counters"),
    "letters": (("3", -1, -1, -1), "counters-0", "whole numbers"),
    "halves": ((1.5, -1.5, 0, 0), "counters-0", "whole numbers"),
    "yes": ((True, -1, 0, 0), "counters-0", "whole numbers"),
    "not a number": ((float("nan"), 0, 0, 0), "counters-0", "whole numbers"),
    "nothing": ((None, -1, 0, 0), "counters-0", "whole numbers"),
    "one not counted": ((3, -1, -2), "counters-3", "How many"),
}


@pytest.mark.parametrize(("net", "field", "says"), BAD_NET.values(), ids=BAD_NET)
def test_counters_that_do_not_add_up_are_refused(night, net, field, says):
    night = night(12)
    players = night.table(2)
    if "-" in field:
        field = f"counters-{players[int(field[-1])]}"
    tally = Tally(TallyKind.NET, dict(zip(players, net, strict=False)))
    with refused(field, says):
        deal_record(night.by, **body(night, tally=tally))


@pytest.mark.parametrize(
    ("kind", "amounts", "field", "says"),
    [
        (TallyKind.STAKES, (-1, 5, 5, 5), "stakes.*", "fewer than no counters"),
        (TallyKind.STAKES, (0, 5, 5, 5), "winners", "cannot win the pool"),
        (TallyKind.STAKES, (5, 51, 5, 5), "counters-*", "cannot lose 51"),
        (TallyKind.STAKES, ("5", 5, 5, 5), "counters-*", "whole numbers"),
        (TallyKind.COUNTS, (53, 49, 49, -1), "counters-*", "fewer than no counters"),
        (TallyKind.COUNTS, (60, 49, 49, 49), "counters", "7 too many"),
        (TallyKind.COUNTS, (53, 49, 49), "counters-*", "not counted"),
        (TallyKind.NONE, (), "counters-*", "How many"),
    ],
)
def test_bad_stakes_and_counts_are_refused(night, kind, amounts, field, says):
    night = night(12)
    tally = Tally(kind, dict(zip(night.table(2), amounts, strict=False)))
    with refused(field, says):
        deal_record(night.by, **body(night, tally=tally))


def test_nobody_winning_is_refused(night):
    night = night(12)
    for tally in (Tally(TallyKind.NET, dict.fromkeys(night.table(2), 0)), body(night)["tally"]):
        with refused("winners"):
            deal_record(night.by, **body(night, winners=[], tally=tally))
    with refused("winners"):
        deal_record(
            night.by,
            **body(night, winners=[], tally=Tally(TallyKind.STAKES, dict.fromkeys(night.table(2), 1))),
        )


def test_people_of_other_tables_and_clubs_are_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    night = night(12)
    for stranger in (theirs, night.table(1)[0], 10**6, -1):
        with refused("winners", "does not play at table 2"):
            deal_record(night.by, **body(night, winners=[stranger]))
        with refused("in_call", "does not play at table 2"):
            deal_record(night.by, **body(night, in_call=[stranger]))
        for kind in TallyKind:
            with refused("counters", "does not play at table 2"):
                deal_record(night.by, **body(night, tally=Tally(kind, {stranger: 1})))


def test_a_broke_winner_is_refused(night):
    night = night(12, **AT_THE_END)
    players = night.table(2)
    with refused("winners", "cannot be left without counters"):
        deal_record(night.by, **body(night, tally=Tally(TallyKind.COUNTS, {players[0]: 0})))


def test_the_same_deal_twice_is_refused(night):
    night = night(12)
    deal_record(night.by, **body(night))
    with refused("deal", "recorded already", StaleError):
        deal_record(night.by, **body(night))
    key = uuid4()
    with refused("deal", error=StaleError):
        deal_record(night.keyed(key), **body(night))


@pytest.mark.parametrize("deal", [0, -1, 2, 10**30])
def test_a_deal_that_is_not_next_is_refused(night, deal):
    night = night(12)
    with refused("deal"):
        deal_record(night.by, **body(night, deal=deal))


def test_deals_come_in_order(night):
    night = night(12, deals=3)
    with refused("deal", "Deal 1 comes next"):
        deal_record(night.by, **body(night, deal=2))


def test_a_closed_round_is_refused(night):
    night = night(12)
    late = body(night)
    night.next_round()
    with refused("round", "Round 1 is closed"):
        deal_record(night.by, **late)
    with refused("round", "Round 7 is not being played"):
        deal_record(night.by, **body(night, round=7))


@pytest.mark.parametrize("table", [0, -1, 4, 10**6])
def test_a_table_that_is_none_is_refused(night, table):
    night = night(12)
    with refused("table", "no table"):
        deal_record(night.by, **{**body(night), "table": table})


def test_no_deal_begins_after_the_bell(night):
    night = night(12, deals=2)
    bell_ring(night.by, round=1)
    deal_record(night.by, **body(night))
    with refused("deal", "no deal begins after it"):
        deal_record(night.by, **body(night, deal=2))


def test_one_alone_plays_no_deal_and_nobody_waits_for_it(night):
    night = night(12)
    for entry in night.table(2)[1:]:
        player_drop(night.by, entry=entry)
    alone = night.table(2)[0]
    with refused("table", "Fewer than two"):
        deal_record(
            night.by, **body(night, winners=[alone], in_call=[], tally=Tally(TallyKind.NET, {alone: 0}))
        )
    night.play(1)
    night.play(3)
    assert night.preview().still_out == ()
    night.decide()
    moves_apply(night.by, round=1)


def test_where_deals_are_not_counted(night):
    night = night(12, **AT_THE_END)
    with refused("counters", "at the end only"):
        deal_record(night.by, **body(night))
    deal_record(night.by, **body(night, tally=Tally()))
    assert set(DealLine.objects.values_list("counters", flat=True)) == {None}


@pytest.mark.parametrize("field", ["winners", "in_call"])
def test_nobody_is_named_twice(night, field):
    night = night(12)
    person = night.table(2)[field == "in_call"]
    with refused(field, "named twice"):
        deal_record(night.by, **body(night, **{field: [person, person]}))


def test_counts_made_before_the_last_deal_say_nothing_after_it(night):
    night = night(12, deals=2, **AT_THE_END)
    first, second, third, fourth = night.table(1)
    counts = {first: 100, second: 60, third: 40, fourth: 0}
    deal_record(night.by, **body(night, 1, tally=Tally(TallyKind.COUNTS, counts)))
    deal_record(night.by, **body(night, 1, deal=2, tally=Tally()))
    assert night.facts.counts == ()
    (need,) = [need for need in night.preview().counts if need.position == 1]
    assert set(need.uncounted) == {third, fourth}  # the others were in the call
    table_count(night.by, round=1, table=1, counts={third: 10, fourth: 20})
    assert CountRow.objects.filter(void=None).count() == 2


@pytest.mark.parametrize("amount", [-1, 601, 10**30, "3", 2.5])
def test_counts_that_cannot_be_are_refused(night, amount):
    night = night(12, **AT_THE_END)
    bad = body(night, tally=Tally(TallyKind.COUNTS, {night.table(2)[1]: amount}))
    with refused("counters*"):
        deal_record(night.by, **bad)
