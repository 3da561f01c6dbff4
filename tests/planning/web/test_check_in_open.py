"""A planned evening, and the opening of its check-in."""

import pytest

from tests.web.wording import queries
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


def test_who_only_looks_is_not_offered_it(client, cast, night):
    client.force_login(cast.sam)
    assert "Open check-in" not in client.get(f"/evenings/{night(0, Stage.DRAFT).evening.pk}/").text


def test_its_queries(client, cast, night):
    draft = night(0, Stage.DRAFT)
    client.force_login(cast.alice)
    assert queries(client.get, f"/evenings/{draft.evening.pk}/") <= 3
