"""An evening's settings, changed until what depends on them has happened."""

import pytest

from tests.web.test_evening_new import usual  # noqa: F401
from tournaments.core.facts import Stage
from tournaments.core.settings import Settings


@pytest.fixture
def url():
    return lambda night: f"/evenings/{night.evening.pk}/settings/"


def test_it_works(client, cast, night, url, usual):  # noqa: F811
    draft = night(0, Stage.DRAFT)
    client.force_login(cast.bob)
    assert client.get(url(draft)).status_code == 200
    response = client.post(url(draft), usual | {"name": "Renamed", "stake": "40"})
    assert response.headers["location"] == f"/evenings/{draft.evening.pk}/"
    draft.evening.refresh_from_db()
    assert (draft.evening.name, draft.evening.settings.stake) == ("Renamed", 40)


def test_it_validates_ownership(client, cast, night, url, usual):  # noqa: F811
    draft = night(0, Stage.DRAFT)
    assert client.get(url(draft)).status_code == client.post(url(draft), usual).status_code == 302
    client.force_login(cast.charlie)
    assert client.get(url(draft)).status_code == client.post(url(draft), usual).status_code == 404
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        page = client.get(url(draft))
        assert page.status_code == 200
        assert 'name="stake"' not in page.text
        assert "Counters at the start" in page.text
        assert client.post(url(draft), usual | {"stake": "40"}).status_code == 403
    draft.evening.refresh_from_db()
    assert draft.evening.settings == Settings()


def test_it_refuses_at_the_field(client, cast, night, url, usual):  # noqa: F811
    hall = night(3, Stage.CHECK_IN)
    client.force_login(cast.alice)
    response = client.post(url(hall), usual | {"stake": "0", "name": "<i>x"})
    assert response.status_code == 422
    assert "stake" in response.context["form"].errors
    assert "<i>x" not in response.text


def test_what_the_draw_depends_on_is_kept_while_playing(client, cast, night, url, usual):  # noqa: F811
    playing = night(12)
    client.force_login(cast.alice)
    assert "disabled" in client.get(url(playing)).text
    client.post(url(playing), usual | {"name": "Renamed", "stake": "40", "bell": "hand"})
    playing.evening.refresh_from_db()
    chosen = playing.evening.settings
    assert (playing.evening.name, chosen.bell, chosen.stake) == ("Renamed", "hand", 50)


def test_nothing_changes_once_the_last_bell_has_rung(client, cast, night, url, usual):  # noqa: F811
    over = night(12)
    over.evening.stage = Stage.FINISHED
    over.evening.save()
    client.force_login(cast.alice)
    assert 'name="stake"' not in client.get(url(over)).text
    response = client.post(url(over), usual | {"name": "Renamed"})
    assert response.status_code == 422
    assert "The evening is finished." in response.text
    over.evening.refresh_from_db()
    assert over.evening.name == "Thursday"
