"""One judge for Draw Poker and Brag."""

import pytest

from games.rules.brag import BRAG, SINGLE_STAKE_BRAG, THREE_STAKE_BRAG
from games.rules.poker import DRAW_POKER
from games.rules.registry import RULESETS
from games.rules.ruleset import Kind, Ruleset
from games.rules.showing import HAND_SIZE, find_hand_size, judge, name_hand, order_staking
from tests.rules.tables import refused
from tests.rules.test_brag import dealt, hand

BIDS = Ruleset(key="bids", title="Bids", family="bids", kind=Kind.BIDS, fewest=3, most=7, progressive=True)


def test_every_game_with_a_pool_has_its_size_of_hand():
    pools = {game.family for game in RULESETS.values() if game.kind is Kind.POOL}
    assert pools == set(HAND_SIZE)
    assert (find_hand_size(DRAW_POKER), find_hand_size(BRAG)) == (5, 3)


@pytest.mark.parametrize(
    ("game", "cards", "name"),
    [
        (DRAW_POKER, "AS KS QS JS TS", "straight flush"),
        (DRAW_POKER, "9D 9C AD JC 2S", "pair"),
        (BRAG, "9D 9C AD", "pair-royal with braggers"),
        (SINGLE_STAKE_BRAG, "AS KS QS", "high card"),
    ],
)
def test_hand_name(game, cards, name):
    assert name_hand(game, hand(cards)) == name


@pytest.mark.parametrize(
    ("game", "hands", "order", "winners"),
    [
        (DRAW_POKER, "QS QC 9H 8C 6S | QD QH 9S 8D 6H | AS KS 2H 3C 4D", [2, 1, 0], (1, 0)),
        (DRAW_POKER, "QS QC 9H 8C 6S | QD QH 9S 8D 6H", [0, 1], (0, 1)),
        (BRAG, "AS KH 5C | AC KD 5H", [1, 0], (1, 0)),
        (SINGLE_STAKE_BRAG, "AS KH 5C | AC KD 5H", [1, 0], (1,)),
        (THREE_STAKE_BRAG, "AS KH 5C | AC KD 5H", [0, 1], (0,)),
    ],
)
def test_judge(game, hands, order, winners):
    assert judge(game, dealt(hands), order) == winners


@pytest.mark.parametrize("game", [DRAW_POKER, BRAG])
def test_the_judge_wants_as_many_cards_as_the_game_deals(game):
    cards = hand("2S 3S 4S 5S 6S 2H 3H 4H 5H 6H")
    good = {0: cards[: find_hand_size(game)], 1: cards[-find_hand_size(game) :]}
    refused("hands.1", judge, game, good | {1: good[1][1:]}, [0, 1])
    refused("hand", name_hand, game, good[1][1:], "hand")


def test_a_game_of_bids_has_no_showdown():
    refused("game", judge, BIDS, {0: hand("AS KS QS")}, [0])


@pytest.mark.parametrize(
    ("game", "order"),
    [
        (DRAW_POKER, (0, 1, 3)),
        (BRAG, (3, 0, 1)),
        (SINGLE_STAKE_BRAG, (3, 0, 1)),
        (THREE_STAKE_BRAG, (0, 1, 3)),
    ],
)
def test_staking_order(game, order):
    """The dealer, at seat 3, staked first where they put up an ante."""
    assert order_staking(game, [3, 4, 0, 1, 2], [0, 1, 3]) == order
