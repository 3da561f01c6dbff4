"""How simulated players judge a hand."""

import random

import pytest

from games.rules.cards import parse_cards
from tournaments.simulation.players.bids import BetChoice, choose_bet, choose_discards, rate_hand
from tournaments.simulation.players.played import Temperament

CALM = Temperament(loose=0.5, bold=0.5, bluff=0)


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("2C 3C 4C 5C 6C", ""),  # straight flush
        ("2C 3D 4H 5C 6C", ""),  # straight
        ("2C 7C 9C JC KC", ""),  # flush
        ("2C 2D 2H KC KD", ""),  # full house
        ("2C 2D 2H 2S KD", "KD"),
        ("2C 2D 2H QS KD", "QS KD"),
        ("2C 2D QH QS KD", "KD"),
        ("2C 2D 7H QS KD", "7H QS KD"),
        ("2C 7C 9C JC KD", "KD"),  # four to a flush
        ("5C 6D 7H 8C KD", "KD"),  # open at both ends
        ("2C 6D 7H 8C 9D", "2C"),
        ("JC QD KH AS 2D", "2D JC QD KH"),  # an ace at the end is not open: the ace alone is kept
        ("2C 7D 9H JC KD", "2C 7D 9H"),  # the two highest are kept
    ],
)
def test_thrown(hand, away):
    assert {str(card) for card in choose_discards(parse_cards(hand.split()))} == set(away.split())


@pytest.mark.parametrize("drawn", [False, True])
def test_better_hands_are_stronger(drawn):
    rising = [
        "2C 4D 6H 8S TD",
        "2C 4D 6H 8S AD",
        "2C 2D 6H 8S AD",
        "AC AD 6H 8S TD",
        "2C 2D 3H 3S AD",
        "2C 2D 2H 8S AD",
    ]
    rising += ["2C 3D 4H 5S 6D", "2C 4C 6C 8C TC", "2C 2D 2H 8S 8D", "2C 2D 2H 2S 8D", "4C 5C 6C 7C 8C"]
    found = [rate_hand(parse_cards(hand.split()), drawn) for hand in rising]
    assert found == sorted(found)
    assert all(0 <= one <= 1 for one in found)


def test_a_pair_is_worth_less_after_the_draw_and_four_to_a_flush_more_before_it():
    pair = parse_cards(["8C", "8D", "2H", "3S", "KD"])
    four = parse_cards(["2C", "7C", "9C", "JC", "KD"])
    assert rate_hand(pair, has_drawn=True) < rate_hand(pair, has_drawn=False)
    assert (
        rate_hand(four, has_drawn=True) < rate_hand(pair, has_drawn=False) < rate_hand(four, has_drawn=False)
    )


@pytest.mark.parametrize(
    ("chance", "owed", "choice"),
    [
        (0.99, 2, BetChoice.RAISE),
        (0.99, 0, BetChoice.RAISE),
        (0.05, 4, BetChoice.DROP),
        (0.05, 0, BetChoice.CALL),
        (0.6, 2, BetChoice.CALL),
    ],
)
def test_choose(chance, owed, choice):
    assert choose_bet(CALM, chance, owed, pool=12, opponents=2, rng=random.Random(1)) is choice


def test_somebody_who_always_bluffs_always_raises():
    bluffer = Temperament(loose=0, bold=0, bluff=1)
    assert choose_bet(bluffer, 0.0, 4, pool=4, opponents=3, rng=random.Random(1)) is BetChoice.RAISE
