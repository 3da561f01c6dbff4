"""Simulated deals of Draw Poker."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.simulation.players.played import SeatedPlayer, Temperament, make_temperament
from tournaments.simulation.players.pools import play_poker

CAUTIOUS = Temperament(loose=0, bold=0, bluff=0)


@given(st.lists(st.integers(1, 60), min_size=2, max_size=7), st.integers(0, 2**32))
def test_counters_are_conserved_and_nobody_stakes_what_he_has_not(purses, seed):
    rng = random.Random(seed)
    sitters = [
        SeatedPlayer(entry, counters, make_temperament(rng))
        for entry, counters in enumerate(purses, start=100)
    ]
    played = play_poker(sitters, rng)
    assert sum(played.net.values()) == 0
    for sitter in sitters:
        assert 0 < played.stakes[sitter.entry] <= sitter.counters
        assert played.net[sitter.entry] >= -played.stakes[sitter.entry]
    assert played.winners
    assert all(played.net[winner] >= 0 for winner in played.winners)
    assert len(played.winners) > 1 or played.net[played.winners[0]] > 0
    assert len(played.callers) != 1
    assert not played.callers or set(played.winners) <= set(played.callers)


def test_the_same_chance_gives_the_same_deal():
    sitters = [SeatedPlayer(entry, 50, make_temperament(random.Random(entry))) for entry in range(6)]
    assert play_poker(sitters, random.Random("x")) == play_poker(sitters, random.Random("x"))


@pytest.mark.thorough
def test_all_kinds_of_endings_come():
    """Uncalled pools, showdowns of several, all-ins with a side pool that somebody else wins."""
    deals = [
        play_poker(
            [SeatedPlayer(e, (50, 8, 50, 50)[e], make_temperament(random.Random(e))) for e in range(4)],
            random.Random(n),
        )
        for n in range(3000)
    ]
    assert any(not played.callers for played in deals)
    assert any(len(played.callers) > 2 for played in deals)
    side = [p for p in deals if p.stakes[1] == 8 and 1 in p.winners and any(p.net[o] > 0 for o in (0, 2, 3))]
    assert side
    mean = sum(sum(played.stakes.values()) for played in deals) / len(deals)
    assert 10 < mean < 40


@pytest.mark.parametrize("counters", [1, 50])
def test_a_deal_is_decided_though_nobody_would_bet(counters):
    played = play_poker([SeatedPlayer(entry, counters, CAUTIOUS) for entry in range(7)], random.Random(0))
    assert played.winners
