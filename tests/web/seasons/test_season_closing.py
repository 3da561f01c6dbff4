"""A season is closed, opened again, and followed by the next one."""

import pytest

from tests.seasons import PEOPLE, by, played, player
from tests.web.html import shows
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.results.elsewhere import Line
from tournaments.core.settings import Settings
from tournaments.models import Division, Season, SeasonEvening, SeasonPlayer
from tournaments.services.club.imported_results import result_record
from tournaments.services.journal import By
from tournaments.services.running.evenings import Choice, evening_create
from tournaments.services.seasons.seasons import divisions_set, evening_add, player_place, season_close


@pytest.fixture
def season(cast):
    return played(cast, PEOPLE, ("Ben", "Ada", "Dan", "Cora"))


def divided(cast, season):
    divisions_set(by(cast, season), names=["Upper", "Lower"])
    upper, lower = Division.objects.filter(season=season).order_by("rank")
    for name, of in (("Ada", upper), ("Cora", upper), ("Ben", lower), ("Dan", lower)):
        player_place(by(cast, season), player=player(cast, name), division=of.pk)


@pytest.mark.thorough
def test_it_is_closed_for_good(client, cast, season):
    client.force_login(cast.bob)
    assert client.get(f"/seasons/{season.pk}/close/").status_code == 200
    assert client.post(f"/seasons/{season.pk}/close/").url == f"/seasons/{season.pk}/"
    assert Season.objects.get().stage == SeasonStage.CLOSED
    assert not SeasonEvening.objects.filter(pinned=None).exists()
    before = client.get(f"/seasons/{season.pk}/").context["table"].divisions
    evening = SeasonEvening.objects.order_by("pk")[0].evening_id
    turned = tuple(Line(who, place=place) for place, who in enumerate(reversed(PEOPLE), 1))
    result_record(By(evening, cast.alice, "typed wrongly"), lines=turned)
    page = client.get(f"/seasons/{season.pk}/")
    assert page.context["table"].divisions == before
    assert "version 1 counts, version 2 is the newest" in page.content.decode()


def test_it_goes_on_with_a_reason(client, cast, season):
    season_close(by(cast, season))
    client.force_login(cast.bob)
    assert client.get(f"/seasons/{season.pk}/reopen/").status_code == 200
    assert client.post(f"/seasons/{season.pk}/reopen/", {"reason": " "}).status_code == 422
    assert client.post(f"/seasons/{season.pk}/reopen/", {"reason": "one is missing"}).status_code == 302
    assert Season.objects.get().stage == SeasonStage.OPEN
    assert "one is missing" in client.get(f"/seasons/{season.pk}/book/").content.decode()


def test_an_unfinished_evening_is_in_the_way(client, cast, season):
    made = evening_create(
        actor=cast.alice, club=cast.club, name="Tonight", choice=Choice(), settings=Settings()
    )
    evening_add(by(cast, season), evening=made.pk)
    client.force_login(cast.bob)
    assert "Tonight" in client.get(f"/seasons/{season.pk}/close/").content.decode()
    client.post(f"/seasons/{season.pk}/close/")
    assert Season.objects.get().stage == SeasonStage.OPEN


def test_the_next_season_begins_where_it_put_people(client, cast):
    season = played(cast, PEOPLE, promote=(1,), relegate=(1,))
    divided(cast, season)
    client.force_login(cast.bob)
    shows(client.get(f"/seasons/{season.pk}/close/"), "from Lower to Upper", "from Upper to Lower")
    client.post(f"/seasons/{season.pk}/close/")
    page = client.get(f"/seasons/{season.pk}/next/")
    form = page.context["form"]
    body = {"name": "Spring"} | {field.name: field.value() for field in form if field.name != "name"}
    body[f"player-{player(cast, 'Dan')}"] = "1"
    there = client.post(f"/seasons/{season.pk}/next/", body).url
    after = Season.objects.get(name="Spring")
    assert there == f"/seasons/{after.pk}/evenings/"
    stands = SeasonPlayer.objects.filter(season=after).values_list("player__name", "division__name")
    assert dict(stands) == {"Ada": "Upper", "Ben": "Upper", "Cora": "Lower", "Dan": "Upper"}
    assert client.get(f"/seasons/{season.pk}/next/").url == f"/seasons/{after.pk}/"
    assert client.post(f"/seasons/{season.pk}/next/", {**body, "name": "Other"}).status_code == 422


@pytest.mark.thorough
def test_the_next_season_waits_for_the_closing(client, cast, season):
    client.force_login(cast.bob)
    assert client.get(f"/seasons/{season.pk}/next/").url == f"/seasons/{season.pk}/close/"
