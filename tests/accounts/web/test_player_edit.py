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


def test_it_validates_ownership(client, cast, anna, url):
    change = {"name": "Annie", "active": "on"}
    assert client.get(url).status_code == client.post(url, change).status_code == 302
    client.force_login(cast.charlie)
    assert client.get(url).status_code == client.post(url, change).status_code == 404
    # Nor by way of the stranger's own club.
    assert client.post(f"/clubs/{cast.other_club.pk}/players/{anna.pk}/", change).status_code == 404
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        assert client.get(url).status_code == client.post(url, change).status_code == 403
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_it_refuses_bad_names(client, cast, anna, url):
    client.force_login(cast.alice)
    for name in ("", "x" * 61, "a\u202eb"):
        response = client.post(url, {"name": name, "active": "on"})
        assert response.status_code == 422
        assert "name" in response.context["form"].errors
    text = client.post(url, {"name": "<b>" + "x" * 90}).text
    assert "<b>x" not in text
    anna.refresh_from_db()
    assert anna.name == "Anna"
