"""Clubs by API: one's own, new ones, and what owners change."""

from base64 import b64encode
from uuid import uuid4

import pytest

from accounts.clubs.api import LONGEST_LOGO
from accounts.models import Club, Membership, Role
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.logos import JPEG

CLUBS = "/api/v1/clubs/"


def at(cast):
    return f"{CLUBS}{cast.club.pk}/"


def test_only_ones_own_are_listed(cast):
    told = held(bearer(cast.vera), "GET", CLUBS, status=200)
    assert [(club["name"], club["my_role"]) for club in told["results"]] == [("Thursday Club", "viewer")]


def test_a_token_for_one_club_reaches_no_other(cast):
    Membership.objects.create(user=cast.alice, club=cast.other_club, role=Role.OWNER)
    narrow = bearer(cast.alice, club=cast.other_club)
    assert held(narrow, "GET", CLUBS, status=200)["count"] == 1
    held(narrow, "GET", at(cast), status=404)
    held(narrow, "POST", CLUBS, {"name": "Third"}, status=403)


@pytest.mark.thorough
def test_filters(cast):
    Membership.objects.create(user=cast.alice, club=cast.other_club, role=Role.VIEWER)
    program = bearer(cast.alice)
    for query, names in (
        ("my_role=owner", ["Thursday Club"]),
        ("search=charlie", ["Charlie's Club"]),
        ("ordering=-name", ["Thursday Club", "Charlie's Club"]),
    ):
        told = held(program, "GET", f"{CLUBS}?{query}", status=200)
        assert [club["name"] for club in told["results"]] == names


def test_whoever_makes_a_club_owns_it_and_by_the_same_key_it_is_one(cast):
    program, key = bearer(cast.vera), uuid4()
    made = held(program, "POST", CLUBS, {"name": " Friday  Club "}, key=key, status=201)
    again = held(program, "POST", CLUBS, {"name": " Friday  Club "}, key=key, status=201)
    assert (made["name"], made["my_role"]) == ("Friday Club", "owner")
    assert again == made
    assert Club.objects.filter(name="Friday Club").count() == 1
    other = program.post(CLUBS, {"name": "Saturday Club"}, key)
    assert list(errors(other)) == ["Idempotency-Key"]


def test_a_capped_token_makes_none(cast):
    held(bearer(cast.alice, Role.ORGANISER), "POST", CLUBS, {"name": "Friday Club"}, status=403)


def test_an_owner_changes_what_is_sent_and_nothing_else(cast):
    program = bearer(cast.alice)
    told = held(program, "PATCH", at(cast), {"public": "initials"}, status=200)
    assert (told["name"], told["public"], told["roles"]) == (
        "Thursday Club",
        "initials",
        ["lady", "gentleman"],
    )
    told = held(program, "PATCH", at(cast), {"name": "Friday Club", "roles": ["red", "blue"]}, status=200)
    assert (told["name"], told["public"], told["roles"]) == ("Friday Club", "initials", ["red", "blue"])


def test_the_look(cast, client):
    program = bearer(cast.alice)
    told = held(program, "GET", at(cast), status=200)
    assert (told["colour"], told["bell"], told["logo"]) == ("", "bronze", "")
    look = {"colour": "#7A1F3D", "bell": "gong", "logo": b64encode(JPEG).decode()}
    told = held(program, "PATCH", at(cast), look, status=200)
    assert (told["colour"], told["bell"]) == ("#7a1f3d", "gong")
    assert client.get(told["logo"]).content == JPEG
    assert held(program, "PATCH", at(cast), {"public": "initials"}, status=200)["logo"] == told["logo"]
    told = held(program, "PATCH", at(cast), {"colour": "", "logo": ""}, status=200)
    assert (told["colour"], told["bell"], told["logo"]) == ("", "gong", "")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "x" * 61}, "name"),
        ({"name": None}, "name"),
        ({"public": "other"}, "public"),
        ({"colour": "red"}, "colour"),
        ({"logo": b64encode(b"<svg/>").decode()}, "logo"),
        ({"logo": "no base64!"}, "logo"),
        ({"logo": "A" * (LONGEST_LOGO + 1)}, "logo"),
        ({"roles": "lady"}, "roles"),
        ({"roles": [1]}, "roles.0"),
        ({"owner": 1}, "owner"),
    ],
)
def test_what_is_wrong_is_named(cast, body, field):
    response = bearer(cast.alice).send("PATCH", at(cast), body)
    assert response.status_code == 400
    assert list(errors(response)) == [field]


def test_only_an_owner_changes_it(cast):
    for program, status in (
        (bearer(cast.bob), 403),
        (bearer(cast.vera), 403),
        (bearer(cast.charlie), 404),
        (bearer(cast.alice, Role.ORGANISER), 403),
    ):
        held(program, "PATCH", at(cast), {}, status=status)
