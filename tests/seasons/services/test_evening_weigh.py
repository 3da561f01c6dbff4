from tests.cast import refused
from tests.played_seasons import an_evening, by, player
from tests.services.season_cases import SeasonCase
from tournaments.models import Division, SeasonEvening
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.seasons import divisions_set, evening_weigh, player_place


def first(season):
    return SeasonEvening.objects.filter(season=season).order_by("pk")[0].evening_id


CASE = SeasonCase(evening_weigh, body=lambda cast, season: {"evening": first(season), "weight": 50})


def test_it_counts_half(cast):
    season, other = CASE.scene(cast), an_evening(cast, 8)
    evening_weigh(by(cast, season), evening=first(season), weight=50)
    assert [row.total for row in load_season_table(season).divisions[0].rows] == ["17", "16", "11.5", "11"]
    line = load_book(season).lines[0]
    assert (line.words, line.more) == ("Evening 1 has a new weight.", "Weight: 50 %.")
    with refused("evening", "does not count"):
        evening_weigh(by(cast, season), evening=other.pk, weight=50)
    with refused("weight"):
        evening_weigh(by(cast, season), evening=first(season), weight=0)


def test_it_counts_for_one_division(cast):
    season = CASE.scene(cast)
    divisions_set(by(cast, season), names=["Upper", "Lower"])
    upper = Division.objects.get(name="Upper")
    player_place(by(cast, season), player=player(cast, "Cora"), division=upper.pk)
    evening_weigh(by(cast, season), evening=first(season), weight=100, division=upper.pk)
    assert load_book(season).lines[0].more == "Weight: 100 %. For division “Upper” only."
    table = load_season_table(season).divisions
    assert [(one.name, [(row.name, row.total) for row in one.rows]) for one in table] == [
        ("Upper", [("Cora", "19")]),
        ("Lower", []),
        ("", [("Ben", "12"), ("Ada", "10"), ("Dan", "8")]),
    ]
