"""Settling a pool (docs/rules.md#odd-counters)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.pool import Part, divide_pool, settle, split_pool
from tests.rules.tables import refused


@pytest.mark.parametrize(
    ("stakes", "winners", "net"),
    [
        ({0: 5, 1: 5, 2: 1, 3: 0}, [1], {0: -5, 1: 6, 2: -1, 3: 0}),
        ({0: 4, 1: 4, 2: 2}, [1, 0], {0: 1, 1: 1, 2: -2}),
        # a pool of 11: five each, the odd one to the first in order
        ({0: 5, 1: 5, 2: 1}, [1, 0], {0: 0, 1: 1, 2: -1}),
        ({0: 5, 1: 5, 2: 1}, [0, 1], {0: 1, 1: 0, 2: -1}),
        # a pool of 17 in three: five each, the odd two to the first two
        ({7: 5, 8: 5, 9: 5, 4: 2}, [9, 7, 8], {7: 1, 8: 0, 9: 1, 4: -2}),
        # an uncalled ante: its owner takes it back
        ({0: 1, 1: 0}, [0], {0: 0, 1: 0}),
        # all in with less than the others put up
        ({0: 3, 1: 9, 2: 9}, [0], {0: 18, 1: -9, 2: -9}),
    ],
)
def test_divide(stakes, winners, net):
    assert divide_pool(stakes, winners) == net


tables = st.dictionaries(st.integers(0, 99), st.integers(1, 500), min_size=1, max_size=12)


@given(tables, st.data())
def test_no_counter_is_made_or_lost_and_shares_differ_by_one_at_most(stakes, data):
    winners = data.draw(st.lists(st.sampled_from(sorted(stakes)), min_size=1, unique=True))
    net = divide_pool(stakes, winners)
    assert sum(net.values()) == 0
    assert list(net) == list(stakes)
    assert all(net[loser] == -stakes[loser] for loser in stakes if loser not in winners)
    shares = [net[winner] + stakes[winner] for winner in winners]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= 1


@pytest.mark.parametrize(
    ("stakes", "winners", "field"),
    [
        ({0: 5, 1: -1}, [0], "stakes.1"),
        ({0: 5, 1: 2.5}, [0], "stakes.1"),
        ({0: 5, 1: "5"}, [0], "stakes.1"),
        ({0: 5, 1: None}, [0], "stakes.1"),
        ({0: True, 1: 1}, [1], "stakes.0"),
        ({0: 5, 1: 5}, [], "winners"),
        ({0: 5, 1: 5}, [2], "winners"),
        ({0: 5, 1: 5}, [1, 1], "winners"),
        ({0: 5, 1: 5, 2: 0}, [2], "winners"),
        ({0: 5, 1: 5, 2: 0}, [1, 2], "winners"),
        ({0: 0, 1: 0}, [0], "winners"),
        ({}, [], "winners"),
    ],
)
def test_divide_refuses(stakes, winners, field):
    refused(field, divide_pool, stakes, winners)


@pytest.mark.parametrize(
    ("stakes", "still_in", "made"),
    [
        # nobody short: one pool, whoever dropped
        ({1: 5, 2: 5, 3: 2}, [1, 2], [Part(12, (1, 2))]),
        # 1 is all in for 3: nine in the main pool, and four between 2 and 3
        ({1: 3, 2: 5, 3: 5}, [1, 2, 3], [Part(9, (1, 2, 3)), Part(4, (2, 3))]),
        # the dropped 4 counters lie in the parts that they were staked for
        ({1: 3, 2: 5, 3: 5, 4: 4}, [2, 3, 1], [Part(12, (2, 3, 1)), Part(5, (2, 3))]),
        # two short by different amounts
        (
            {1: 1, 2: 3, 3: 6, 4: 6},
            [1, 2, 3, 4],
            [Part(4, (1, 2, 3, 4)), Part(6, (2, 3, 4)), Part(6, (3, 4))],
        ),
        # nobody met the last raise: its owner takes it back
        ({1: 2, 2: 6}, [1, 2], [Part(4, (1, 2)), Part(4, (2,))]),
        # all others dropped
        ({1: 2, 2: 6, 3: 4}, [2], [Part(12, (2,))]),
    ],
)
def test_parts(stakes, still_in, made):
    assert list(split_pool(stakes, still_in)) == made


@pytest.mark.parametrize(
    ("stakes", "still_in", "strength", "net"),
    [
        # the short player is best: the main pool is theirs, the side pool goes to the better of the others
        ({1: 3, 2: 5, 3: 5}, [1, 2, 3], {1: 9, 2: 4, 3: 7}, {1: 6, 2: -5, 3: -1}),
        ({1: 3, 2: 5, 3: 5}, [1, 2, 3], {1: 1, 2: 4, 3: 7}, {1: -3, 2: -5, 3: 8}),
        # equal best, one of them short: the side pool is the other's alone
        ({1: 3, 2: 5, 3: 5}, [1, 2, 3], {1: 9, 2: 9, 3: 7}, {1: 2, 2: 3, 3: -5}),
        # the main pool of 11 in two: the odd counter goes to the first in order; then two each
        ({1: 3, 2: 5, 3: 5, 5: 2}, [3, 1, 2], {1: 1, 2: 9, 3: 9}, {1: -3, 2: 2, 3: 3, 5: -2}),
    ],
)
def test_settle(stakes, still_in, strength, net):
    def best(among):
        return [player for player in among if strength[player] == max(strength[other] for other in among)]

    assert settle(stakes, still_in, best) == net
    assert sum(net.values()) == 0


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 5)), min_size=1, max_size=8), st.data())
def test_parts_hold_every_counter_once_and_nobody_wins_more_than_his_stake_from_another(dealt, data):
    stakes = {player: stake for player, (stake, _strength) in enumerate(dealt)}
    strength = {player: strength for player, (_stake, strength) in enumerate(dealt)}
    highest = [player for player in stakes if stakes[player] == max(stakes.values())]
    others = data.draw(st.sets(st.sampled_from(sorted(stakes))))
    still_in = sorted({highest[0], *others})
    assert sum(part.counters for part in split_pool(stakes, still_in)) == sum(stakes.values())

    def best(among):
        return [player for player in among if strength[player] == max(strength[other] for other in among)]

    net = settle(stakes, still_in, best)
    assert sum(net.values()) == 0
    for player, won in net.items():
        assert -stakes[player] <= won <= sum(min(stakes[player], stake) for stake in stakes.values())
    assert all(net[winner] >= 0 for winner in best(still_in))


@pytest.mark.parametrize(
    ("stakes", "still_in", "field"),
    [
        ({1: 3, 2: 5}, [1], "stakes.2"),
        ({1: 3}, [], "winners"),
        ({1: 3}, [2], "winners"),
        ({1: -3}, [1], "stakes.1"),
    ],
)
def test_parts_refuses(stakes, still_in, field):
    refused(field, split_pool, stakes, still_in)
