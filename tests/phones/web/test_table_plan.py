"""The plan of a table's deals to come, with which its phone goes on without a network."""

import json

import pytest

from games.rules.deals import BidGame, End
from games.rules.registry import KNOWN, WITHDRAWN
from tests.browser.evenings import begun
from tests.cast import Night
from tests.linked_phones import linked, scan
from tests.scoring.services.test_deal_record import body
from tournaments.evening.services.evenings import GameChoice
from tournaments.scoring.services.deals import deal_record

GAMES = {key: game for key, game in KNOWN.items() if isinstance(game, BidGame) and key not in WITHDRAWN}


def plan_of(night: Night, table: int = 1):
    answer = scan(linked(night), table).get("/score/plan/")
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_bids(db, game):
    """Every deal of the game with who deals it, everybody's order, and a form for each step."""
    night = begun(8, GameChoice(game, {}, "fixed"))
    plan, rules = plan_of(night), GAMES[game]
    people = [person["entry"] for person in plan["people"]]
    deals = night.evening.play.format.plan_schedule(night.evening.play, len(people))
    assert len(plan["deals"]) == (len(deals) if rules.end is not End.TARGET else 60)
    assert set(plan["dealers"]) <= set(people)
    assert {len(order) for order in plan["orders"].values()} == {len(people)}
    assert set(plan["forms"]) >= {"bids", "tricks"}
    assert len(json.dumps(plan)) < 120_000


@pytest.mark.parametrize(("game", "each_stake"), [("draw-poker", False), ("three-stake-brag", True)])
def test_the_pools_of_a_round(db, game, each_stake):
    night = begun(15, GameChoice(game), deals=3)
    plan = plan_of(night, 2)
    assert [deal["number"] for deal in plan["deals"]] == [1, 2, 3]
    assert [person["entry"] for person in plan["people"]] == list(night.table(2))
    assert len(set(plan["dealers"])) == 3
    assert ("first" in plan["forms"]["pool"]) == each_stake


def test_no_deal_is_to_come(db):
    """The bell has rung and the table is done, or the round has not begun."""
    night = begun(12)
    deal_record(night.by, **body(night, 2))
    assert plan_of(night, 2)["deals"] == []


def test_calls_that_change_the_figures(db):
    """What the dealer may call, each with its figures; the points of a madness follow."""
    plan = plan_of(begun(8, GameChoice("caller-clag", {}, "fixed")))
    calls = plan["calls"]
    assert calls["5"]["cards"] == calls["5"]["most"] == 5
    assert calls["5 misere"]["most"] == 0
    assert calls["5 ascending_madness"]["scores"] is None
    assert "5 ascending_madness descending_madness" not in calls
    assert set(plan["forms"]) == {"call", "bids", "tricks", "taken"}
