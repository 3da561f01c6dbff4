"""Who staked first, and the settlement of a deal of Brag for one stake (docs/games.md#single-stake-brag)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.brag import BRAG, SINGLE_STAKE_BRAG, THREE_STAKE_BRAG, BragGame
from games.rules.cards import PACK
from games.rules.pool import order_clockwise, order_staking
from games.rules.single_stake import settle
from tests.rules.tables import refused
from tests.rules.test_brag import GAMES, brag, chosen, dealt, hand, numbers, rows

# Who is first to stake


@pytest.mark.parametrize(
    ("dealer", "still_in", "dealer_first", "order"),
    [
        (2, [0, 1, 2, 4], True, (2, 4, 0, 1)),
        (2, [0, 1, 4], True, (4, 0, 1)),
        (2, [0, 1, 2, 4], False, (4, 0, 1, 2)),
        (4, {4, 0}, False, (0, 4)),
    ],
)
def test_staking_order(dealer, still_in, dealer_first, order):
    players = order_clockwise(range(5), dealer)
    assert players[0] == dealer
    assert order_staking(players, still_in, dealer_first=dealer_first) == order


@pytest.mark.parametrize(
    ("players", "still_in", "field"),
    [([0, 1, 1], [0], "players"), ([], [], "players"), ([0, 1], [2], "still_in"), ([0, 1], [], "still_in")],
)
def test_staking_order_refuses(players, still_in, field):
    refused(field, order_staking, players, still_in)


# The settlement


@pytest.mark.parametrize(
    "row",
    [row for row in rows("brag_deals.csv") if row["game"] != THREE_STAKE_BRAG.key],
    ids=lambda row: f"{row['game']} {row['happens']}",
)
def test_golden_deals(row):
    net = settle(
        brag(row["game"]),
        chosen(row["options"]),
        dealer=int(row["dealer"]),
        ante=int(row["ante"]),
        stakes=dict(enumerate(numbers(row["stakes"]))),
        still_in=numbers(row["in"]),
        hands=dealt(row["hands"]) or None,
        winners=numbers(row["won"]) or None,
    )
    assert list(net.values()) == numbers(row["net"])
    assert list(net) == list(range(len(net)))


def test_every_game_has_twenty_golden_deals():
    counts = Counter(row["game"] for row in rows("brag_deals.csv"))
    assert all(counts[game.key] >= 20 for game in GAMES)


@given(st.data(), st.sampled_from([SINGLE_STAKE_BRAG, BRAG]), st.integers(5, 8), st.integers(1, 9))
def test_a_deal_makes_and_loses_no_counter(data, game: BragGame, players, ante):
    dealer = data.draw(st.integers(0, players - 1))
    still_in = data.draw(st.sets(st.integers(0, players - 1), min_size=1))
    level = ante + data.draw(st.integers(0, 20))
    # Who has put in as much as those still in has not dropped.
    dropped = st.one_of(st.just(0), st.integers(ante, level - 1)) if level > ante else st.just(0)
    assume(dealer in still_in or level > ante)
    stakes = {seat: level if seat in still_in else data.draw(dropped) for seat in range(players)}
    stakes[dealer] = max(stakes[dealer], ante)
    cards = iter(data.draw(st.permutations(PACK)))
    hands = {seat: [next(cards) for _card in range(3)] for seat in still_in}
    # Nobody else raised, so the dealer may not.
    assume(stakes[dealer] == ante or max(stakes[seat] for seat in stakes if seat != dealer) > ante)
    net = settle(game, {}, dealer=dealer, ante=ante, stakes=stakes, still_in=still_in, hands=hands)
    assert sum(net.values()) == 0
    winners = [seat for seat, won in net.items() if won > 0]
    assert set(winners) <= still_in
    if not game.divides:
        assert len(winners) == 1
    if any(stakes[seat] for seat in stakes if seat != dealer):
        assert all(net[seat] == -stakes[seat] for seat in net.keys() - still_in)


GOOD: dict[str, Any] = {
    "dealer": 0,
    "ante": 2,
    "stakes": {0: 2, 1: 6, 2: 0, 3: 6, 4: 4},
    "still_in": [1, 3],
    "winners": [3],
}


def test_the_good_deal_is_good():
    assert settle(SINGLE_STAKE_BRAG, {}, **GOOD) == {0: -2, 1: -6, 2: 0, 3: 12, 4: -4}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"dealer": 7}, "dealer"),
        ({"ante": 0}, "ante"),
        ({"stakes": {0: 2, 1: 6, 3: 6, 4: 4}}, "stakes"),
        ({"stakes": dict.fromkeys(range(9), 2), "still_in": list(range(9))}, "stakes"),
        ({"stakes": GOOD["stakes"] | {4: -1}}, "stakes.4"),
        ({"stakes": GOOD["stakes"] | {3: 5}}, "stakes.3"),
        ({"stakes": GOOD["stakes"] | {4: 7}}, "stakes.4"),
        ({"stakes": GOOD["stakes"] | {4: 1}}, "stakes.4"),
        ({"stakes": GOOD["stakes"] | {0: 1}}, "stakes.0"),
        ({"still_in": []}, "still_in"),
        ({"still_in": [1, 3, 9]}, "still_in"),
        ({"still_in": [1, 2, 3]}, "stakes.2"),
        ({"winners": []}, "winners"),
        ({"winners": [4]}, "winners"),
        ({"winners": [1, 3]}, "winners"),
        ({"winners": None}, "hands"),
        ({"hands": {1: hand("AS KS QS"), 3: hand("AH KH QH")}}, "winners"),
        ({"hands": {1: hand("AS KS QS")}, "winners": None}, "hands.3"),
        ({"stakes": {0: 5, 1: 2, 2: 0, 3: 2, 4: 0}, "still_in": [0], "winners": None}, "stakes.0"),
        ({"stakes": {0: 5, 1: 0, 2: 0, 3: 0, 4: 0}, "still_in": [0], "winners": None}, "stakes.0"),
        ({"stakes": {0: 2, 1: 0, 2: 0, 3: 0, 4: 0}, "still_in": [3], "winners": None}, "stakes.0"),
    ],
)
def test_settle_refuses(wrong, field):
    refused(field, settle, SINGLE_STAKE_BRAG, {}, **GOOD | wrong)


def test_the_ante_is_within_the_limit():
    assert "Enter at most 1" in refused("ante", settle, SINGLE_STAKE_BRAG, {"limit": 1}, **GOOD)
    assert sum(settle(SINGLE_STAKE_BRAG, {"limit": 2}, **GOOD).values()) == 0


@pytest.mark.parametrize(
    ("stakes", "still_in", "refused_at"),
    [
        ({0: 5, 1: 16, 2: 0, 3: 0, 4: 0}, [1], "stakes.1"),
        ({0: 5, 1: 1_000_000, 2: 0, 3: 0, 4: 0}, [1], "stakes.1"),
        ({0: 5, 1: 15, 2: 0, 3: 0, 4: 0}, [1], None),
        ({0: 5, 1: 8, 2: 18, 3: 0, 4: 8}, [2], None),
        # Two have put in the most: several raises can have led there.
        ({0: 5, 1: 90, 2: 90, 3: 0, 4: 0}, [1, 2], None),
    ],
)
def test_a_raise_beyond_the_limit_is_refused_where_one_stake_proves_it(stakes, still_in, refused_at):
    told: dict[str, Any] = {"dealer": 0, "ante": 5, "stakes": stakes, "still_in": still_in}
    won = {"winners": still_in[:1]}
    assert sum(settle(SINGLE_STAKE_BRAG, {"limit": 0}, **told, **won).values()) == 0
    if refused_at is None:
        assert sum(settle(SINGLE_STAKE_BRAG, {"limit": 10}, **told, **won).values()) == 0
        return
    with pytest.raises(
        RuleError, match="the next highest player put in 5, and the betting limit is 10"
    ) as refusal:
        settle(SINGLE_STAKE_BRAG, {"limit": 10}, **told, **won)
    assert refusal.value.field == refused_at


@pytest.mark.parametrize(
    ("stakes", "still_in"),
    [
        # The dealer's ante is met by one player: neither has dropped.
        ({0: 1, 1: 1, 2: 0, 3: 0, 4: 0}, [1]),
        ({0: 1, 1: 1, 2: 0, 3: 0, 4: 0}, [0]),
        # Somebody who met the raise.
        ({0: 1, 1: 4, 2: 4, 3: 4, 4: 0}, [1, 3]),
    ],
)
def test_who_put_in_as_much_as_those_still_in_has_not_dropped(stakes, still_in):
    with pytest.raises(RuleError, match="Enter them as still in") as refusal:
        settle(
            SINGLE_STAKE_BRAG, {}, dealer=0, ante=1, stakes=stakes, still_in=still_in, winners=still_in[:1]
        )
    assert refusal.value.field == "still_in"


def test_three_stakes_are_settled_elsewhere():
    refused("game", settle, THREE_STAKE_BRAG, {}, **GOOD)
