"""The API's own pages: every operation is there, for everybody to read, and to be tried by who may."""

import pytest

from accounts.shared.api.schema import build_schema, list_areas
from tests.web.html import shows

BY_NAME = {one.name: one for area in list_areas() for one in area.operations}
OPERATIONS = [
    told["operationId"] for methods in build_schema()["paths"].values() for told in methods.values()
]


def test_every_operation_is_listed_in_an_area(client, db):
    text = client.get("/api/").content.decode()
    assert sorted(BY_NAME) == sorted(OPERATIONS)
    assert all(f'href="/api/operations/{name}/"' in text for name in OPERATIONS)
    assert "You choose its role and its club." in text


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_its_page(client, db, name):
    response = client.get(f"/api/operations/{name}/")
    assert response.status_code == 200
    shows(response, BY_NAME[name].path, never=["style=", "onclick"])


def test_there_is_no_other(client, db):
    assert client.get("/api/operations/nothing/").status_code == 404


def test_the_address_without_its_slash_leads_there(client, db):
    response = client.get("/api")
    assert (response.status_code, response.headers["Location"]) == (308, "/api/")


def test_only_who_is_signed_in_tries_what_asks_for_an_account(client, cast):
    page = "/api/operations/club_change/"
    assert 'id="ask"' not in client.get(page).content.decode()
    assert 'id="ask"' in client.get("/api/operations/games/").content.decode()
    client.force_login(cast.vera)
    shows(client.get(page), "csrfmiddlewaretoken", "This request changes real data.")
    assert "tokens" in client.get("/api/").content.decode()


def test_fields_are_told_as_far_down_as_they_go():
    told = {field.name: field for field in BY_NAME["club_change"].body}
    assert told["roles"].kind == "list of string"
    assert not told["roles"].required
    answered = {field.name: field.kind for field in BY_NAME["clubs"].answer}
    assert answered["next"] == "string | null"
    assert answered["results[].my_role"] == "owner | organiser | scorer | viewer"
    asked = {field.name: field.location for field in BY_NAME["players"].to_fill}
    assert asked == dict.fromkeys(
        ("active", "role", "group", "search", "ordering", "page", "size"), "query"
    ) | {"id": "path"}


def test_names_of_fields_are_marked_in_what_is_told(client):
    shows(client.get("/api/operations/deal_record/"), "<code>shown</code>: each player", never="``")
