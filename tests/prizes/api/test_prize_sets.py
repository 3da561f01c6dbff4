"""A club's prize sets by API."""

import pytest

from accounts.models import Membership, Role
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer

OWN = {"key": "own-1", "title": "Most of all", "steps": [{"metric": "net", "best": "highest"}]}


def sets(cast):
    return f"/api/v1/clubs/{cast.club.pk}/prize-sets/"


def one(told):
    return f"/api/v1/prize-sets/{told['id']}/"


@pytest.fixture
def ours(cast):
    return held(bearer(cast.bob), "POST", sets(cast), {"name": "Ours", "prizes": ["yellow", OWN]}, status=201)


def test_a_set_is_kept_once_and_given_up(cast, ours):
    assert ours["words"] == ["Most yellow chips", ours["words"][1]]
    program = bearer(cast.bob)
    held(program, "POST", sets(cast), {"name": "OURS", "prizes": ["booby"]}, status=409)
    body = {"name": "Ours", "prizes": [OWN], "for_seasons": True}
    assert held(program, "POST", sets(cast), body, status=201)["id"] != ours["id"], "seasons have their own"
    held(program, "POST", sets(cast), {**body, "name": "Another", "prizes": ["booby"]}, status=400)
    told = held(program, "GET", sets(cast) + "?for_seasons=false&ordering=-name", status=200)
    assert told["count"] == 1
    Membership.objects.create(user=cast.alice, club=cast.other_club, role=Role.OWNER)
    held(bearer(cast.alice, club=cast.other_club), "GET", one(ours), status=404)
    held(program, "DELETE", one(ours), status=204)
    held(program, "GET", one(ours), status=404)


def test_who_saw_other_prizes_is_told_what_stands(cast, ours):
    program = bearer(cast.bob)
    told = held(program, "PATCH", one(ours), {"name": "As usual"}, status=200)
    assert (told["name"], told["prizes"]) == ("As usual", ours["prizes"])
    body = {"before": ours["prizes"], "prizes": ["yellow"]}
    assert held(program, "PATCH", one(ours), body, status=200)["prizes"] == ["yellow"]
    stands = held(program, "PATCH", one(ours), body, status=409)["stands"]
    assert (stands["id"], stands["prizes"]) == (ours["id"], ["yellow"])


@pytest.mark.parametrize(
    ("prizes", "field"),
    [
        ([], "prizes"),
        (["gold"], "prizes"),
        ([1], "prizes.0"),
        ([{"key": "own-1", "title": "X", "steps": [{"metric": "luck"}]}], "prizes.0.metric"),
        (["yellow"] * 21, "prizes"),
    ],
)
def test_what_is_wrong_is_named(cast, prizes, field):
    response = bearer(cast.bob).post(sets(cast), {"name": "Ours", "prizes": prizes})
    assert response.status_code == 400
    assert list(errors(response)) == [field]
