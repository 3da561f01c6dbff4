from typing import Any

import pytest

from accounts.errors import StaleError
from accounts.permissions import Right
from tests.bids import told
from tests.cast import FIXED, refused
from tests.services.cases import Case, refusals
from tournaments.attendance.services import player_drop, player_pause
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Ending, Stage
from tournaments.models import BidRow, OpenDeal
from tournaments.scoring.services.bids import DealBids, bids_record
from tournaments.scoring.services.deals import table_end
from tournaments.undo.services.undo import bell_undo


def body(night, table=2, numbers=(), **changes):
    if "bids" not in changes:
        changes["bids"] = told(night.at(table), numbers)
    return {"round": night.round, "table": table, "deal": 1, **changes}


CASE = Case(
    bids_record,
    scene=lambda make: make(8, game="clag"),
    body=body,
    stages=(Stage.PLAYING,),
    right=Right.SCORE,
)


def one_table(make, game, players=4, deals=0, **more):
    """A table that has played so many deals of its game."""
    night = make(players, game=game, **FIXED, **more)
    for _deal in range(deals):
        night.score(1)
    return night


def of(game, **more):
    """The scene of one table of this game."""
    return lambda make: one_table(make, game, **more)


def clag(players=8, **more):
    return lambda make: make(players, game="clag", **more)


def bidder(night, place, table=1):
    """Who bids at that place of the bidding order of the next deal."""
    at = night.at(table)
    return at.list_bidders(at.next_number)[place]


def at(place, table=1):
    """The field of who bids there."""
    return lambda night: f"bids-{bidder(night, place, table)}"


def bids(*made, **changes):
    """A body of these bids at the only table."""
    return lambda night: body(night, 1, made, **changes)


def no_bids(table=2, call=None, trump="", **changes):
    """A body of zeros at the table, with this call and trump."""
    return lambda night: body(night, table, bids=zeros(night, table, call, trump), **changes)


def zeros(night, table=2, call=None, trump=""):
    return DealBids(dict.fromkeys(night.table(table), 0), {} if call is None else call, trump)


def test_it_works(night):
    night = night(8, game="clag")
    at = night.at(2)
    line = bids_record(night.by, **body(night, numbers=(0, 1, 0, 1)))
    opened = night.at(2).open
    assert list(opened.bids.items()) == list(zip(at.list_bidders(1), (0, 1, 0, 1), strict=True))
    assert (opened.seq, opened.call, opened.trump) == (line.seq, {}, "")
    assert (night.at(2).next_number, night.at(2).decided, night.at(1).open) == (1, (), None)
    assert night.preview().still_out == (1, 2)


@pytest.mark.parametrize(
    ("game", "first"),
    [("blackout-nullo", "dealer"), ("clag", "left of them"), ("la-podrida", "left of them")],
)
def test_who_bids_first(night, game, first):
    night = one_table(night, game)
    for _deal in range(3):
        at = night.at(1)
        chairs = {entry: chair for chair, entry in at.scorer_table.chairs.items()}
        dealer = at.scorer_table.chairs[at.scorer_table.find_dealer(at.next_number)]
        order = at.list_bidders(at.next_number)
        left = next(e for e in order if chairs[e] == chairs[dealer] % 4 + 1)
        assert order[0] == (dealer if first == "dealer" else left)
        assert [chairs[e] % 4 for e in order] == [(chairs[order[0]] + n) % 4 for n in range(4)]
        night.score(1)


BAD_CALLS: list[tuple[Any, str]] = [
    ({"cards": "5"}, "call.cards"),
    ({"cards": 5, 7: True}, "call.7"),
    ({"cards": 5, "ascending_madness": True, "descending_madness": True}, "call.descending_madness"),
    (["cards"], "call"),
    ("misere", "call"),
]


def too_few(night):
    """Four of six play, then two."""
    player_drop(night.by, entry=night.table(1)[0])
    player_pause(night.by, entry=night.table(1)[1])
    night.bid(1)
    for entry in night.table(1)[2:4]:
        player_drop(night.by, entry=entry)
    return body(night, 1, bids=DealBids(dict.fromkeys(night.table(1)[4:], 0)))


def stopped(night):
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    return body(night, 1, deal=2)


test_refusals = refusals(
    CASE,
    {
        **{
            f"{bid!r}": (at(2), "number from 0 to 1", bids(0, 0, bid, 0), of("clag"))
            for bid in (2, "1", None)
        },
        **{
            f"a trump {trump!r}": ("trump", "C, D, H or S", no_bids(trump=trump)) for trump in ("SH", 5, None)
        },
        **{f"{call!r}": (field, "", no_bids(1, call=call), of("caller-clag")) for call, field in BAD_CALLS},
        "no bids at all": ("bids-*", "is missing", {"bids": DealBids({})}),
        "the hook, for the last bidder": (at(3), "Hook", bids(1, 1, 1, 0), of("jabberwocky")),
        "together more than the cards": (
            at(1),
            "Bid 1 or less.",
            bids(2, 2, 0, 0, deal=3),
            of("blackout-cooperative", deals=2),
        ),
        "a bid in a misere": (at(0), "Misere", bids(1, 0, 0, 0, deal=12), of("clag", deals=11)),
        "a trump without one": (
            "trump",
            "no trump",
            no_bids(1, trump="H", deal=8),
            of("clag", deals=7),
        ),
        "another trump": ("trump", "Another suit", no_bids(1, trump="S", deal=2), of("kachuful", deals=1)),
        "a call where nothing is called": ("call", "has no call", no_bids(call={"cards": 5})),
        "a deal outside the schedule": ("deal", "", no_bids(1, deal=23), of("seven-truf", deals=22)),
        "two players": ("players", "for 3–7 players. Table 1 has 2", too_few, clag(6)),
        "a game that was stopped": ("deal", "has played all its deals", stopped, of("clag", deals=1)),
    },
    thorough=("a bid in a misere", "a deal outside the schedule"),
)


def test_counters_are_no_bids(night):
    night = night(8)
    with refused("game", "counters, not for points"):
        bids_record(night.by, round=1, table=2, deal=1, bids=zeros(night))


def test_everybody_at_the_table_bids_and_nobody_else(night, cast):
    theirs = night(4, game="clag", club=cast.other_club).table(1)[0]
    night = night(8, game="clag")
    bids, who = zeros(night).by_entry, bidder(night, 3, 2)
    with refused(f"bids-{who}", "is missing"):
        bids_record(night.by, **body(night, bids=DealBids({e: 0 for e in bids if e != who})))
    for stranger in (theirs, night.table(1)[0], 10**6, -1, 0):
        with refused("bids", "does not play at this table"):
            bids_record(night.by, **body(night, bids=DealBids({**bids, stranger: 0})))


def test_after_five_zeros_running_a_sixth_is_refused(night):
    night = one_table(night, "kachuful", players=6)
    for _deal in range(5):
        night.score(1, bids=(0,) * 6)
    with refused(f"bids-{bidder(night, 0)}", "zero in 5 deals in a row"):
        bids_record(night.by, **body(night, 1, (0,) * 6, deal=6))
    night.score(1, bids=(1,) * 6)
    night.bid(1, *(0,) * 6)


def test_zeros_are_remembered_from_table_to_table(night):
    night = night(12, game="kachuful")
    for _round in range(5):
        night.next_round()
    assert {run for table in night.tables for run in night.at(table).zeros.values()} == {5}
    assert {bid for table in night.tables for bid in told(night.at(table)).by_entry.values()} == {1}
    with refused("bids-*", "zero in 5 deals in a row"):
        bids_record(night.by, **body(night, numbers=(0,) * 6))


def test_the_trump_of_a_deal_may_be_told(night):
    night = one_table(night, "kachuful", deals=1)
    bids_record(night.by, **no_bids(1, trump="D", deal=2)(night))


def test_a_call_is_kept_with_the_bids(night):
    night = one_table(night, "caller-clag", options={"non_exact": True})
    call = {"cards": 5, "suit_precedence": True, "nuloss": True, "suits": "SHCD"}
    with refused(f"bids-{bidder(night, 3)}", "Hook"):
        night.bid(1, 2, 2, 1, 0, call=call)
    with refused("trump", "no trump"):
        night.bid(1, bids=DealBids(dict.fromkeys(night.table(1), 0), call, "S"))
    night.bid(1, 2, 2, 2, 0, call=call)
    assert night.at(1).open.call == call


# Bids that stand already


@pytest.mark.thorough
def test_bids_that_stand_are_changed_only_by_who_has_seen_them(night):
    night = night(8, game="clag")
    first = night.bid(2, 0, 0, 0, 0)
    for base in (None, first.seq - 1, first.seq + 1, "1"):
        with refused("base", "already recorded", StaleError):
            night.bid(2, 1, 0, 0, 0, base=base)
    with refused("reason", "Enter a reason to correct them."):
        night.bid(2, 1, 0, 0, 0, base=first.seq)
    second = bids_record(night.because("misheard"), **body(night, numbers=(1, 0, 0, 0), base=first.seq))
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
    with refused(f"bids-{bidder(night, 3)}", "Hook"):
        bids_record(night.because("it was meant so"), **body(night, 1, (1, 2, 3, 4), base=seen.seq))


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
