import json

import pytest

from tests.rules.tables import refused
from tournaments.core.settings import Counting, Settings, from_json, to_json


def test_the_defaults_are_the_documents():
    assert from_json({}) == Settings()
    assert (Settings().stake, Settings().counting) == (50, Counting.EACH_DEAL)


def test_what_was_chosen_is_stored_and_read_again():
    chosen = Settings(stake=20, counting=Counting.AT_THE_END, roles=("red", "blue"), prizes=("booby",))
    assert from_json(json.loads(json.dumps(to_json(chosen)))) == chosen


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stake", 0),
        ("stake", 10_001),
        ("stake", "50"),
        ("stake", True),
        ("stake", 1.5),
        ("stake", None),
        ("deals", 0),
        ("deals", 101),
        ("counting", "never"),
        ("counting", None),
        ("counting", []),
        ("bell", 1),
        ("ranking", ["wins", "wins"]),
        ("ranking", ["luck"]),
        ("ranking", "net"),
        ("ranking", ["net", "yellow", "fresh", "wins", "last", "lot"]),
        ("roles", ["lady", "lady"]),
        ("roles", ["lady", "LADY"]),
        ("roles", [""]),
        ("roles", ["a\x00"]),
        ("roles", ["x" * 31]),
        ("roles", list("abcdefg")),
        ("roles", "lady"),
        ("roles", 5),
        ("roles", [5]),
        ("roles", None),
        ("prizes", ["yellow", "yellow"]),
        ("prizes", ["silver"]),
        ("prizes", {"yellow": 1}),
        ("one_prize_each", "yes"),
        ("leavers_win", 1),
        ("banker", 5),
        ("banker", "x" * 61),
        ("banker", "a\x00"),
        ("colour", "green"),
    ],
)
def test_what_no_evening_can_be_played_by_is_refused_at_its_name(name, value):
    refused(name, from_json, {name: value})
