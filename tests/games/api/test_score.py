"""The scores of a deal."""

import pytest

from tests.api.asking import answer, changed, never_fails, refused


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


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"tricks": [2, 1, 1]}, "tricks"),
        ({"tricks": [2, 1]}, "tricks"),
        ({"tricks": [2, 1, "0"]}, "tricks.2"),
        ({"bids": [2, 0]}, "bids"),
        ({"bids": [2, 0, 1]}, "bids.2"),
        ({"bids": [None, 0, 2]}, "bids.0"),
        ({"bids": 7}, "bids"),
        ({"revokes": [0]}, "revokes"),
        ({"revokes": [0, 0, 9]}, "revokes.2"),
        ({"took": [[1, 2], [3]]}, "took"),
        ({"zeros": [0]}, "zeros"),
        ({"dealer": 3}, "dealer"),
        ({"players": 4}, "bids"),
        ({"deal": 11}, "deal"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("score")
    refused(address, {**body, **fields}, field)


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


@pytest.mark.thorough
@pytest.mark.parametrize("number", [0, 1])
def test_it_never_fails(number):
    never_fails("score", number)
