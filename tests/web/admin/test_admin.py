"""The facts in the administration: to look at, in few queries."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from tests.seasons import by, played, player
from tests.web.admin_pages import root, staff, where
from tournaments import models
from tournaments.core.record import Stage
from tournaments.models import Evening, SeatRow
from tournaments.services.seasons.seasons import player_place

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

COMPUTED = {"ClubRatings", "RatedEvening", "RatingRow"}
ALL = [getattr(models, name) for name in models.__all__ if name not in COMPUTED]


@pytest.fixture(autouse=True)
def superuser(client, cast):
    client.force_login(root())


@pytest.mark.parametrize("model", ALL, ids=lambda model: model.__name__)
def test_lists_take_few_queries(model, client, night):
    counts = []
    for players in (8, 20):
        night(players, Stage.FINISHED)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(where(model)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10


@pytest.mark.parametrize("model", ALL, ids=lambda model: model.__name__)
def test_nobody_changes_facts_here(model, client, night):
    night(4, Stage.FINISHED)
    assert client.get(where(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert client.get(where(model, "change", row.pk)).status_code == 200
        assert client.post(where(model, "change", row.pk), {}).status_code == 403
        assert client.post(where(model, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("model", ALL, ids=lambda model: model.__name__)
def test_every_model_is_here_and_can_be_searched_where_it_has_names(model, client, night):
    night(4, Stage.FINISHED)
    assert client.get(where(model), {"q": "p01 Thursday"}).status_code == 200
    assert admin.site.is_registered(model)


def test_facts_are_filtered_by_their_evening(client, night):
    one, other = night(4), night(8)
    found = client.get(where(SeatRow), {"evening": one.evening.pk}).context["cl"]
    assert found.result_count == 4
    assert {seat.round.evening_id for seat in found.result_list} == {one.evening.pk}
    Evening.objects.filter(pk=other.evening.pk).update(name="Friday")
    assert client.get(where(SeatRow), {"evening": "frid"}).context["cl"].result_count == 8
    assert client.get(where(SeatRow), {"evening": "9" * 40}).context["cl"].result_count == 0
    assert client.get(where(SeatRow), {"evening": "a\x00b"}).status_code == 200


def test_it_validates_ownership(client, cast, night):
    """Members of clubs are sent away; staff see what they may, and nothing else."""
    evening = night(4).evening
    pages = where(Evening), where(SeatRow), where(Evening, "change", evening.pk)
    client.force_login(cast.alice)
    assert [client.get(page).status_code for page in pages] == [302, 302, 302]
    client.force_login(staff())
    assert [client.get(page).status_code for page in pages] == [403, 403, 403]
    client.force_login(staff("view_evening", name="Seb"))
    assert [client.get(page).status_code for page in pages] == [200, 403, 200]


def test_whoever_played_is_not_deleted(client, cast):
    """Not alone and not among others; somebody who was never seated can be."""
    season = played(cast, ("Ada", "Ben"))
    ada, new = player(cast, "Ada"), Player.objects.create(club=cast.club, name="Typo")
    listed = Player.objects.create(club=cast.club, name="Listed")
    player_place(by(cast, season), player=listed.pk)
    for kept in (ada, listed.pk):
        assert client.post(where(Player, "delete", kept), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [ada], "post": "yes"}
    client.post(where(Player), chosen)
    assert client.post(where(Player, "delete", new.pk), {"post": "yes"}).status_code == 302
    assert {*Player.objects.values_list("name", flat=True)} == {"Ada", "Ben", "Listed"}
