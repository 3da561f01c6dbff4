"""Planning an evening, and its settings, say for which seasons it counts."""

import pytest

from tests.planning.web.test_evening_new import usual  # noqa: F401
from tests.played_seasons import PEOPLE, by, played
from tests.web.html import Page
from tournaments.core.leagues.rules import Rules
from tournaments.models import Evening, Season
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add


@pytest.fixture
def season(cast):
    """An open season for which the club's last evening counts."""
    return played(cast, PEOPLE)


@pytest.fixture
def new(cast):
    return f"/clubs/{cast.club.pk}/evenings/new/"


def counts_for(evening):
    return {*Season.objects.filter(evenings__evening=evening)}


def planned():
    return Evening.objects.get(name="Friday evening")


@pytest.mark.thorough
def test_it_counts_as_the_last_one_unless_somebody_says_otherwise(client, cast, season, new, usual):  # noqa: F811
    other = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    client.force_login(cast.bob)
    asked = client.get(new).context["form"]["seasons"]
    assert [(value, label) for value, label in asked.field.choices] == [
        (season.pk, "Thursday League · Winter"),
        (other.pk, "Thursday League · Cup"),
    ]
    assert asked.value() == [season.pk]
    assert client.post(new, usual | {"seasons": [season.pk, other.pk]}).status_code == 302
    assert counts_for(planned()) == {season, other}


@pytest.mark.thorough
def test_it_can_count_for_none(client, cast, season, new, usual):  # noqa: F811
    client.force_login(cast.bob)
    assert client.post(new, usual).status_code == 302
    assert not counts_for(planned())


@pytest.mark.thorough
def test_a_closed_season_and_another_clubs_are_no_choice(client, cast, season, new, usual):  # noqa: F811
    theirs = league_create(by=cast.charlie, club=cast.other_club, name="Theirs")
    foreign = season_create(by=cast.charlie, league=theirs, name="Their season", rules=Rules())
    client.force_login(cast.bob)
    response = client.post(new, usual | {"seasons": [foreign.pk]})
    assert response.status_code == 422
    assert "seasons" in response.context["form"].errors
    season_close(by(cast, season))
    assert "seasons" not in client.get(new).context["form"].fields
    assert client.post(new, usual | {"seasons": [season.pk]}).status_code == 302
    assert not counts_for(planned())


@pytest.mark.thorough
def test_its_settings_say_and_change_it(client, cast, season, new, usual):  # noqa: F811
    client.force_login(cast.bob)
    client.post(new, usual | {"seasons": [season.pk]})
    here = f"/evenings/{planned().pk}/settings/"
    shown = client.get(here).context["form"]
    assert shown["seasons"].value() == [season.pk]
    anew = {name: value for name, value in usual.items() if name != "request_key"}
    anew |= {"seasons_before": shown["seasons_before"].value()}
    assert client.post(here, anew).status_code == 302
    assert not counts_for(planned())
    assert client.get(here).context["form"]["seasons"].value() == []


def test_saving_leaves_what_somebody_else_changed_meanwhile(client, cast, season, new, usual):  # noqa: F811
    """The page was open while the evening was added to another season."""
    client.force_login(cast.bob)
    client.post(new, usual | {"seasons": [season.pk]})
    here = f"/evenings/{planned().pk}/settings/"
    page = Page(client.get(here).content.decode())
    (before,) = [
        tag.attributes["value"]
        for tag in page.root.all("input")
        if tag.attributes.get("name") == "seasons_before"
    ]
    other = season_create(by=cast.alice, league=season.league, name="Cup", rules=Rules())
    evening_add(by(cast, other), evening=planned().pk)
    anew = {name: value for name, value in usual.items() if name != "request_key"}
    anew |= {"seasons": [season.pk], "seasons_before": before}
    assert client.post(here, anew).status_code == 302
    assert counts_for(planned()) == {season, other}


def test_also_while_it_is_played(client, cast, night, season, usual):  # noqa: F811
    playing = night(12)
    client.force_login(cast.bob)
    here = f"/evenings/{playing.evening.pk}/settings/"
    assert client.post(here, usual | {"seasons": [season.pk]}).status_code == 302
    assert counts_for(playing.evening) == {season}
    assert client.get(f"/seasons/{season.pk}/").context["table"].waiting[0].id == playing.evening.pk
