"""One person on the club's list."""

import pytest

from accounts.models import Player


@pytest.fixture
def anna(cast):
    return Player.objects.create(club=cast.club, name="Anna", role="lady")


@pytest.fixture
def url(cast, anna):
    return f"/clubs/{cast.club.pk}/players/{anna.pk}/"


def test_it_works(client, cast, anna, url):
    client.force_login(cast.bob)
    assert 'value="Anna"' in client.get(url).text
    response = client.post(url, {"name": "Annie", "role": "", "active": "on"})
    assert response.headers["location"] == f"/clubs/{cast.club.pk}/players/"
    anna.refresh_from_db()
    assert (anna.name, anna.role, anna.active) == ("Annie", "", True)
    client.post(url, {"name": "Annie"})
    anna.refresh_from_db()
    assert not anna.active


def test_it_is_not_reached_by_way_of_another_club(client, cast, anna):
    client.force_login(cast.charlie)
    change = {"name": "Annie", "active": "on"}
    assert client.post(f"/clubs/{cast.other_club.pk}/players/{anna.pk}/", change).status_code == 404
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_it_refuses_at_the_field(client, cast, anna, url):
    client.force_login(cast.alice)
    response = client.post(url, {"name": "<b>" + "x" * 90, "active": "on"})
    assert response.status_code == 422
    assert "name" in response.context["form"].errors
    assert "<b>x" not in response.text
    anna.refresh_from_db()
    assert anna.name == "Anna"
