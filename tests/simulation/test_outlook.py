"""How simulated players judge cards in games of tricks."""

import random
from dataclasses import replace

import pytest

from games.rules.cards import PACK, Card, parse_cards
from games.rules.dealing import deal_out
from games.rules.deals import DealPlan, Trump
from games.rules.schedules import plan_deals
from tests.rules.tables import game
from tournaments.simulation.players.played import Outlook, compute_exact_chance

PLAIN = DealPlan(number=1, round=1, cards=5)


def cards(text):
    return list(parse_cards(text.split()))


def outlook(hand, trump="H", deal=PLAIN, others=3, gone=""):
    held = cards(hand)
    unseen = [card for card in PACK if card not in held and card not in cards(gone)]
    return Outlook(deal, trump, others, len(held), unseen), held


def hopes(hand, **how):
    view, held = outlook(hand, **how)
    return [view.rate_card(card) for card in held]


def test_higher_cards_and_trumps_have_more_hope():
    rising = hopes("2C 9C KC AC AH")
    assert rising == sorted(rising)
    assert rising[-1] == 1
    assert all(0 <= hope <= 1 for hope in rising)


def test_ranks_may_be_reversed_and_suits_have_an_order():
    assert hopes("AC KC 3C 2C 2H", deal=replace(PLAIN, nuloss=True)) == sorted(
        hopes("AC KC 3C 2C 2H", deal=replace(PLAIN, nuloss=True))
    )
    ordered = replace(PLAIN, precedence="SHCD", trump=Trump.NONE)
    rising = hopes("AD AC AH AS", trump="", deal=ordered)
    assert rising == sorted(rising)
    assert rising[-1] == 1


def test_who_plays_last_knows():
    view, _held = outlook("2C 9C KC AC 2H")
    trick = cards("TC 3C JC")
    taken = [view.rate_in_trick(card, trick) for card in cards("9C KC AC 2H")]
    assert taken == [0, 1, 1, 1]


def test_who_leads_can_only_reckon():
    view, held = outlook("2C 9C KC AC 2H")
    taken = [view.rate_in_trick(card, []) for card in held]
    assert taken[:4] == sorted(taken[:4])
    assert 0 < taken[3] < 1  # the ace can be trumped
    assert outlook("AC AH", gone="KC")[0].rate_in_trick(Card(14, "H"), []) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["oh-well", "clag", "romanian-whist", "kachuful"])
def test_all_players_together_expect_about_the_tricks_there_are(key):
    rules, players = game(key), 5
    for deal in plan_deals(rules, players, {})[:8]:
        expected = 0.0
        for seed in range(20):
            pack = list(rules.pack(players))
            random.Random(seed).shuffle(pack)
            dealt = deal_out(rules, deal, players, 0, pack)
            for hand in dealt.hands:
                unseen = [card for card in pack if card not in hand]
                expected += sum(Outlook(deal, dealt.trump, 4, deal.cards, unseen).rate_hand(hand).values())
        assert 0.75 < expected / 20 / deal.cards < 1.25


def test_the_chance_of_exactly_so_many():
    assert compute_exact_chance([], 0) == 1
    assert compute_exact_chance([0.5, 0.5], 1) == 0.5
    assert compute_exact_chance([0.2, 0.5, 1.0], 1) == pytest.approx(0.4)
    assert sum(compute_exact_chance([0.1, 0.7, 0.4, 0.9], wanted) for wanted in range(5)) == pytest.approx(1)
    assert compute_exact_chance([0.5], 2) == compute_exact_chance([0.5], -1) == 0
