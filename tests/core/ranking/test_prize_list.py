"""Lists of prizes: what can stand on one, how it is changed, and how it is stored."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from accounts.names import map_renamed_roles
from tournaments.core.formats.registry import POKER_EVENING, build_play
from tournaments.core.ranking import prize_list as lists
from tournaments.core.ranking import prize_list as ranking_prize_list
from tournaments.core.ranking.metrics import METRICS, Best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import FIRST, PRIZES, Listed
from tournaments.core.results.prizes import Prize, list_known_metrics, list_prizes
from tournaments.core.settings import Settings, from_json, to_json

LOT = Step("lot", Best.LOWEST)
OWN = Listed("own-1", "Best deal", (Step("best"), LOT), role="lady", places=2)
BIG = Listed("counters", "The big stack")
OFF = Listed("booby", off=True)


def refused(field, **values):
    with pytest.raises(RuleError) as caught:
        Settings(**values)
    assert caught.value.field == field
    return caught.value


def test_lists_of_words_are_read_as_ever():
    """What was stored before there were prizes of a club's own."""
    assert from_json({"prizes": ["booby", "yellow"]}).prizes == ("booby", "yellow")
    assert to_json(Settings())["prizes"] == ["yellow", "counters", "booby"]


def test_what_is_stored_is_read_again():
    chosen = Settings(prizes=("yellow", BIG, OWN, OFF))
    stored = json.loads(json.dumps(to_json(chosen)))
    assert stored["prizes"] == [
        "yellow",
        {"key": "counters", "title": "The big stack"},
        {
            "key": "own-1",
            "title": "Best deal",
            "steps": [{"metric": "best", "best": "highest"}, {"metric": "lot", "best": "lowest"}],
            "role": "lady",
            "places": 2,
        },
        {"key": "booby", "off": True},
    ]
    assert from_json(stored) == chosen
    assert hash(chosen)


def test_a_metric_is_good_as_it_is_unless_something_else_is_said():
    [prize] = ranking_prize_list.from_json(
        [{"key": "own-1", "title": "Thrift", "steps": [{"metric": "fresh"}]}]
    )
    assert isinstance(prize, Listed)
    assert prize.steps == (Step("fresh", Best.LOWEST),)


GOOD = {"key": "own-1", "title": "Best deal", "steps": [{"metric": "best"}]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("prizes.0.key", 5),
        ("prizes.0.key", {}),
        ("prizes.0.key", {"key": 5}),
        ("prizes.0.key", {"key": "gold"}),
        ("prizes.0.key", {"key": "own-0", "title": "x", "steps": [{"metric": "net"}]}),
        ("prizes.0.key", {"key": "yellow", "role": "lady"}),
        ("prizes.0.key", {"key": "yellow", "steps": [{"metric": "net"}]}),
        ("prizes.0.colour", {**GOOD, "colour": "red"}),
        ("prizes.0.title", {**GOOD, "title": ""}),
        ("prizes.0.title", {**GOOD, "title": "x" * 61}),
        ("prizes.0.title", {**GOOD, "title": "a\x00"}),
        ("prizes.0.title", {**GOOD, "title": None}),
        ("prizes.0.title", {"key": "yellow", "title": "x" * 61}),
        ("prizes.0.steps", {**GOOD, "steps": []}),
        ("prizes.0.steps", {**GOOD, "steps": "net"}),
        ("prizes.0.steps", {**GOOD, "steps": ["net"]}),
        (
            "prizes.0.steps",
            {**GOOD, "steps": [{"metric": m} for m in ("net", "best", "wins", "deals", "lot")]},
        ),
        ("prizes.0.steps", {**GOOD, "steps": [{"metric": "net"}, {"metric": "net"}]}),
        ("prizes.0.metric", {**GOOD, "steps": [{"metric": "beauty"}]}),
        ("prizes.0.metric", {**GOOD, "steps": [{"metric": ["net"]}]}),
        ("prizes.0.metric", {**GOOD, "steps": [{"metric": "lot"}]}),
        ("prizes.0.best", {**GOOD, "steps": [{"metric": "net", "best": "middle"}]}),
        ("prizes.0.places", {**GOOD, "places": 0}),
        ("prizes.0.places", {**GOOD, "places": 11}),
        ("prizes.0.places", {**GOOD, "places": True}),
        ("prizes.0.places", {**GOOD, "places": "3"}),
        ("prizes.0.group", {**GOOD, "group": "x" * 31}),
        ("prizes.0.group", {**GOOD, "group": ["Juniors"]}),
        ("prizes.0.role", {**GOOD, "role": 1}),
        ("prizes.0.off", {**GOOD, "off": "yes"}),
        ("prizes", {**GOOD, "role": "page"}),
        ("prizes", {**GOOD, "division": "A"}),
        ("prizes", "gold"),
    ],
)
def test_what_is_no_prize_is_refused_at_its_field(field, value):
    with pytest.raises(RuleError) as caught:
        from_json({"prizes": [value]})
    assert caught.value.field == field


def test_what_cannot_be_on_one_list_together():
    refused("prizes", prizes=("yellow", Listed("yellow", "Chips")))
    assert "Best deal" in str(refused("prizes", prizes=(OWN, replace(OWN, key="own-2"))))
    refused("prizes", prizes=tuple(replace(OWN, key=f"own-{n}", title=str(n)) for n in range(1, 22)))
    assert Settings(prizes=(OWN, replace(OWN, key="own-2", role="gentleman"))).prizes


def test_a_season_has_prizes_for_divisions_and_none_of_the_rulebooks():
    cup = Listed("own-1", "Cup", (Step("points"),), division="A")
    lists.refuse_list((cup,), season=True)
    lists.refuse_list((OWN,), season=True)
    with pytest.raises(RuleError, match="prize for evenings only"):
        lists.refuse_list(("yellow",), season=True)


def test_a_list_is_changed_prize_by_prize():
    prizes = PRIZES
    assert lists.move_prize(prizes, "booby", -1) == ("yellow", "booby", "counters")
    assert lists.move_prize(prizes, "yellow", -1) == prizes
    assert lists.move_prize(prizes, "booby", 5) == prizes
    assert lists.switch_prize(prizes, "booby", False) == ("yellow", "counters", OFF)
    assert lists.switch_prize((OFF,), "booby", True) == ("booby",)
    assert lists.switch_prize((OFF,), "yellow", True) == (OFF, "yellow")
    assert lists.put_prize(prizes, BIG) == ("yellow", BIG, "booby")
    assert lists.put_prize(prizes, OWN) == (*PRIZES, OWN)
    assert lists.remove_prize((*PRIZES, OWN), "own-1") == PRIZES
    assert lists.make_key((OWN,)) == "own-2"
    assert lists.list_enabled_prizes((OFF, "yellow")) == (Listed("yellow"),)
    for gone in (
        lambda: lists.move_prize(prizes, "own-9", 1),
        lambda: lists.switch_prize(prizes, "own-9", True),
    ):
        with pytest.raises(RuleError) as caught:
            gone()
        assert caught.value.field == "key"


def test_only_those_that_are_ticked_are_given():
    prizes = ("yellow", BIG, OWN, OFF)
    assert lists.keep_only(prizes, ["counters", "booby"]) == (BIG, replace(OWN, off=True), "booby")
    assert lists.keep_only(("booby",), ["yellow", "booby"]) == ("booby", "yellow")


def test_a_prize_follows_its_role_when_that_has_another_name():
    called = map_renamed_roles(("lady", "gentleman"), ("dame", "gentleman"))
    [prize] = lists.rename_roles((OWN,), called)
    assert isinstance(prize, Listed)
    assert prize.role == "dame"
    assert map_renamed_roles(("lady", "gentleman"), ("lady",)) == {"gentleman": ""}


ANY: list[str | Listed] = [*PRIZES, BIG, OFF, OWN, Listed("own-2", "Wins", (Step("wins"),))]
any_lists = st.lists(st.sampled_from(ANY), unique_by=lambda prize: lists.expand_prize(prize).key).map(tuple)


@given(any_lists, st.sampled_from([*PRIZES, "own-1", "own-2"]), st.integers(-6, 6), st.booleans())
def test_moving_and_switching_lose_nothing(prizes, key, by, on):
    if key in lists.list_keys(prizes):
        moved = lists.move_prize(prizes, key, by)
        assert sorted(map(repr, moved)) == sorted(map(repr, prizes))
        assert [k for k in lists.list_keys(moved) if k != key] == [
            k for k in lists.list_keys(prizes) if k != key
        ]
        switched = lists.switch_prize(prizes, key, on)
        assert lists.list_keys(switched) == lists.list_keys(prizes)
        assert (key in [prize.key for prize in lists.list_enabled_prizes(switched)]) is on
    chosen = Settings(prizes=prizes)
    assert from_json(json.loads(json.dumps(to_json(chosen)))) == chosen


def test_every_metric_can_be_gone_by_or_breaks_ties():
    assert {"net", "best", "exact", "hands", "points"} <= FIRST
    by_results = {"head_to_head", "countback", "last", "best_scores", "last_scores", "lot"}
    assert METRICS.keys() - FIRST == by_results


# What a list comes to


def test_the_clubs_own_name_for_a_prize_of_the_rulebook():
    every = list_prizes(Settings(prizes=(BIG, OFF)), POKER_EVENING)
    assert [(prize.key, prize.title, prize.role, prize.own) for prize in every] == [
        ("counters-lady", "The big stack", "lady", True),
        ("counters-gentleman", "The big stack", "gentleman", True),
    ]


def test_one_prize_for_each_place():
    first, second = list_prizes(Settings(prizes=(OWN,)), POKER_EVENING)
    assert first == Prize("own-1", "Best deal", OWN.steps, "lady", place=1, series="own-1", own=True)
    assert second == replace(first, key="own-1-2", place=2)


def test_what_the_game_does_not_know_is_not_given():
    exact = Listed("own-1", "Exact", (Step("exact"),))
    ties = Listed("own-2", "Wins", (Step("wins"), Step("exact"), LOT))
    settings = Settings(prizes=(exact, ties))
    assert "exact" not in list_known_metrics(settings, POKER_EVENING)
    assert [(prize.key, prize.steps) for prize in list_prizes(settings, POKER_EVENING)] == [
        ("own-2", (Step("wins"), LOT))
    ]
    assert [prize.key for prize in list_prizes(settings, build_play("clag", {}, "progressive"))] == [
        "own-1",
        "own-2",
    ]
