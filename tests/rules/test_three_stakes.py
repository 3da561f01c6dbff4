"""The three stakes of Brag: the card turned up, the hand, the nearest to thirty-one.

See docs/games.md#three-stake-brag.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.brag import SINGLE_STAKE_BRAG, THREE_STAKE_BRAG
from games.rules.cards import PACK, parse_card
from games.rules.three_stakes import (
    StakeWinners,
    ThirtyOne,
    compare_thirty_one,
    count_points,
    find_first_stake,
    find_stake_winners,
    settle_three,
)
from tests.rules.tables import refused
from tests.rules.test_brag import brag, chosen, dealt, hand, numbers, rows


def by_seat(text: str) -> dict[int, int]:
    return dict(enumerate(numbers(text)))


@pytest.mark.parametrize(
    "row",
    [row for row in rows("brag_deals.csv") if row["game"] == THREE_STAKE_BRAG.key],
    ids=lambda row: row["happens"],
)
def test_golden_deals(row):
    game, still_in = brag(row["game"]), numbers(row["in"])
    won = find_stake_winners(
        game,
        dealer=int(row["dealer"]),
        hands=dealt(row["hands"]),
        turned_up=dict(enumerate(hand(row["up"]))),
        drawn={int(one[0]): parse_card(one[2:]) for one in row["drawn"].split()},
        still_in=still_in,
    )
    first, second, third = numbers(row["ante"])
    settled = settle_three(
        game,
        chosen(row["options"]),
        first=first,
        second=second,
        third=third,
        stakes=by_seat(row["stakes"]),
        still_in=still_in,
        won=won,
        waiting=by_seat(row["waiting"]),
    )
    assert settled.net == by_seat(row["net"])
    assert settled.winner == int(row["winner"])
    assert settled.waiting == by_seat(row["waits"])


# The first stake


@pytest.mark.parametrize(
    ("cards", "dealer", "winner"),
    [
        ("KS QH AC", 0, 2),
        ("KS KH 2C", 0, 1),
        ("KS KH 2C", 1, 0),
        ("KS KH 2C", 2, 0),
        ("AD JC 9D", 0, 0),
        ("TD 9D 2C", 0, 0),
        ("QD JC 2C", 0, 0),
        ("AD AS 2C", 0, 1),
    ],
)
def test_first_stake(cards, dealer, winner):
    assert find_first_stake(dict(enumerate(hand(cards))), dealer) == winner


UP = dict(enumerate(hand("KS QH AC")))


@pytest.mark.parametrize(
    ("turned_up", "dealer", "field"),
    [
        (None, 0, "turned_up"),
        ({}, 0, "dealer"),
        (UP, 3, "dealer"),
        (UP | {1: hand("KS")[0]}, 0, "turned_up.1"),
    ],
)
def test_first_stake_refuses(turned_up, dealer, field):
    refused(field, find_first_stake, turned_up, dealer)


# Thirty-one


def test_points():
    assert [count_points(card) for card in PACK[:13]] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]


@pytest.mark.parametrize(
    ("hands", "drawn", "dealer", "totals", "out", "winner"),
    [
        ("KS QS JS | 2C 3C 4C", "", 0, "30 9", "", 0),
        ("KS QS AS | KC QC AC", "", 0, "31 31", "", 1),
        ("KS QS AS | KC QC AC", "", 1, "31 31", "", 0),
        ("AS AH AC | KC QC 9C", "", 0, "33 29", "", 1),
        ("AS AH AC | KC QC 8C", "", 0, "33 28", "", 0),
        ("KS QS 5S | KC QC 4C", "0:6D", 0, "31 24", "", 0),
        ("KS QS 5S | KC QC 4C", "0:7D", 0, "32 24", "0", 1),
        ("KS QS 5S | KC QC 4C", "0:7D 1:8D", 0, "32 32", "0 1", None),
        ("KS QS JS | 2C 3C 4C", "0:2D", 0, "32 9", "0", 1),
        ("KS QS JS | 2C 3C 4C", "1:AD", 0, "30 20", "", 0),
    ],
)
def test_thirty_one(hands, drawn, dealer, totals, out, winner):
    cards = {int(one[0]): parse_card(one[2:]) for one in drawn.split()}
    expected = ThirtyOne(by_seat(totals), tuple(numbers(out)), winner)
    assert compare_thirty_one(dealt(hands), cards, dealer) == expected


@given(st.permutations(PACK), st.integers(3, 12), st.data())
def test_nobody_who_is_not_out_is_nearer_than_the_winner(cards, players, data):
    hands = {seat: cards[3 * seat : 3 * seat + 3] for seat in range(players)}
    may_draw = [seat for seat, held in hands.items() if sum(map(count_points, held)) < 31]
    draws = data.draw(st.lists(st.sampled_from(may_draw), unique=True, max_size=12)) if may_draw else []
    drawn = dict(zip(draws, cards[36:], strict=False))
    judged = compare_thirty_one(hands, drawn, data.draw(st.integers(0, players - 1)))
    full = {seat: [*held, *([drawn[seat]] if seat in drawn else [])] for seat, held in hands.items()}
    assert judged.totals == {seat: sum(map(count_points, held)) for seat, held in full.items()}
    assert set(judged.out) == {seat for seat in drawn if judged.totals[seat] > 31}
    near = {abs(31 - total): seat for seat, total in judged.totals.items() if seat not in judged.out}
    if judged.winner is None:
        assert not near
    else:
        assert judged.winner not in judged.out
        assert abs(31 - judged.totals[judged.winner]) == min(near)


THREE = dealt("KS QS 5S | KC QC AC | 2H 3H 4H")


@pytest.mark.parametrize(
    ("hands", "drawn", "dealer", "field"),
    [
        (None, {}, 0, "hands"),
        (THREE | {1: hand("KC QC")}, {}, 0, "hands.1"),
        (THREE, {}, 5, "dealer"),
        (THREE, None, 0, "drawn"),
        (THREE, {3: hand("7D")[0]}, 0, "drawn.3"),
        (THREE, {0: hand("KC")[0]}, 0, "drawn.0"),
        (THREE, {0: hand("7D")[0], 2: hand("7D")[0]}, 0, "drawn.2"),
        (THREE, {1: hand("7D")[0]}, 0, "drawn.1"),
    ],
)
def test_thirty_one_refuses(hands, drawn, dealer, field):
    refused(field, compare_thirty_one, hands, drawn, dealer)


# All three together


def judged(**changed):
    good: dict[str, Any] = {
        "dealer": 0,
        "hands": THREE,
        "turned_up": dict(enumerate(hand("5S KC 4H"))),
        "drawn": {},
        "still_in": [0, 1, 2],
    }
    return find_stake_winners(THREE_STAKE_BRAG, **good | changed)


def test_the_three_winners():
    assert judged() == StakeWinners(1, 1, 1)
    assert judged(still_in=[0, 2]) == StakeWinners(1, 0, 1)
    assert judged(still_in=[2], drawn={0: hand("6D")[0]}) == StakeWinners(1, 2, 1)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"turned_up": dict(enumerate(hand("5S KC")))}, "turned_up.2"),
        ({"turned_up": dict(enumerate(hand("5S KC 9H")))}, "turned_up.2"),
        ({"turned_up": dict(enumerate(hand("5S KC 4H 9D")))}, "turned_up.3"),
        ({"still_in": [0, 3]}, "still_in"),
        ({"dealer": 3}, "dealer"),
    ],
)
def test_the_three_winners_refuse(changed, field):
    refused(field, judged, **changed)


STAKES = {"first": 1, "second": 2, "third": 3}
GOOD: dict[str, Any] = STAKES | {
    "stakes": {0: 4, 1: 4, 2: 2, 3: 2, 4: 2},
    "still_in": [0, 1],
    "won": StakeWinners(2, 0, 3),
}


def test_the_good_deal_is_good():
    settled = settle_three(THREE_STAKE_BRAG, {}, **GOOD)
    assert settled.net == {0: -1 + 10 - 3, 1: -8, 2: 4 - 2 - 3, 3: -1 - 2 + 12, 4: -6}
    assert settled.winner == 3


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"first": 0}, "first"),
        ({"second": True}, "second"),
        ({"third": None}, "third"),
        ({"second": 3}, "stakes.2"),
        ({"stakes": {0: 4, 1: 4, 2: 2, 3: 2}}, "stakes"),
        ({"stakes": GOOD["stakes"] | {1: 3}}, "stakes.1"),
        ({"stakes": GOOD["stakes"] | {4: 5}}, "stakes.4"),
        ({"stakes": GOOD["stakes"] | {4: 0}}, "stakes.4"),
        ({"stakes": dict.fromkeys(range(5), 2)}, "still_in"),
        ({"still_in": []}, "still_in"),
        ({"still_in": [0, 1, 5]}, "still_in"),
        ({"won": StakeWinners(5, 0, 3)}, "won.first"),
        ({"won": StakeWinners(2, 5, 3)}, "won.second"),
        ({"won": StakeWinners(2, 4, 3)}, "won.second"),
        ({"won": StakeWinners(2, 0, 5)}, "won.third"),
        ({"waiting": {5: 1}}, "waiting.5"),
        ({"waiting": {0: -1}}, "waiting.0"),
    ],
)
def test_settle_three_refuses(wrong, field):
    refused(field, settle_three, THREE_STAKE_BRAG, {}, **GOOD | wrong)


def test_the_stakes_are_within_the_limit():
    refused("third", settle_three, THREE_STAKE_BRAG, {"limit": 2}, **GOOD)


def test_a_raise_is_within_the_limit():
    limit, alone = {"limit": 3}, {"still_in": [0]}
    high = GOOD | alone | {"stakes": {0: 6, 1: 2, 2: 2, 3: 2, 4: 2}}
    with pytest.raises(
        RuleError, match="the next highest player put in 2, and the betting limit is 3"
    ) as refusal:
        settle_three(THREE_STAKE_BRAG, limit, **high)
    assert refusal.value.field == "stakes.0"
    settle_three(THREE_STAKE_BRAG, limit, **high | {"stakes": {0: 5, 1: 2, 2: 2, 3: 2, 4: 2}})
    # Two raises, each within the limit.
    settle_three(THREE_STAKE_BRAG, limit, **GOOD | {"stakes": {0: 8, 1: 8, 2: 2, 3: 2, 4: 2}})


def test_who_met_the_bet_has_not_dropped():
    alone = GOOD | {"still_in": [0]}
    assert "Enter them as still in" in refused("still_in", settle_three, THREE_STAKE_BRAG, {}, **alone)


def test_how_many_play_is_an_option():
    three = GOOD | {"stakes": {0: 4, 1: 4, 2: 2}, "won": StakeWinners(2, 0, None)}
    refused("stakes", settle_three, THREE_STAKE_BRAG, {}, **three)
    assert settle_three(THREE_STAKE_BRAG, {"three_to_twelve": True}, **three).waiting == {0: 3, 1: 3, 2: 3}


def test_one_stake_is_settled_elsewhere():
    refused("game", settle_three, SINGLE_STAKE_BRAG, {}, **GOOD)


@given(st.data(), st.integers(5, 8))
def test_a_deal_makes_and_loses_no_counter(data, players):
    seats = st.integers(0, players - 1)
    first, second, third = (data.draw(st.integers(1, 9)) for _stake in range(3))
    still_in = data.draw(st.sets(seats, min_size=1))
    level = second + data.draw(st.integers(1, 9))
    stakes = {
        seat: level if seat in still_in else data.draw(st.integers(second, level - 1))
        for seat in range(players)
    }
    won = StakeWinners(
        data.draw(seats), data.draw(st.sampled_from(sorted(still_in))), data.draw(seats | st.none())
    )
    waiting = data.draw(st.dictionaries(seats, st.integers(0, 9)))
    settled = settle_three(
        THREE_STAKE_BRAG,
        {},
        first=first,
        second=second,
        third=third,
        stakes=stakes,
        still_in=still_in,
        won=won,
        waiting=waiting,
    )
    assert sum(settled.net.values()) == 0
    assert settled.winner in (won.first, won.second, won.third)
    assert settled.net[settled.winner] == max(settled.net.values())
    waits = {seat: third + waiting.get(seat, 0) for seat in range(players)}
    assert settled.waiting == (waits if won.third is None else {})
