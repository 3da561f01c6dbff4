"""A planned evening, and the opening of its check-in."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.core.record import Stage


def test_it_works(client, cast, night):
    draft = night(0, Stage.DRAFT)
    client.force_login(cast.bob)
    page = client.get(f"/evenings/{draft.evening.pk}/")
    assert "Open check-in" in page.text
    assert "Draw Poker" in page.text
    response = client.post(f"/evenings/{draft.evening.pk}/open/")
    assert response.headers["location"] == f"/evenings/{draft.evening.pk}/"
    draft.evening.refresh_from_db()
    assert draft.evening.stage == Stage.CHECK_IN


@pytest.mark.thorough
def test_opening_twice_is_told_and_changes_nothing(client, cast, night):
    hall = night(3, Stage.CHECK_IN)
    client.force_login(cast.alice)
    response = client.post(f"/evenings/{hall.evening.pk}/open/", follow=True)
    assert "Players are still being checked in. Draw the seats first." in response.text
    assert response.redirect_chain == [(f"/evenings/{hall.evening.pk}/", 302)]


def test_it_validates_ownership(client, cast, night):
    draft = night(0, Stage.DRAFT)
    url = f"/evenings/{draft.evening.pk}/open/"
    assert client.post(url).status_code == 302
    client.force_login(cast.charlie)
    assert client.get(f"/evenings/{draft.evening.pk}/").status_code == 404
    assert client.post(url).status_code == 404
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        assert "Open check-in" not in client.get(f"/evenings/{draft.evening.pk}/").text
        assert client.post(url).status_code == 403
    client.force_login(cast.alice)
    assert client.get(url).status_code == 405
    draft.evening.refresh_from_db()
    assert draft.evening.stage == Stage.DRAFT


def test_its_queries(client, cast, night):
    draft = night(0, Stage.DRAFT)
    client.force_login(cast.alice)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/evenings/{draft.evening.pk}/")
    assert len(queries) <= 3
