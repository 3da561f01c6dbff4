"""A club and its evenings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.wording import queries
from tournaments.core.record import Stage
from tournaments.models import Evening, Settlement


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/"


def plan(club, days, stage=Stage.DRAFT, name="Evening"):
    day = timezone.localdate() + timedelta(days=days)
    return Evening.objects.create(club=club, name=name, held_on=day, stage=stage)


def test_it_works(client, cast, url, night):
    made = night(12)
    client.force_login(cast.bob)
    page = client.get(url)
    assert page.status_code == 200
    assert [line.evening.people for line in page.context["evenings"].on_now] == [12]
    assert "Being played" in page.text
    assert f'href="/evenings/{made.evening.pk}/"' in page.text
    assert "evenings/new/" in page.text


def test_the_winner_is_in_the_list_when_all_prizes_are_announced(client, cast, url, night):
    made = night(12, Stage.FINISHED)
    client.force_login(cast.vera)
    assert [line.winners for line in client.get(url).context["evenings"].past] == [()]
    made.reveal()
    winner = Settlement.objects.get(place=1).entry.name
    page = client.get(url)
    assert [list(line.winners) for line in page.context["evenings"].past] == [[winner]]
    assert winner in page.text


def test_an_empty_club_says_what_to_do(client, cast, url):
    client.force_login(cast.alice)
    assert f"/clubs/{cast.club.pk}/evenings/new/" in client.get(url).text
    client.force_login(cast.vera)
    assert "evenings/new/" not in client.get(url).text


@pytest.mark.thorough
def test_old_evenings_are_turned_over(client, cast, url):
    for days in range(1, 36):
        plan(cast.club, -days, Stage.FINISHED)
    client.force_login(cast.alice)
    first, second = client.get(url), client.get(url, {"page": "2"})
    assert len(first.context["evenings"].past) == 30
    assert "?page=2" in first.text
    assert len(second.context["evenings"].past) == 5
    assert "?page=3" not in second.text


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 30, ""])
def test_a_page_that_makes_no_sense_is_no_error(client, cast, url, page):
    client.force_login(cast.alice)
    assert client.get(url, {"page": page}).status_code == 200


def test_its_queries_do_not_grow(client, cast, url):
    client.force_login(cast.alice)
    plan(cast.club, -3)
    few = queries(client.get, url)
    for days in range(-20, 20):
        plan(cast.club, days)
    assert queries(client.get, url) == few <= 8
