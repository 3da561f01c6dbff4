from dataclasses import replace

import pytest

from accounts.errors import StaleError
from accounts.permissions import Right
from tests.bids import taken, told
from tests.cast import refused
from tests.scoring.services.test_bids_record import of, one_table
from tests.services.cases import Case, refusals
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Ending, Stage
from tournaments.models import Journal, OpenDeal
from tournaments.scoring.services.bids import DealBids, TrickResult, score_record
from tournaments.scoring.services.deals import table_end


def body(night, table=2, numbers=(), tricks=(), **changes):
    at = night.at(table)
    said = told(at, numbers)
    given = {"round": night.round, "table": table, "deal": 1, "bids": said, "result": taken(at, said, tricks)}
    return {**given, **changes}


CASE = Case(
    score_record,
    scene=lambda make: make(8, game="clag"),
    body=body,
    stages=(Stage.PLAYING,),
    right=Right.SCORE,
)


def lines(night):
    """The last deal's lines, in bidding order."""
    pool = night.facts.pools[-1]
    at = night.at(pool.position, pool.deal)
    by_entry = {line.entry: line for line in pool.lines}
    return [by_entry[entry] for entry in at.list_bidders(pool.deal)]


def test_it_works(night):
    night = night(8, game="clag")
    score_record(night.by, **body(night, numbers=(0, 1, 0, 1), tricks=(0, 1, 0, 0)))
    (pool,) = night.facts.pools
    assert (pool.round, pool.position, pool.deal, pool.version) == (1, 2, 1, 1)
    each = [(line.bid, line.tricks, line.score, line.won, line.in_call) for line in lines(night)]
    assert each == [
        (0, 0, 10, False, True),
        (1, 1, 12, True, True),
        (0, 0, 10, False, True),
        (1, 0, 0, False, False),
    ]
    assert {line.counters for line in pool.lines} == {None}
    assert not night.preview().rung
    assert (night.preview().still_out, night.at(2).next_number) == ((1,), 0)


def test_bids_that_were_recorded_are_scored(night):
    night = night(8, game="clag")
    night.bid(2, 1, 0, 0, 0)
    score_record(night.by, **body(night, numbers=(1, 0, 0, 0), tricks=(0, 0, 0, 1), bids=None))
    assert [line.bid for line in lines(night)] == [1, 0, 0, 0]
    assert not OpenDeal.objects.filter(void=None).exists()


MAD = {"cards": 3, "ascending_madness": True}


test_refusals = refusals(
    CASE,
    {
        "no bids": ("bids", "Enter the bids first", {"bids": None}),
        **{
            f"{total} tricks of 7": (
                "tricks",
                f"total {total}. They must total 7",
                lambda night, tricks=tricks: body(night, 1, tricks=tricks, deal=7),
                of("clag", deals=6),
            )
            for tricks, total in (((2, 2, 2, 0), 6), ((2, 2, 2, 2), 8))
        },
    },
)


def test_counters_are_no_tricks(night):
    night = night(8)
    nothing = dict.fromkeys(night.table(2), 0)
    with refused("game", "counters, not for points"):
        score_record(night.by, round=1, table=2, deal=1, bids=DealBids(nothing), result=TrickResult(nothing))


@pytest.mark.parametrize(
    ("game", "part", "value", "says"),
    [
        ("jabberwocky", "tricks", 4, "Enter a number from 0 to 3"),
        ("jabberwocky", "tricks", "1", "Enter a number from 0 to 3"),
        ("jabberwocky", "revokes", -1, "Enter a number from 0 to 3"),
        ("jabberwocky", "revokes", None, "Enter a number from 0 to 3"),
        ("jabberwocky", "revokes", 3, "The first player to a trick cannot revoke"),
        ("clag", "took", (1,), "Do not enter which tricks they were"),
        ("clag", "revokes", 1, "does not count revokes"),
        ("caller-clag", "took", (), "numbers of the tricks won"),
        ("caller-clag", "took", (4,), "from 1 to 3"),
        ("caller-clag", "took", None, "list"),
    ],
)
def test_what_the_rules_refuse_is_refused_at_its_person(night, game, part, value, says):
    """The second bidder's number is wrong, where each of three wins a trick if there are three."""
    night = one_table(night, game, 3)
    at = night.at(1)
    order, cards = at.list_bidders(1), 1 if game == "clag" else 3
    won = dict(zip(order, (1,) * cards + (0,) * (3 - cards), strict=True))
    numbers = {entry: (place,) for place, entry in enumerate(order, 1)} if game == "caller-clag" else {}
    given = TrickResult(won, numbers)
    wrong = replace(given, **{part: {**getattr(given, part), order[1]: value}})
    said = told(at, (0, 1, 0), MAD if numbers else None)
    with refused(f"{part}-{order[1]}", says):
        score_record(night.by, round=1, table=1, deal=1, bids=said, result=wrong)


def test_tricks_beside_other_bids_than_those_that_stand_are_refused(night):
    night = night(8, game="clag")
    night.bid(2, 1, 0, 0, 0)
    with refused("base", "Check them", StaleError):
        score_record(night.by, **body(night, numbers=(0, 1, 0, 0)))
    score_record(night.by, **body(night, numbers=(1, 0, 0, 0)))


def test_tricks_beside_another_call_are_refused(night):
    night = one_table(night, "caller-clag")
    night.bid(1, 1, 1, 1, 0, call={"cards": 3})
    with refused("base", error=StaleError):
        score_record(
            night.by,
            **body(
                night, 1, bids=replace(told(night.at(1), (1, 1, 1, 0)), call={"cards": 3, "misere": True})
            ),
        )
    night.score(1, 1, 1, 1, 0)


def test_a_trump_turned_after_the_bids_is_noted_with_the_tricks(night):
    night = one_table(night, "clag")
    night.bid(1, 0, 0, 0, 0)
    said = replace(told(night.at(1), (0, 0, 0, 0)), trump="H")
    score_record(night.by, **body(night, 1, bids=said))
    assert night.facts.pools[-1].trump == "H"
    said = replace(told(night.at(1), (0, 0, 0, 0)), trump="S")
    night.bid(1, bids=said)
    score_record(night.by, **body(night, 1, deal=2, numbers=(0, 0, 0, 0)))
    assert night.facts.pools[-1].trump == "S"


def test_everybodys_tricks_and_nobody_elses(night, cast):
    theirs = night(4, game="clag", club=cast.other_club).table(1)[0]
    night = night(8, game="clag")
    given = body(night)
    won = given["result"].tricks
    who = next(entry for entry, tricks in won.items() if not tricks)
    with refused(f"tricks-{who}", "is missing"):
        score_record(night.by, **{**given, "result": TrickResult({e: n for e, n in won.items() if e != who})})
    for stranger in (theirs, night.table(1)[0], 10**6, -1):
        for part, value in (("tricks", 0), ("took", ()), ("revokes", 0)):
            wrong = replace(given["result"], **{part: {**getattr(given["result"], part), stranger: value}})
            with refused(part, "does not play at this table"):
                score_record(night.by, **{**given, "result": wrong})


def test_in_madness_each_trick_has_its_worth(night):
    night = one_table(night, "caller-clag", 3)
    for call, worth in ((MAD, (12, 4, 6)), ({"cards": 3, "descending_madness": True}, (16, 4, 2))):
        at = night.at(1)
        order = at.list_bidders(at.next_number)
        won = TrickResult(dict.fromkeys(order, 1), dict(zip(order, ((1,), (2,), (3,)), strict=True)))
        score_record(
            night.by, round=1, table=1, deal=at.next_number, bids=told(at, (1, 0, 0), call), result=won
        )
        assert [line.score for line in lines(night)] == list(worth)
        assert [line.took for line in lines(night)] == [(1,), (2,), (3,)]
        assert night.facts.pools[-1].call == call


def test_a_revoke_costs_three_in_jabberwocky(night):
    night = one_table(night, "jabberwocky")
    at = night.at(1)
    order, said = at.list_bidders(1), told(at, (1, 1, 0, 0))
    won = TrickResult(dict(zip(order, (1, 1, 1, 0), strict=True)), revokes={order[0]: 1, order[3]: 2})
    score_record(night.by, round=1, table=1, deal=1, bids=said, result=won)
    assert [line.score for line in lines(night)] == [-2, 1, 0, -5]
    assert [line.won for line in lines(night)] == [False, True, False, False]


def test_the_head_tables_deal_rings_the_bell(night):
    night = night(8, game="clag")
    line = score_record(night.by, **body(night, 1, (1, 0, 0, 0)))
    assert Journal.objects.get(evening=night.evening, verb="bell_rung").seq == line.seq + 1
    assert [chip.entry for chip in night.facts.chips.taken] == list(night.facts.pools[0].winners)


def test_however_many_deals_a_round_has_bids_have_one(night):
    night = night(8, game="clag", deals=3)
    first = body(night, 1)
    score_record(night.by, **first)
    assert night.preview().rung
    with refused("deal", "has played all its deals"):
        score_record(night.by, **{**first, "deal": 2, "bids": DealBids({}), "result": TrickResult({})})
    score_record(night.by, **body(night))
    with refused("table", "already has its result", StaleError):
        table_end(night.by, round=1, table=2, ending=Ending.EARLY)


def test_a_deal_that_is_decided_is_not_called_off(night):
    night = night(8, game="clag", deals=3, unfinished="cut")
    score_record(night.by, **body(night))
    bell_ring(night.by, round=1)
    with refused("table", "already has its result", StaleError):
        table_end(night.by, round=1, table=2, ending=Ending.VOID)


def test_who_left_is_not_scored(night):
    night = night(8, game="clag")
    whole = body(night)
    player_drop(night.by, entry=night.table(2)[0])
    with refused("bids", "does not play at this table"):
        score_record(night.by, **whole)
    score_record(night.by, **body(night))
    assert len(night.facts.pools[-1].lines) == 3
