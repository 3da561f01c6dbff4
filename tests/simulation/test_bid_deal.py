"""Simulated deals of every bidding game."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.bidding import check_bids
from games.rules.clag import MODIFIERS
from games.rules.schedules import find_orders, plan_deals
from games.rules.scoring import score_deal
from tests.examples import examples
from tests.rules.tables import GAMES, game, options_of
from tournaments.simulation.players import bids as players_bids
from tournaments.simulation.players.bids import play_deal
from tournaments.simulation.players.played import make_temperament


def people(number, seed=0):
    return [make_temperament(random.Random(f"{seed}/{who}")) for who in range(number)]


def played(key, players, number, seed, options=None, zeros=0):
    rules = game(key)
    plan = plan_deals(rules, players, options)[number - 1]
    dealer = seed % players
    return play_deal(rules, plan, dealer, people(players, seed), [zeros] * players, random.Random(seed))


@settings(max_examples=examples(1.5))
@given(st.data(), st.sampled_from(GAMES))
def test_what_is_played_can_be_recorded(data, rules):
    """Bids that stand, the tricks of the deal, and nothing illegal but a revoke that has a price."""
    players = data.draw(st.integers(rules.fewest, rules.most))
    plan = data.draw(st.sampled_from(plan_deals(rules, players, data.draw(options_of(rules)))))
    dealer, zeros = data.draw(st.integers(0, players - 1)), data.draw(st.integers(0, 6))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    done = play_deal(rules, plan, dealer, people(players), [zeros] * players, rng)
    bids = [done.hands[place].bid for place in find_orders(rules, players, dealer).bidding]
    check_bids(rules, done.deal, bids, [zeros] * players)
    score_deal(rules, done.deal, done.hands)
    assert bool(done.call) == plan.by_call
    assert rules.revoke or not any(hand.revokes for hand in done.hands)


def test_the_same_chance_gives_the_same_deal():
    assert played("caller-clag", 5, 1, 3) == played("caller-clag", 5, 1, 3)
    assert played("caller-clag", 5, 1, 3) != played("caller-clag", 5, 1, 8)


@pytest.mark.thorough
def test_players_make_their_bids_more_often_than_by_luck():
    """With seven cards each and four players two in five bids are exact at least; blind ones are not."""
    exact = dict.fromkeys((7, 10), 0)
    for number in exact:
        for seed in range(150):
            hands = played("clag", 4, number, seed).hands
            exact[number] += sum(hand.bid == hand.tricks for hand in hands)
    assert exact[7] > 0.4 * 600
    assert exact[7] > 1.2 * exact[10]


@pytest.mark.thorough
def test_who_wants_no_trick_wins_few():
    """In a misere those who hold high cards win the tricks; nobody can be made to win all."""
    taken = Counter(hand.tricks for seed in range(100) for hand in played("clag", 5, 12, seed).hands)
    assert taken[0] > 100
    assert {hand.bid for seed in range(20) for hand in played("clag", 5, 12, seed).hands} == {0}


def test_revokes_are_rare_and_counted(monkeypatch):
    deals = [played("jabberwocky", 4, 7, seed) for seed in range(150)]
    usual = sum(hand.revokes for done in deals for hand in done.hands)
    assert 0 < usual < 60
    monkeypatch.setattr(players_bids, "SLIPS", 1)
    assert sum(hand.revokes for hand in played("jabberwocky", 4, 7, 1).hands) > 5


def test_players_who_win_together_bid_the_total_and_win_now_and_then():
    won = 0
    for seed in range(60):
        hands = played("blackout-cooperative", 4, 3, seed).hands
        assert sum(hand.bid for hand in hands) == 3
        won += all(hand.bid == hand.tricks for hand in hands)
    assert 6 < won < 50


def test_the_dealers_call_everything_that_can_be_called():
    done = [played("caller-clag", 5, 1, seed) for seed in range(400)]
    called = Counter(key for one in done for key in one.call)
    assert set(called) == {"cards", "suits", *MODIFIERS}
    assert {one.call["cards"] for one in done} == {3, 4, 5, 6, 7}
    assert sum(set(one.call) == {"cards"} for one in done) > 20
    assert max(len(one.call) for one in done) > 4


def test_bold_dealers_call_more(monkeypatch):
    def cards(bold):
        who = replace(make_temperament(random.Random(1)), bold=bold)
        plan = plan_deals(game("caller-clag"), 4)[0]
        calls = [
            play_deal(game("caller-clag"), plan, 0, [who] * 4, [0] * 4, random.Random(seed)).call
            for seed in range(100)
        ]
        return sum(call["cards"] for call in calls), sum(map(len, calls))

    assert all(more > less for more, less in zip(cards(0.9), cards(0.1), strict=True))


@pytest.mark.parametrize("zeros", [4, 5])
def test_after_five_zeros_nobody_bids_another(zeros):
    bids = {hand.bid for seed in range(30) for hand in played("kachuful", 7, 2, seed, zeros=zeros).hands}
    assert (0 in bids) == (zeros < 5)
