"""Simulated deals of Brag for a single stake."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.brag import BRAG, SINGLE_STAKE_BRAG
from games.rules.cards import parse_cards
from games.rules.single_stake import settle
from tournaments.simulation.players.played import SeatedPlayer, Temperament, make_temperament
from tournaments.simulation.players.pools import play_brag, rate_brag_hand

GAMES = [SINGLE_STAKE_BRAG, BRAG]
CAUTIOUS = Temperament(loose=0, bold=0, bluff=0)


def sitters_of(purses, rng):
    return [
        SeatedPlayer(entry, counters, make_temperament(rng))
        for entry, counters in enumerate(purses, start=100)
    ]


@given(
    st.sampled_from(GAMES),
    st.lists(st.integers(1, 60), min_size=2, max_size=12),
    st.integers(0, 3),
    st.integers(0, 2**32),
)
def test_counters_are_conserved_and_nobody_stakes_what_he_has_not(game, purses, limit, seed):
    rng = random.Random(seed)
    sitters = sitters_of(purses, rng)
    played = play_brag(game, game.choose({"limit": limit}), sitters, rng)
    assert sum(played.net.values()) == 0
    for sitter in sitters:
        assert 0 <= played.stakes[sitter.entry] <= sitter.counters
        assert played.net[sitter.entry] >= -sitter.counters
    assert all(played.net[winner] >= 0 for winner in played.winners)
    assert len(played.winners) > 1 or played.net[played.winners[0]] > 0
    assert len(played.winners) == 1 or game.divides
    assert not played.callers or set(played.winners) <= set(played.callers) == set(played.hands)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [{}, {"limit": 1}, {"compensation": 5}])
def test_the_judge_settles_the_same(game, options):
    """Where nobody is all-in: the judge of a deal of one stake takes it as played, and pays the same."""
    for seed in range(200):
        rng = random.Random(seed)
        sitters = sitters_of([200] * 6, rng)
        played = play_brag(game, game.choose(options), sitters, rng)
        seat = {sitter.entry: number for number, sitter in enumerate(sitters)}
        stakes = {seat[entry]: counters for entry, counters in played.stakes.items()}
        ante = min(filter(None, stakes.values()))
        assert {seat[entry]: net for entry, net in played.net.items()} == settle(
            game,
            options,
            dealer=5,
            ante=min(ante, options.get("limit", ante)),
            stakes=stakes,
            still_in=[seat[entry] for entry in played.callers or played.winners],
            hands={seat[entry]: cards for entry, cards in played.hands.items()} or None,
        )


def test_the_same_chance_gives_the_same_deal():
    sitters = sitters_of([50] * 6, random.Random(1))
    one, other = (
        play_brag(BRAG, BRAG.choose({}), sitters, random.Random("x")) for _time in range(2)
    )  # fmt: skip
    assert one == other


@pytest.mark.thorough
def test_all_kinds_of_endings_come():
    """An ante that nobody meets, a raise that nobody calls, showdowns, a side pool that another wins."""
    deals = [
        play_brag(
            BRAG,
            BRAG.choose({}),
            sitters_of([50, 4, 50, 50, 50], random.Random(n % 7)),
            random.Random(n),
        )
        for n in range(2000)
    ]
    met = [sum(map(bool, played.stakes.values())) > 1 for played in deals]
    unmet = [played for played, was_met in zip(deals, met, strict=True) if not was_met]
    assert unmet
    assert all(played.winners == (104,) and played.net[104] == 4 for played in unmet)
    assert any(was_met and not played.callers for played, was_met in zip(deals, met, strict=True))
    assert any(len(played.callers) > 2 for played in deals)
    assert any(len(played.winners) > 1 for played in deals)
    assert any(101 in p.winners and p.stakes[101] == 4 and max(p.net.values()) > p.net[101] for p in deals)
    assert 8 < sum(sum(played.stakes.values()) for played in deals) / len(deals) < 40


def test_a_deal_that_nobody_would_win_a_counter_by_is_dealt_again():
    sitters = [SeatedPlayer(entry, 50, CAUTIOUS) for entry in range(4)]
    for seed in range(100):
        played = play_brag(BRAG, BRAG.choose({"compensation": 0}), sitters, random.Random(seed))
        assert any(played.net.values())


def test_better_hands_are_stronger():
    rising = ["2C 3D 5H", "2C 3D QH", "KC TH 2D", "2C 2D 5H", "2C 9D 2H", "AC AH 2D", "3C 3D 3H", "AD JC 9D"]
    found = [rate_brag_hand(parse_cards(hand.split())) for hand in rising]
    assert found == sorted(found)
    assert all(0 <= one <= 1 for one in found)
