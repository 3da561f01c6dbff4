"""The deals of a whole game, and the order in which players are dealt to, bid and play."""

from dataclasses import asdict

import pytest

from games.rules.deals import BidGame
from games.rules.registry import RULESETS
from games.rules.schedules import plan_deals
from tests.api.asking import answer, ask, errors

BID_GAMES = {key: game for key, game in RULESETS.items() if isinstance(game, BidGame)}


@pytest.mark.parametrize("key", BID_GAMES)
def test_every_number_of_players(key):
    game = BID_GAMES[key]
    for players in range(game.fewest, game.most + 1):
        found = answer(f"/api/v1/games/{key}/schedule/?players={players}")
        assert found["deals"] == [asdict(deal) for deal in plan_deals(game, players)]
        assert found["pack"] == len(game.pack(players))
        for deal in found["deals"]:
            assert deal["cards"] * players + found["removed"] <= found["pack"]


def test_oh_well_repeats_one_deal_until_somebody_has_a_hundred():
    found = answer("/api/v1/games/oh-well/schedule/?players=5")
    assert (found["removed"], found["end"], found["target"], len(found["deals"])) == (2, "target", 100, 1)


def test_an_option_is_a_parameter():
    for words, meant in (("true 1 TRUE Yes", True), ("false 0 no", False)):
        for said in words.split():
            found = answer(f"/api/v1/games/blackout/schedule/?players=4&reverse={said}")
            assert found["options"]["reverse"] is meant, said
            assert found["deals"][0]["cards"] == (13 if meant else 1)


def test_an_option_that_is_one_of_several():
    assert answer("/api/v1/games/blackout/schedule/?players=4&hook=last")["deals"][0]["hook"] == "last"
    assert answer("/api/v1/games/blackout/schedule/?players=4&hook=true")["options"]["hook"] == "running"


def test_an_option_that_is_a_number():
    assert len(answer("/api/v1/games/caller-clag/schedule/?players=4&deals=9")["deals"]) == 9


@pytest.mark.parametrize(
    ("query", "field", "says"),
    [
        ("", "players", "missing"),
        ("players=", "players", "whole number"),
        ("players=NaN", "players", "whole number"),
        ("players=1", "players", "2 to 7 players"),
        ("players=" + "9" * 5000, "players", ""),
        ("players=4&unknown=1", "options.unknown", "no such option"),
        ("players=4&players=5", "players", "twice"),
        ("players=4&reverse=1&reverse=1", "reverse", "twice"),
        ("players=4&=1&=1", "query", "twice"),
        ("players=4&reverse=maybe", "options.reverse", "Choose yes or no"),
        ("players=4&hook=all", "options.hook", "Choose one of these"),
        ("players=4&reverse=1&full_rotation=1", "options.reverse", "cannot be combined"),
        ("players=4&%00%ff=1", "options.\x00\ufffd", "no such option"),
    ],
)
def test_it_refuses(query, field, says):
    response = ask(f"/api/v1/games/blackout/schedule/?{query}")
    assert response.status_code == 400
    assert says in errors(response)[field]


@pytest.mark.parametrize("said", ["0", "61", "x", "-1", "9" * 5000, "١٢٣٤٥٦٧٨٩٠", "1.0"])
def test_it_refuses_a_number_that_an_option_has_not(said):
    response = ask(f"/api/v1/games/caller-clag/schedule/?players=4&deals={said}")
    assert response.status_code == 400
    assert "Enter a number from 1 to 60." in errors(response)["options.deals"]


def test_nullo_is_bid_by_the_dealer_first():
    found = answer("/api/v1/games/blackout-nullo/orders/?players=5&dealer=3")
    assert found == {
        "dealing": [4, 0, 1, 2, 3],
        "bidding": [3, 4, 0, 1, 2],
        "playing": [4, 0, 1, 2, 3],
        "next_dealer": 4,
    }


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("players=5", "dealer"),
        ("players=5&dealer=0&dealer=1", "dealer"),
        ("dealer=0", "players"),
        ("players=5&dealer=5", "dealer"),
        ("players=5&dealer=-1", "dealer"),
        ("players=8&dealer=0", "players"),
        ("players=5&dealer=x", "dealer"),
        ("players=5&dealer=0&trump=S", "trump"),
    ],
)
def test_orders_are_refused(query, field):
    response = ask(f"/api/v1/games/blackout-nullo/orders/?{query}")
    assert response.status_code == 400
    assert list(errors(response)) == [field]


def test_it_names_every_field_that_is_missing():
    assert set(errors(ask("/api/v1/games/clag/orders/"))) == {"players", "dealer"}
