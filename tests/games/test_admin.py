"""House rules in the administration: to look at, for only the club's pages ask the game what it allows."""

import pytest
from django.urls import reverse

from games.models import HouseRules


@pytest.fixture
def ours(client, cast):
    cast.alice.is_staff = cast.alice.is_superuser = True
    cast.alice.save()
    client.force_login(cast.alice)
    return HouseRules.objects.create(club=cast.club, name="Ours", game="clag", options={"non_exact": True})


def test_it_lists_and_shows(client, ours):
    assert "Ours" in client.get(reverse("admin:games_houserules_changelist"), {"q": "our"}).text
    assert client.get(reverse("admin:games_houserules_change", args=[ours.pk])).status_code == 200


def test_nobody_changes_them_there(client, ours):
    assert client.get(reverse("admin:games_houserules_add")).status_code == 403
    change = reverse("admin:games_houserules_change", args=[ours.pk])
    assert client.post(change, {"name": "Theirs", "game": "x", "options": "1"}).status_code == 403
    ours.refresh_from_db()
    assert ours.name == "Ours"
