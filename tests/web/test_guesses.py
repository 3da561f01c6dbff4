"""Codes and links that are guessed: so many wrong ones are answered, and then there is a wait."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.addresses import table_link
from tests.web.html import faults
from tournaments.phones.selectors import make_token

PHONES = 30


def find(code: str, address: str = "192.0.2.1") -> int:
    return Client().get(reverse("find-me", args=[code]), REMOTE_ADDR=address).status_code


@pytest.fixture
def few(settings):
    settings.FAILURES = {"join": (3, 600), "link": (3, 600)}


@pytest.mark.thorough
def test_a_hall_behind_one_address_is_never_refused(night):
    """Thirty phones mistype the code once each, and then have it right."""
    code = night(8).evening.join_code
    for _phone in range(PHONES):
        assert Client().get(reverse("join"), {"code": "NOSUCH"}).status_code == 422
        assert Client().get(reverse("join"), {"code": code}).status_code == 302
        assert find(code, "127.0.0.1") == 200


def test_typed_and_in_an_address_they_count_together(few, night):
    night(8)
    typed = [Client().get(reverse("join"), {"code": "NOSUCH"}).status_code for _again in range(2)]
    assert typed == [422, 422]
    assert find("NOSUCH", "127.0.0.1") == 404
    assert Client().get(reverse("join"), {"code": "NOSUCH"}).status_code == 429


def test_a_guess_that_is_right_at_last_does_not_help(few, night):
    code = night(8).evening.join_code
    for guess in range(3):
        find(f"NOSUCH{guess}")
    assert find(code) == 429


def test_it_says_when_to_come_back(few, night):
    night(8)
    for guess in range(3):
        find(f"NOSUCH{guess}")
    answer = Client().get(reverse("find-me", args=["NOSUCH"]), REMOTE_ADDR="192.0.2.1")
    assert answer.status_code == 429
    assert 590 < int(answer["Retry-After"]) <= 600
    assert answer["Cache-Control"] == "no-store"
    html = answer.content.decode()
    assert "10 minutes" in html
    assert not faults(html)


def test_a_scorers_link_that_is_right_is_let_in_however_many_are_not(few, night):
    token = make_token(table_link(night(8)))
    wrong = [Client().get(reverse("scan", args=[f"{guess}.x"])).status_code for guess in range(5)]
    assert wrong == [404, 404, 404, 429, 429]
    assert Client().get(reverse("scan", args=[token])).status_code == 302
