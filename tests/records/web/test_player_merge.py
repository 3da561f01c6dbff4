"""The page on which two entries of the list become one person, and two again."""

import pytest
from django.urls import reverse

from accounts.models import Merge, Player
from tests.web.html import faults
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage
from tournaments.models import League, Season, SeasonEvening


@pytest.fixture
def ann_and_anna(cast, night):
    """Anna was there on the first evening, Ann on the second, which counts for a season."""
    nights = [night(0, Stage.CHECK_IN), night(0, Stage.CHECK_IN)]
    for made, name in zip(nights, ("Anna", "Ann"), strict=True):
        people_check_in(made.by, people=[Arrival(name), Arrival("Bea")])
    season = Season.objects.create(league=League.objects.create(club=cast.club, name="Cup"), name="2026")
    SeasonEvening.objects.create(season=season, evening=nights[1].evening)
    return [Player.objects.get(name=name) for name in ("Ann", "Anna")]


def url(cast, player, what="merge"):
    return f"/clubs/{cast.club.pk}/players/{player.pk}/{what}/"


def test_it_works(client, cast, ann_and_anna):
    ann, anna = ann_and_anna
    client.force_login(cast.bob)
    page = client.get(url(cast, anna))
    assert not faults(page.text)
    assert "Merge Ann into Anna" not in page.text
    looked = client.get(url(cast, anna), {"gone": ann.pk})
    assert not faults(looked.text)
    for words in ("Merge Ann into Anna", "Evenings of Ann: 1.", "The standings of Cup, 2026 change."):
        assert words in looked.text
    assert not Merge.objects.exists()
    done = client.post(url(cast, anna), {"gone": ann.pk, "reason": "her married name"})
    assert done.headers["location"] == url(cast, anna, "record")
    page = client.get(url(cast, anna))
    assert "her married name" in page.text
    assert f'value="{ann.pk}"' not in page.text, "nobody is offered twice"
    listed = client.get(f"/clubs/{cast.club.pk}/players/").text
    assert "also Ann" in listed
    assert url(cast, ann, "record") not in listed
    for what in ("merge", "record"):
        assert client.get(url(cast, ann, what)).headers["location"] == url(cast, anna, what)
    edit = f"/clubs/{cast.club.pk}/players/{ann.pk}/"
    assert client.get(edit).headers["location"] == f"/clubs/{cast.club.pk}/players/{anna.pk}/"


def test_two_people_after_all(client, cast, ann_and_anna):
    ann, anna = ann_and_anna
    client.force_login(cast.bob)
    client.post(url(cast, anna), {"gone": ann.pk})
    answer = client.post(url(cast, ann, "unmerge"))
    assert answer.headers["location"] == url(cast, anna)
    assert Merge.objects.get().undone_by == cast.bob
    again = client.post(url(cast, ann, "unmerge"), follow=True)
    assert "is not merged with another entry" in again.text


def test_who_was_there_together_is_two_people(client, cast, ann_and_anna):
    _ann, anna = ann_and_anna
    bea = Player.objects.get(name="Bea")
    client.force_login(cast.bob)
    looked = client.get(url(cast, anna), {"gone": bea.pk})
    assert "These are two players." in looked.text
    assert f'name="gone" value="{bea.pk}"' not in looked.text
    refused = client.post(url(cast, anna), {"gone": bea.pk})
    assert refused.status_code == 422
    assert "Both took part in the same evening." in refused.text
    assert reverse("people", args=[looked.context["merging"].both[0].id]) in refused.text
    assert not Merge.objects.exists()


@pytest.mark.thorough
@pytest.mark.parametrize("gone", ["", "x", "999999", "self", "theirs"])
def test_nobody_to_choose(client, cast, ann_and_anna, gone):
    _ann, anna = ann_and_anna
    theirs = Player.objects.create(club=cast.other_club, name="Ann")
    client.force_login(cast.bob)
    sent = {"gone": {"self": anna.pk, "theirs": theirs.pk}.get(gone, gone)}
    assert client.get(url(cast, anna), sent).status_code == 422
    assert client.post(url(cast, anna), sent).status_code == 422
    assert not Merge.objects.exists()


def test_an_entry_of_another_club_is_not_found(client, cast):
    theirs = Player.objects.create(club=cast.other_club, name="Ann")
    client.force_login(cast.alice)
    for what in ("merge", "unmerge"):
        assert client.post(url(cast, theirs, what)).status_code == 404
