from accounts.models import Merge, Player
from tests.cast import refused
from tests.played_seasons import by, player
from tests.services.season_cases import SeasonCase
from tournaments.models import Division, SeasonPlayer
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.seasons import divisions_set, player_place

CASE = SeasonCase(player_place, body=lambda cast, season: {"player": player(cast, "Ada"), "guest": True})


def test_in_a_division(cast):
    season = CASE.scene(cast)
    divisions_set(by(cast, season), names=["Upper"])
    upper = Division.objects.get()
    player_place(by(cast, season), player=player(cast, "Ben"), division=upper.pk)
    assert load_book(season).lines[0].words == "Ben plays in division “Upper”."
    assert [(row.player.name, row.division) for row in SeasonPlayer.objects.all()] == [("Ben", upper)]
    player_place(by(cast, season), player=player(cast, "Ben"))
    assert load_book(season).lines[0].words == "Ben is on the season’s player list, without a division."
    assert [row.division for row in SeasonPlayer.objects.all()] == [None]


def test_a_guest_is_passed_over(cast):
    season = CASE.scene(cast)
    player_place(by(cast, season), player=player(cast, "Ada"), guest=True)
    rows = load_season_table(season).divisions[0].rows
    assert [(row.name, row.total) for row in rows] == [("Ben", "24"), ("Dan", "18"), ("Cora", "18")]
    assert load_book(season).lines[0].words == "Ada is a guest and does not count."


def test_whoever_was_merged_is_the_one_who_stays(cast):
    season, gone = CASE.scene(cast), Player.objects.create(club=cast.club, name="Ada L.")
    Merge.objects.create(gone=gone, kept_id=player(cast, "Ada"))
    player_place(by(cast, season), player=gone.pk)
    assert SeasonPlayer.objects.get().player.name == "Ada"
    theirs = Player.objects.create(club=cast.other_club, name="Zoe")
    for who in (theirs.pk, 10_000_000):
        with refused("player", "no such player"):
            player_place(by(cast, season), player=who)
    with refused("division", "no such division"):
        player_place(by(cast, season), player=player(cast, "Ada"), division=10_000_000)
