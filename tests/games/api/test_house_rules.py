"""A club's house rules by API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import HouseRules
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer

HOOKED = {"name": "Ours", "game": "blackout", "options": {"hook": "last"}}


def at(cast, rules=None, what=""):
    return f"/api/v1/clubs/{cast.club.pk}/house-rules/" + (f"{rules}/{what}" if rules else "")


@pytest.fixture
def ours(cast):
    return held(bearer(cast.bob), "POST", at(cast), HOOKED, status=201)["id"]


def test_they_are_made_changed_and_retired(cast, ours):
    program = bearer(cast.bob)
    told = held(program, "PATCH", at(cast, ours), {"name": "Theirs"}, status=200)
    assert (told["name"], told["options"]) == ("Theirs", {"hook": "last"})
    told = held(program, "PATCH", at(cast, ours), {"options": {"reverse": True}}, status=200)
    assert told["options"] == {"reverse": True}, "options are sent all together"
    assert held(program, "POST", at(cast, ours, "retire/"), status=200)["retired"]
    assert list(errors(program.send("PATCH", at(cast, ours), {"name": "X"}))) == ["name"]
    assert held(program, "GET", at(cast) + "?retired=false", status=200)["count"] == 0
    assert held(program, "GET", at(cast) + "?game=blackout&search=their", status=200)["count"] == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "canasta"}, "game"),
        ({"options": {}}, "options"),
        ({"options": {"hook": "first"}}, "options.hook"),
        ({"name": " "}, "name"),
    ],
)
def test_what_is_wrong_is_named(cast, change, field):
    response = bearer(cast.bob).post(at(cast), HOOKED | change)
    assert response.status_code == 400
    assert list(errors(response)) == [field]


def test_who_may_change_them(cast, ours):
    for who, status in ((cast.alice, 200), (cast.sam, 403), (cast.charlie, 404)):
        held(bearer(who), "PATCH", at(cast, ours), {}, status=status)


def test_queries_do_not_grow(cast, ours):
    program = bearer(cast.vera)
    program.get(at(cast))  # by which it is noted that the token was used
    with CaptureQueriesContext(connection) as few:
        program.get(at(cast))
    HouseRules.objects.bulk_create(
        HouseRules(club=cast.club, game="clag", name=f"Clag {n}", options={"non_exact": True})
        for n in range(9)
    )
    with CaptureQueriesContext(connection) as many:
        program.get(at(cast))
    assert len(many) == len(few) < 9
