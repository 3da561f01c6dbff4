"""What three cards are worth with braggers among them, and the showdown (docs/rules.md#hands-of-brag)."""

import csv
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.brag import BRAG, SINGLE_STAKE_BRAG, THREE_STAKE_BRAG, BragGame, value_hand
from games.rules.cards import PACK, Card, parse_cards
from games.rules.registry import get_ruleset
from games.rules.showing import judge
from tests.rules.tables import refused

GOLDEN = Path(__file__).parent / "golden"
GAMES = [SINGLE_STAKE_BRAG, BRAG, THREE_STAKE_BRAG]


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((GOLDEN / name).read_text().splitlines()))


def hand(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def dealt(text: str) -> dict[int, tuple[Card, ...]]:
    """Hands by seat, with a bar between them; nothing where a seat shows none."""
    return {seat: hand(cards) for seat, cards in enumerate(text.split("|")) if cards.strip()}


def brag(key: str) -> BragGame:
    game = get_ruleset(key)
    assert isinstance(game, BragGame)
    return game


def chosen(text: str) -> dict[str, object]:
    pairs = [word.split("=") for word in text.split()]
    return {key: True if value == "yes" else int(value) for key, value in pairs}


# The games


def test_the_games():
    assert [get_ruleset(game.key) for game in GAMES] == GAMES
    assert [(game.fewest, game.most) for game in GAMES] == [(5, 8), (3, 12), (5, 8)]
    assert [game.document for game in GAMES] == ["000", "002", "000"]
    assert THREE_STAKE_BRAG.also_called == ("Three-Card Brag",)
    assert all(game.progressive and game.about for game in GAMES)


def test_how_many_play_three_stakes_is_an_option():
    assert THREE_STAKE_BRAG.find_player_range(THREE_STAKE_BRAG.choose({})) == (5, 8)
    assert THREE_STAKE_BRAG.find_player_range(THREE_STAKE_BRAG.choose({"three_to_twelve": True})) == (3, 12)
    assert BRAG.find_player_range(BRAG.choose({"limit": 5})) == (3, 12)


@pytest.mark.parametrize(
    ("game", "options", "field"),
    [
        (BRAG, {"compensation": -1}, "options.compensation"),
        (BRAG, {"compensation": 1001}, "options.compensation"),
        (BRAG, {"three_to_twelve": True}, "options.three_to_twelve"),
        (THREE_STAKE_BRAG, {"three_to_twelve": 1}, "options.three_to_twelve"),
        (THREE_STAKE_BRAG, {"compensation": 1}, "options.compensation"),
    ],
)
def test_wrong_options(game, options, field):
    refused(field, game.choose, options)


# The ranking


@pytest.mark.parametrize(
    "row", rows("brag_hands.csv"), ids=lambda row: f"{row['game']} {row['hand']} {row['other']}"
)
def test_golden_hands(row):
    game = brag(row["game"])
    one, other = value_hand(game, hand(row["hand"])), value_hand(game, hand(row["other"]))
    assert (one.name, other.name) == (row["kind"], row["other_kind"])
    assert (one > other, one == other) == (row["result"] == ">", row["result"] == "=")


def second_reading(text: str, ranked: bool) -> tuple[int, int, int, list[int], int]:
    """The ranking read once more, case by case: kind, rank, natural, odd cards, best bragger used."""
    order = "23456789TJQKA"
    wild = {"AD": 3, "JC": 2, "9D": 1} if ranked else {"AD": 1, "JC": 1, "9D": 1}
    held = sorted(text.split(), key=lambda card: order.index(card[0]), reverse=True)
    braggers = [card for card in held if card in {"AD", "JC", "9D"}]
    ranks = [order.index(card[0]) for card in held]
    high, middle, low = ranks
    if high == low:
        return 3, high, 1, [], 0
    if len(braggers) == 3:
        return 3, order.index("A"), 0, [], wild["JC"]
    if len(braggers) == 2:
        # The third card says the rank; a bragger of this rank is itself.
        plain = next(card for card in held if card not in braggers)
        used = [card for card in braggers if card[0] != plain[0]]
        return 3, order.index(plain[0]), 0, [], max(wild[card] for card in used)
    if not braggers:
        if high == middle or middle == low:
            return 2, middle, 1, [low if high == middle else high], 0
        return 1, high, 1, [middle, low], 0
    bragger = braggers[0]
    first, second = (order.index(card[0]) for card in held if card != bragger)
    if first == second:
        return 3, first, 0, [], wild[bragger]
    # Here the bragger pairs the higher card, if need be as itself.
    natural = order.index(bragger[0]) == first
    return 2, first, int(natural), [second], 0 if natural else wild[bragger]


@pytest.mark.parametrize("game", [SINGLE_STAKE_BRAG, BRAG], ids=lambda game: game.key)
def test_all_hands_rank_as_a_second_reading_has_them(game):
    """All 22,100 hands in order of their worth: each stands to the next as the other reading says."""
    ranked = sorted(
        (value_hand(game, cards), second_reading(" ".join(map(str, cards)), game.ranks_braggers))
        for cards in combinations(PACK, 3)
    )
    assert len(ranked) == 22_100
    for (one, key), (other, other_key) in pairwise(ranked):
        assert (one < other, one == other) == (key < other_key, key == other_key)


hands_of_three = st.lists(st.sampled_from(PACK), min_size=3, max_size=3, unique=True)


@given(hands_of_three, st.permutations(range(3)))
def test_the_order_of_the_cards_does_not_matter(cards, order):
    assert value_hand(BRAG, [cards[at] for at in order]) == value_hand(BRAG, cards)


# The showdown


@given(st.lists(st.sampled_from(PACK), min_size=9, max_size=36, unique=True), st.randoms())
def test_who_wins_a_divided_pool_does_not_depend_on_the_order(cards, random):
    hands = {seat: cards[3 * seat : 3 * seat + 3] for seat in range(len(cards) // 3)}
    order = list(hands)
    random.shuffle(order)
    winners = judge(BRAG, hands, order)
    assert winners == tuple(seat for seat in order if seat in winners)
    assert set(winners) == set(judge(BRAG, hands, list(hands)))
    best = max(second_reading(" ".join(map(str, held)), True) for held in hands.values())
    assert all(second_reading(" ".join(map(str, hands[seat])), True) == best for seat in winners)
    first = judge(SINGLE_STAKE_BRAG, hands, order)
    assert len(first) == 1
    assert first == judge(replace(BRAG, ranks_braggers=False), hands, order)[:1]
