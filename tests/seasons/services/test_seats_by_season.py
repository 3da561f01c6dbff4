"""The first seats of a ladder by the standing of a season."""

from datetime import date

from tests.cast import Night, NightMaker
from tests.services.cases import Case, Refusal, refusals
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.presenters.evening_view import EveningView
from tournaments.models import Season
from tournaments.seasons.selectors.counting import load_season_orders
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.seasons import SeasonBy, evening_add, seats_by_season
from tournaments.seating.presenters import build_draw
from tournaments.seating.services import seats_draw
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

LADDER = {"format": "ladder", "game": "blackout"}
BEST = [f"p{number:02}" for number in (7, 3, 12, 1, 9, 4, 10, 2)]


def counts(night: Night, *best: str) -> Season:
    """A season in which these came first, second and so on; the evening counts for it."""
    club = night.evening.club
    league = league_create(by=night.alice, club=club, name="Thursday League")
    season = season_create(by=night.alice, league=league, name="Winter", rules=Rules())
    evenings = [night.evening.pk]
    if best:
        lines = tuple(ResultLine(who, place=place, net=50 - place) for place, who in enumerate(best, 1))
        last_week = ElsewhereResult("Last week", date(2026, 1, 8), lines)
        evenings.append(evening_record(actor=night.alice, club=club, result=last_week).pk)
    for evening in evenings:
        evening_add(SeasonBy(season.pk, night.alice), evening=evening)
    return season


def scene(make: NightMaker) -> Night:
    night = make(14, Stage.CHECK_IN, **LADDER)
    counts(night, *BEST, "somebody who is not here")
    return night


def of_season(_night: Night) -> dict[str, int]:
    return {"season": Season.objects.latest("pk").pk}


CASE = Case(seats_by_season, scene, of_season, (Stage.CHECK_IN, Stage.SEATED))


def names_of(night: Night) -> list[str]:
    return [night.facts.names[entry] for entry in night.seats()]


def test_the_best_sit_at_table_1_and_who_is_not_in_the_season_below_by_lot(night):
    night = scene(night)
    line = seats_by_season(night.by, **of_season(night))
    seated = names_of(night)
    assert seated[:8] == BEST
    assert sorted(seated[8:]) == ["p05", "p06", "p08", "p11", "p13", "p14"]
    assert {table.dealer for table in night.facts.tables} == {1}
    assert (
        line.payload["season"] == build_draw(EveningView(night.evening)).season == "Thursday League · Winter"
    )
    (order,) = load_season_orders(night.evening)
    assert (list(order.people), sorted(order.below)) == (BEST, sorted(seated[8:]))


def test_a_draw_by_lot_takes_it_back_and_it_takes_back_a_draw(night):
    night = scene(night)
    seats_draw(night.by, seed="7")
    seats_by_season(night.by, **of_season(night))
    assert names_of(night)[:8] == BEST
    seats_draw(night.by, seed="7")
    assert build_draw(EveningView(night.evening)).season == ""


def no_ladder(make: NightMaker) -> Night:
    night = make(12, Stage.CHECK_IN)
    counts(night, *BEST)
    return night


def nobody_stands(make: NightMaker) -> Night:
    night = make(12, Stage.CHECK_IN, **LADDER)
    counts(night)
    return night


test_it_refuses = refusals(
    CASE,
    {
        "a season that is not there": ("season", "does not count", {"season": 1_000_000}),
        "another format": Refusal("season", "Only a ladder", of_season, no_ladder),
        "a season nobody here stands in": Refusal("season", "No player here", of_season, nobody_stands),
    },
)
