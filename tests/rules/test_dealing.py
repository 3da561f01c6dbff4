"""A shuffled pack becomes hands and a trump."""

import pytest
from hypothesis import given

from games.rules.cards import PACK, Card
from games.rules.dealing import deal_out
from games.rules.deals import Trump
from games.rules.schedules import count_unseen, get_deal, plan_deals
from tests.rules.tables import dealt_tables, game, refused


def texts(hands):
    return [" ".join(map(str, hand)) for hand in hands]


def test_cards_go_singly_from_the_left_and_the_next_is_trump():
    dealt = deal_out(game("clag"), get_deal(game("clag"), 3, {}, 2), 3, 0, PACK)
    assert texts(dealt.hands) == ["4C 7C", "2C 5C", "3C 6C"]
    assert dealt.trump == "C"
    turned = (*PACK[1:], PACK[0])
    assert deal_out(game("clag"), get_deal(game("clag"), 6, {}, 2), 6, 0, turned).trump == "D"


def test_la_podrida_is_dealt_from_the_right():
    podrida = game("la-podrida")
    dealt = deal_out(podrida, get_deal(podrida, 3, {}, 14), 3, 0, PACK)
    assert texts(dealt.hands) == ["4C 7C TC KC", "3C 6C 9C QC", "2C 5C 8C JC"]


def test_oh_well_lays_cards_aside_and_the_dealers_last_is_trump():
    oh_well = game("oh-well")
    dealt = deal_out(oh_well, plan_deals(oh_well, 5)[0], 5, 2, PACK)
    assert not {card for hand in dealt.hands for card in hand} & {*PACK[:2]}
    assert dealt.trump == dealt.hands[2][-1].suit == PACK[-1].suit


def test_a_card_that_is_shown():
    podrida = game("la-podrida")
    first = plan_deals(podrida, 4)[0]
    assert first.trump is Trump.BEFORE_DEAL
    assert deal_out(podrida, first, 4, 0, PACK, Card(2, "H")).trump == "H"
    refused("shown", deal_out, podrida, first, 4, 0, PACK)


@given(dealt_tables())
def test_everybody_has_the_cards_of_the_deal(table):
    held = [card for hand in table.dealt.hands for card in hand]
    assert {len(hand) for hand in table.dealt.hands} == {table.deal.cards}
    assert len({*held}) == len(held)
    assert {*held} <= {*table.game.pack(table.players)}
    assert len(held) + count_unseen(table.game, table.players) <= len(table.game.pack(table.players))
    assert (table.dealt.trump == "") == (table.deal.trump is Trump.NONE)


@pytest.mark.parametrize("pack", [PACK[1:], (*PACK, PACK[0]), (*PACK[1:], PACK[1]), ()])
def test_the_pack_is_whole(pack):
    refused("pack", deal_out, game("clag"), plan_deals(game("clag"), 4)[0], 4, 0, pack)


def test_nothing_is_dealt_before_the_call():
    caller = game("caller-clag")
    refused("call", deal_out, caller, plan_deals(caller, 4)[0], 4, 0, PACK)
    refused("dealer", deal_out, caller, plan_deals(caller, 4)[0], 4, 4, PACK)
    refused("players", deal_out, caller, plan_deals(caller, 4)[0], 8, 0, PACK)
