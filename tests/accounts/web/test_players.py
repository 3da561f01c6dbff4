"""The club's list of players."""

import pytest

from accounts.models import Player
from tests.web.wording import queries


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


def test_who_only_looks_has_no_form(client, cast, url):
    Player.objects.create(club=cast.club, name="Anna")
    client.force_login(cast.sam)
    page = client.get(url)
    assert "Anna" in page.text
    assert '<form method="post"' not in page.text.split("<main")[1]


def test_who_is_off_the_list_is_apart(client, cast, url):
    Player.objects.create(club=cast.club, name="Anna", active=False)
    client.force_login(cast.alice)
    page = client.get(url)
    assert not page.context["on_list"]
    assert "Anna" in page.text


def test_its_queries_do_not_grow_and_roles_are_escaped(client, cast, url):
    client.force_login(cast.alice)
    few = queries(client.get, url)
    Player.objects.bulk_create(Player(club=cast.club, name=f"p{n}", role='"><b>') for n in range(200))
    assert queries(client.get, url) == few <= 6
    assert '"><b>' not in client.get(url).text
