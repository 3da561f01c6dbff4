"""How simulated players play: towards the bid."""

import random

import pytest

from games.rules.cards import parse_cards
from games.rules.deals import DealPlan, Hook, Madness, Trump
from games.rules.tricks import replay
from tests.rules.tables import game
from tournaments.simulation.players.bids import CardPlay


def cards(text):
    return list(parse_cards(text.split()))


def play(hands, bids, trump="", deal=None, key="clag", dealer=None):
    """Who won which tricks, of hands that are played out; the last player deals."""
    held = [cards(hand) for hand in hands]
    deal = deal or DealPlan(
        number=8, round=8, cards=len(held[0]), trump=Trump.NEXT_CARD if trump else Trump.NONE
    )
    dealer = len(held) - 1 if dealer is None else dealer
    order = [(dealer + step) % len(held) for step in range(1, len(held) + 1)]
    plays = CardPlay(game(key), deal, trump, bids, [list(hand) for hand in held], random.Random(1)).play_out(
        order
    )
    return plays, replay(game(key), deal, dealer=dealer, hands=held, trump=trump, plays=plays)


@pytest.mark.parametrize(
    ("hands", "bids", "trump", "played"),
    [
        (["5C 6C", "3C 2D", "KC 4C"], [0, 0, 2], "", "KC"),  # takes it, and else does not
        (["5C 6C", "3C 2D", "KC 4C"], [0, 0, 0], "", "4C"),
        (["2C 3C 4C", "5C 2D 3D", "KC 6C AC"], [1, 1, 0], "", "KC AC"),  # must win: with the highest
        (["5C 3C 4C", "6C 7C 8C", "AD 3H 2S"], [1, 1, 0], "", "AD"),  # cannot follow: throws the highest
        (["5C 3C", "6C 7C", "2H 3D"], [0, 0, 1], "H", "2H"),  # cannot follow: trumps, and else does not
        (["5C 3C", "6C 7C", "2H 3D"], [0, 0, 0], "H", "3D"),
    ],
)
def test_who_plays_last_plays_towards_his_bid(hands, bids, trump, played):
    assert play(hands, bids, trump)[0][2] in cards(played)


def test_who_wants_all_leads_his_best():
    plays, done = play(["2C AC KC", "3D 4D 5D", "6H 7H 8H"], [3, 0, 0])
    assert done.won == (3, 0, 0)
    assert plays[0] in cards("AC KC")


@pytest.mark.parametrize("madness", list(Madness))
def test_in_madness_a_trick_is_worth_more_than_the_bid(madness):
    """They can win one trick, as they bid, or two, of which the second earns eight points in madness."""
    deal = DealPlan(number=1, round=1, cards=5, trump=Trump.NONE, madness=madness)
    hands = ["3C 4C 3D 4H 4S", "5C 6C 5D 3H 3S", "AC 2C AD 2D 2H"]
    _plays, done = play(hands, [0, 0, 1], deal=deal)
    assert (done.won[2] > 1) == (madness is not Madness.NONE)


@pytest.mark.parametrize("together", [True, False])
def test_who_play_together_take_a_trick_from_one_who_wants_none(together):
    """The last player has a better trick for their bid, but spares the first one that they do not want."""
    hook = Hook.TOTAL if together else Hook.NONE
    deal = DealPlan(number=1, round=1, cards=3, trump=Trump.NONE, hook=hook)
    hands = ["9C 8C 7C", "2C 3C 4C", "TC 5C AD"]
    _plays, done = play(hands, [0, 0, 1], deal=deal, key="blackout-cooperative")
    assert done.tricks[0].winner == (2 if together else 0)


@pytest.mark.parametrize("pile", [True, False])
def test_a_pile_is_played_from_the_top(pile):
    deal = DealPlan(number=1, round=1, cards=3, trump=Trump.NONE, pile=pile)
    hands = ["2C AC 3D", "5H 9C KD", "7S 8S 9S"]
    plays, done = play(hands, [0, 3, 0], deal=deal)
    assert not done.illegal
    assert ([str(card) for card in plays[:3]] == ["2C", "5H", "7S"]) == pile
