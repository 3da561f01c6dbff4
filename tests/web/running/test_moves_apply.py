"""Everybody moves: the button of the preview."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.visitors import keeps_strangers_out
from tournaments.services.running.people import player_drop


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, round=1):
    return reverse("moves-apply", args=[night.evening.pk, round])


@pytest.mark.thorough
def test_it_works(client, night):
    night = night(14)
    night.play_round()
    promised = dict(night.preview().bell.seats)
    shown = client.post(where(night), follow=True).content.decode()
    assert "Round 2 has started." in shown
    assert "Round 2 is being played" in shown
    assert night.seats() == {entry: (place.position, place.chair) for entry, place in promised.items()}


@pytest.mark.thorough
def test_other_moves_than_those_shown_are_not_made(client, night):
    night = night(14)
    night.play_round()
    night.evening.refresh_from_db()
    shown = client.get(reverse("evening", args=[night.evening.pk])).content.decode()
    assert f'name="seen" value="{night.evening.seq}"' in shown
    person = night.table(2)[1]
    player_drop(night.by, entry=person)
    before = everything()
    told = client.post(where(night), {"seen": night.evening.seq}, follow=True).content.decode()
    assert "Something has changed since then" in told
    assert everything() == before
    night.evening.refresh_from_db()
    client.post(where(night), {"seen": night.evening.seq})
    assert night.round == 2


@pytest.mark.thorough
@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 5000])
def test_what_says_nothing_of_the_page_is_passed_over(seen, client, night):
    night = night(8)
    night.play_round()
    client.post(where(night), {"seen": seen})
    assert night.round == 2


def test_it_validates_ownership(cast, night):
    night = night(8)
    night.play_round()
    keeps_strangers_out(where(night), cast, refused=[cast.vera, cast.sam], post={})
    assert night.round == 1


@pytest.mark.thorough
def test_it_is_refused_while_something_is_missing(client, night):
    night = night(14)
    before = everything()
    assert "The bell has not rung yet." in client.post(where(night), follow=True).content.decode()
    assert everything() == before
    night.play(1)
    shown = client.post(where(night), follow=True).content.decode()
    assert "Results are missing at tables 2, 3. Record them first." in shown


@pytest.mark.thorough
def test_twice_moves_once(client, night):
    night = night(14)
    night.play_round()
    client.post(where(night))
    before = night.seats()
    assert "Round 1 is over." in client.post(where(night), follow=True).content.decode()
    assert night.seats() == before
