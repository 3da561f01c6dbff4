"""Bids that are allowed, bids that are changed, and the scores of a deal."""

from typing import Any

import pytest

from games.rules.deals import BidGame
from games.rules.registry import RULESETS
from tests.api.asking import answer, ask, changed, refused

FAMILY = "/api/v1/games/blackout-family/check-bid/"
BID_GAMES = {key: game for key, game in RULESETS.items() if isinstance(game, BidGame)}


def test_a_bid_is_changed_until_the_next_has_bid():
    """Deal 8 of Family Blackout has three cards; the dealer bids last and changes until a card is played."""
    body = {"players": 3, "deal": 8, "made": [1, 0, 0], "bid": 3, "index": 2}
    assert answer(FAMILY, body) == {"allowed": True}
    refused(FAMILY, {**body, "bid": 2}, "bid", "Hook")
    refused(FAMILY, {**body, "card_played": True}, "bid", "first card is played")
    refused(FAMILY, {**body, "index": 1}, "bid", "next player has bid")
    refused(FAMILY, {**body, "index": 3}, "index")


def test_zero_is_refused_a_sixth_time():
    body = {"players": 6, "deal": 7, "bid": 0, "zeros": 5}
    refused("/api/v1/games/kachuful/check-bid/", body, "bid", "zero in 5 deals in a row")
    assert answer("/api/v1/games/kachuful/check-bid/", {**body, "zeros": 4})["allowed"]


@pytest.mark.thorough
@pytest.mark.parametrize("key", BID_GAMES)
def test_legal_bids_are_those_that_check_bid_allows(key):
    game = BID_GAMES[key]
    body: dict[str, Any] = {"players": game.most, "deal": 2 if key != "oh-well" else 1, "made": [0, 1]}
    if key == "caller-clag":
        body["call"] = {"cards": 4, "misere": True}
    found = answer(f"/api/v1/games/{key}/legal-bids/", body)
    for bid in range(-1, 20):
        checked = ask(f"/api/v1/games/{key}/check-bid/", {**body, "bid": bid})
        assert (checked.status_code == 200) == (bid in found["legal"]), bid
    assert len(found["legal"]) + len(found["refused"]) > 1
    assert not set(found["legal"]) & {refusal["bid"] for refusal in found["refused"]}


def test_jabberwocky_counts_revokes():
    body = {"players": 3, "deal": 1, "bids": [1, 1, 0], "tricks": [1, 2, 0], "revokes": [1, 0, 0]}
    assert answer("/api/v1/games/jabberwocky/score/", body)["scores"] == [-2, 0, 1]


def test_the_winner_of_equals_has_the_exact_bid_then_more_tricks():
    body = {"players": 3, "deal": 1, "bids": [0, 0, 0], "tricks": [0, 1, 0]}
    assert answer("/api/v1/games/blackout/score/", body) == {
        "scores": [10, 0, 10],
        "exact": [True, False, True],
        "best": [0, 2],
    }


def test_the_hook_is_the_last_bidders():
    """Who bids last depends on the dealer; without one, seat order is bidding order."""
    address = "/api/v1/games/blackout/score/"
    body = {"players": 3, "deal": 3, "bids": [2, 1, 0], "tricks": [2, 1, 0]}
    assert answer(address, body)["best"] == [0]
    running, last = {"options": {"hook": "running"}}, {"options": {"hook": "last"}}
    refused(address, {**body, **running}, "bids.1", "Hook: the bids may not total")
    refused(address, {**body, **running, "dealer": 0}, "bids.0", "Hook: the bids may not total")
    refused(address, {**body, **last}, "bids.2", "Hook: the bids may not total")
    refused(address, {**body, **last, "dealer": 1}, "bids.1", "Hook: the bids may not total")


def test_a_third_zero_is_said_by_seat():
    body = {"players": 6, "deal": 2, "bids": [0, 0, 0, 1, 1, 0], "tricks": [0, 0, 0, 1, 1, 0]}
    assert answer("/api/v1/games/kachuful/score/", body)
    refused("/api/v1/games/kachuful/score/", {**body, "zeros": [0, 5, 0, 0, 0, 0]}, "bids.1", "zero")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("took", "field"),
    [
        (None, "took.0"),
        ([[1], [2], []], "took.0"),
        ([[1, "3"], [2], []], "took.0.1"),
        ([[1, 3], [2], [True]], "took.2.0"),
    ],
)
def test_madness_asks_who_took_which_trick(took, field):
    address, body = changed("score", 1, took=took)
    refused(address, body, field)
