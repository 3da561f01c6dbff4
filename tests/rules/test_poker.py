"""The ranking of Draw Poker hands, the draw and the showdown (docs/games.md#draw-poker)."""

import csv
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from games.rules.cards import PACK, parse_cards
from games.rules.poker import NAMES, HandKind, exchange, find_winners, settle, value_hand
from tests.rules.tables import refused

GOLDEN = Path(__file__).parent / "golden" / "poker_hands.csv"
DEALS = Path(__file__).parent / "golden" / "poker_deals.csv"


def hand(text: str):
    return parse_cards(text.split())


# The ranking


@pytest.mark.parametrize(
    "row", list(csv.DictReader(GOLDEN.read_text().splitlines())), ids=lambda row: row["hand"]
)
def test_golden_hands(row):
    one, other = value_hand(hand(row["hand"])), value_hand(hand(row["other"]))
    assert (one.name, other.name) == (row["kind"], row["other_kind"])
    assert (one > other, one == other) == (row["result"] == ">", row["result"] == "=")


def test_every_kind_has_a_name():
    assert set(NAMES) == set(HandKind)


def second_reading(text: str) -> tuple[int, list[int]]:
    """The ranking read once more, by looking for each kind in turn, the best first."""
    order = "23456789TJQKA"
    held = "".join(sorted((card[0] for card in text.split()), key=order.index, reverse=True))
    suited = len({card[1] for card in text.split()}) == 1
    runs = ["".join(reversed(("A" + order)[n : n + 5])) for n in range(10)]
    run = next((n for n, run in enumerate(runs) if sorted(run) == sorted(held)), None)
    if run is not None:
        return (8 if suited else 4), [run]
    fours, threes, twos, ones = ([r for r in order[::-1] if held.count(r) == n] for n in (4, 3, 2, 1))
    if fours:
        place = 7
    elif threes and twos:
        place = 6
    elif suited:
        place = 5
    elif threes:
        place = 3
    else:
        place = len(twos)
    return place, [order.index(r) for r in fours + threes + twos + ones]


def alike(n: int):
    """Hands from a pack of ``n`` ranks, so that good hands are not rare."""
    return st.lists(
        st.sampled_from([card for card in PACK if card.rank > 14 - n]), min_size=5, max_size=5, unique=True
    )


hands = st.one_of(
    alike(13), alike(6), alike(2), st.lists(st.sampled_from(PACK[:13]), min_size=5, max_size=5, unique=True)
)


@given(hands, hands)
def test_a_second_reading_of_the_ranking_agrees(one, other):
    texts = [" ".join(map(str, cards)) for cards in (one, other)]
    expected = second_reading(texts[0]), second_reading(texts[1])
    got = value_hand(one), value_hand(other)
    assert (got[0] > got[1], got[0] == got[1]) == (expected[0] > expected[1], expected[0] == expected[1])
    assert got[0].kind - 1 == expected[0][0]


@given(hands, st.randoms(use_true_random=False))
def test_neither_the_order_of_the_cards_nor_the_names_of_the_suits_matter(cards, random):
    shuffled, suits = list(cards), list("CDHS")
    random.shuffle(shuffled)
    random.shuffle(suits)
    renamed = [card._replace(suit=suits["CDHS".index(card.suit)]) for card in shuffled]
    assert value_hand(renamed) == value_hand(cards)


@pytest.mark.parametrize("ranks", [{2, 3, 4, 5, 6, 14}, {*range(9, 15)}], ids=["ace low", "ace high"])
def test_class_counts_of_the_small_packs(ranks):
    """Six ranks: 42,504 hands, two straights, of which one has the ace."""
    pack = [card for card in PACK if card.rank in ranks]
    assert Counter(value_hand(cards).kind for cards in combinations(pack, 5)) == {
        HandKind.STRAIGHT_FLUSH: 2 * 4,
        HandKind.FOUR: 6 * 5 * 4,
        HandKind.FULL_HOUSE: 6 * 4 * 5 * 6,
        HandKind.FLUSH: (6 - 2) * 4,
        HandKind.STRAIGHT: 2 * (4**5 - 4),
        HandKind.THREE: 6 * 4 * comb(5, 2) * 4**2,
        HandKind.TWO_PAIR: comb(6, 2) * 6**2 * 4 * 4,
        HandKind.PAIR: 6 * 6 * comb(5, 3) * 4**3,
        HandKind.HIGH_CARD: (6 - 2) * (4**5 - 4),
    }


# Refusals


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "A hand has 5 cards, not 0"),
        ("AS KS QS JS", "A hand has 5 cards, not 4"),
        ("AS KS QS JS TS 9S", "A hand has 5 cards, not 6"),
    ],
)
def test_a_hand_of_the_wrong_size(text, why):
    assert why in refused("hand", value_hand, hand(text), "hand")


def test_a_card_twice_in_a_hand():
    cards = hand("AS KS QS JS")
    with pytest.raises(RuleError, match="The card AS is entered twice"):
        value_hand([*cards, cards[0]])


# The showdown


@given(st.lists(st.sampled_from(PACK), min_size=10, max_size=35, unique=True))
def test_who_wins_does_not_depend_on_the_seats(cards):
    hands = {seat: cards[5 * seat : 5 * seat + 5] for seat in range(len(cards) // 5)}
    turned = dict(reversed(hands.items()))
    assert set(find_winners(turned)) == set(find_winners(hands))
    best = max(second_reading(" ".join(map(str, held))) for held in hands.values())
    winners = [seat for seat, held in hands.items() if second_reading(" ".join(map(str, held))) == best]
    assert list(find_winners(hands)) == winners


# The settlement


@pytest.mark.parametrize(
    "row", list(csv.DictReader(DEALS.read_text().splitlines())), ids=lambda row: row["happens"]
)
def test_golden_deals(row):
    shown = {seat: hand(cards) for seat, cards in enumerate(row["hands"].split("|")) if cards.strip()}
    net = settle(
        dealer=int(row["dealer"]),
        stakes=dict(enumerate(map(int, row["stakes"].split()))),
        still_in=[int(seat) for seat in row["in"].split()],
        hands=shown or None,
        winners=[int(seat) for seat in row["won"].split()] or None,
    )
    assert net == dict(enumerate(map(int, row["net"].split())))


DEAL: dict[str, Any] = {"dealer": 0, "stakes": {0: 2, 1: 5, 2: 5, 3: 0}, "still_in": [1, 2], "winners": [2]}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"dealer": 4}, "dealer"),
        ({"stakes": {0: 5}}, "stakes"),
        ({"stakes": dict.fromkeys(range(8), 2)}, "stakes"),
        ({"stakes": DEAL["stakes"] | {3: 6}}, "stakes.3"),
        ({"still_in": [1, 2, 3]}, "winners"),
        ({"still_in": [1, 2, 7]}, "still_in"),
        ({"winners": []}, "winners"),
        ({"winners": [0]}, "winners"),
        ({"winners": None}, "hands"),
        ({"stakes": DEAL["stakes"] | {0: 3}, "still_in": [0, 1, 2], "winners": [0]}, "hands"),
        ({"hands": {1: hand("2S 3S 4S 5S 6S"), 2: hand("2H 3H 4H 5H 6H")}}, "winners"),
        ({"hands": {1: hand("2S 3S 4S 5S 6S")}, "winners": None}, "hands.2"),
    ],
)
def test_settle_refuses(wrong, field):
    assert settle(**DEAL) == {0: -2, 1: -5, 2: 7, 3: 0}
    refused(field, settle, **DEAL | wrong)


# The draw


def test_exchange_keeps_the_rest_and_adds_the_fresh_cards():
    before = hand("AS AD 7H 4C 2S")
    assert exchange(before, [], []) == list(before)
    assert exchange(before, hand("7H 4C 2S"), hand("KD AH 9C")) == list(hand("AS AD KD AH 9C"))
    assert exchange(before, before, hand("KD AH 9C 9D 9H")) == list(hand("KD AH 9C 9D 9H"))


@pytest.mark.parametrize(
    ("thrown", "fresh", "field"),
    [
        ("KD", "3C", "thrown"),
        ("7H 4C", "3C", "fresh"),
        ("7H", "3C 3D", "fresh"),
        ("7H", "AS", "fresh"),
        ("7H", "7H", "fresh"),
    ],
    ids=["not held", "too few drawn", "too many drawn", "drawn a card held", "drawn the card thrown"],
)
def test_exchange_refuses(thrown, fresh, field):
    refused(field, exchange, hand("AS AD 7H 4C 2S"), hand(thrown), hand(fresh))


def test_exchange_refuses_a_card_thrown_twice():
    seven = hand("7H")[0]
    refused("thrown", exchange, hand("AS AD 7H 4C 2S"), [seven, seven], hand("3C 3D"))
