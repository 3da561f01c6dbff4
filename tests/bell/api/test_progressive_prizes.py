"""The winners of prizes, for anybody's figures."""

import pytest

from tests.api.asking import answer, changed, never_fails, refused

ADDRESS = "/api/v1/progressive/prizes/"


def person(name, role="lady", counters=50, **more):
    return {"name": name, "role": role, "counters": counters, **more}


def winners(people, **more):
    found = answer(ADDRESS, {"people": people, **more})
    return {prize["key"]: prize["winners"] for prize in found["prizes"]}


ANN = person("Ann", counters=90, yellow_chips=3)
BEN = person("Ben", "gentleman", counters=70, yellow_chips=1)
CLEO = person("Cleo", counters=40)


def test_fresh_stakes_are_paid_back():
    found = answer(ADDRESS, {"people": [{**ANN, "fresh_stakes": 2}, BEN], "settings": {"stake": 40}})
    assert {line["name"]: line["net"] for line in found["standing"]} == {"Ann": 10, "Ben": 70}


def test_who_was_not_there_at_the_last_bell_wins_nothing():
    gone = {**ANN, "present": False}
    assert winners([gone, BEN, CLEO])["yellow"] == ["Ben"]
    assert winners([gone, BEN, CLEO], settings={"leavers_win": True})["yellow"] == ["Ann"]


def test_one_prize_each():
    people = [ANN, BEN, CLEO]
    assert winners(people)["counters-lady"] == ["Ann"]
    assert winners(people, settings={"one_prize_each": True})["counters-lady"] == ["Cleo"]


@pytest.mark.thorough
def test_the_list_of_prizes_is_chosen():
    assert list(winners([ANN], settings={"prizes": ["booby", "yellow"]})) == ["booby", "yellow"]
    assert list(winners([ANN], settings={"roles": []})) == ["yellow", "counters", "booby"]
    assert winners([ANN, BEN], settings={"booby": "yellow"})["booby"] == ["Ben"]


def test_nothing_is_decided_by_counters_that_nobody_counted():
    found = answer(ADDRESS, {"people": [ANN, {**CLEO, "counters": None}]})
    prizes = {prize["key"]: prize for prize in found["prizes"]}
    assert prizes["counters-lady"]["winners"] == []
    assert prizes["counters-lady"]["why"]["code"] == "prize_uncounted"
    assert "Cleo" in prizes["counters-lady"]["why"]["words"]
    assert [line["name"] for line in found["standing"]] == ["Ann", "Cleo"]


def test_where_bids_are_played_for_points_count():
    people = [
        {"name": "Ann", "role": "lady", "score": -4},
        {"name": "Ben", "role": "gentleman", "score": 30, "exact_bids": 2},
    ]
    found = answer(ADDRESS, {"game": "blackout", "people": people})
    assert [(line["name"], line["score"], line["exact_bids"]) for line in found["standing"]] == [
        ("Ben", 30, 2),
        ("Ann", -4, 0),
    ]
    assert found["prizes"][1]["title"] == "Most points"


def test_every_prize_says_why_with_figures():
    for prize in answer(ADDRESS, {"people": [ANN, BEN, CLEO]})["prizes"]:
        assert prize["why"]["words"].endswith(".")
        assert all(len(line["figures"]) == len(prize["steps"]) for line in prize["ranking"])


@pytest.mark.thorough
def test_five_hundred_people():
    people = [person(f"p{number}", counters=number) for number in range(500)]
    assert winners(people)["counters-lady"] == ["p499"]
    refused(ADDRESS, {"people": [*people, ANN]}, "people", "At most 500")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"people": None}, "people"),
        ({"people": []}, "people"),
        ({"people": [ANN, ANN]}, "people.1.name"),
        ({"people": [{**ANN, "counters": -1}]}, "people.0.counters"),
        ({"people": [{**ANN, "counters": 1.5}]}, "people.0.counters"),
        ({"people": [{**ANN, "fresh_stakes": True}]}, "people.0.fresh_stakes"),
        ({"people": [{**ANN, "yellow_chips": None}]}, "people.0.yellow_chips"),
        ({"people": [{**ANN, "present": "yes"}]}, "people.0.present"),
        ({"people": [{**ANN, "role": "x" * 31}]}, "people.0.role"),
        ({"people": ["Ann"]}, "people.0"),
        ({"settings": {"stake": 0}}, "settings.stake"),
        ({"settings": {"stake": "50"}}, "settings.stake"),
        ({"settings": {"roles": ["lady", "Lady"]}}, "settings.roles"),
        ({"settings": {"roles": [1]}}, "settings.roles.0"),
        ({"settings": {"prizes": ["gold"]}}, "settings.prizes.0"),
        ({"settings": {"prizes": ["booby", "booby"]}}, "settings.prizes"),
        ({"settings": {"booby": "last"}}, "settings.booby"),
        ({"settings": {"bell": "head"}}, "settings.bell"),
        ({"game": "blackout-cooperative"}, "game"),
        ({"game": 7}, "game"),
    ],
)
def test_it_refuses(fields, field):
    address, body = changed("prizes", **fields)
    refused(address, body, field)


def test_it_names_everything_that_is_wrong_at_once():
    body = {"people": [{"name": "", "counters": "5"}, {"counters": -1, "rôle": 1}], "settings": 5, "x": 1}
    of_people = [f"people.{at}.{field}" for at in (0, 1) for field in ("name", "counters")]
    for field in (*of_people, "people.1.rôle", "settings", "x"):
        refused(ADDRESS, body, field)


@pytest.mark.thorough
def test_it_never_fails():
    never_fails("prizes")
