"""Every bid that is allowed."""

from typing import Any

import pytest

from games.rules.deals import BidGame
from games.rules.registry import RULESETS
from tests.api.asking import answer, ask, changed, never_fails, refused

BID_GAMES = {key: game for key, game in RULESETS.items() if isinstance(game, BidGame)}


@pytest.mark.thorough
@pytest.mark.parametrize("key", BID_GAMES)
def test_they_are_those_that_check_bid_allows(key):
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


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"players": 9}, "players"), ({"deal": 99}, "deal"), ({"made": [9]}, "made.0"), ({"made": "0"}, "made")],
)
def test_it_refuses(fields, field):
    address, body = changed("legal-bids", **fields)
    refused(address, body, field)


@pytest.mark.thorough
def test_it_never_fails():
    never_fails("legal-bids")
