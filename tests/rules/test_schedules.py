"""Deals by their numbers, what a dealer may call, and who acts when, beside the golden tables."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.clag import CALLED, MODIFIERS
from games.rules.deals import DealPlan, Hook, Madness, Trump
from games.rules.schedules import LAST_NUMBER, apply_call, count_unseen, find_orders, get_deal, plan_deals
from tests.rules.tables import GAMES, calls, game, options_of, refused, tables


@given(tables())
def test_every_deal_can_be_dealt(table):
    """Cards are left for the trump where the next card shows it, none where the last card dealt does."""
    pack = len(table.game.pack(table.players))
    left = pack - count_unseen(table.game, table.players) - table.players * table.deal.cards
    assert table.deal.cards > 0
    assert left >= (table.deal.trump is Trump.NEXT_CARD)
    assert (table.deal.trump is Trump.LAST_CARD) <= (left == 0)
    assert (table.deal.trump is Trump.FIXED) == bool(table.deal.suit)


@pytest.mark.parametrize(("players", "lowest"), [(3, 9), (4, 7), (5, 5), (6, 3)])
def test_romanian_whist_has_a_pack_by_players(players, lowest):
    assert {card.rank for card in game("romanian-whist").pack(players)} == {*range(lowest, 15)}


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.key)
def test_the_number_of_players_must_fit(one):
    for players in (one.fewest - 1, one.most + 1, True, None, "4", 4.0):
        for act in (plan_deals, count_unseen):
            refused("players", act, one, players)
        refused("players", find_orders, one, players, 0)
        refused("players", get_deal, one, players, None, 1)


def test_a_game_for_just_one_number_says_so():
    assert "for 4 players" in refused("players", plan_deals, game("seven-truf"), 5)


# deal_of


@given(tables(), st.integers(1, 200))
def test_a_deal_by_its_number(table, number):
    deals = plan_deals(table.game, table.players, table.options)
    deal = get_deal(table.game, table.players, table.options, number)
    assert deal.number == number
    assert (deal.round, deal.cards) == (min(number, len(deals)), deals[min(number, len(deals)) - 1].cards)
    if number <= len(deals):
        assert deal == deals[number - 1]
        assert get_deal(table.game, table.players, table.options, number, strict=True) == deal


def test_a_deal_past_the_end():
    clag = game("clag")
    assert get_deal(clag, 4, {}, 23).cards == 1
    refused("deal", get_deal, clag, 4, {}, 21, strict=True)
    assert get_deal(game("oh-well"), 5, {}, 40, strict=True).cards == 10


@pytest.mark.parametrize("number", [0, -1, LAST_NUMBER + 1, 10**30, True, None, "1", 1.0])
@pytest.mark.parametrize("strict", [True, False])
def test_what_is_no_number_of_a_deal(number, strict):
    refused("deal", get_deal, game("oh-well"), 5, {}, number, strict=strict)


# orders


@given(tables(), st.data())
def test_everybody_has_one_turn(table, data):
    dealer = data.draw(st.integers(0, table.players - 1))
    order = find_orders(table.game, table.players, dealer)
    for seats in (order.dealing, order.bidding, order.playing):
        assert sorted(seats) == [*range(table.players)]
    assert order.playing[0] == (dealer + 1) % table.players
    assert order.dealing[-1] == order.playing[-1] == dealer


@pytest.mark.parametrize("dealer", [-1, 4])
def test_the_dealer_sits_at_the_table(dealer):
    refused("dealer", find_orders, game("clag"), 4, dealer)


# Caller Clag


CALLER = game("caller-clag")
UNCALLED = plan_deals(CALLER, 4)[0]


def call(**said):
    return apply_call(CALLER, UNCALLED, {"cards": 5} | said)


def test_a_plain_call():
    assert call() == DealPlan(number=1, round=1, cards=5, by_call=True)
    assert apply_call(CALLER, UNCALLED, {"cards": 7, "misere": False}).cards == 7


CHANGES: dict[str, dict[str, Any]] = {
    "no_trump": {"trump": Trump.NONE},
    "bid_before_trump": {"bids_before_trump": True},
    "blind_bid": {"blind": True},
    "pile_order": {"pile": True},
    "misere": {"misere": True},
    "suit_precedence": {"trump": Trump.NONE, "precedence": "HCDS"},
    "nuloss": {"nuloss": True},
    "blind_hand": {"pile": True, "shuffled": True},
    "ascending_madness": {"madness": Madness.ASCENDING},
    "descending_madness": {"madness": Madness.DESCENDING},
}


@pytest.mark.parametrize("key", MODIFIERS)
def test_what_each_call_changes(key):
    assert call(**{key: True}) == replace(call(), **CHANGES[key])


def test_an_order_of_the_suits():
    assert call(suit_precedence=True, suits="SDCH").precedence == "SDCH"
    assert call(suit_precedence=True, suits="").precedence == "HCDS"
    assert call(suits="").precedence == ""


@given(calls())
def test_all_that_is_not_refused_combines(said):
    deal = apply_call(CALLER, UNCALLED, said)
    assert deal.cards == said["cards"]
    assert deal.misere == said["misere"]
    assert deal.pile == (said["pile_order"] or said["blind_hand"])
    assert (deal.trump is Trump.NONE) == (said["no_trump"] or said["suit_precedence"])


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("descending_madness", {"ascending_madness": True, "descending_madness": True}),
        ("ascending_madness", {"misere": True, "ascending_madness": True}),
        ("descending_madness", {"misere": True, "descending_madness": True}),
        ("bid_before_trump", {"suit_precedence": True, "bid_before_trump": True}),
        ("suits", {"suits": "HCDS"}),
        ("suits", {"suit_precedence": True, "suits": "HCD"}),
        ("suits", {"suit_precedence": True, "suits": "HCDD"}),
        ("suits", {"suit_precedence": True, "suits": "hcds"}),
        ("suits", {"suit_precedence": True, "suits": None}),
        ("suits", {"suit_precedence": True, "suits": ["H", "C", "D", "S"]}),
        ("cards", {"cards": 2}),
        ("cards", {"cards": 8}),
        ("cards", {"cards": None}),
        ("misere", {"misere": 1}),
        ("grand", {"grand": True}),
        ("x" * 40, {"x" * 5000: True}),
    ],
)
def test_what_cannot_be_called(field, said):
    refused(f"call.{field}", apply_call, CALLER, UNCALLED, {"cards": 5} | said)


def test_the_cards_must_be_called():
    refused("call.cards", apply_call, CALLER, UNCALLED, {"misere": True})
    assert [*CALLED] == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("said", [None, [], "misere", 5])
def test_what_is_no_call(said):
    refused("call", apply_call, CALLER, UNCALLED, said)


def test_other_games_are_not_called():
    refused("call", apply_call, game("clag"), plan_deals(game("clag"), 4)[0], {"cards": 5})


def test_the_hook_of_a_misere_is_gone():
    hooked = plan_deals(CALLER, 4, {"non_exact": True})[0]
    assert apply_call(CALLER, hooked, {"cards": 3}).hook is Hook.LAST
    assert apply_call(CALLER, hooked, {"cards": 3, "misere": True}).hook is Hook.NONE


@given(st.sampled_from(GAMES).flatmap(lambda one: st.tuples(st.just(one), options_of(one))))
def test_options_chosen_already_may_be_chosen_again(chosen):
    one, options = chosen
    assert plan_deals(one, one.most, one.choose(options)) == plan_deals(one, one.most, options)
