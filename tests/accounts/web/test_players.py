"""The club's list of players."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/players/"


def test_it_works(client, cast, url):
    client.force_login(cast.bob)
    assert client.get(url).status_code == 200
    assert client.post(url, {"name": " Anna  Berg", "role": "lady"}).headers["location"] == url
    player = Player.objects.get()
    assert (player.name, player.role, player.club) == ("Anna Berg", "lady", cast.club)
    page = client.get(url)
    assert f'href="{url}{player.pk}/"' in page.text


def test_it_validates_ownership(client, cast, url):
    Player.objects.create(club=cast.club, name="Anna")
    assert client.get(url).status_code == 302
    assert client.post(url, {"name": "X"}).status_code == 302
    client.force_login(cast.charlie)
    assert client.get(url).status_code == 404
    assert client.post(url, {"name": "X"}).status_code == 404
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        page = client.get(url)
        assert "Anna" in page.text
        assert '<form method="post"' not in page.text.split("<main")[1]
        assert client.post(url, {"name": "X"}).status_code == 403
    assert Player.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": "ANNA"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x" * 200}, "name"),
        ({"name": "Bert", "role": "x" * 31}, "role"),
    ],
)
def test_it_refuses_at_the_field(client, cast, url, typed, field):
    Player.objects.create(club=cast.club, name="Anna")
    client.force_login(cast.alice)
    response = client.post(url, typed)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert Player.objects.count() == 1


def test_who_is_off_the_list_is_apart(client, cast, url):
    Player.objects.create(club=cast.club, name="Anna", active=False)
    client.force_login(cast.alice)
    page = client.get(url)
    assert not page.context["on_list"]
    assert "Anna" in page.text


def test_its_queries_do_not_grow_and_names_are_escaped(client, cast, url):
    client.force_login(cast.alice)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    Player.objects.bulk_create(
        Player(club=cast.club, name=f"<script>{n}</script>", role='"><b>') for n in range(200)
    )
    with CaptureQueriesContext(connection) as many:
        text = client.get(url).text
    assert len(many) == len(few) <= 6
    assert "<script>1" not in text
    assert '"><b>' not in text
