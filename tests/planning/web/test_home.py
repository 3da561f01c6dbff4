"""The front page, and one's own evenings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import DEMO, Club, Membership, Role, User
from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import Evening

pytestmark = pytest.mark.postgresql


def plan(club, days, stage=Stage.DRAFT, name="Evening"):
    day = timezone.localdate() + timedelta(days=days)
    return Evening.objects.create(club=club, name=name, held_on=day, stage=stage)


def test_it_works_for_anybody(client, cast):
    page = client.get("/")
    assert page.status_code == 200
    assert 'name="code"' in page.text
    assert 'action="/join/"' in page.text
    assert 'href="/login/"' in page.text
    assert "Thursday Club" not in page.text


def test_a_visitor_may_start_a_club_or_try_the_demo(client, cast, settings):
    page = client.get("/").text
    assert page.count('href="/login/"') == 1, "Sign in stands once"
    assert 'href="/signup/?next=/clubs/new/"' in page
    assert "?demo" not in page
    User.objects.create_user(DEMO, "x")
    assert 'href="/login/?demo"' in client.get("/").text
    assert f'value="{DEMO}"' in client.get("/login/?demo").text
    settings.SIGN_UP = "invited"
    assert "/signup/" not in client.get("/").text


@pytest.mark.thorough
def test_the_evening_that_is_on_comes_first(client, cast):
    client.force_login(cast.alice)
    on = plan(cast.club, 0, Stage.PLAYING, "On now")
    past_midnight = plan(cast.club, -1, Stage.SETTLING, "Late")
    today, later = plan(cast.club, 0), plan(cast.club, 9)
    over, left_lying = plan(cast.club, 0, Stage.FINISHED), plan(cast.club, -40, Stage.PLAYING)
    home = client.get("/").context["home"]
    assert [line.evening.id for line in home.on_now] == [past_midnight.pk, on.pk]
    assert [line.evening.id for line in home.upcoming] == [today.pk, later.pk]
    assert [line.evening.id for line in home.recent] == [over.pk, left_lying.pk]
    assert f'href="/evenings/{on.pk}/"' in client.get("/").text


def test_it_shows_only_ones_own_clubs(client, cast):
    plan(cast.club, 0, name="Secret evening")
    client.force_login(cast.charlie)
    page = client.get("/")
    assert "Secret evening" not in page.text
    assert "Thursday Club" not in page.text


@pytest.mark.thorough
def test_a_viewer_is_not_offered_to_plan(client, cast):
    client.force_login(cast.vera)
    assert f"/clubs/{cast.club.pk}/evenings/new/" not in client.get("/").text
    client.force_login(cast.bob)
    assert f"/clubs/{cast.club.pk}/evenings/new/" in client.get("/").text


def test_its_queries_do_not_grow(client, cast):
    client.force_login(cast.alice)
    plan(cast.club, 0)
    plan(cast.club, -9)
    few = queries(client.get, "/")
    for number in range(12):
        club = Club.objects.create(name=f"Club {number}")
        Membership.objects.create(user=cast.alice, club=club, role=Role.OWNER)
        for days in (-9, 0, 9):
            plan(club, days)
    assert queries(client.get, "/") == few <= 7
