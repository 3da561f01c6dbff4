"""A league's page: another name, and its removal while nothing counts for it."""

from tests.played_seasons import PEOPLE, a_season, played
from tests.web.html import faults, shows
from tournaments.models import League


def test_another_name(client, cast):
    here = f"/leagues/{a_season(cast).league_id}/"
    client.force_login(cast.bob)
    assert client.post(here, {"name": "Friday League"}).url == here
    page = client.get(here)
    shows(page, "Friday League", "Saved.")
    assert not faults(page.content.decode())
    shows(client.post(here, {"name": ""}), "Friday League", status=422)


def test_only_an_empty_league_is_removed(client, cast):
    season = played(cast, PEOPLE)
    league = season.league
    client.force_login(cast.bob)
    here = f"/leagues/{league.pk}/"
    shows(client.get(here), never="Remove the league")
    assert client.post(f"{here}remove/").url == here
    shows(client.get(here), "These seasons have evenings, players or prizes: Winter. The league stays.")
    season.evenings.all().delete()
    shows(client.get(here), "Remove the league")
    client.force_login(cast.vera)
    shows(client.get(here), never=["Remove the league", "Save"])
    client.force_login(cast.bob)
    assert client.post(f"{here}remove/").url == f"/clubs/{cast.club.pk}/leagues/"
    assert not League.objects.exists()
