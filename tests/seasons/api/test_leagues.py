"""Leagues by API, and the lists of their seasons."""

from accounts.models import Membership, Player, Role
from tests.api.asking import errors
from tests.api.described import held
from tests.api.members import bearer
from tests.played_seasons import a_season, by, played
from tournaments.models import SeasonPlayer
from tournaments.seasons.services.seasons import player_place


def at(cast):
    return f"/api/v1/clubs/{cast.club.pk}/leagues/"


def names(program, address):
    return [row["name"] for row in held(program, "GET", address, status=200)["results"]]


def test_there_is_one_of_each_name(cast):
    program = bearer(cast.bob)
    made = held(program, "POST", at(cast), {"name": "Thursday League"}, status=201)
    held(program, "POST", at(cast), {"name": "thursday  league"}, status=409)
    assert held(program, "GET", f"/api/v1/leagues/{made['id']}/", status=200) == made
    assert names(program, at(cast)) == ["Thursday League"]
    assert names(program, f"{at(cast)}?search=friday") == []


def test_a_leagues_seasons(cast):
    league, program = played(cast, ("Ada", "Ben")).league_id, bearer(cast.bob)
    address = f"/api/v1/leagues/{league}/seasons/"
    held(program, "POST", address, {"name": "Autumn"}, status=201)
    assert names(program, address) == ["Autumn", "Winter"], "the newest first"
    assert names(program, f"{address}?ordering=-name&stage=open") == ["Winter", "Autumn"]
    assert names(program, f"{address}?stage=closed") == []
    winter = held(program, "GET", f"{address}?search=wint", status=200)["results"][0]
    assert (winter["evenings"], winter["finished"]) == (1, 1)
    held(program, "GET", f"{address}?stage=over", status=400)


def test_the_seasons_of_all_clubs_that_one_reaches(cast):
    season = a_season(cast)
    Membership.objects.create(user=cast.alice, club=cast.other_club, role=Role.OWNER)
    assert names(bearer(cast.alice), "/api/v1/seasons/") == ["Winter"]
    assert names(bearer(cast.alice), f"/api/v1/seasons/?league={season.league_id}") == ["Winter"]
    assert names(bearer(cast.alice), f"/api/v1/seasons/?club={cast.other_club.pk}") == []
    assert names(bearer(cast.alice, club=cast.other_club), "/api/v1/seasons/") == []
    assert names(bearer(cast.charlie), "/api/v1/seasons/") == []


def test_a_league_is_renamed_and_removed(cast):
    season, program = a_season(cast), bearer(cast.bob)
    league = f"/api/v1/leagues/{season.league_id}/"
    told = held(program, "PATCH", league, {"name": "Friday League"}, status=200)
    assert (told["name"], told["seasons"]) == ("Friday League", 1)
    player = Player.objects.create(club=cast.club, name="Ada")
    player_place(by(cast, season), player=player.pk)
    assert list(errors(program.send("DELETE", league))) == ["league"]
    SeasonPlayer.objects.all().delete()
    held(program, "DELETE", league, status=204)
    held(program, "GET", league, status=404)
