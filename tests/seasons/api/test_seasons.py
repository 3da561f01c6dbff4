"""Seasons by API: what their pages show, in few queries, and kept by who has it."""

import pytest

from tests.api.described import held
from tests.api.members import bearer
from tests.played_seasons import an_evening, by, played, player
from tests.seasons.services.test_season_rewrite import CHAMPION, merge
from tests.web.wording import queries
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.models import Award, Result
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import divisions_set, evening_add, season_prizes_change
from tournaments.transfer.presenters.tables import build_season_document

READS = ("", "table/", "prizes/", "book/", "export/", "evenings/", "people/")
ORDERS = (("Ada", "Ben", "Cora"), ("Ben", "Ada", "Dan"))


def at(season, what=""):
    return f"/api/v1/seasons/{season.pk}/{what}"


@pytest.fixture
def season(cast):
    return played(cast, *ORDERS)


def test_every_member_reads(cast, season):
    for what in (*READS, f"people/{player(cast, 'Ada')}/"):
        held(bearer(cast.vera), "GET", at(season, what), status=200)
    held(bearer(cast.vera), "GET", at(season, "people/999999/"), status=404)


def test_a_season_with_its_rules(cast, season):
    divisions_set(by(cast, season), names=["First", "Second"])
    told = held(bearer(cast.vera), "GET", at(season), status=200)
    assert (told["name"], told["league_name"], told["stage"]) == ("Winter", "Thursday League", "open")
    assert told["rules"]["scheme"] == "place"
    assert {"about": "An evening gives", "words": "points by place"} in told["rules_said"]
    assert [(one["number"], one["name"]) for one in told["divisions"]] == [(1, "First"), (2, "Second")]


def test_who_would_win_a_prize_today(cast):
    """Ann and Anna are one person."""
    orders = (("Ann", "Bob", "Cid"), ("Bob", "Anna", "Cid"), ("Anna", "Bob", "Cid"))
    season = played(cast, *orders, prizes=(CHAMPION,))
    season_close(by(cast, season))
    merge(cast)
    today = held(bearer(cast.vera), "GET", at(season), status=200)["today"]
    ann, bob = player(cast, "Ann"), player(cast, "Bob")
    assert today["prizes"] == [{"title": "Champion", "was": [bob], "now": [ann]}]
    assert today["merged"]


@pytest.mark.thorough
def test_the_table_is_the_pages(cast, season):
    told = held(bearer(cast.vera), "GET", at(season, "table/"), status=200)
    (division,) = load_season_table(season).divisions
    assert [(row["name"], row["points"], row["why"]) for row in told["divisions"][0]["rows"]] == [
        (row.name, row.points, row.why and {"code": row.why.code, "words": row.why}) for row in division.rows
    ]
    assert any(row["why"] for row in told["divisions"][0]["rows"])
    assert len(told["counting"]) == 2


def test_who_has_the_table_is_told_that_it_stands(cast, season):
    program = bearer(cast.vera)
    tag = program.get(at(season, "table/")).headers["ETag"]
    held(program, "GET", at(season, "table/"), status=304, headers={"If-None-Match": tag})
    evening_add(by(cast, season), evening=an_evening(cast, 3).pk)
    changed = held(program, "GET", at(season, "table/"), status=200, headers={"If-None-Match": tag})
    assert len(changed["counting"]) == 3
    assert bearer(cast.alice).get(at(season, "table/")).headers["ETag"] != tag, "another reader may know more"


@pytest.mark.thorough
def test_evenings_and_people_by_pages(cast, season):
    program = bearer(cast.vera)
    told = held(program, "GET", at(season, "evenings/?size=1&page=2"), status=200)
    assert (told["count"], told["results"][0]["name"]) == (2, "Evening 2")
    people = held(program, "GET", at(season, "people/"), status=200)["results"]
    assert [(one["name"], one["evenings"]) for one in people] == [
        ("Ada", 2),
        ("Ben", 2),
        ("Cora", 1),
        ("Dan", 1),
    ]
    held(program, "GET", at(season, "people/?name=Ada"), status=400)


@pytest.mark.thorough
def test_the_book_the_newest_line_first(cast, season):
    season_close(by(cast, season))
    told = held(bearer(cast.vera), "GET", at(season, "book/?size=2"), status=200)
    assert told["count"] == 4
    assert told["results"][0]["words"].startswith("The season is closed.")
    assert told["results"][0]["who"] == "Alice"


@pytest.mark.thorough
def test_prizes_with_their_reasons(cast, season):
    prize = Listed("own-1", "Most evenings", (Step("evenings"),))
    season_prizes_change(by(cast, season), before=(), after=(prize,))
    told = held(bearer(cast.vera), "GET", at(season, "prizes/"), status=200)
    (prize,) = told["prizes"]
    assert prize["title"] == "Most evenings"
    assert [one["name"] for one in prize["winners"]] == ["Ada", "Ben"]
    assert prize["why"]
    assert (told["from"], told["until"]) == ("2026-01-08", "2026-01-15")


@pytest.mark.thorough
def test_the_document_is_the_pages(cast, season):
    told = held(bearer(cast.vera), "GET", at(season, "export/"), status=200)
    assert told == build_season_document(season, all_known=True)


@pytest.mark.thorough
def test_hidden_prizes_are_waited_for(cast, season):
    """By a token that may only look, whoever runs the season reads no more than who may only look."""
    result = Result.objects.order_by("pk")[0]
    Award.objects.create(result=result, prize="own-1", title="Most", rank=1)
    for program, counting in (
        (bearer(cast.bob), 2),
        (bearer(cast.vera), 1),
        (bearer(cast.bob, "viewer"), 1),
    ):
        assert len(held(program, "GET", at(season, "table/"), status=200)["counting"]) == counting
        assert len(held(program, "GET", at(season, "export/"), status=200)["evenings"]) == counting
        counts = held(program, "GET", at(season, "evenings/"), status=200)["results"]
        assert sum(one["counts"] for one in counts) == counting


@pytest.mark.parametrize("what", READS)
def test_queries_do_not_grow(cast, season, what):
    program = bearer(cast.vera)
    program.get(at(season, what))
    few = queries(program.get, at(season, what))
    for number in range(3, 7):
        evening_add(by(cast, season), evening=an_evening(cast, number, *"ABCDEFGH").pk)
    assert queries(program.get, at(season, what)) <= few <= 16
