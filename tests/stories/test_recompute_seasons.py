"""Five seasons with corrections, merges and closings, exported and counted again by the files alone."""

import copy
import random
from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.players.services import player_unmerge
from tests.played_seasons import FIRST, by, player
from tests.recompute import season as recompute
from tournaments.core.leagues.rules import Absence, Members, Rules, Scheme
from tournaments.core.results.elsewhere import ResultLine, ResultPrize
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Division, Season
from tournaments.records.services.people import players_merge
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite
from tournaments.seasons.services.seasons import divisions_set, evening_add, player_place, season_change
from tournaments.transfer.presenters.tables import build_season_document
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record, result_record

pytestmark = pytest.mark.postgresql
PEOPLE = tuple(f"P{number:02}" for number in range(14))
RULES = {
    "divisions": Rules(
        best=4,
        yellow=1,
        prize=2,
        taking_part=1,
        minimum=2,
        ties=("countback", "last", "lot"),
    ),
    "sailing": Rules(
        scheme=Scheme.LOW,
        drop=2,
        absence=Absence.SCORE,
        absence_score=15,
        ties=("best_scores", "last_scores", "wins", "lot"),
    ),
    "last of the evening": Rules(
        scheme=Scheme.LOW,
        drop=1,
        absence=Absence.EVENING,
        ties=("countback", "lot"),
    ),
    "last of the season": Rules(
        best=5,
        absence=Absence.SEASON,
        members=Members.LISTED,
        ties=("last", "lot"),
    ),
    "counters": Rules(
        scheme=Scheme.COUNTERS,
        prize=3,
        prize_for=("booby", "told"),
        minimum=3,
        ties=("evenings", "yellow", "best", "lot"),
    ),
}


DIVIDED = ("divisions", "last of the evening", "last of the season")


def lines_of(pick, people):
    """A result in which some share a place."""
    nets = [pick.choice((10, 20, 20, 30, 45, 50, -5)) for _who in people]
    return [
        ResultLine(who, net=net, yellow=pick.randrange(3), wins=pick.randrange(4), best=pick.randrange(20))
        for who, net in zip(people, nets, strict=True)
    ]


@pytest.fixture(params=RULES)
def season(request, cast):
    """A season of seven evenings; one was corrected, and two entries were merged."""
    rules, pick = RULES[request.param], random.Random(request.param)
    league = league_create(by=cast.alice, club=cast.club, name="League")
    season = season_create(by=cast.alice, league=league, name=request.param, rules=rules)
    evenings = []
    for number in range(7):
        people = [who for who in PEOPLE if pick.random() < 0.7 and who != "P13"]
        people += ["P13"] if "P00" not in people else []
        last, cup = pick.choice(people), pick.choice(people)
        prizes = [ResultPrize("Booby prize", (last,), "booby"), ResultPrize("Cup", (cup,))]
        day = FIRST + timedelta(weeks=number // 2)
        night = ElsewhereResult(f"N{number}", day, lines_of(pick, people), prizes=prizes)
        evening = evening_record(actor=cast.alice, club=cast.club, result=night)
        evening_add(by(cast, season), evening=evening.pk, weight=pick.choice((100, 100, 150, 200)))
        evenings.append((evening, people))
    if request.param in DIVIDED:
        divisions_set(by(cast, season), names=["First", "Second"])
        of = list(Division.objects.order_by("rank").values_list("pk", flat=True))
        for at, who in enumerate(PEOPLE[:12]):
            player_place(by(cast, season), player=player(cast, who), division=of[at % 2], guest=at == 11)
        season_change(by(cast, season), rules={"places": "division"})
    evening, people = evenings[2]
    result_record(RequestedBy(evening.pk, cast.alice, "typed wrongly"), lines=lines_of(pick, people))
    players_merge(by=cast.alice, stays=Player.objects.get(name="P00"), goes=Player.objects.get(name="P13"))
    return Season.objects.get(pk=season.pk), evenings, pick


def document(season):
    return build_season_document(Season.objects.get(pk=season.pk), all_known=True)


def test_the_season_is_recomputed_from_its_file(season, cast):
    """Open, closed, after what was corrected and parted since, written anew, and opened again."""
    season, evenings, pick = season
    told = [document(season)]
    assert len(told[0]["standing"]) > 10
    season_close(by(cast, season))
    told.append(document(season))
    evening, people = evenings[5]
    result_record(RequestedBy(evening.pk, cast.alice, "typed wrongly"), lines=lines_of(pick, people))
    player_unmerge(by=cast.alice, gone=Player.objects.get(name="P13"))
    told.append(document(season))
    assert told[2]["standing"] == told[1]["standing"], "a closed season stays"
    season_rewrite(by(cast, season, "as it is today"))
    told.append(document(season))
    assert told[3]["standing"] != told[2]["standing"]
    season_reopen(by(cast, season, "a guest counts"))
    told.append(document(season))
    for one in told:
        assert recompute.differences(one) == []


def test_a_wrong_figure_is_found(season):
    right = document(season[0])
    for wrong, figure in (("place", 9), ("total", "1/7"), ("played", 99), ("below", True)):
        told = copy.deepcopy(right)
        row = told["standing"][0]
        assert row[wrong] != figure
        row[wrong] = figure
        (said,) = recompute.differences(told)
        assert recompute.name(told, row["person"]) in said
