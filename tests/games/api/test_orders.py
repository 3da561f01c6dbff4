"""The order in which players are dealt to, bid and play."""

import pytest

from tests.api.asking import answer, ask, errors


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
def test_it_refuses(query, field):
    response = ask(f"/api/v1/games/blackout-nullo/orders/?{query}")
    assert response.status_code == 400
    assert list(errors(response)) == [field]


def test_it_names_every_field_that_is_missing():
    assert set(errors(ask("/api/v1/games/clag/orders/"))) == {"players", "dealer"}
