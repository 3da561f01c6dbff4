"""House rules retired by a button."""

import pytest

from games.models import HouseRules


@pytest.fixture
def ours(cast):
    return HouseRules.objects.create(club=cast.club, name="Ours", game="blackout", options={"hook": "last"})


@pytest.fixture
def url(cast, ours):
    return f"/clubs/{cast.club.pk}/house-rules/{ours.pk}/retire/"


def test_it_works_and_twice_is_once(client, cast, url, ours):
    client.force_login(cast.bob)
    for _time in range(2):
        answer = client.post(url)
        assert answer.headers["location"] == f"/clubs/{cast.club.pk}/house-rules/"
        assert HouseRules.objects.get().retired
    assert "no longer offered" in client.get(answer.headers["location"]).text


def test_another_clubs_are_not_found(client, cast, ours):
    client.force_login(cast.charlie)
    assert client.post(f"/clubs/{cast.other_club.pk}/house-rules/{ours.pk}/retire/").status_code == 404
    assert not HouseRules.objects.get().retired
