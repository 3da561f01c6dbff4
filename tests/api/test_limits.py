"""How often one address may ask, and that asking costs the database nothing."""

import runpy

import pytest
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from rest_framework.settings import api_settings

from config import settings as config_settings
from tests.api.asking import EXAMPLES, ask, errors


@pytest.fixture
def twice(settings):
    settings.CALCULATOR_RATE = "2/min"
    caches["throttle"].clear()


def status(address="/api/v1/games/", **headers):
    return Client().get(address, **headers).status_code


def test_it_is_limited_by_address(twice):
    assert [status() for _ in range(3)] == [200, 200, 429]
    assert status(REMOTE_ADDR="10.0.0.9") == 200


def test_all_that_is_public_counts_together(twice):
    assert [status(address) for address in ("/api/v1/games/clag/", "/api/nothing/", "/api/v1/schema/")] == [
        200,
        404,
        429,
    ]


def test_it_says_when_to_come_back(twice):
    for _ in range(2):
        status()
    response = Client().get("/api/v1/games/")
    assert list(errors(response)) == ["throttled"]
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert response.headers["Retry-After"] in errors(response)["throttled"]


def test_nobody_can_say_that_he_is_somebody_else(twice):
    """Without a proxy that is trusted, a forwarded address is only what the visitor claims."""
    claims = [status(HTTP_X_FORWARDED_FOR=f"10.0.0.{number}") for number in range(3)]
    assert claims == [200, 200, 429]


def test_a_trusted_proxy_says_who_asks(twice, monkeypatch):
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    mine = "1.2.3.4, 10.0.0.7"  # the visitor's claim, then what the proxy saw
    assert [status(HTTP_X_FORWARDED_FOR=mine) for _ in range(3)] == [200, 200, 429]
    assert status(HTTP_X_FORWARDED_FOR="1.2.3.4, 10.0.0.8") == 200


def test_pages_are_not_limited(twice, cast, client):
    assert [client.get("/login/").status_code for _ in range(4)] == [200] * 4


def test_no_calculator_asks_the_database(cast, django_assert_num_queries):
    """Not even who is signed in."""
    client = Client()
    client.force_login(cast.alice)
    for examples in EXAMPLES.values():
        for chosen in examples:
            with django_assert_num_queries(0):
                if chosen.body is None:
                    response = client.get(chosen.address)
                else:
                    response = client.post(chosen.address, chosen.body, content_type="application/json")
                assert response.status_code == 200


def test_it_wants_no_token_of_a_form():
    chosen = EXAMPLES["score"][0]
    strict = Client(enforce_csrf_checks=True)
    response = strict.post(chosen.address, chosen.body, content_type="application/json")
    assert response.status_code == 200
    assert not response.cookies


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("CALCULATOR_RATE", often) for often in ("often", "0/min", "120")),
        *(("TRUSTED_PROXIES", number) for number in ("-1", "one")),
    ],
)
def test_a_wrong_variable_is_told_at_the_start(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{name} must be"):
        runpy.run_path(config_settings.__file__)


def test_asking_sets_the_limit_back(twice):
    assert [ask("/api/v1/games/").status_code for _ in range(3)] == [200] * 3
