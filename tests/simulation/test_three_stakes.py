"""Simulated deals of Three-Stake Brag."""

import random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.brag import HAND_SIZE, THREE_STAKE_BRAG
from games.rules.three_stakes import StakeWinners, find_stake_winners, settle_three
from tournaments.simulation.players.played import SeatedPlayer, make_temperament
from tournaments.simulation.players.pools import STAKE, play_three_stakes

WIDE = THREE_STAKE_BRAG.choose({"three_to_twelve": True})


def deal(purses, seed, waiting=0):
    rng = random.Random(seed)
    sitters = [
        SeatedPlayer(entry, counters, make_temperament(rng), waiting)
        for entry, counters in enumerate(purses, start=100)
    ]
    return play_three_stakes(THREE_STAKE_BRAG, WIDE, sitters, rng)


@given(st.lists(st.integers(1, 60), min_size=3, max_size=12), st.integers(0, 2**32))
def test_counters_are_conserved_and_nobody_stakes_what_he_has_not(purses, seed):
    played = deal(purses, seed)
    assert sum(played.net.values()) == 0
    for entry, counters in enumerate(purses, start=100):
        assert STAKE <= played.stakes[entry] <= counters
        assert played.net[entry] >= -played.stakes[entry]
    assert len(played.winners) == 1
    assert played.net[played.winners[0]] == max(played.net.values()) > 0
    assert (played.three is None) <= (min(purses) < 100)


def test_the_judge_settles_the_same():
    """Where everybody could put up all stakes: the judge finds the winners by the cards, and pays alike."""
    thirds = set()
    for seed in range(1500):
        waiting = seed % 2 * 4
        played = deal([100] * 3, seed, waiting)
        assert played.three is not None
        hands = {entry - 100: cards for entry, cards in played.hands.items()}
        still_in = [entry - 100 for entry in played.callers]
        won = find_stake_winners(
            THREE_STAKE_BRAG,
            dealer=2,
            hands={seat: cards[:HAND_SIZE] for seat, cards in hands.items()},
            turned_up={seat: cards[0] for seat, cards in hands.items()},
            drawn={seat: cards[HAND_SIZE] for seat, cards in hands.items() if cards[HAND_SIZE:]},
            still_in=still_in,
        )
        first, second, third = played.three.winners or (0, 0, 0)
        assert won == StakeWinners(first - 100, second - 100, None if third is None else third - 100)
        settled = settle_three(
            THREE_STAKE_BRAG,
            WIDE,
            first=STAKE,
            second=STAKE,
            third=STAKE,
            stakes={entry - 100: counters for entry, counters in played.three.stakes.items()},
            still_in=still_in,
            won=won,
            waiting=dict.fromkeys(range(3), waiting),
        )
        assert {entry - 100: net for entry, net in played.net.items()} == settled.net
        assert played.winners == (settled.winner + 100,)
        assert set(settled.waiting.values()) == ({played.waiting} if played.waiting else set())
        thirds.add(third)
    assert thirds == {None, 100, 101, 102}
