"""Which bids are allowed: the range, the hook in its forms, forced zeros, the zero run, changing a bid."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.bidding import check_bid, check_bids, check_bids_by_seat, check_change, list_legal_bids
from games.rules.deals import Bidding, Hook
from games.rules.schedules import apply_call, get_deal, plan_deals
from tests.rules.tables import GAMES, game, refused, tables

BLACKOUT = game("blackout")
NOT_A_NUMBER = [True, False, None, "1", 1.0, [1]]


def deal(key, number, players=4, **options):
    return get_deal(game(key), players, options, number)


def passes(one, deal, players, made, bid, zeros=0):
    try:
        check_bid(one, deal, players, made, bid, zeros)
    except RuleError:
        return False
    return True


@given(tables(), st.data())
def test_legal_bids_are_those_that_pass(table, data):
    """Everywhere: each bidder in turn, with any number of zeros behind them, and each finds one to make."""
    one, deal, players = table.game, table.deal, table.players
    made: list[int] = []
    for _bidder in range(players):
        zeros = data.draw(st.integers(0, 7))
        legal = list_legal_bids(one, deal, players, made, zeros)
        every = range(-2, deal.cards + 3)
        assert legal == tuple(bid for bid in every if passes(one, deal, players, made, bid, zeros))
        made.append(data.draw(st.sampled_from(legal)))
    if deal.bidding is Bidding.IN_TURN:
        assert list_legal_bids(one, deal, players, made) == ()
        refused("bid", check_bid, one, deal, players, made, 0)


@given(tables(), st.data())
def test_whole_deals_pass_bid_by_bid(table, data):
    """What the bidders find legal in turn passes as a whole, and keeps the hook's promise."""
    one, deal, players = table.game, table.deal, table.players
    zeros = [data.draw(st.integers(0, 7)) for _bidder in range(players)]
    bids: list[int] = []
    for index in range(players):
        bids.append(data.draw(st.sampled_from(list_legal_bids(one, deal, players, bids, zeros[index]))))
    check_bids(one, deal, bids, zeros)
    if deal.hook in (Hook.LAST, Hook.RUNNING):
        assert sum(bids) != deal.cards
    if deal.hook is Hook.TOTAL:
        assert sum(bids) == deal.cards
    if deal.misere:
        assert not any(bids)


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.key)
@pytest.mark.parametrize("bid", [-1, 10**30, *NOT_A_NUMBER])
def test_a_bid_is_a_number_of_tricks(one, bid):
    deals = plan_deals(one, one.most)
    deal = apply_call(one, deals[0], {"cards": 3}) if deals[0].by_call else deals[0]
    reason = refused("bid", check_bid, one, deal, one.most, [], bid)
    assert f"from 0 to {deal.cards}." in reason


@pytest.mark.parametrize(
    ("key", "number", "options", "made", "bid", "says"),
    [
        ("blackout", 3, {"hook": "last"}, [1, 1, 0], 1, "Hook: the bids may not total 3, the number"),
        ("blackout-cooperative", 5, {}, [2, 0], 4, "Bid 3 or less"),
        ("blackout-cooperative", 5, {}, [2, 1, 0], 1, "Bid 2. All"),
        ("clag", 13, {"non_exact": True}, [], 1, "Misere"),
    ],
)
def test_why_a_bid_is_refused(key, number, options, made, bid, says):
    """Which bids are refused is in the golden tables."""
    assert says in refused("bid", check_bid, game(key), deal(key, number, **options), 4, made, bid)


def test_bids_at_once_do_not_know_each_other():
    five = deal("blackout-family", 6)
    assert list_legal_bids(game("blackout-family"), five, 4, [1, 2, 3, 4]) == (0, 1, 2, 3, 4, 5)


def test_zero_may_run_for_five_deals_in_kachuful_and_for_ever_in_other_games():
    sixth = deal("kachuful", 6, players=6)
    assert list_legal_bids(game("kachuful"), sixth, 6, [], zeros=7)[0] == 1
    assert "zero in 5 deals in a row" in refused("bid", check_bid, game("kachuful"), sixth, 6, [], 0, 5)
    assert list_legal_bids(game("clag"), deal("clag", 7, players=7), 7, [], zeros=6)[0] == 0


def test_together_they_cannot_have_bid_more_than_the_cards():
    refused("made", list_legal_bids, game("blackout-cooperative"), deal("blackout-cooperative", 5), 4, [4, 4])


def test_the_bids_before_must_be_bids():
    refused("made.1", list_legal_bids, BLACKOUT, deal("blackout", 3), 4, [0, 4])
    refused("made", list_legal_bids, BLACKOUT, deal("blackout", 3), 4, [0] * 5)


def test_bids_come_as_a_list():
    given = "012"
    refused("made", list_legal_bids, BLACKOUT, deal("blackout", 3), 4, given)
    refused("bids", check_bids, BLACKOUT, deal("blackout", 3), given)
    refused("bids", check_change, FAMILY, TEN, 4, given, 0, 4)
    refused("zeros", check_bids, BLACKOUT, deal("blackout", 3), [0, 0, 0, 0], given)


def test_zeros_are_counted():
    refused("zeros", list_legal_bids, game("kachuful"), deal("kachuful", 3), 4, [], -1)


def test_nobody_bids_before_the_call():
    caller = game("caller-clag")
    refused("call", list_legal_bids, caller, plan_deals(caller, 4)[0], 4, [])
    refused("call", check_bids, caller, plan_deals(caller, 4)[0], [0, 0, 0, 0])


# check_bids


def test_each_bid_is_refused_at_its_field():
    jabberwocky, three = game("jabberwocky"), deal("jabberwocky", 1)
    check_bids(jabberwocky, three, [1, 1, 1, 1])
    refused("bids.3", check_bids, jabberwocky, three, [1, 1, 1, 0])
    refused("bids.1", check_bids, jabberwocky, three, [1, 4, 1, 1])
    refused("bids.0", check_bids, jabberwocky, three, [None, 4, 1, 1])
    seats = ("bids.2", "bids.3", "bids.0", "bids.1")
    refused("bids.1", check_bids, jabberwocky, three, [1, 1, 1, 0], field=seats.__getitem__)


@pytest.mark.parametrize("bids", [[], [0, 0], [0] * 6])
def test_as_many_bids_as_players(bids):
    refused("players", check_bids, game("jabberwocky"), deal("jabberwocky", 1), bids)


def test_everybody_has_zeros_of_his_own():
    sixth = deal("kachuful", 6, players=6)
    check_bids(game("kachuful"), sixth, [0] * 6, [4] * 6)
    refused("bids.2", check_bids, game("kachuful"), sixth, [0] * 6, [4, 4, 5, 4, 4, 4])


# check_change


def test_bids_by_seat_are_made_in_bidding_order():
    """The hook binds the last bidder, wherever they sit; zeros are by seat too."""
    family, three = game("blackout-family"), deal("blackout-family", 8)
    for dealer in range(3):
        refused(f"bids.{dealer}", check_bids_by_seat, family, three, dealer, [1, 1, 1], [0, 0, 0])
    check_bids_by_seat(family, three, 0, [2, 1, 1], [0, 0, 0])
    kachuful = get_deal(game("kachuful"), 6, {}, 1)
    refused("bids.4", check_bids_by_seat, game("kachuful"), kachuful, 2, [0] * 6, [0, 0, 0, 0, 5, 0])
    refused("dealer", check_bids_by_seat, family, three, 3, [1, 1, 1], [0, 0, 0])


FAMILY = game("blackout-family")
TEN = deal("blackout-family", 1)


def test_a_bid_may_be_changed_until_the_left_neighbour_has_bid():
    check_change(FAMILY, TEN, 4, [3], 0, 4)
    check_change(FAMILY, TEN, 4, [3, 2], 1, 4)
    reason = refused("bid", check_change, FAMILY, TEN, 4, [3, 2], 0, 4)
    assert "until the next player has bid" in reason


def test_the_dealer_may_change_until_the_first_card_under_the_hook():
    check_change(FAMILY, TEN, 4, [3, 2, 2, 2], 3, 4)
    assert "Hook" in refused("bid", check_change, FAMILY, TEN, 4, [3, 2, 2, 2], 3, 3)
    reason = refused("bid", check_change, FAMILY, TEN, 4, [3, 2, 2, 2], 3, 4, card_played=True)
    assert "first card" in reason


def test_a_change_is_judged_by_the_bids_that_were_made_then():
    check_change(FAMILY, TEN, 4, [3, 2, 2, 2], 0, 4, bids_made=1)
    refused("bid", check_change, FAMILY, TEN, 4, [3, 2, 2, 2], 0, 4, bids_made=2)
    for made in (-1, 5, *NOT_A_NUMBER[:2], "1"):
        refused("made", check_change, FAMILY, TEN, 4, [3, 2, 2, 2], 0, 4, bids_made=made)


def test_nobody_changes_a_bid_that_he_has_not_made():
    assert "not bid yet" in refused("bid", check_change, FAMILY, TEN, 4, [3], 1, 4)


def test_nothing_is_changed_on_the_five_card_deal_or_in_other_games():
    refused("bid", check_change, FAMILY, deal("blackout-family", 6), 4, [3], 0, 4)
    refused("bid", check_change, BLACKOUT, deal("blackout", 6), 4, [3], 0, 4)


@pytest.mark.parametrize("index", [-1, 4])
def test_whose_bid_it_is(index):
    refused("index", check_change, FAMILY, TEN, 4, [3, 2, 2, 2], index, 4)


def test_a_changed_bid_is_a_bid():
    refused("bid", check_change, FAMILY, TEN, 4, [3], 0, 11)
    refused("changed", check_change, FAMILY, TEN, 4, [3], 0, None, field="changed")


@given(st.lists(st.integers(0, 10), min_size=1, max_size=4), st.integers(0, 10))
def test_what_may_be_changed_to_is_what_could_have_been_bid(bids, bid):
    """The last who bid, and nobody else, finds just the bids that were legal in their turn."""
    index = len(bids) - 1
    legal = bid in list_legal_bids(FAMILY, TEN, 4, bids[:index])
    try:
        check_change(FAMILY, TEN, 4, bids, index, bid)
    except RuleError:
        assert not legal
    else:
        assert legal


def test_a_deal_without_cards_has_no_bids():
    refused("call", list_legal_bids, BLACKOUT, replace(deal("blackout", 1), cards=0), 4, [])
