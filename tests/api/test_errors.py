"""One shape of errors, whatever is wrong with a request."""

import json
from pathlib import Path

import pytest
from django.test import Client
from rest_framework import serializers

from accounts.errors import (
    ForbiddenError,
    KeyUsedError,
    RuleError,
    SameError,
    StaleError,
    StateError,
    TakenError,
)
from accounts.shared.api.error_bodies import MOST_ERRORS
from accounts.shared.api.fields import MOST_BYTES, Body, BoundedList
from accounts.shared.api.refusals import CODES
from accounts.shared.api.refusals import answer_refusal as handler
from tests.api.asking import CLIENT, answer, ask, errors, example
from tests.api.members import bearer
from tests.played_seasons import played
from tournaments.core.record import Stage

SCORE = "/api/v1/games/blackout-family/score/"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "address",
    [
        "/api/v2/clubs/",
        "/api/nothing/",
        "/api/v1/games/clag/win/",
        "/api/v1/games/clag/a/b",
        "/api/v1/%0A/",
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_there_is_nothing_at_an_address(address, method):
    response = getattr(CLIENT, method)(address)
    assert response.status_code == 404
    assert list(errors(response)) == ["not_found"]


def test_a_missing_last_slash_is_led_on_with_everything_that_was_sent():
    response = ask("/api/v1/games/clag/schedule?players=4")
    assert response.status_code == 308
    assert response.headers["Location"] == "/api/v1/games/clag/schedule/?players=4"
    chosen = example("score")
    followed = Client().post(
        chosen.address.rstrip("/"), json.dumps(chosen.body), content_type="application/json", follow=True
    )
    assert followed.json() == answer(chosen.address, chosen.body)


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", SCORE),
        ("put", SCORE),
        ("options", SCORE),
        ("post", "/api/v1/games/"),
        ("delete", "/api/v1/schema/"),
    ],
)
def test_a_wrong_method(method, address):
    response = getattr(CLIENT, method)(address)
    assert response.status_code == 405
    assert list(errors(response)) == ["method_not_allowed"]
    assert response.headers["Allow"] in ("GET, HEAD", "POST")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_a_body_that_is_not_json_by_its_name(kind):
    response = CLIENT.post(SCORE, b"players=3", content_type=kind)
    assert response.status_code == 415
    assert list(errors(response)) == ["unsupported_media_type"]


def test_heads():
    response = CLIENT.head("/api/v1/games/")
    assert (response.status_code, response.content) == (200, b"")


def test_there_is_only_json():
    response = ask("/api/v1/games/", headers={"accept": "text/html"})
    assert response.status_code == 406
    assert list(errors(response)) == ["not_acceptable"]
    browser = ask("/api/v1/games/", headers={"accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert browser.headers["Content-Type"] == "application/json"
    assert list(errors(ask("/api/v1/games/?format=api"))) == ["format"]


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"players=3",
        b"{'players': 3}",
        b'{"players": NaN}',
        b'{"players": Infinity}',
        b'{"players": -Infinity}',
        b'{"players": 1e999}',
        b'{"players": ' + b"9" * 5000 + b"}",
        b'{"players": "\xff"}',
        '{"players": "ü"}'.encode("latin-1"),
        '{"players": 3}'.encode("utf-16"),
        b'\xef\xbb\xbf{"players": 3}',
        b'{"players": "\\ud800"}',
        b'{"\\udfff": 3}',
        b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b" " * (MOST_BYTES + 1),
        b'{"players": 3}' + b" " * MOST_BYTES,
    ],
    ids=lambda raw: repr(raw[:30]),
)
def test_what_is_not_json(raw):
    response = ask(SCORE, raw=raw)
    assert response.status_code == 400
    assert list(errors(response)) == ["parse_error"]


@pytest.mark.parametrize(
    "raw",
    [
        b'{"players": 3, "players": 4}',
        b'{"options": {"a": 1, "b": 2, "a": 1}}',
        b'{"bids": [{"\\ud800": 1, "\\ud800": 2}]}',
    ],
)
def test_a_name_that_is_there_twice(raw):
    response = ask(SCORE, raw=raw)
    assert response.status_code == 400
    assert errors(response) == {"parse_error": "A name appears twice."}


@pytest.mark.parametrize("raw", [b"[]", b"null", b'"x"', b"3", b"true", b"[{}]", b"[" * 400 + b"]" * 400])
def test_a_body_that_is_no_object(raw):
    response = ask(SCORE, raw=raw)
    assert response.status_code == 400
    assert list(errors(response)) in (["invalid"], ["parse_error"], ["null"])


def test_a_body_of_nothing_names_what_is_missing():
    response = ask(SCORE, raw=b"")
    assert response.status_code == 400
    assert set(errors(response)) == {"players", "deal", "bids", "tricks"}


def test_everything_that_is_wrong_is_named_at_once():
    response = ask(SCORE, {"players": "3", "deal": 0, "bids": [1, None], "tricks": {}, "bid": 1})
    assert set(errors(response)) == {"players", "deal", "bids.1", "tricks", "bid"}


def test_a_long_list_is_not_looked_through():
    assert errors(ask(SCORE, {"bids": ["x"] * 20_000}))["bids"] == "At most 12 entries are allowed."


def test_errors_are_not_endless():
    body = {f"field{number}": 1 for number in range(5000)}
    assert len(errors(ask(SCORE, body))) == 50
    assert max(map(len, errors(ask(SCORE, {"x" * 50_000: 1})))) <= 100


def test_mistakes_are_looked_for_until_there_are_many():
    """A body of a quarter of a megabyte could hold tens of thousands, each to be worded."""
    seen = []

    class Never(serializers.Field):
        def run_validation(self, data=None):
            seen.append(data)
            raise serializers.ValidationError("no")

    class Loose(Body):
        rows = BoundedList(child=BoundedList(child=Never(), max_length=100), max_length=100)

    asked = Loose(data={"rows": [[1] * 40, [2] * 40, [3] * 40, *[[4] * 100] * 97]})
    assert not asked.is_valid()
    assert seen == [1] * 40 + [2] * 40
    asked = Loose(data={f"field{number}": 1 for number in range(20_000)})
    assert not asked.is_valid()
    assert len(asked.errors) == MOST_ERRORS + 1, "and the one that is missing"


def test_what_somebody_sent_comes_back_short():
    hostile = "<script>" * 1000
    body = {"players": hostile, "options": {hostile: hostile}, "bids": [hostile], hostile: hostile}
    assert len(ask(SCORE, body).content) < 2000


def test_refusals_have_their_status():
    """No right is 403, the state of things is 409, a key used again with another body is 422."""
    for error, status, code in (
        (RuleError, 400, "refused"),
        (ForbiddenError, 403, "forbidden"),
        (StaleError, 409, "stale"),
        (SameError, 409, "same"),
        (StateError, 409, "state"),
        (TakenError, 409, "taken"),
        (KeyUsedError, 422, "key_used"),
    ):
        response = handler(error("bid", "Not %(bid)s.", bid=3), {})
        assert response
        assert response.status_code == status
        kind = "validation_error" if status in (400, 422) else "client_error"
        assert response.data == {"type": kind, "errors": [{"code": code, "detail": "Not 3.", "attr": "bid"}]}


def test_our_own_errors_are_not_dressed_up():
    assert handler(ZeroDivisionError(), {}) is None


def test_the_page_of_the_docs_lists_every_code():
    page = (Path(__file__).parents[2] / "docs/api.md").read_text()
    assert [f"| `{code}` | {meaning} |" in page for code, meaning in CODES.items()] == [True] * len(CODES)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_query_that_nobody_reads_is_refused(method):
    response = getattr(CLIENT, method)(f"{SCORE if method == 'post' else '/api/v1/games/clag/'}?players=3")
    assert response.status_code == 400
    assert errors(response) == {"players": "This parameter is unknown."}


def test_where_to_begin():
    told = answer("/api/v1/")
    assert told["games"] == "http://testserver/api/v1/games/"
    assert all(ask(address).status_code in (200, 401) for address in told.values())


def test_a_table_for_a_token(cast, night):
    evening = night(6, Stage.FINISHED).reveal().evening
    program = bearer(cast.vera)
    for address in (
        f"/api/v1/evenings/{evening.pk}/standing.csv",
        f"/api/v1/clubs/{cast.club.pk}/players.csv",
        f"/api/v1/seasons/{played(cast, ('Ada', 'Ben')).pk}/table.csv",
    ):
        table = program.get(address, headers={"accept": "text/csv"})
        assert table.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert len(table.content.decode().splitlines()) > 2
        refused = CLIENT.get(address, headers={"accept": "text/csv"})
        assert (refused.status_code, list(errors(refused))) == (401, ["not_authenticated"])


def test_what_is_made_tells_where_it_is(cast):
    program = bearer(cast.bob)
    made = program.post(f"/api/v1/clubs/{cast.club.pk}/leagues/", {"name": "Cup"})
    assert (made.status_code, program.get(made.headers["Location"]).json()) == (201, made.json())
    person = program.post(f"/api/v1/clubs/{cast.club.pk}/players/", {"name": "Zoe"})
    assert program.get(person.headers["Location"]).json() == person.json()


def test_a_season_is_changed_in_its_place(cast):
    season = played(cast, ("Ada", "Ben"))
    address, body = f"/api/v1/seasons/{season.pk}/", {"name": "Spring", "rules": {"best": 3}}
    changed = bearer(cast.bob).send("PATCH", address, body).json()
    assert (changed["name"], changed["rules"]["best"]) == ("Spring", 3)
    assert bearer(cast.sam).send("PATCH", address, body).status_code == 403
