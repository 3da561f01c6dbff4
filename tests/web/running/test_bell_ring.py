"""The bell, rung by hand."""

import pytest
from django.urls import reverse

from tests.web.visitors import keeps_strangers_out


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("bell-ring", args=[night.evening.pk, round])


def test_it_works(client, night):
    night = night(8)
    answer = client.post(where(night))
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert night.preview().rung


def test_it_validates_ownership(cast, night):
    night = night(8)
    keeps_strangers_out(where(night), cast, refused=[cast.vera, cast.sam], post={})
    assert not night.preview().rung


def test_it_cannot_be_fetched(client, night):
    assert client.get(where(night(8))).status_code == 405


@pytest.mark.thorough
def test_twice_is_refused_in_words(client, night):
    night = night(8)
    client.post(where(night))
    shown = client.post(where(night), follow=True).content.decode()
    assert "The bell of round 1 has already rung." in shown


def test_the_same_tap_twice_is_one_bell(client, night):
    night = night(8)
    tap = {"request_key": "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"}
    client.post(where(night), tap)
    assert "refused" not in client.post(where(night), tap, follow=True).content.decode()


@pytest.mark.thorough
def test_a_round_that_is_not_played(client, night):
    shown = client.post(where(night(8), round=7), follow=True).content.decode()
    assert "Round 7 is over." in shown
