from typing import Any

import pytest

from accounts.errors import StaleError
from accounts.permissions import Right
from tests.bids import told
from tests.cast import FIXED, refused
from tests.services.cases import Case
from tournaments.core.facts import Ending, Stage
from tournaments.core.settings import BellBy
from tournaments.models import BidRow, OpenDeal
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import bell_ring, moves_apply
from tournaments.services.running.people import player_drop, player_pause
from tournaments.services.scoring.bids import Bids, bids_record
from tournaments.services.scoring.table_end import table_end


def body(night, table=2, bids=(), **changes):
    if "told" not in changes:
        changes["told"] = told(night.at(table), bids)
    return {"round": night.round, "table": table, "deal": 1, **changes}


CASE = Case(
    bids_record,
    scene=lambda make: make(8, game="clag"),
    body=body,
    stages=(Stage.PLAYING,),
    right=Right.SCORE,
)


def one_table(make, game, players=4, **more):
    return make(players, game=game, **FIXED, **more)


def play(night, deals, table=1):
    for _deal in range(deals):
        night.score(table)
    return night


def bidder(night, place, table=1):
    """Who bids at that place of the bidding order of the next deal."""
    at = night.at(table)
    return at.bidders(at.next_number)[place]


def test_it_works(night):
    night = night(8, game="clag")
    at = night.at(2)
    line = bids_record(night.by, **body(night, bids=(0, 1, 0, 1)))
    opened = night.at(2).open
    assert list(opened.bids.items()) == list(zip(at.bidders(1), (0, 1, 0, 1), strict=True))
    assert (opened.seq, opened.call, opened.trump) == (line.seq, {}, "")
    assert (night.at(2).next_number, night.at(2).decided, night.at(1).open) == (1, (), None)
    assert night.preview().still_out == (1, 2)


@pytest.mark.parametrize(
    ("game", "first"), [("blackout-nullo", "dealer"), ("clag", "left of him"), ("la-podrida", "left of him")]
)
def test_who_bids_first(night, game, first):
    night = one_table(night, game)
    for _deal in range(3):
        at = night.at(1)
        chairs = {entry: chair for chair, entry in at.at.chairs.items()}
        dealer = at.at.chairs[at.at.dealer(at.next_number)]
        order = at.bidders(at.next_number)
        left = next(e for e in order if chairs[e] == chairs[dealer] % 4 + 1)
        assert order[0] == (dealer if first == "dealer" else left)
        assert [chairs[e] % 4 for e in order] == [(chairs[order[0]] + n) % 4 for n in range(4)]
        night.score(1)


@pytest.mark.thorough
def test_the_deal_passes_to_the_left_or_to_the_right(night):
    dealers = {}
    for game in ("clag", "la-podrida"):
        now = one_table(night, game)
        first = now.facts.tables[0].dealer
        for number in range(1, 6):
            dealers[game, number] = (now.at(1).at.dealer(number) - first) % 4
            now.score(1)
    assert [dealers["clag", n] for n in range(1, 6)] == [0, 1, 2, 3, 0]
    assert [dealers["la-podrida", n] for n in range(1, 6)] == [0, 3, 2, 1, 0]


NO_BIDS = [-1, 2, "1", True, None, 1.0, 10**30, float("nan"), [1]]


@pytest.mark.parametrize("bid", NO_BIDS, ids=repr)
def test_what_is_no_bid_is_refused_at_its_person(night, bid):
    night = one_table(night, "clag")
    who = bidder(night, 2)
    with refused(f"bids-{who}", "whole number from 0 to 1"):
        bids_record(night.by, **body(night, 1, (0, 0, bid, 0)))


def test_everybody_at_the_table_bids_and_nobody_else(night, cast):
    theirs = night(4, game="clag", club=cast.other_club).table(1)[0]
    night = night(8, game="clag")
    bids = body(night)["told"].bids
    who = bidder(night, 3, 2)
    with refused(f"bids-{who}", "is missing"):
        bids_record(night.by, **body(night, told=Bids({e: 0 for e in bids if e != who})))
    with refused("bids-*", "is missing"):
        bids_record(night.by, **body(night, told=Bids({})))
    for stranger in (theirs, night.table(1)[0], 10**6, -1, 0):
        with refused("bids", "does not play at this table"):
            bids_record(night.by, **body(night, told=Bids({**bids, stranger: 0})))


@pytest.mark.thorough
def test_the_hook_binds_the_last_bidder(night):
    night = one_table(night, "jabberwocky")
    last = bidder(night, 3)
    with refused(f"bids-{last}", "hook"):
        bids_record(night.by, **body(night, 1, (1, 1, 1, 0)))
    night.bid(1, 1, 1, 1, 1)


@pytest.mark.thorough
def test_the_running_hook_binds_everybody(night):
    night = one_table(night, "blackout", options={"hook": True})
    third = bidder(night, 2)
    with refused(f"bids-{third}", "hook"):
        bids_record(night.by, **body(night, 1, (0, 0, 1, 1)))
    night.score(1, bids=(0, 0, 0, 0))
    second = bidder(night, 1)
    with refused(f"bids-{second}", "hook"):
        bids_record(night.by, **body(night, 1, (1, 1, 2, 0), deal=2))


def test_bids_at_once_know_no_hook(night):
    night = one_table(night, "blackout", options={"hook": "last", "simultaneous": True})
    night.bid(1, 1, 0, 0, 0)


@pytest.mark.thorough
def test_together_the_bids_total_the_cards(night):
    night = play(one_table(night, "blackout-cooperative"), 2)
    assert night.at(1).plan.cards == 3
    with refused(f"bids-{bidder(night, 1)}", "at most 1"):
        bids_record(night.by, **body(night, 1, (2, 2, 0, 0), deal=3))
    with refused(f"bids-{bidder(night, 3)}", "this one is 1"):
        bids_record(night.by, **body(night, 1, (2, 0, 0, 0), deal=3))
    night.bid(1, 2, 0, 0, 1)


@pytest.mark.thorough
def test_in_a_misere_everybody_bids_zero(night):
    night = play(one_table(night, "clag"), 11)
    with refused(f"bids-{bidder(night, 0)}", "misere"):
        bids_record(night.by, **body(night, 1, (1, 0, 0, 0), deal=12))
    night.bid(1, 0, 0, 0, 0)


def test_after_five_zeros_running_a_sixth_is_refused(night):
    night = one_table(night, "kachuful", players=6)
    for _deal in range(5):
        night.score(1, bids=(0,) * 6)
    zeros = body(night, 1, (0,) * 6, deal=6)
    with refused(f"bids-{bidder(night, 0)}", "zero in 5 deals running"):
        bids_record(night.by, **zeros)
    night.score(1, bids=(1,) * 6)
    night.bid(1, *(0,) * 6)


def test_zeros_are_remembered_from_table_to_table(night):
    night = night(12, game="kachuful")
    for _round in range(5):
        night.next_round()
    assert {run for table in night.tables for run in night.at(table).zeros.values()} == {5}
    assert {bid for table in night.tables for bid in told(night.at(table)).bids.values()} == {1}
    with refused("bids-*", "zero in 5 deals running"):
        bids_record(night.by, **body(night, bids=(0,) * 6))


def test_up_to_five_players_may_bid_zero_for_ever(night):
    night = one_table(night, "kachuful", players=5)
    for _deal in range(10):
        night.score(1, bids=(0,) * 5)


@pytest.mark.parametrize("trump", ["X", "SH", "s", 5, None, True, ["S"]], ids=repr)
def test_a_trump_that_is_no_suit_is_refused(night, trump):
    night = night(8, game="clag")
    bids = body(night)["told"].bids
    with refused("trump", "C, D, H or S"):
        bids_record(night.by, **body(night, told=Bids(bids, {}, trump)))


def test_a_trump_that_the_deal_cannot_have_is_refused(night):
    for game, deals, suit, says in (
        ("clag", 7, "H", "without a trump"),
        ("kachuful", 1, "S", "Another suit"),
    ):
        now = play(one_table(night, game), deals)
        bids = told(now.at(1)).bids
        with refused("trump", says):
            bids_record(now.by, **body(now, 1, told=Bids(bids, {}, suit), deal=deals + 1))
    bids_record(now.by, **body(now, 1, told=Bids(bids, {}, "D"), deal=2))


BAD_CALLS: dict[str, tuple[Any, str]] = {
    "nothing": ({}, "call.cards"),
    "too few": ({"cards": 2}, "call.cards"),
    "too many": ({"cards": 8}, "call.cards"),
    "a text": ({"cards": "5"}, "call.cards"),
    "yes": ({"cards": True}, "call.cards"),
    "none": ({"cards": None}, "call.cards"),
    "no yes or no": ({"cards": 5, "misere": 1}, "call.misere"),
    "unknown": ({"cards": 5, "widow": True}, "call.widow"),
    "no key": ({"cards": 5, 7: True}, "call.7"),
    "both madnesses": (
        {"cards": 5, "ascending_madness": True, "descending_madness": True},
        "call.descending_madness",
    ),
    "mad misere": ({"cards": 5, "misere": True, "ascending_madness": True}, "call.ascending_madness"),
    "a bid before no trump": (
        {"cards": 5, "suit_precedence": True, "bid_before_trump": True},
        "call.bid_before_trump",
    ),
    "an order of nothing": ({"cards": 5, "suits": "SHDC"}, "call.suits"),
    "three suits": ({"cards": 5, "suit_precedence": True, "suits": "SHD"}, "call.suits"),
    "a suit twice": ({"cards": 5, "suit_precedence": True, "suits": "SSHD"}, "call.suits"),
    "no text": ({"cards": 5, "suit_precedence": True, "suits": ["S", "H", "D", "C"]}, "call.suits"),
    "a list": (["cards"], "call"),
    "a word": ("misere", "call"),
}


@pytest.mark.parametrize(("call", "field"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_call_that_cannot_be_is_refused(night, call, field):
    night = one_table(night, "caller-clag")
    bids = dict.fromkeys(night.table(1), 0)
    with refused(field):
        bids_record(night.by, **body(night, 1, told=Bids(bids, call)))


def test_a_call_is_kept_with_the_bids(night):
    night = one_table(night, "caller-clag", options={"non_exact": True})
    call = {"cards": 5, "suit_precedence": True, "nuloss": True, "suits": "SHCD"}
    with refused(f"bids-{bidder(night, 3)}", "hook"):
        night.bid(1, 2, 2, 1, 0, call=call)
    with refused("trump", "without a trump"):
        night.bid(1, told=Bids(dict.fromkeys(night.table(1), 0), call, "S"))
    night.bid(1, 2, 2, 2, 0, call=call)
    assert night.at(1).open.call == call


def test_where_nothing_is_called_a_call_is_refused(night):
    night = night(8, game="clag")
    bids = body(night)["told"].bids
    with refused("call", "nothing is called"):
        bids_record(night.by, **body(night, told=Bids(bids, {"cards": 5})))


@pytest.mark.parametrize("deal", [0, -1, 2, 10**30])
@pytest.mark.parametrize("format", ["progressive", "fixed"])
def test_a_deal_that_is_not_next_is_refused(night, deal, format):
    night = night(8, game="clag", format=format)
    with refused("deal", "Deal 1 comes next"):
        bids_record(night.by, **body(night, deal=deal))


@pytest.mark.thorough
def test_a_deal_outside_the_schedule_is_refused(night):
    night = play(one_table(night, "seven-truf"), 22)
    with refused("deal"):
        bids_record(night.by, **body(night, 1, deal=23, told=Bids(dict.fromkeys(night.table(1), 0))))


def test_a_deal_that_is_scored_is_refused(night):
    night = night(8, game="clag")
    late = body(night)
    night.score(2)
    with refused("deal", "recorded already", StaleError):
        bids_record(night.by, **late)


@pytest.mark.parametrize(
    ("where", "field"),
    [({"table": 3}, "table"), ({"table": 0}, "table"), ({"table": 10**30}, "table"), ({"round": 2}, "round")],
)
def test_a_table_that_is_none_is_refused(night, where, field):
    night = night(8, game="clag")
    with refused(field):
        bids_record(night.by, **{**body(night), **where})


def test_a_closed_round_is_refused(night):
    night = night(8, game="clag")
    late = body(night)
    night.next_round()
    with refused("round", "Round 1 is closed"):
        bids_record(night.by, **late)


def test_too_few_are_refused(night):
    night = night(6, game="clag")
    player_drop(night.by, entry=night.table(1)[0])
    player_pause(night.by, entry=night.table(1)[1])
    night.bid(1)  # four are left of six
    for entry in night.table(1)[2:4]:
        player_drop(night.by, entry=entry)
    with refused("players", "for 3–7 players; at table 1 are 2"):
        bids_record(night.by, **body(night, 1, told=Bids(dict.fromkeys(night.table(1)[4:], 0))))


def test_counters_are_no_bids(night):
    night = night(8)
    with refused("game", "Counters are recorded"):
        bids_record(night.by, round=1, table=2, deal=1, told=Bids(dict.fromkeys(night.table(2), 0)))


def test_a_game_that_was_stopped_is_not_bid_on(night):
    night = play(one_table(night, "clag"), 1)
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    with refused("deal", "has played its deals"):
        bids_record(night.by, **body(night, 1, deal=2))


@pytest.mark.thorough
def test_after_the_bell_the_deal_in_play_is_finished_and_none_begun(night):
    night = night(8, game="clag", bell=BellBy.HAND)
    night.bid(1)
    bell_ring(night.by, round=1)
    late = body(night, 2)
    night.score(1)
    night.score(2)
    with refused("deal", "recorded already", StaleError):
        bids_record(night.by, **late)


# Bids that stand already


@pytest.mark.thorough
def test_bids_that_stand_are_changed_only_by_who_has_seen_them(night):
    night = night(8, game="clag")
    first = night.bid(2, 0, 0, 0, 0)
    for base in (None, first.seq - 1, first.seq + 1, "1"):
        with refused("base", "recorded already", StaleError):
            night.bid(2, 1, 0, 0, 0, base=base)
    with refused("reason", "Say why"):
        night.bid(2, 1, 0, 0, 0, base=first.seq)
    second = bids_record(night.because("misheard"), **body(night, bids=(1, 0, 0, 0), base=first.seq))
    assert list(night.at(2).open.bids.values()) == [1, 0, 0, 0]
    assert OpenDeal.objects.get(void=None).journal == second
    assert BidRow.objects.count() == 8
    with refused("base", error=StaleError):
        bids_record(night.because("misheard"), **body(night, base=first.seq))


def test_who_has_seen_bids_that_stand_no_more_is_refused(night):
    night = night(8, game="clag")
    seen = night.bid(2)
    player_drop(night.by, entry=night.table(2)[0])
    with refused("base", error=StaleError):
        night.bid(2, base=seen.seq)
    night.bid(2)


def test_the_last_bidder_of_the_family_may_change_without_a_reason(night):
    night = one_table(night, "blackout-family")
    seen = night.bid(1, 1, 2, 3, 0)
    seen = night.bid(1, 1, 2, 3, 5, base=seen.seq)
    with refused("reason"):
        night.bid(1, 1, 2, 4, 5, base=seen.seq)
    with refused(f"bids-{bidder(night, 3)}", "hook"):
        bids_record(night.because("it was meant so"), **body(night, 1, (1, 2, 3, 4), base=seen.seq))


@pytest.mark.thorough
def test_on_the_familys_five_card_deal_bids_stand(night):
    night = play(one_table(night, "blackout-family"), 5)
    assert night.at(1).plan.cards == 5
    seen = night.bid(1, 1, 2, 0, 2)
    with refused("reason"):
        night.bid(1, 1, 2, 0, 1, base=seen.seq)


def test_another_call_needs_a_reason(night):
    night = one_table(night, "caller-clag")
    seen = night.bid(1, 0, 0, 0, 0, call={"cards": 3})
    with refused("reason"):
        night.bid(1, 0, 0, 0, 0, call={"cards": 4}, base=seen.seq)


@pytest.mark.thorough
def test_bids_go_with_the_round_that_is_undone(night):
    night = night(8, game="clag")
    night.next_round()
    night.bid(2)
    bell_undo(night.because("too early"))
    assert not OpenDeal.objects.filter(void=None).exists()
    night.decide()
    moves_apply(night.by, round=1)
    assert night.at(2).open is None
