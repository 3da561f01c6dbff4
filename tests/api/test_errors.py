"""One shape of errors, whatever is wrong with a request."""

import json

import pytest
from django.test import Client
from rest_framework import serializers

from accounts.api.fields import MOST_ERRORS, Body, Several
from accounts.api.parsers import MOST_BYTES
from accounts.api.refusals import refused as handler
from accounts.errors import ForbiddenError, RuleError, StaleError
from tests.api.asking import CLIENT, ask, errors, example

SCORE = "/api/v1/games/blackout-family/score/"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/",
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
    assert list(errors(response)) == ["address"]


def test_a_missing_last_slash_is_led_on_with_everything_that_was_sent():
    response = ask("/api/v1/games/clag/schedule?players=4")
    assert response.status_code == 308
    assert response.headers["Location"] == "/api/v1/games/clag/schedule/?players=4"
    chosen = example("score")
    followed = Client().post(
        chosen.address.rstrip("/"), json.dumps(chosen.body), content_type="application/json", follow=True
    )
    assert followed.json() == chosen.answer


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
    assert list(errors(response)) == ["method"]
    assert response.headers["Allow"] in ("GET, HEAD", "POST")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_a_body_that_is_not_json_by_its_name(kind):
    response = CLIENT.post(SCORE, b"players=3", content_type=kind)
    assert response.status_code == 415
    assert list(errors(response)) == ["content_type"]


def test_heads():
    response = CLIENT.head("/api/v1/games/")
    assert (response.status_code, response.content) == (200, b"")


def test_there_is_only_json():
    response = ask("/api/v1/games/", headers={"accept": "text/html"})
    assert response.status_code == 406
    assert list(errors(response)) == ["accept"]
    browser = ask("/api/v1/games/", headers={"accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert browser.headers["Content-Type"] == "application/json"
    assert ask("/api/v1/games/?format=api").status_code == 200


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
    assert list(errors(response)) == ["body"]


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
    assert errors(response) == {"body": "A name appears twice."}


@pytest.mark.parametrize("raw", [b"[]", b"null", b'"x"', b"3", b"true", b"[{}]", b"[" * 400 + b"]" * 400])
def test_a_body_that_is_no_object(raw):
    response = ask(SCORE, raw=raw)
    assert response.status_code == 400
    assert list(errors(response)) == ["body"]


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
        rows = Several(child=Several(child=Never(), max_length=100), max_length=100)

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
    """The APIs to come refuse in the same shape: no right is 403, somebody was faster is 409."""
    for error, status in ((RuleError, 400), (ForbiddenError, 403), (StaleError, 409)):
        response = handler(error("bid", "Not %(bid)s.", bid=3), {})
        assert response
        assert response.status_code == status
        assert response.data == {"errors": [{"field": "bid", "reason": "Not 3."}]}


def test_our_own_errors_are_not_dressed_up():
    assert handler(ZeroDivisionError(), {}) is None
