"""House rules changed: another name, other options."""

import pytest

from games.models import HouseRules
from tests.web.html import faults

THEIRS = {"name": "Better", "options.hook": "running"}


@pytest.fixture
def ours(cast):
    return HouseRules.objects.create(
        club=cast.club, name="Ours", game="blackout", options={"hook": "last", "reverse": True}
    )


@pytest.fixture
def url(cast, ours):
    return f"/clubs/{cast.club.pk}/house-rules/{ours.pk}/"


def test_it_works(client, cast, url, ours):
    client.force_login(cast.bob)
    page = client.get(url)
    assert faults(page.text) == []
    assert 'value="Ours"' in page.text
    assert 'value="last" selected' in page.text
    assert page.context["form"].fields["options.reverse"].initial == "reverse"
    assert client.post(url, THEIRS).headers["location"] == f"/clubs/{cast.club.pk}/house-rules/"
    ours.refresh_from_db()
    assert (ours.name, ours.game, ours.options) == ("Better", "blackout", {"hook": "running"})


def test_another_clubs_are_not_found(client, cast, ours):
    client.force_login(cast.charlie)
    through = f"/clubs/{cast.other_club.pk}/house-rules/{ours.pk}/"
    assert client.get(through).status_code == client.post(through, THEIRS).status_code == 404
    ours.refresh_from_db()
    assert ours.name == "Ours"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "others"}, "name"),
        ({"options.hook": "none"}, "__all__"),
        ({"options.reverse": "on", "options.full_rotation": "on"}, "options.reverse"),
    ],
)
def test_it_refuses_at_the_field(client, cast, url, ours, typed, field):
    HouseRules.objects.create(club=cast.club, name="Others", game="clag", options={"non_exact": True})
    client.force_login(cast.alice)
    answer = client.post(url, {**THEIRS, **typed})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert ">Ours</h1>" in answer.text
    ours.refresh_from_db()
    assert ours.name == "Ours"


def test_what_is_retired_or_gone_cannot_be_changed(client, cast, url, ours):
    client.force_login(cast.alice)
    for change in ({"game": "gone"}, {"retired": True}):
        HouseRules.objects.filter(pk=ours.pk).update(**change)
        assert client.get(url).status_code == client.post(url, THEIRS).status_code == 404


def test_what_fits_no_more_can_be_put_right(client, cast, url, ours):
    HouseRules.objects.filter(pk=ours.pk).update(options={"gone": True, "hook": "gone"})
    client.force_login(cast.alice)
    assert client.get(url).status_code == 200
    assert client.post(url, THEIRS).status_code == 302
    ours.refresh_from_db()
    assert ours.options == {"hook": "running"}
