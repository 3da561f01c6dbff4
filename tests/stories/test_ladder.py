"""Simulated ladders, and their documents read a second time by docs/formats.md."""

import copy

import pytest

from tests.stories import second_ladder

GAMES = ("draw-poker", "brag", "three-stake-brag", "kachuful", "clag")


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("moving", [1, 2, 3])
@pytest.mark.parametrize("players", [7, 13, 17, 26])
@pytest.mark.parametrize("key", GAMES)
def test_seats_and_standing_are_as_the_rulebook_says(evening, busy, key, players, moving, seed):
    doc = evening(players, None, seed, key=key, format="ladder", games=4, deals=3, moving=moving)
    assert second_ladder.check(doc) == 3


def test_a_ladder_that_went_otherwise_is_found_out(evening, busy):
    """The reading would notice: another number of movers, a card that was not cut, two seats changed."""
    doc = evening(13, None, 4, format="ladder", games=4, deals=2)
    second_ladder.check(doc)
    things = {going["state"] for played in doc["rounds"] for going in played["comings_and_goings"]}
    assert {"here", "keeps_seat", "left"} <= things
    for change in (_another_number, _another_card, _two_changed):
        changed = copy.deepcopy(doc)
        change(changed)
        with pytest.raises(AssertionError):
            second_ladder.check(changed)


def _another_number(doc):
    doc["evening"]["settings"]["moving"] = 1


def _another_card(doc):
    """Who cut lowest of equals at table 1 cut highest instead."""
    cuts = (cut for played in doc["rounds"] for cut in played["cuts"] if cut["purpose"] == "place")
    cards = next(cut for cut in cuts if len(cut["attempts"]) == 1)["attempts"][0]["cards"]
    heights = [second_ladder.HEIGHT[card["card"][0]] for card in cards]
    low, high = heights.index(min(heights)), heights.index(max(heights))
    cards[low]["card"], cards[high]["card"] = cards[high]["card"], cards[low]["card"]


def _two_changed(doc):
    one, other = (move for move in doc["rounds"][0]["moves"] if move["to"] and move["to"]["seat"] == 1)
    one["to"], other["to"] = other["to"], one["to"]
