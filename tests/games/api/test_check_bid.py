"""Whether a bid is allowed, also one that is changed."""

import pytest

from tests.api.asking import answer, changed, never_fails, refused

FAMILY = "/api/v1/games/blackout-family/check-bid/"


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


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"bid": 1}, "bid"),
        ({"bid": 4}, "bid"),
        ({"bid": "1"}, "bid"),
        ({"bid": None}, "bid"),
        ({"players": 8}, "players"),
        ({"deal": 11}, "deal"),
        ({"made": [1, 1, 1]}, "bid"),
        ({"made": [1, 4]}, "made.1"),
        ({"made": [1, "x"]}, "made.1"),
        ({"made": [0] * 5000}, "made"),
        ({"zeros": -1}, "zeros"),
        ({"options": {"misere": True}}, "options.misere"),
        ({"options": {"return": "yes"}}, "options.return"),
        ({"options": []}, "options"),
        ({"options": {str(n): 1 for n in range(50)}}, "options"),
        ({"call": {"cards": 5}}, "call"),
        ({"bids": [1, 1]}, "bids"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("check-bid")
    refused(address, {**body, **fields}, field)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (None, "call"),
        ({}, "call.cards"),
        ({"cards": True}, "call.cards"),
        ({"cards": 5, "suits": "HCDS"}, "call.suits"),
    ],
)
def test_it_refuses_what_cannot_be_called(call, field):
    body = {"players": 4, "deal": 1, "bid": 0} | ({} if call is None else {"call": call})
    refused("/api/v1/games/caller-clag/check-bid/", body, field)


@pytest.mark.thorough
def test_it_never_fails():
    never_fails("check-bid")
