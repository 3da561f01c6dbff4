from accounts.models import Club
from tests.cast import refused
from tests.played_seasons import a_season, by
from tests.services.season_cases import SeasonCase
from tournaments.core.leagues.rules import Rules, Scheme, from_json
from tournaments.models import Season
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.leagues import season_create
from tournaments.seasons.services.seasons import season_change

CASE = SeasonCase(season_change, body=lambda cast, season: {"name": "Spring", "rules": Rules(best=1)})


def test_all_evenings_count_by_the_new_rules(cast):
    season = CASE.scene(cast)
    assert [row.total for row in load_season_table(season).divisions[0].rows] == ["22", "22", "15", "15"]
    season_change(by(cast, season), name="Winter", rules=Rules(scheme=Scheme.COUNTERS))
    season.refresh_from_db()
    assert [row.total for row in load_season_table(season).divisions[0].rows] == ["97", "97", "93", "93"]


def test_the_book_tells_what_was_changed(cast):
    season, revision = a_season(cast), Club.objects.get(pk=cast.club.pk).revision
    season_change(by(cast, season), name="Winter", rules=Rules())
    assert load_book(season).lines[0].words == "The rules were saved without a change."
    season_change(by(cast, season), name=" Spring ", rules=Rules(best=4, yellow=-1))
    season.refresh_from_db()
    assert (season.name, from_json(season.rules)) == ("Spring", Rules(best=4, yellow=-1))
    assert load_book(season).lines[0].more == (
        "Name: Winter → Spring; For each yellow chip: 0 → −1; Evenings that count: all → the best 4"
    )
    assert Club.objects.get(pk=cast.club.pk).revision == revision + 1


def test_the_name_of_another_season(cast):
    season = a_season(cast)
    season_create(by=cast.alice, league=season.league, name="Spring", rules=Rules())
    for name in ("Spring", "sPRING"):
        with refused("name", "season of this name"):
            season_change(by(cast, season), name=name, rules=Rules())
    season_change(by(cast, season), name="WINTER", rules=Rules())
    assert Season.objects.filter(name="Spring").count() == 1
