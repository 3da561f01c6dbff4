"""Evenings as the API tells them: to whom, how much, and in how many queries."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.api.described import held
from tests.api.members import bearer
from tests.played_seasons import a_season
from tournaments.core.record import Stage
from tournaments.models import Evening, Journal, ScorerLink
from tournaments.phones.services import links_make
from tournaments.prizes.services import prize_reveal, prizes_reveal_all

pytestmark = pytest.mark.postgresql

READS = (
    *("", "export/", "people/", "table-sizes/", "bell/", "journal/", "ledger/", "standing/", "prizes/"),
    *("asks/", "rounds/1/tables/1/deals/", "rounds/1/tables/1/deals/1/"),
)
"""What every member may read of an evening that is being played."""


def at(night, what=""):
    return f"/api/v1/evenings/{night.evening.pk}/{what}"


@pytest.fixture
def played(night):
    """An evening whose head table has a result."""
    made = night(12)
    made.play(1)
    made.evening.refresh_from_db()
    return made


def test_every_member_reads_an_evening(cast, played):
    """Who may not read it: tests/web/test_matrix.py. Other formats: below."""
    for what in READS:
        held(bearer(cast.vera), "GET", at(played, what), status=200)


def test_links_are_for_who_runs_it(cast, played):
    links_make(played.by)
    told = bearer(cast.bob).get(at(played, "links/")).json()["results"]
    assert [link["table"] for link in told] == played.tables
    assert all("/s/" in link["address"] for link in told)
    assert bearer(cast.alice, role="scorer").get(at(played, "links/")).status_code == 403
    assert ScorerLink.objects.filter(evening=played.evening).count() == len(played.tables)


def test_a_list_of_evenings_is_filtered_and_ordered(cast, night):
    first, second = night(8), night(0, Stage.DRAFT, game="blackout")
    other = night(0, Stage.DRAFT, club=cast.other_club)
    Evening.objects.filter(pk=second.evening.pk).update(held_on=date(2026, 3, 1), name="Spring")
    program = bearer(cast.vera)

    def found(query=""):
        answer = program.get(f"/api/v1/evenings/{query}")
        assert answer.status_code == 200, answer.content
        return [row["id"] for row in answer.json()["results"]]

    both = {first.evening.pk, second.evening.pk}
    assert set(found()) == both
    assert other.evening.pk not in found()
    assert found("?stage=playing") == [first.evening.pk]
    assert found("?game=blackout&format=progressive") == [second.evening.pk]
    assert found("?held_from=2026-03-01&held_until=2026-03-01") == [second.evening.pk]
    assert found("?search=prin") == [second.evening.pk]
    assert found("?ordering=-id") == sorted(both, reverse=True)
    assert found(f"?club={cast.other_club.pk}") == []
    assert program.get("/api/v1/evenings/?stage=asleep").status_code == 400
    assert program.get("/api/v1/evenings/?held_from=soon").status_code == 400
    of_club = program.get(f"/api/v1/clubs/{cast.club.pk}/evenings/?stage=draft").json()
    assert [row["id"] for row in of_club["results"]] == [second.evening.pk]
    assert program.get(f"/api/v1/clubs/{cast.other_club.pk}/evenings/").status_code == 404
    row = program.get(f"/api/v1/evenings/?club={cast.club.pk}&stage=playing").json()["results"][0]
    assert (row["people"], row["club"], row["club_name"]) == (8, cast.club.pk, "Thursday Club")


@pytest.mark.thorough
def test_an_evening_tells_what_each_table_waits_for(cast, night):
    made = night(12)
    program = bearer(cast.bob)
    told = program.get(at(made)).json()
    assert told["stage"] == "playing"
    assert told["next"] == ["deal-record", "bell-ring"]
    assert [table["table"] for table in told["round"]["tables"]] == made.tables
    for table in told["round"]["tables"]:
        assert table["awaits"]["kind"] == "pool"
        assert table["awaits"]["deal"] == 1
        assert sorted(table["awaits"]["order"]) == sorted(made.table(table["table"]))
        assert [seat["entry"] for seat in table["seats"]] == made.table(table["table"])
    for table in made.tables:
        made.play(table)
    told = program.get(at(made)).json()
    assert told["round"]["rung"] is True
    assert told["next"] == ["cut-record", "cut-draw", "cuts-draw"]
    assert told["round"]["cuts_needed"][0]["purpose"] == "down"
    assert all(table["awaits"] is None for table in told["round"]["tables"])


def test_bids_come_before_tricks(cast, night):
    made = night(8, game="clag")
    program = bearer(cast.bob)
    head = program.get(at(made)).json()["round"]["tables"][0]
    assert (head["awaits"]["kind"], head["awaits"]["base"]) == ("bids", None)
    assert tuple(head["awaits"]["order"]) == made.at(1).list_bidders(1)
    line = made.bid(1)
    head = program.get(at(made)).json()["round"]["tables"][0]
    assert (head["awaits"]["kind"], head["awaits"]["base"]) == ("tricks", line.seq)
    assert head["awaits"]["words"]


@pytest.mark.parametrize("stage", Stage)
def test_at_every_stage_it_says_what_comes_next(cast, night, stage):
    made = night(8, stage)
    told = bearer(cast.bob).get(at(made)).json()
    assert told["stage"] == stage
    assert bool(told["next"]) == (stage is not Stage.CALLED_OFF)
    assert (told["round"] is not None) == (stage in (Stage.SEATED, Stage.PLAYING))
    assert (told["settling"] is not None) == (stage is Stage.SETTLING)


@pytest.mark.thorough
def test_who_asks_again_is_told_that_nothing_changed(cast, played):
    program = bearer(cast.bob)
    for what in ("", "export/", "standing/", "ledger/"):
        tag = program.get(at(played, what)).headers["ETag"]
        again = program.get(at(played, what), headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
    tag = program.get(at(played)).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        program.get(at(played), headers={"if-none-match": tag})
    assert len(asked) <= 5
    played.play(2)
    assert program.get(at(played), headers={"if-none-match": tag}).status_code == 200
    other = bearer(cast.vera).get(at(played), headers={"if-none-match": tag})
    assert other.status_code == 200


@pytest.mark.sample(4)
@pytest.mark.parametrize("what", [*READS, "links/"])
def test_queries_do_not_grow_with_the_evening(cast, night, what):
    def asked(players, rounds):
        made = night(players)
        for _round in range(rounds - 1):
            made.next_round()
        made.play(1)
        made.play(2)
        program = bearer(cast.alice)
        program.get(at(made, what))
        with CaptureQueriesContext(connection) as queries:
            assert program.get(at(made, what)).status_code == 200
        return len(queries)

    assert asked(24, 3) <= asked(8, 1) + 1


def test_queries_of_lists_do_not_grow(cast, night):
    program = bearer(cast.alice)

    def asked():
        with CaptureQueriesContext(connection) as queries:
            program.get("/api/v1/evenings/")
        return len(queries)

    night(8)
    asked()  # the first use of a token is noted
    before = asked()
    night(8)
    night(8)
    assert asked() == before


@pytest.mark.thorough
def test_an_account_without_a_name_is_not_told_by_its_address(cast, night):
    User.objects.filter(pk=cast.alice.pk).update(name="")
    made = night(8)
    season = a_season(cast)
    program = bearer(cast.vera)
    assert "somebody without a name" in {
        line["who"] for line in program.get(at(made, "journal/")).json()["results"]
    }
    told = [*(at(made, what) for what in READS), f"/api/v1/seasons/{season.pk}/book/"]
    for address in told:
        assert "@example.org" not in program.get(address).content.decode(), address
    assert "somebody without a name" in program.get(told[-1]).content.decode()


class TestSecrets:
    """Who does not run the evening learns no more of hidden prizes than the hall."""

    @pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
    @pytest.mark.parametrize("game", ["draw-poker", "clag"])
    def test_hidden_prizes_are_hidden(self, cast, night, stage, game):
        made = night(8, stage, game=game)
        for program in (bearer(cast.vera), bearer(cast.sam), bearer(cast.alice, role="viewer")):
            for what in ("standing/", "export/"):
                assert program.get(at(made, what)).status_code == 403
            assert program.get(at(made, "ledger/")).status_code == (403 if game == "draw-poker" else 404)
            for person in program.get(at(made, "people/")).json()["results"]:
                figures = ("held", "yellow_chips", "fresh_stakes", "exact_bids")
                assert {person[figure] for figure in figures} == {None}
            for table in (1, 2):
                told = program.get(at(made, f"rounds/1/tables/{table}/deals/")).json()["results"]
                lines = [line for deal in told for line in deal["stands"]["lines"]]
                figure = "counters" if game == "draw-poker" else "score"
                assert lines
                assert None not in {line[figure] for line in lines}, "deals are no secret"
            prizes = program.get(at(made, "prizes/")).json()
            assert prizes["hidden"] == len(prizes["prizes"])
            assert prizes["next"] is None
            for prize in prizes["prizes"]:
                assert prize["visible"] is False
                assert (prize["winners"], prize["why"], prize["ranking"]) == ([], None, [])
            assert program.get(at(made)).json()["round"] is None

    def test_a_revealed_one_is_told_alone(self, cast, night):
        made = night(8, Stage.FINISHED)
        key = bearer(cast.bob).get(at(made, "prizes/")).json()["next"]
        prize_reveal(made.by, prize=key)
        program = bearer(cast.vera)
        told = {prize["key"]: prize for prize in program.get(at(made, "prizes/")).json()["prizes"]}
        assert told[key]["winners"]
        assert told[key]["ranking"] == []
        assert all(not prize["winners"] for other, prize in told.items() if other != key)
        assert program.get(at(made, "standing/")).status_code == 403
        for what in ("standing/", "export/", "ledger/"):
            assert bearer(cast.bob).get(at(made, what)).status_code == 200, "who runs it knows"
        prizes_reveal_all(made.by)
        assert program.get(at(made, "standing/")).status_code == 200
        assert program.get(at(made, "export/")).status_code == 200
        everything = program.get(at(made, "prizes/")).json()
        assert (everything["hidden"], everything["version"]) == (0, 1)
        assert all(prize["ranking"] for prize in everything["prizes"] if prize["winners"])


@pytest.mark.thorough
def test_the_journal_is_filtered(cast, played):
    program = bearer(cast.vera)
    whole = program.get(at(played, "journal/")).json()
    assert whole["count"] == Journal.objects.filter(evening=played.evening).count()
    assert [line["seq"] for line in whole["results"]] == list(range(1, whole["count"] + 1))
    assert all(line["words"] for line in whole["results"])
    since = program.get(at(played, "journal/?since=3&ordering=-seq")).json()["results"]
    assert [line["seq"] for line in since] == list(range(whole["count"], 3, -1))
    deals = program.get(at(played, "journal/?verb=deal_recorded")).json()["results"]
    assert [line["deal"] for line in deals] == [{"round": 1, "table": 1, "deal": 1}]
    assert program.get(at(played, "journal/?kind=results")).json()["count"] == 1
    assert program.get(at(played, f"journal/?actor={cast.bob.pk}")).json()["count"] == 0
    assert program.get(at(played, "journal/?verb=nothing")).status_code == 400


def test_a_deal_has_its_versions(cast, played):
    program = bearer(cast.sam)
    told = program.get(at(played, "rounds/1/tables/1/deals/1/")).json()
    assert told["version"] == 1
    assert told["stands"]["lines"][0]["won"] is True
    assert sum(line["counters"] for line in told["stands"]["lines"]) == 0
    assert [version["version"] for version in told["versions"]] == [1]
    assert program.get(at(played, "rounds/1/tables/2/deals/")).json()["results"] == []
    assert program.get(at(played, "rounds/1/tables/9/deals/")).status_code == 404
    assert program.get(at(played, "rounds/1/tables/1/deals/2/")).status_code == 404


def test_the_bell_is_told_before_it_rings(cast, played):
    told = bearer(cast.vera).get(at(played, "bell/")).json()
    assert told["decided"] is False
    for table in played.tables[1:]:
        played.play(table)
    told = bearer(cast.vera).get(at(played, "bell/")).json()
    assert told["rung"] is True
    assert told["cuts_needed"]
    played.decide()
    told = bearer(cast.vera).get(at(played, "bell/")).json()
    assert told["decided"] is True
    assert told["moves"]
    assert told["cuts_made"]
    assert bearer(cast.vera).get(f"/api/v1/evenings/{played.evening.pk}/bell/").json() == told


def test_outside_of_play_no_bell_rings(cast, night):
    made = night(8, Stage.SEATED)
    refused = held(bearer(cast.vera), "GET", at(made, "bell/"), status=409)
    assert refused["errors"][0]["attr"] == "stage"


@pytest.mark.sample(2)
@pytest.mark.parametrize("format", ["fixed", "rotation", "swiss", "knockout", "ladder"])
def test_every_format_is_read(cast, night, format):
    made = night(8, game="blackout", format=format, games=2)
    program = bearer(cast.vera)
    for what in READS:
        expected = 404 if what in ("ledger/", "rounds/1/tables/1/deals/1/") else 200
        held(program, "GET", at(made, what), status=expected)
    made.play_round()
    for what in ("", "bell/", "export/", "standing/", "rounds/1/tables/1/deals/1/"):
        held(program, "GET", at(made, what), status=200)
